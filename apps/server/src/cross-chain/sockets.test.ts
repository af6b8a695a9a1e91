import { ok } from '@popfray/engine/result';
import { CROSS_CHAIN_CALLS as CALLS } from '@popfray/protocol';
import {
  CLOSE,
  crossChainSocketIn,
  crossChainSocketOut,
  PLATFORM_SOCKET_PATH,
  type CrossChainSocketIn,
  type CrossChainSocketOut,
  type PlatformSocketIn,
  type PlatformSocketOut,
} from '@popfray/protocol/socket';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setReady } from '../sessions/ready.ts';
import { startSession } from '../sessions/start.ts';
import { findSession, publishSessionChange } from '../sessions/session.ts';
import { openTestSocket, RefusedError, type TestSocket } from '../platform/sockets/client.fixture.ts';
import { wrongFields } from '../game-socket/wrong-fields.fixture.ts';
import { gather, play } from '../testing/session.fixture.ts';
import { createSigner, signCall, type Signer } from './platform-key.ts';
import { joinForm, openWorld, SOL_PLATFORM, solWallet, type CrossChainWorld } from './world.fixture.ts';

type Member = TestSocket<CrossChainSocketOut, CrossChainSocketIn>;
type Platform = TestSocket<PlatformSocketOut, PlatformSocketIn>;

let world: CrossChainWorld;
beforeAll(async () => {
  world = await openWorld('in the product server');
});
afterAll(async () => world.stop());

