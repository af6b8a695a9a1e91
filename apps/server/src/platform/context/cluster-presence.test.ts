import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findRedis, type RedisServer, startRedis } from '../../testing/redis-server.fixture.ts';
import { openRedis, type RedisLink } from '../redis/redis-link.ts';
import { type ClusterPresence, createClusterPresence } from './cluster-presence.ts';
import { beginningOf, encodePresence } from './presence-message.ts';

/** A node: its presence, its link, and the sessions whose players have changed elsewhere. */
interface Node {
  readonly presence: ClusterPresence;
  readonly link: RedisLink;
  readonly sessions: string[];
  /** Ends it without a word, as a crash does. */
  end(): Promise<void>;
}

async function startNode({ url }: RedisServer): Promise<Node> {
  const link = await openRedis(url, randomUUID(), () => undefined);
  const sessions: string[] = [];
  const presence = createClusterPresence(
    link,
    () => performance.timeOrigin + performance.now(),
    (sessionId) => sessions.push(sessionId),
  );
  const end = async (): Promise<void> => {
    presence.stop();
    await link.close();
  };
  onTestFinished(end);
  return { presence, link, sessions, end };
}

async function start(): Promise<RedisServer> {
  const server = await startRedis();
  onTestFinished(() => server.stop());
  return server;
}

const SESSION = 'session-1';

