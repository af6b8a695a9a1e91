import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  decodeServerFrame,
  encodeInputs,
  decodeClientFrame,
  type BattleEntry,
  type ScoresFrame,
} from '@popfray/protocol/battle';
import { CLOSE, gameSocketOut, type GameSocketOut } from '@popfray/protocol/socket';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { changeSession, startCountdown } from '../battles/countdown.fixture.ts';
import { seedOf } from '../battles/test-player.fixture.ts';
import type { Battles } from '../battles/battle-connection.ts';
import { createBattles } from '../battles/battles.ts';
import { BATTLE_LEASES } from '../battles/index.ts';
import { TestLeases } from '../battles/leases.fixture.ts';
import { createBus } from '../platform/bus/bus.ts';
import type { Context } from '../platform/context/context.ts';
import { openLeases } from '../platform/lease/index.ts';
import { openRedis, type RedisLink } from '../platform/redis/redis-link.ts';
import type { Connection } from '../platform/sockets/connection.ts';
import { makeSeatToken } from '../sessions/seat-token.ts';
import { findSession } from '../sessions/session.ts';
import { openSolo } from '../solo/open.ts';
import { createTestContext, type TestContext } from '../testing/context.fixture.ts';
import { findRedis, type RedisServer, startRedis } from '../testing/redis-server.fixture.ts';
import { startSlowProxy } from '../testing/slow-proxy.fixture.ts';
import { decodeBatch, encodeBatch } from './record.ts';
import { type BattleRelay, createRelay } from './relay.ts';
import type { PlayerConnection } from './relayed-connection.ts';

const realNow = (): number => performance.timeOrigin + performance.now();

/** A node of the cluster. */
interface Node {
  readonly context: Context;
  readonly battles: Battles;
  readonly relay: BattleRelay;
  readonly link: RedisLink;
}

/** A client's socket, as its node sees it. */
class Client implements Connection {
  readonly messages: GameSocketOut[] = [];
  readonly scores: ScoresFrame[] = [];
  readonly refusals: string[] = [];
  closed: number | null = null;

  get isOpen(): boolean {
    return this.closed === null;
  }

  send(data: Uint8Array | string): void {
    if (typeof data === 'string') {
      this.messages.push(gameSocketOut.parse(JSON.parse(data)));
      return;
    }
    const frame = decodeServerFrame(data);
    if (frame === null) throw new Error('not a frame');
    if (frame.type === 'scores') this.scores.push(frame);
    if (frame.type === 'refused') this.refusals.push(frame.reason);
  }

  close(code: number): void {
    this.closed = code;
  }

  count(type: GameSocketOut['type']): number {
    return this.messages.filter((message) => message.type === type).length;
  }
}

let redis: RedisServer;
let test: TestContext;
/** The node that plays the battles, and the one that the clients are connected to. */
let owner: Node;
let edge: Node;
let sessionId: string;
let isOver: boolean;
let playing: Promise<void>;

async function startNode(context: Context, redisUrl: string = redis.url): Promise<Node> {
  const link = await openRedis(redisUrl, context.leases.nodeId, () => undefined);
  onTestFinished(() => link.close());
  const battles = createBattles(context);
  const relay = createRelay(battles, link, { ...context, now: realNow });
  onTestFinished(() => relay.stop());
  return { context, battles, relay, link };
}

/**
 * Leases of a node, which do not expire in a test: a busy machine may delay their heartbeats, and the other node would take the battle. They end when the node
 * gives them up.
 */
async function openNodeLeases(): Promise<TestLeases> {
  const { db, now } = test.context;
  const leases = await openLeases({ db, now, randomBytes, log: () => undefined, isAlone: false, expiryMs: 600_000 });
  onTestFinished(() => leases.stop());
  return new TestLeases(leases);
}

/** Starts two nodes and a battle at one of them, which is played at the pace of the real clock. */
async function start(startsInMs: number): Promise<void> {
  redis = await startRedis();
  test = await createTestContext();
  owner = await startNode({ ...test.context, leases: await openNodeLeases() });
  const leases = await openNodeLeases();
  // It has a separate bus, as every node has.
  const bus = createBus((error) => {
    throw error;
  });
  edge = await startNode({ ...test.context, leases, bus });
  sessionId = await startCountdown(test, { startsInMs });
  await owner.battles.turn(test.clock.nowMs);
  isOver = false;
  playing = play(owner.battles);
}