const open: { close(): void }[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

async function connect(...options: Parameters<CrossChainWorld['socket']>): Promise<Member> {
  const socket = await world.socket(...options);
  open.push(socket);
  return socket;
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await delay(2);
}

/** Waits for the close of a socket that the server no longer reads, which takes some time from the server's close frame. */
async function closing({ socket, closed }: Pick<Member, 'socket' | 'closed'>): Promise<number> {
  await until(() => socket.readyState !== WebSocket.OPEN);
  world.clock.nowMs += 2_000;
  return (await closed).code;
}

let made = 0;
/** A listed session. */
async function shared() {
  const creator = await world.player(`creator ${++made}`);
  const id = await gather(world, creator);
  await until(async () => (await findSession(world.context.db, id))?.is_shared === 1);
  return { id, creator, name: `member ${made}` };
}

/** A listed session, and a player of the other chain in it. */
async function gathered() {
  const { id, name, creator } = await shared();
  return { id, name, creator, ...(await join(name, id)) };
}

async function join(name: string, id: string) {
  const body = joinForm(solWallet(name), id, world.clock.nowMs);
  const { value } = await world.call(CALLS.joinSession, { params: { id }, body });
  return { userId: value.userId, token: value.memberToken ?? '' };
}

/** Two players get ready, and the battle is played from now on. */
async function begin(id: string, ...players: readonly [string, string]): Promise<void> {
  const { context } = world;
  for (const player of players) await setReady(context, id, player, true);
  await startSession(context, id, players[0]);
  await play(world, id);
  publishSessionChange(context, id);
}

/** A session that is played, with a member's socket in it. */
async function played() {
  const { id, token, userId, name, creator } = await gathered();
  await begin(id, creator.address, userId);
  await until(async () => (await world.call(CALLS.getSession, { params: { id } })).value.status === 'playing');
  const socket = await connect();
  socket.sendMessage({ type: 'join_session', sessionId: id, token });
  await socket.receive('session_joined');
  return { id, name, token, userId, socket };
}

/** Each message: what a member says while a battle is played, and what is said to that, each time. */
const MESSAGES: Record<
  CrossChainSocketIn['type'],
  readonly [make: (id: string, token: string) => CrossChainSocketIn, answer: CrossChainSocketOut['type'] | null]
> = {
  ping: [() => ({ type: 'ping', timestamp: 1 }), 'pong'],
  pong: [() => ({ type: 'pong', timestamp: 1 }), null],
  join_session: [
    (sessionId, token) => ({
      type: 'join_session',
      sessionId,
      token,
      gameType: 'classic',
      walletAddress: 'x',
      blockchain: 'sol',
      username: 'x',
      timestamp: 1,
    }),
    'session_joined',
  ],
  game_update: [(sessionId) => ({ type: 'game_update', sessionId, data: { points: 1, score: 1 }, timestamp: 1 }), null],
};
const TABLE = Object.entries(MESSAGES).map(([type, row]) => [type as CrossChainSocketIn['type'], ...row] as const);

describe('each message of the cross-chain socket', () => {
  it('is in the table', () => {
    expect(TABLE.map(([type]) => type)).toEqual(crossChainSocketIn.options.map(({ shape }) => shape.type.value));
  });

  it('is answered, and so it is the second time', async () => {
    const { id, token, socket } = await played();
    for (const [type, make, answer] of TABLE)
      for (let time = 0; time < 2; time++) {
        socket.forget();
        socket.sendMessage(make(id, token));
        if (answer === null) socket.sendMessage({ type: 'ping' });
        const reply = await socket.receive('error', 'pong', 'session_joined', 'game_update', 'chat_message');
        expect({ type, reply: reply.type }).toEqual({ type, reply: answer ?? 'pong' });
      }
  });

  it('is refused for each field that is wrong', async () => {
    const { id, token } = await played();
    for (const { type, field, wrong } of wrongFields(crossChainSocketIn.options)) {
      expect({ type, field, count: wrong.length > 2 }).toEqual({ type, field, count: true });
      const right = MESSAGES[type as CrossChainSocketIn['type']][0](id, token);
      for (const value of wrong) {
        // The fifth that is none closes a connection.
        const socket = await world.socket();
        socket.send(JSON.stringify({ ...right, [field]: value }));
        const { code } = await socket.receive('error');
        expect({ type, field, value, code }).toEqual({ type, field, value, code: 'ERR_BODY' });
        socket.close();
      }
    }
  });
});

describe('the cross-chain socket', () => {
  it('answers a ping, and takes a pong as it is', async () => {
    const socket = await connect();
    socket.sendMessage({ type: 'pong' });
    socket.sendMessage({ type: 'ping', timestamp: 1 });
    expect(await socket.receive('pong', 'error')).toEqual({ type: 'pong', timestamp: world.clock.nowMs });
  });

  it('lets anybody watch a session, as often as it is asked for, and tells of its changes and its chat', async () => {
    const { id, token, userId } = await gathered();
    const socket = await connect();
    for (let turn = 0; turn < 2; turn++) {
      socket.sendMessage({
        type: 'join_session',
        sessionId: id,
        gameType: 'classic',
        blockchain: 'sol',
        username: 'x',
        walletAddress: 'x',
      });
      expect(await socket.receive('session_joined', 'error')).toMatchObject({ session: { id } });
    }
    const headers = { Authorization: `Bearer ${token}` };
    await world.call(CALLS.setParticipantStatus, { params: { id, userId }, headers, body: { status: 'ready' } });
    const { session } = await socket.receive('session_updated');
    expect(session.participants).toMatchObject([{ status: 'joined' }, { userId, status: 'ready' }]);
    await world.call(CALLS.postChat, { params: { id }, headers, body: { message: 'hello' } });
    expect(await socket.receive('chat_message')).toMatchObject({ sessionId: id, data: { message: 'hello', userId } });
    expect(socket.messages.filter(({ type }) => type === 'chat_message')).toHaveLength(1);
    for (const message of socket.messages) expect(crossChainSocketOut.parse(message)).toEqual(message);
  });

  it('passes a member’s own score on to the others, as reported', async () => {
    const { id, userId, socket } = await played();
    const watcher = await connect();
    watcher.sendMessage({ type: 'join_session', sessionId: id });
    await watcher.receive('session_joined');
    socket.sendMessage({
      type: 'game_update',
      sessionId: id,
      data: { points: 5, score: 120, trxEarned: 0, blockchain: 'sol' },
    });
    const told = { type: 'game_update', sessionId: id, userId, scoreSource: 'reported' };
    expect(await watcher.receive('game_update')).toEqual({ ...told, score: 120, isOver: false });
    socket.sendMessage({ type: 'game_update', sessionId: id, data: { type: 'game_end', finalScore: 300 } });
    expect(await watcher.receive('game_update')).toEqual({ ...told, score: 300, isOver: true });
    socket.sendMessage({ type: 'ping' });
    await socket.receive('pong');
    expect(socket.messages.filter(({ type }) => type === 'game_update')).toEqual([]);
    expect((await world.call(CALLS.getSession, { params: { id } })).value.participants[1]?.score).toBeNull();
  });

  it('takes no score before the member has joined by this socket, nor of another session, nor while nothing is played', async () => {
    const { id, token } = await played();
    const update = (sessionId: string) => ({ type: 'game_update', sessionId, data: { points: 1, score: 1 } }) as const;
    const socket = await connect();
    socket.sendMessage(update(id));
    expect(await socket.receive('error')).toMatchObject({ code: 'ERR_SEAT_UNKNOWN' });
    socket.sendMessage({ type: 'join_session', sessionId: id });
    await socket.receive('session_joined');
    socket.sendMessage(update(id));
    expect(await socket.receive('error')).toMatchObject({ code: 'ERR_SEAT_UNKNOWN' });
    const waiting = await gathered();
    socket.sendMessage({ type: 'join_session', sessionId: waiting.id, token });
    expect(await socket.receive('error')).toMatchObject({ code: 'ERR_SEAT_UNKNOWN' });
    socket.sendMessage({ type: 'join_session', sessionId: waiting.id, token: waiting.token });
    await socket.receive('session_joined');
    socket.sendMessage(update(waiting.id));
    expect(await socket.receive('error')).toMatchObject({ code: 'ERR_SESSION_STATE' });
    socket.sendMessage({ type: 'join_session', sessionId: 'session-unknown' });
    expect(await socket.receive('error')).toMatchObject({ code: 'ERR_SESSION_UNKNOWN' });
  });

  it('takes no more scores than a game has, and from no token that another has replaced', async () => {
    const { id, name, socket } = await played();
    const update = { type: 'game_update', sessionId: id, data: { points: 1, score: 1 } } as const;
    for (let turn = 0; turn < 11; turn++) socket.sendMessage(update);
    expect(await socket.receive('error')).toMatchObject({ code: 'ERR_RATE' });
    await join(name, id);
    socket.sendMessage(update);
    expect(await socket.receive('error')).toMatchObject({ code: 'ERR_SEAT_UNKNOWN' });
  });

  it('takes no score of a member who was not ready in time and has lost the seat', async () => {
    const { id, creator, userId } = await gathered();
    const late = await join('late', id);
    const socket = await connect();
    socket.sendMessage({ type: 'join_session', sessionId: id, token: late.token });
    await socket.receive('session_joined');
    await begin(id, creator.address, userId);
    await until(async () => {
      const { status, participants } = (await world.call(CALLS.getSession, { params: { id } })).value;
      return status === 'playing' && participants.every((participant) => participant.userId !== late.userId);
    });
    socket.sendMessage({ type: 'game_update', sessionId: id, data: { points: 1, score: 1 } });
    expect(await socket.receive('error')).toMatchObject({ code: 'ERR_SEAT_UNKNOWN' });
  });

  it('can subscribe to eight sessions at once', async () => {
    const socket = await connect();
    for (let turn = 0; turn < 9; turn++) socket.sendMessage({ type: 'join_session', sessionId: (await shared()).id });
    expect(await socket.receive('error')).toMatchObject({ code: 'ERR_RATE' });
    expect(socket.messages.filter(({ type }) => type === 'session_joined')).toHaveLength(8);
  });

  const update = { type: 'game_update', sessionId: 'session-1', data: { points: 1, score: 1 } };
  it.each([
    '',
    'hello',
    '[]',
    'null',
    '{}',
    { type: 'unknown' },
    { type: 'session_joined' },
    { ...update, data: { points: -1, score: 1 } },
    { ...update, data: { points: 1, score: 1.5 } },
    { ...update, data: { points: 1, score: 10_000_001 } },
    { ...update, data: { points: 1, score: 1, trxEarned: -1 } },
    { ...update, data: { points: 1, score: 1, blockchain: 'moon' } },
    { ...update, data: { type: 'game_end', finalScore: -1 } },
    { ...update, data: { type: 'game_end' } },
  ])('answers %j with an error', async (message) => {
    const socket = await connect();
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    expect(await socket.receive('error')).toMatchObject({ code: 'ERR_BODY' });
  });

  it('is closed after more of these, after binary frames, or after too many at once', async () => {
    const malformed = await connect();
    for (let turn = 0; turn < 5; turn++) malformed.send(turn % 2 === 0 ? 'hello' : new Uint8Array(8));
    expect(await closing(malformed)).toBe(CLOSE.malformed);
    const oversized = await connect();
    oversized.send(JSON.stringify({ type: 'ping', padding: 'x'.repeat(4_096) }));
    expect((await oversized.closed).code).toBe(1009);
  });

  it.each([
    ['a program', null, true],
    ['the product’s own page', 'here', true],
    ['a page of this machine, on the dev network', 'http://localhost:5173', true],
    ['a stranger’s page', 'https://evil.example', false],
    ['a page without an origin', 'null', false],
  ])('for %s', async (_, origin, isLetIn) => {
    const opening = connect({ origin: origin === 'here' ? world.url : origin });
    if (isLetIn) await opening;
    else await expect(opening).rejects.toEqual(new RefusedError(403));
  });
});

describe('a platform’s socket', () => {
  let nonces = 0;
  const headersOf = (signer: Signer, path = PLATFORM_SOCKET_PATH) => {
    const nonce = createHash('sha256').update(`socket ${nonces++}`).digest().subarray(0, 16);
    return { Authorization: signCall(signer, { method: 'GET', path, body: '' }, world.clock.nowMs, nonce) };
  };

  async function connectPlatform(headers: Record<string, string>): Promise<Platform> {
    const options = { path: PLATFORM_SOCKET_PATH, origin: null, headers };
    const socket = await openTestSocket<PlatformSocketOut, PlatformSocketIn>(world.url, options);
    open.push(socket);
    return socket;
  }

  it('is for platforms alone: a signature that is known, of this, and new', async () => {
    const used = headersOf(SOL_PLATFORM);
    (await connectPlatform(used)).close();
    const stranger = createSigner('sol', '4'.repeat(64));
    const refused = [
      {},
      used,
      headersOf(stranger),
      headersOf(SOL_PLATFORM, '/cross-chain'),
      { Authorization: 'Bearer x' },
    ];
    for (const headers of refused) await expect(connectPlatform(headers)).rejects.toEqual(new RefusedError(401));
  });

  /** A session of the product, and one with the same players that the platform of the other chain hosts. */
  async function hostAtSol(sessionId: string) {
    const { id } = await gathered();
    const session = { ...(await world.call(CALLS.getSession, { params: { id } })).value };
    const sol = solWallet('host');
    const theirs = {
      ...session,
      id: sessionId,
      sessionId,
      hostBlockchain: 'sol' as const,
      hostUserId: sol.address,
    };
    const body = {
      sessionId: theirs.id,
      gameType: 'classic',
      hostBlockchain: 'sol',
      maxPlayers: 4,
      hostWalletAddress: sol.address,
      hostUserId: sol.address,
      hostUsername: 'Host',
      sessionName: 'Theirs',
      entryFee: '0',
      entryFeeType: 'none',
      timeLimit: 300,
      startDelay: 30,
      revenueDistribution: session.revenueDistribution,
      session: theirs,
    };
    expect((await world.callAs(SOL_PLATFORM, CALLS.registerSession, { body })).code).toBeNull();
    return { session, theirs };
  }

  it('asks the host of the other chain, and believes no answer about another session', async () => {
    const socket = await connectPlatform(headersOf(SOL_PLATFORM));
    // What the product hosts is news to the other platform.
    const { session, theirs } = await hostAtSol('session-of-sol');
    await until(() => socket.messages.some((message) => message.type === 'news' && message.news.type === 'session'));
    // And theirs are listed by the product, as hosted elsewhere.
    await until(() => world.context.crossChain.sessions().length > 0);
    expect(world.context.crossChain.sessions()).toMatchObject([{ id: theirs.id, isHostedHere: false }]);

    const player = await world.player('tron player');
    const form = {
      userId: player.address,
      username: 'Tron',
      walletAddress: player.address,
      blockchain: 'tron',
    } as const;
    const ask = async () => world.context.crossChain.call(CALLS.joinSession, { params: { id: theirs.id }, body: form });
    const first = ask();
    const { number, question } = await socket.receive('question');
    expect(question).toEqual({ type: 'join', sessionId: theirs.id, form });
    socket.sendMessage({ type: 'answer', number, answer: { session: theirs, seat: null, revision: 1 } });
    expect(await first).toMatchObject(ok({ memberToken: null, userId: player.address }));

    const second = ask();
    const again = await socket.receive('question');
    socket.sendMessage({ type: 'answer', number: again.number, answer: { session, seat: null, revision: 1 } });
    expect(await second).toEqual({ ok: false, error: 'ERR_HOST_AWAY' });

    const third = ask();
    socket.sendMessage({
      type: 'refusal',
      number: (await socket.receive('question')).number,
      code: 'ERR_SESSION_FULL',
    });
    expect(await third).toEqual({ ok: false, error: 'ERR_SESSION_FULL' });

    const fourth = ask();
    await socket.receive('question');
    socket.close();
    expect(await fourth).toEqual({ ok: false, error: 'ERR_HOST_AWAY' });
  });

  it('is asked again by another connection when the answer is lost, so that a player who has left is out', async () => {
    const older = await connectPlatform(headersOf(SOL_PLATFORM));
    const { session, theirs } = await hostAtSol('session-with-two-nodes');
    const newest = await connectPlatform(headersOf(SOL_PLATFORM));
    const userId = session.hostUserId;
    const leave = async () => world.context.crossChain.call(CALLS.leaveSession, { params: { id: theirs.id, userId } });
    const leaving = leave();
    const { question } = await newest.receive('question');
    expect(question).toEqual({ type: 'leave', sessionId: theirs.id, userId });
    // Its node has freed the seat, and dies before it has answered.
    newest.socket.terminate();
    const again = await older.receive('question');
    expect(again.question).toEqual(question);
    older.sendMessage({ type: 'refusal', number: again.number, code: 'ERR_SEAT_UNKNOWN' });
    expect(await leaving).toEqual(ok({ success: true }));
    const other = leave();
    const { number } = await older.receive('question');
    older.sendMessage({ type: 'refusal', number, code: 'ERR_SESSION_STATE' });
    expect(await other).toEqual({ ok: false, error: 'ERR_SESSION_STATE' });
  });

  it.each(['hello', '{}', '{"type":"answer","number":1}', '{"type":"refusal","number":"1","code":"ERR_RATE"}'])(
    'closes the socket of a platform that keeps sending %s',
    async (text) => {
      const socket = await connectPlatform(headersOf(SOL_PLATFORM));
      for (let turn = 0; turn < 5; turn++) socket.send(text);
      expect(await closing(socket)).toBe(CLOSE.malformed);
    },
  );
});