describe.skipIf(findRedis() === undefined)('the presence of a cluster', () => {
  it('counts the visitors of all nodes, and a player of several nodes once', async () => {
    const server = await start();
    const [one, other] = [await startNode(server), await startNode(server)];
    const leave = one.presence.addVisitor('Tann');
    one.presence.addVisitor(null);
    one.presence.addVisitor(null);
    expect(one.presence.visitors).toBe(3);
    await expect.poll(() => other.presence.visitors).toBe(3);
    const leaveOther = other.presence.addVisitor('Tann');
    other.presence.addVisitor('Tben');
    expect(other.presence.visitors).toBe(4);
    await expect.poll(() => one.presence.visitors).toBe(4);
    leave();
    leave();
    expect(one.presence.visitors).toBe(4);
    leaveOther();
    await expect.poll(() => one.presence.visitors).toBe(3);
    await expect.poll(() => other.presence.visitors).toBe(3);
  });

  it('knows the connected players and the scores of every node, and names the sessions that change', async () => {
    const server = await start();
    const [one, other] = [await startNode(server), await startNode(server)];
    const leave = one.presence.addPlayer(SESSION, 'Tann');
    one.presence.score(SESSION, 'Tann', { score: 7, source: 'verified' });
    await expect.poll(() => other.presence.isConnected(SESSION, 'Tann')).toBe(true);
    await expect.poll(() => other.presence.scoreOf(SESSION, 'Tann')).toEqual({ score: 7, source: 'verified' });
    expect(other.sessions).toContain(SESSION);
    expect(one.sessions).toEqual([]);
    one.presence.score(SESSION, 'Tann', { score: 9, source: 'verified' });
    await expect.poll(() => other.presence.scoreOf(SESSION, 'Tann')?.score).toBe(9);
    leave();
    one.presence.forget(SESSION);
    expect(one.presence.isConnected(SESSION, 'Tann')).toBe(false);
    await expect.poll(() => other.presence.isConnected(SESSION, 'Tann')).toBe(false);
    await expect.poll(() => other.presence.scoreOf(SESSION, 'Tann')).toBeNull();
  });

  it('tells a node that starts later everything', async () => {
    const server = await start();
    const one = await startNode(server);
    one.presence.addVisitor('Tann');
    one.presence.addPlayer(SESSION, 'a player');
    one.presence.score(SESSION, 'a player', { score: 7, source: 'reported' });
    await startNode(server);
    const last = await startNode(server);
    await expect.poll(() => last.presence.visitors).toBe(1);
    expect(last.presence.isConnected(SESSION, 'a player')).toBe(true);
    expect(last.presence.scoreOf(SESSION, 'a player')).toEqual({ score: 7, source: 'reported' });
  });

  it('forgets a node that is silent', async () => {
    const server = await start();
    const [one, other] = [await startNode(server), await startNode(server)];
    one.presence.addVisitor('Tann');
    one.presence.addVisitor(null);
    one.presence.addPlayer(SESSION, 'Tann');
    await expect.poll(() => other.presence.visitors).toBe(2);
    await one.end();
    other.sessions.length = 0;
    await expect.poll(() => other.presence.visitors).toBe(0);
    expect(other.presence.isConnected(SESSION, 'Tann')).toBe(false);
    expect(other.sessions).toEqual([SESSION]);
  });

  it('is what the own node has while Redis is away, and complete again when it is back', async () => {
    const server = await start();
    const [one, other] = [await startNode(server), await startNode(server)];
    one.presence.addVisitor('Tann');
    await expect.poll(() => other.presence.visitors).toBe(1);
    await server.kill();
    const leave = other.presence.addVisitor('Tben');
    other.presence.addPlayer(SESSION, 'Tben');
    await expect.poll(() => one.link.isUsable || other.link.isUsable).toBe(false);
    expect(other.presence.isConnected(SESSION, 'Tben')).toBe(true);
    await expect.poll(() => other.presence.visitors).toBe(1);
    await server.restart();
    await expect.poll(() => one.presence.visitors).toBe(2);
    await expect.poll(() => other.presence.visitors).toBe(2);
    expect(one.presence.isConnected(SESSION, 'Tben')).toBe(true);
    leave();
    await expect.poll(() => one.presence.visitors).toBe(1);
  });

  it('tells the messages of the own node by their beginning, without parsing them', async () => {
    const server = await start();
    const [one, other] = [await startNode(server), await startNode(server)];
    const received: string[] = [];
    other.link.subscribe('presence', (data) => received.push(data.toString()));
    one.presence.addVisitor('Tann');
    await expect.poll(() => received.some((text) => text.includes('Tann'))).toBe(true);
    const beginnings = [one, other].map(({ link }) => beginningOf(link.nodeId).toString());
    for (const text of received) expect(beginnings.filter((beginning) => text.startsWith(beginning))).toHaveLength(1);
  });

  it('keeps nothing of what comes and goes while Redis is away', async () => {
    const server = await start();
    const [one, other] = [await startNode(server), await startNode(server)];
    await expect.poll(() => one.presence.pendingChanges).toBe(0);
    await server.kill();
    await expect.poll(() => one.link.isUsable).toBe(false);
    /** What the players of a busy day do within one interval of the messages. */
    const play = (round: number): void => {
      for (let player = 0; player < 1_000; player++) {
        const [sessionId, userId] = [`session ${round} ${player}`, `player ${round} ${player}`];
        const ends = [one.presence.addVisitor(userId), one.presence.addPlayer(sessionId, userId)];
        one.presence.score(sessionId, userId, { score: 1, source: 'verified' });
        one.presence.forget(sessionId);
        for (const end of ends) end();
      }
    };
    for (let round = 0; round < 5; round++) {
      play(round);
      await expect.poll(() => one.presence.pendingChanges).toBe(0);
    }
    one.presence.addPlayer(SESSION, 'Tann');
    one.presence.score(SESSION, 'Tann', { score: 7, source: 'verified' });
    await server.restart();
    await expect.poll(() => other.presence.scoreOf(SESSION, 'Tann')?.score).toBe(7);
    expect(other.presence.isConnected(SESSION, 'Tann')).toBe(true);
    expect(one.presence.pendingChanges).toBe(0);
  });

  it('asks for everything when messages of a node were lost, and ignores what is malformed', async () => {
    const server = await start();
    const [one, other] = [await startNode(server), await startNode(server)];
    const questions: string[] = [];
    one.link.subscribe('presence', (data) => {
      if (data.toString().includes('"question"')) questions.push(data.toString());
    });
    const empty = { players: [], seats: [], scores: [], forgotten: [] };
    const full = { ...empty, from: 'node', type: 'full', number: 1, anonymous: 3 } as const;
    for (const data of [
      'no JSON',
      '{}',
      JSON.stringify({ ...full, version: 2 }),
      JSON.stringify({ ...full, version: 1, anonymous: -5 }),
      JSON.stringify({ ...full, version: 1, seats: [['s']] }),
    ])
      one.link.publish('presence', data);
    one.link.publish('presence', encodePresence(full));
    await expect.poll(() => other.presence.visitors).toBe(3);
    questions.length = 0;
    one.link.publish('presence', encodePresence({ ...full, type: 'change', number: 3, anonymous: 9 }));
    await expect.poll(() => questions.length).toBeGreaterThan(0);
    expect(other.presence.visitors).toBe(3);
  });
});