async function play(battles: Battles): Promise<void> {
  const offsetMs = test.clock.nowMs - realNow();
  while (!isOver) {
    test.clock.nowMs = Math.round(realNow() + offsetMs);
    await battles.turn(test.clock.nowMs);
    await delay(10);
  }
}

/** Starts a countdown of which no node is notified. */
const countDownUnannounced = async (): Promise<string> => {
  const bus = createBus(() => undefined);
  return startCountdown({ ...test, context: { ...test.context, bus } }, { startsInMs: 60_000 });
};

async function stop(): Promise<void> {
  isOver = true;
  await playing;
  await Promise.all([owner.battles.stop(), edge.battles.stop()]);
  await test.stop();
  await redis.stop();
}

const userOf = (player: number): string => test.wallet(`player ${player}`).address;

async function enter(node: Node, client: Client, player = 0, entry?: BattleEntry): Promise<PlayerConnection> {
  const userId = userOf(player);
  const token = makeSeatToken(node.context, sessionId, userId);
  const connected = await node.relay.connect(sessionId, userId, token, client, entry);
  if (!connected.ok) throw new Error(connected.error);
  return connected.value;
}

/** Sends a batch that the battle refuses, and waits for the refusal: inputs reach the battle, and its answers the client. */
async function answersOf(connection: PlayerConnection, client: Client): Promise<void> {
  const count = client.refusals.length;
  const frame = decodeClientFrame(encodeInputs({ first: 99, untilMs: 1, inputs: new Int32Array(0) }));
  await expect
    .poll(() => {
      if (frame?.type === 'inputs') connection.handleInputs(frame);
      return client.refusals.length;
    })
    .toBeGreaterThan(count);
}

describe.skipIf(findRedis() === undefined)('a client at another node than its battle', () => {
  beforeEach(async () => start(4_000));
  afterEach(stop);

  it('receives what its battle sends, and its clicks count', async () => {
    const client = new Client();
    const other = new Client();
    const connection = await enter(edge, client);
    await enter(owner, other, 1);
    expect(client.messages[0]).toMatchObject({ type: 'battle_terms', sessionId, place: 0 });
    expect(owner.context.presence.isConnected(sessionId, connection.userId)).toBe(true);
    expect(await connection.setSeed(seedOf('ann'))).toEqual({ ok: true, value: true });
    await expect.poll(() => client.count('battle_seeds')).toBe(1);
    expect(client.messages.find(({ type }) => type === 'battle_seeds')).toMatchObject({ seeds: [seedOf('ann'), null] });
    await expect.poll(() => client.scores.some(({ timeMs }) => timeMs > 0)).toBe(true);
    const { startsAt } = client.messages[0] as Extract<GameSocketOut, { type: 'battle_terms' }>;
    const elapsedMs = Math.floor(test.clock.nowMs - startsAt);
    const inputs = Int32Array.of(elapsedMs, 400, 300);
    connection.handleInputs({ first: 0, untilMs: elapsedMs, inputs });
    const toldTo = (of: Client): unknown =>
      of.scores.flatMap(({ players }) => players).find((player) => player.place === 0 && player.inputs.length > 0);
    await expect.poll(() => toldTo(other)).toMatchObject({ first: 0, inputs });
    await expect.poll(() => toldTo(client)).toMatchObject({ first: 0, inputs });
    expect(client.refusals).toEqual([]);
  });

  it('plays a solo round there, which ends when it is given up', async () => {
    const opened = await openSolo(owner.context, userOf(0), 'network');
    if (!opened.ok) throw new Error(opened.error);
    sessionId = opened.value.id;
    await expect.poll(() => owner.battles.count).toBe(2);
    const client = new Client();
    const connection = await enter(edge, client);
    expect(client.messages[0]).toMatchObject({ type: 'battle_terms', sessionId, place: 0, loadout: [] });
    expect(await connection.setSeed(seedOf('ann'))).toEqual({ ok: true, value: true });
    await expect.poll(() => client.scores.some(({ timeMs }) => timeMs > 0), { timeout: 10_000 }).toBe(true);
    expect(client.messages.find(({ type }) => type === 'battle_seeds')).toMatchObject({ seeds: [seedOf('ann')] });
    const elapsedMs = Math.floor(test.clock.nowMs - opened.value.startsAt);
    const inputs = Int32Array.of(elapsedMs, 400, 300);
    connection.handleInputs({ first: 0, untilMs: elapsedMs, inputs });
    await expect
      .poll(() => client.scores.flatMap(({ players }) => players).find((player) => player.inputs.length > 0))
      .toMatchObject({ first: 0, inputs });
    connection.leave();
    const endOf = async (): Promise<unknown> => (await findSession(test.context.db, sessionId))?.ended_at ?? null;
    await expect.poll(endOf).not.toBeNull();
    expect(test.clock.nowMs - opened.value.startsAt).toBeLessThan(30_000);
  });

  it('is refused as at its own node', async () => {
    const client = new Client();
    const userId = userOf(0);
    expect(await edge.relay.connect(sessionId, userId, 'wrong', client)).toEqual({
      ok: false,
      error: 'ERR_SEAT_UNKNOWN',
    });
    expect(await edge.relay.connect('no-session', userId, 'wrong', client)).toEqual({
      ok: false,
      error: 'ERR_SESSION_UNKNOWN',
    });
    const connection = await enter(edge, client);
    expect(await connection.setSeed('no seed')).toEqual({ ok: false, error: 'ERR_SEED' });
    expect(client.isOpen).toBe(true);
  });

  it('learns the address of the node that takes its battle a moment later', async () => {
    const url = 'https://node-0.play.example';
    await test.context.db.updateTable('nodes').set({ url }).where('id', '=', owner.context.leases.nodeId).execute();
    expect(await edge.relay.findSocketUrl(sessionId)).toBe('wss://node-0.play.example/ws');
    isOver = true;
    await playing;
    const next = await countDownUnannounced();
    const found = edge.relay.findSocketUrl(next);
    await delay(150);
    owner.context.bus.publish({ type: 'starting', sessionId: next, nodeId: owner.context.leases.nodeId });
    isOver = false;
    playing = play(owner.battles);
    expect(await found).toBe('wss://node-0.play.example/ws');
  });

  it('does not wait for the node of a battle that has ended, and not for long for one that no node takes', async () => {
    isOver = true;
    await playing;
    const ended = await startCountdown(test);
    await changeSession(test, ended, { status: 'cancelled', ended_at: test.clock.nowMs });
    const ownerOf = vi.spyOn(edge.context.leases, 'ownerOf');
    expect(await edge.relay.findSocketUrl(ended)).toBeNull();
    expect(ownerOf).toHaveBeenCalledOnce();
    const startMs = performance.now();
    expect(await edge.relay.findSocketUrl(await countDownUnannounced())).toBeNull();
    expect(performance.now() - startMs).toBeGreaterThan(400);
    expect(ownerOf).toHaveBeenCalledTimes(7);
    isOver = false;
    playing = play(owner.battles);
  });

  it('is disconnected there when it disconnects, and can leave the battle', async () => {
    const userId = userOf(0);
    const isConnected = (): boolean => owner.context.presence.isConnected(sessionId, userId);
    const connection = await enter(edge, new Client());
    expect(isConnected()).toBe(true);
    connection.disconnect();
    await expect.poll(isConnected).toBe(false);
    const again = await enter(edge, new Client());
    expect(isConnected()).toBe(true);
    again.leave();
    await expect.poll(isConnected).toBe(false);
    await expect(enter(edge, new Client())).rejects.toThrow('ERR_SESSION_STATE');
  });

  it('is closed when the same seat connects at any node', async () => {
    const [first, second, third] = [new Client(), new Client(), new Client()];
    await enter(edge, first);
    await enter(owner, second);
    await expect.poll(() => first.closed).toBe(CLOSE.replaced);
    const connection = await enter(edge, third);
    await expect.poll(() => second.closed).toBe(CLOSE.replaced);
    await answersOf(connection, third);
    expect(third.isOpen).toBe(true);
  });

  it('is not closed by an earlier entry of the same page that comes late through another node', async () => {
    const page = 'a'.repeat(32);
    const [second, late] = [new Client(), new Client()];
    await enter(owner, second, 0, { page, number: 2 });
    await expect(enter(edge, late, 0, { page, number: 1 })).rejects.toThrow('ERR_SESSION_STATE');
    expect(second.isOpen).toBe(true);
    // The second entry itself may come through another node.
    await enter(edge, late, 0, { page, number: 2 });
    await expect.poll(() => second.closed).toBe(CLOSE.replaced);
  });

  it.each<[string, () => Promise<void> | void, () => Promise<void> | void]>([
    ['is restarted', () => redis.kill(), () => redis.restart()],
    ['is paused', () => redis.pause(), () => redis.resume()],
  ])('is connected to its battle again when Redis %s', async (_case, interrupt, proceed) => {
    const client = new Client();
    const connection = await enter(edge, client);
    await expect.poll(() => client.scores.length).toBeGreaterThan(0);
    const before = client.count('battle_state');
    await interrupt();
    await expect.poll(() => owner.link.isUsable || edge.link.isUsable).toBe(false);
    await proceed();
    await expect.poll(() => client.count('battle_state')).toBeGreaterThan(before);
    await answersOf(connection, client);
    expect(client.isOpen).toBe(true);
    expect(owner.context.presence.isConnected(sessionId, userOf(0))).toBe(true);
  });

  it('plays through a Redis that answers late: its clicks count within their second', async () => {
    const proxy = await startSlowProxy(redis.url, 150);
    onTestFinished(() => proxy.stop());
    const leases = await openNodeLeases();
    const far = await startNode({ ...edge.context, leases }, proxy.url);
    const client = new Client();
    const connection = await enter(far, client);
    await expect.poll(() => client.scores.some(({ timeMs }) => timeMs > 0)).toBe(true);
    const { startsAt } = client.messages[0] as Extract<GameSocketOut, { type: 'battle_terms' }>;
    const elapsedMs = Math.floor(test.clock.nowMs - startsAt);
    const inputs = Int32Array.of(elapsedMs, 400, 300);
    connection.handleInputs({ first: 0, untilMs: elapsedMs, inputs });
    const told = () => client.scores.flatMap(({ players }) => players).find((player) => player.inputs.length > 0);
    await expect.poll(told).toMatchObject({ place: 0, first: 0, inputs });
    expect(client.refusals).toEqual([]);
    expect(client.count('battle_state')).toBeLessThanOrEqual(1);
    await far.battles.stop();
  });

  it('receives one copy of what goes to all clients of its node', async () => {
    const copies: number[] = [];
    edge.link.subscribe(`relay:${edge.context.leases.nodeId}`, (data) => {
      for (const record of decodeBatch(data)?.records ?? [])
        if (record.type === 'send' && typeof record.data !== 'string') copies.push(record.links.length);
    });
    const clients = [new Client(), new Client()];
    for (const [player, client] of clients.entries()) await enter(edge, client, player);
    await expect.poll(() => clients.every(({ scores }) => scores.length > 5)).toBe(true);
    expect(new Set(copies)).toEqual(new Set([2]));
  });

  it('keeps the token of its seat at its own node, and what other programs send in its place is refused', async () => {
    const sent: Buffer[] = [];
    const answers: string[] = [];
    const ownerId = owner.context.leases.nodeId;
    edge.link.subscribe(`relay:${ownerId}`, (data) => sent.push(data));
    const client = new Client();
    const connection = await enter(edge, client);
    await answersOf(connection, client);
    const { userId } = connection;
    expect(Buffer.concat(sent).toString('latin1')).toContain(userId);
    expect(Buffer.concat(sent).toString('latin1')).not.toContain(makeSeatToken(edge.context, sessionId, userId));
    const connect = sent.flatMap((data) => decodeBatch(data)?.records ?? []).find(({ type }) => type === 'connect');
    if (connect?.type !== 'connect') throw new Error('the node was not asked');
    edge.link.subscribe('relay:other-node', (data) => {
      for (const record of decodeBatch(data)?.records ?? []) if (record.type === 'refused') answers.push(record.code);
    });
    const forged = [connect, { ...connect, userId: userOf(1) }, { ...connect, attempt: 2 }, { ...connect, proof: '' }];
    edge.link.publish(`relay:${ownerId}`, encodeBatch({ from: 'other-node', number: 1, records: forged }));
    await expect.poll(() => answers).toEqual(forged.map(() => 'ERR_SEAT_UNKNOWN'));
    expect(owner.context.presence.isConnected(sessionId, userOf(1))).toBe(false);
    expect(client.isOpen).toBe(true);
  });

  it('sends inputs that arrive one after the other in few messages', async () => {
    const connection = await enter(edge, new Client());
    const counts: number[] = [];
    owner.link.subscribe(`relay:${owner.context.leases.nodeId}`, (data) => {
      const inputs = decodeBatch(data)?.records.filter(({ type }) => type === 'inputs') ?? [];
      if (inputs.length > 0) counts.push(inputs.length);
    });
    const [total, flushEveryMs] = [200, 10];
    const startMs = performance.now();
    for (let sent = 0; sent < total; sent++) {
      connection.handleInputs({ first: 99, untilMs: sent, inputs: new Int32Array(0) });
      await new Promise(setImmediate);
    }
    const flushes = (performance.now() - startMs) / (flushEveryMs - 1);
    await expect.poll(() => counts.reduce((sum, count) => sum + count, 0)).toBe(total);
    expect(counts.length).toBeLessThanOrEqual(flushes + 2);
  });

  it('ignores what is malformed or of another version, and nodes that it has nothing from', async () => {
    const client = new Client();
    const connection = await enter(edge, client);
    for (const data of [
      '',
      'no batch',
      Buffer.from([1, 0]),
      Buffer.alloc(40, 1),
      Buffer.from([2, 1, 65, 1, 0, 0, 0, 7, 9]),
    ])
      for (const { context, link } of [owner, edge]) link.publish(`relay:${context.leases.nodeId}`, data);
    await answersOf(connection, client);
    expect(client.isOpen).toBe(true);
  });

  it('keeps its connection when its own node continues the battle', async () => {
    const client = new Client();
    const connection = await enter(edge, client);
    await expect.poll(() => client.scores.length).toBeGreaterThan(0);
    const before = client.count('battle_state');
    isOver = true;
    await playing;
    await owner.battles.stop();
    owner.relay.stop();
    isOver = false;
    playing = play(edge.battles);
    await expect.poll(() => client.count('battle_state')).toBeGreaterThan(before);
    await answersOf(connection, client);
    expect(client.isOpen).toBe(true);
    expect(await edge.context.leases.ownerOf(BATTLE_LEASES + sessionId)).toMatchObject({
      nodeId: edge.context.leases.nodeId,
    });
  });

  it('follows its battle at once to the node that continues it, without a word from the one before', async () => {
    const client = new Client();
    const connection = await enter(edge, client);
    await expect.poll(() => client.scores.length).toBeGreaterThan(0);
    const before = client.count('battle_state');
    isOver = true;
    await playing;
    // The relay of the owner still answers, so it is not silent.
    await owner.context.leases.stop();
    isOver = false;
    playing = play(edge.battles);
    await expect.poll(() => client.count('battle_state')).toBeGreaterThan(before);
    await answersOf(connection, client);
    expect(client.isOpen).toBe(true);
  });

  it('is asked to come back when no node has its battle any more', async () => {
    const client = new Client();
    await enter(edge, client);
    isOver = true;
    await playing;
    await owner.battles.stop();
    await test.context.db.updateTable('sessions').set({ status: 'waiting' }).where('id', '=', sessionId).execute();
    owner.relay.stop();
    await owner.context.leases.stop();
    await expect.poll(() => client.closed).toBe(CLOSE.moved);
  });
});
