import { fetchValue } from '../platform/database/raw-query.fixture.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_TIME_LIMIT_S, LIMITS, READY_DELAY_S } from '@popfray/protocol';
import { decodeServerFrame, encodeClock, encodeInputs, type BattleEntry } from '@popfray/protocol/battle';
import { CLOSE, gameSocketIn, gameSocketOut, type GameSocketOut, type GameSocketSaid } from '@popfray/protocol/socket';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../start/config.ts';
import type { LogEntry } from '../platform/log/log.ts';
import { balanceOf, postEntry, HOUSE, playerAccount } from '../ledger/ledger.ts';
import { createSession } from '../sessions/create.ts';
import { joinSession } from '../sessions/join.ts';
import { setReady } from '../sessions/ready.ts';
import { makeSeatToken } from '../sessions/seat-token.ts';
import { findSession } from '../sessions/session.ts';
import { startSession } from '../sessions/start.ts';
import { endSignIn } from '../sign-in/sign-in.ts';
import { startServer } from '../start/start.ts';
import { signIn } from '../testing/client.fixture.ts';
import { addPlayer } from '../testing/context.fixture.ts';
import { testDatabaseUrl } from '../testing/test-location.fixture.ts';
import { openGame, openTestSocket, RefusedError, type TestSocket } from '../platform/sockets/client.fixture.ts';
import { wrongFields } from './wrong-fields.fixture.ts';

const MANY = { burst: 100_000, perMinute: 1e9 };

const folder = mkdtempSync(join(tmpdir(), 'popfray-sockets-'));
const config = parseConfig({
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: folder,
  DATABASE_URL: await testDatabaseUrl(folder),
});
if ('code' in config) throw new Error(config.message);
const log: LogEntry[] = [];
/** How far the server's clock is ahead: countdowns are passed over. */
let aheadMs = 0;
const server = await startServer(config, {
  log: (entry) => log.push(entry),
  now: () => Date.now() + aheadMs,
  hasWorker: false,
  hasLimits: false,
  sockets: { limits: { malformed: MANY, texts: MANY, frames: MANY } },
});
if ('code' in server) throw new Error(server.message);
const { context, url } = server;
afterAll(async () => {
  await server.stop(0);
  rmSync(folder, { recursive: true });
});

interface Player {
  readonly address: string;
  readonly token: string;
}

let players = 0;

/** A new player who is signed in. */
async function newPlayer(): Promise<Player> {
  const address = context.chain.addressOf((++players).toString(16).padStart(64, '0'));
  if (address === null) throw new Error('no address');
  await addPlayer(context.db, address, Math.floor(context.now()));
  return { address, token: await signIn(context, address) };
}

/** Gives a wallet play money, and waits until it is in a block. */
async function fundWallet(address: string): Promise<void> {
  const body = JSON.stringify({ address, amountSun: 30_000_000 });
  await fetch(`${context.settings.network.devNodeUrl}/dev/faucet`, { method: 'POST', body });
  await expect.poll(async () => context.chain.balance(address)).toMatchObject({ ok: true, value: 30_000_000 });
}

/** Gives a player a balance, from the house's account. */
async function creditBalance(address: string, amountSun: number): Promise<void> {
  const postings = [
    { account: HOUSE, amountSun: -amountSun },
    { account: playerAccount(address), amountSun },
  ];
  await postEntry(context.db, { key: `gift:${address}`, kind: 'adjustment', reference: address, postings }, Date.now());
}

/** A local game of a new player; with two players from `ready` on. */
async function newGame(
  creator: Player,
  status: 'waiting' | 'ready' | 'starting' | 'playing' = 'waiting',
  other?: Player,
): Promise<string> {
  const created = await createSession(context, creator.address, {
    sessionName: 'A game',
    gameMode: 'classic',
    maxPlayers: 2,
    entryFee: 0,
    timeLimit: DEFAULT_TIME_LIMIT_S,
    policy: 'winner-takes-all',
  });
  if (!created.ok) throw new Error(created.error);
  const { id } = created.value.session;
  if (status === 'waiting') return id;
  const second = other ?? (await newPlayer());
  await joinSession(context, second.address, id);
  for (const { address } of [creator, second]) await setReady(context, id, address, true);
  if (status === 'ready') return id;
  const started = await startSession(context, id, creator.address);
  if (!started.ok) throw new Error(started.error);
  if (status === 'starting') return id;
  aheadMs += READY_DELAY_S * 1_000;
  while ((await findSession(context.db, id))?.status !== 'playing') await delay(5);
  return id;
}

const enterAs = ({ address }: Player, sessionId: string, entry?: BattleEntry): GameSocketSaid => ({
  type: 'battle_enter',
  sessionId,
  userId: address,
  token: makeSeatToken(context, sessionId, address),
  entry,
});

type Type = GameSocketSaid['type'];

/** Each message: what it says for a player, and what is said to that, the first time and the second. */
const MESSAGES: Record<
  Type,
  readonly [
    make: (me: Player) => Promise<GameSocketSaid> | GameSocketSaid,
    first: Partial<GameSocketOut> | null,
    second: Partial<GameSocketOut> | null,
  ]
> = {
  init: [() => ({ type: 'init' }), { type: 'error', code: 'ERR_INIT' }, { type: 'error', code: 'ERR_INIT' }],
  set_language: [() => ({ type: 'set_language', language: 'ja' }), null, null],
  get_games: [() => ({ type: 'get_games' }), { type: 'game_list' }, { type: 'game_list' }],
  get_leaderboard: [() => ({ type: 'get_leaderboard' }), { type: 'leaderboard' }, { type: 'leaderboard' }],
  get_stats: [() => ({ type: 'get_stats' }), { type: 'stats_update' }, { type: 'stats_update' }],
  create_game: [
    () => ({ type: 'create_game', mode: 'classic', entryFee: 0, maxPlayers: 3 }),
    { type: 'game_joined', game: expect.objectContaining({ scope: 'local', maxPlayers: 3, status: 'waiting' }) },
    { type: 'game_joined' },
  ],
  join_game: [
    async () => ({ type: 'join_game', gameId: await newGame(await newPlayer()) }),
    { type: 'game_joined', game: expect.objectContaining({ currentPlayers: 2 }) },
    { type: 'game_joined', game: expect.objectContaining({ currentPlayers: 2 }) },
  ],
  leave_game: [
    async (me) => ({ type: 'leave_game', gameId: await newGame(await newPlayer(), 'ready', me) }),
    { type: 'game_left' },
    { type: 'error', code: 'ERR_SEAT_UNKNOWN' },
  ],
  update_score: [async (me) => ({ type: 'update_score', gameId: await newGame(me, 'playing'), score: 7 }), null, null],
  game_action: [
    async (me) => ({ type: 'game_action', gameId: await newGame(me), action: 'ready' }),
    { type: 'game_updated' },
    { type: 'game_updated' },
  ],
  remove_player: [
    async (me) => ({ type: 'remove_player', gameId: await newGame(await newPlayer()), userId: me.address }),
    { type: 'error', code: 'ERR_SESSION_CREATOR' },
    { type: 'error', code: 'ERR_SESSION_CREATOR' },
  ],
  watch_session: [
    async () => ({ type: 'watch_session', sessionId: await newGame(await newPlayer()) }),
    { type: 'game_updated' },
    { type: 'game_updated' },
  ],
  unwatch_session: [() => ({ type: 'unwatch_session' }), null, null],
  ping: [() => ({ type: 'ping', blockchain: 'tron', timestamp: 1 }), { type: 'pong' }, { type: 'pong' }],
  pong: [() => ({ type: 'pong' }), null, null],
  battle_enter: [
    async (me) => enterAs(me, await newGame(me, 'starting')),
    { type: 'battle_terms' },
    { type: 'battle_terms' },
  ],
  battle_seed: [
    () => ({ type: 'battle_seed', sessionId: 'no-session', seed: 'a'.repeat(64) }),
    { type: 'battle_refused', code: 'ERR_SEAT_UNKNOWN' },
    { type: 'battle_refused', code: 'ERR_SEAT_UNKNOWN' },
  ],
  battle_leave: [() => ({ type: 'battle_leave', sessionId: 'no-session' }), null, null],
};

const TABLE = Object.entries(MESSAGES).map(([type, row]) => [type as Type, ...row] as const);

/** Messages that the server sends without a request. */
const UNASKED: ReadonlySet<string> = new Set(['player_count', 'player_joined', 'game_started', 'game_action', 'ping']);
const ASKED = gameSocketOut.options.map((option) => option.shape.type.value).filter((type) => !UNASKED.has(type));

/** Says something and returns what is said to it; `pong` stands for nothing. */
async function replyTo(client: TestSocket, message: unknown, expected: string | undefined): Promise<GameSocketOut> {
  client.forget();
  client.send(JSON.stringify(message));
  if (expected === undefined) client.sendMessage({ type: 'ping' });
  // A player also receives changes of their own games and battles.
  const heard = ASKED.filter((type) => !['game_updated', 'battle_terms'].includes(type) || expected === type);
  return gameSocketOut.parse(await client.receive(...heard));
}

describe('each message', () => {
  it('is in the table', () => {
    const types = gameSocketIn.options.map((option) => option.shape.type.value);
    expect(TABLE.map(([type]) => type)).toEqual(types);
  });

  it.each(TABLE)('%s is answered, and so it is the second time', async (_, make, first, second) => {
    const me = await newPlayer();
    const message = await make(me);
    const client = await openGame(url, { token: me.token });
    const nothing = { type: 'pong' };
    expect(await replyTo(client, message, first?.type)).toMatchObject(first ?? nothing);
    expect(await replyTo(client, message, second?.type)).toMatchObject(second ?? nothing);
    client.close();
  });

  it('but init is refused before it', async () => {
    const me = await newPlayer();
    const client = await openTestSocket(url, { token: me.token });
    for (const [type, make] of TABLE) {
      if (type === 'init') continue;
      client.sendMessage(await make(me));
      expect({ type, answer: await client.receive('error') }).toMatchObject({ type, answer: { code: 'ERR_INIT' } });
    }
    client.send(encodeClock(1));
    expect(await client.receive('error')).toMatchObject({ code: 'ERR_INIT' });
    expect(client.messages.every(({ type }) => type === 'error') && client.frames.length === 0).toBe(true);
    client.close();
  });

  it('that only looks is for anybody; to do something, one is signed in', async () => {
    const [ann, stranger] = [await newPlayer(), await openGame(url)];
    const needsPlayer = new Set([
      'create_game',
      'join_game',
      'leave_game',
      'update_score',
      'game_action',
      'remove_player',
    ]);
    for (const [type, make, first] of TABLE) {
      const message = await make(ann);
      const reply = await replyTo(stranger, message, needsPlayer.has(type) ? 'error' : first?.type);
      const wanted = needsPlayer.has(type) ? { code: 'ERR_SIGNED_OUT' } : (first ?? { type: 'pong' });
      expect({ type, reply }).toMatchObject({ type, reply: wanted });
    }
    stranger.close();
  });
});

describe('what is no message', () => {
  it('is refused for each field that is wrong, and nothing comes of it', async () => {
    const me = await newPlayer();
    const right: Partial<Record<Type, GameSocketSaid>> = {};
    for (const [type, make] of TABLE) right[type] = await make(me);
    const client = await openGame(url, { token: me.token });
    const count = async () => fetchValue(context.db, 'SELECT count(*) FROM sessions, seats');
    const before = await count();
    for (const { type, field, wrong } of wrongFields(gameSocketIn.options)) {
      expect({ type, field, count: wrong.length > 2 }).toEqual({ type, field, count: true });
      for (const value of wrong) {
        client.send(JSON.stringify({ ...right[type as Type], [field]: value }));
        const { code } = await client.receive('error');
        expect({ type, field, value, code }).toEqual({ type, field, value, code: 'ERR_BODY' });
      }
    }
    expect(await count()).toBe(before);
    const answers = client.messages.filter(({ type }) => type !== 'game_updated' && !UNASKED.has(type));
    expect(answers.every(({ type }) => type === 'welcome' || type === 'error')).toBe(true);
    client.close();
  });

  it.each([
    ['no JSON', 'init'],
    ['nothing', ''],
    ['a number', '1'],
    ['null', 'null'],
    ['a list of messages', '[{"type":"ping"}]'],
    ['no type', '{}'],
    ['another type', '{"type":"constructor"}'],
    ['a type of the server', '{"type":"welcome"}'],
    ['a deep nest', `${'['.repeat(2_000)}${']'.repeat(2_000)}`],
    ['a prototype', '{"__proto__":{"type":"ping"}}'],
    ['a frame of no kind', Uint8Array.of(9, 9, 9)],
    ['an empty frame', new Uint8Array()],
    ['a clock with nothing in it', Uint8Array.of(4)],
    ['a clock that is not finite', Uint8Array.of(4, 0, 0, 0, 0, 0, 0, 0xf0, 0x7f)],
    ['inputs without a battle', encodeInputs({ first: 0, untilMs: 1, inputs: new Int32Array() })],
  ])('%s is said to be malformed', async (_, data) => {
    const client = await openGame(url);
    client.send(data);
    expect(await client.receive('error')).toMatchObject({ code: 'ERR_BODY' });
    client.close();
  });

  it('longer than any message ends the connection', async () => {
    const client = await openGame(url);
    client.send(JSON.stringify({ type: 'ping', more: 'x'.repeat(4_096) }));
    expect(await client.closed).toMatchObject({ code: 1009 });
  });
});

describe('a handshake', () => {
  it.each(['https://evil.example', 'null', 'http://127.0.0.1.evil.example'])(
    'of the page %s is refused',
    async (origin) => {
      await expect(openTestSocket(url, { origin })).rejects.toEqual(new RefusedError(403));
    },
  );

  it.each([
    ['a page of this machine', 'http://localhost:5174'],
    ['a program', null],
  ])('of %s is accepted on the dev network, without a player', async (_, origin) => {
    const { token } = await newPlayer();
    const client = await openTestSocket(url, { origin, token });
    client.sendMessage({ type: 'init' });
    expect(await client.receive('welcome')).toMatchObject({ isSignedIn: false });
    client.close();
  });

  it('with the cookie of a player speaks for the player, till the player signs out', async () => {
    const { token } = await newPlayer();
    const client = await openTestSocket(url, { token });
    client.sendMessage({ type: 'init' });
    expect(await client.receive('welcome')).toMatchObject({ isSignedIn: true });
    await endSignIn(context.db, token);
    client.sendMessage({ type: 'create_game', mode: 'classic' });
    expect(await client.receive('error')).toMatchObject({ code: 'ERR_SIGNED_OUT' });
    client.close();
  });

  it('with an invalid cookie is a visitor’s', async () => {
    for (const token of ['x'.repeat(43), 'short']) {
      const client = await openTestSocket(url, { token });
      client.sendMessage({ type: 'init' });
      expect(await client.receive('welcome')).toMatchObject({ isSignedIn: false });
      client.close();
    }
  });
});

describe('games', () => {
  it.each([
    ['free play, which needs no game', { mode: 'free-play' }, 'ERR_GAME_MODE'],
    ['a tournament, which is to come', { mode: 'tournament' }, 'ERR_GAME_MODE'],
    ['a fee between two steps', { mode: 'classic', entryFee: 0.15 }, 'ERR_SESSION_FEE'],
    ['a fee that the wallet does not hold', { mode: 'classic', entryFee: 10 }, 'ERR_BALANCE'],
    [
      'a fee that the balance does not cover',
      { mode: 'classic', entryFee: 10, pay: { source: 'balance', paymentId: 'payment-1' } },
      'ERR_BALANCE_SHORT',
    ],
  ] as const)('are not made here for %s', async (_, terms, code) => {
    const client = await openGame(url, { token: (await newPlayer()).token });
    client.sendMessage({ type: 'create_game', ...terms });
    expect(await client.receive('error')).toMatchObject({ code });
    client.close();
  });

  it('that are unknown are not joined', async () => {
    const client = await openGame(url, { token: (await newPlayer()).token });
    client.sendMessage({ type: 'join_game', gameId: 'no-such-game' });
    expect(await client.receive('error')).toMatchObject({ code: 'ERR_SESSION_UNKNOWN' });
    client.close();
  });

  it.each(['classic', 'cross-chain-battle'] as const)('of mode %s are free where no fee is stated', async (mode) => {
    const client = await openGame(url, { token: (await newPlayer()).token });
    client.sendMessage({ type: 'create_game', mode });
    expect(await client.receive('game_joined')).toMatchObject({
      game: { scope: 'local', gameMode: mode, entryFeeSun: 0, status: 'waiting' },
      payment: null,
    });
    client.close();
  });

  it('with a fee are drafts until their creator has paid, and are not joined before', async () => {
    const [ann, bob] = [await newPlayer(), await newPlayer()];
    await fundWallet(ann.address);
    const host = await openGame(url, { token: ann.token });
    host.sendMessage({ type: 'create_game', mode: 'classic', entryFee: 10, maxPlayers: 2 });
    const { game, payment } = await host.receive('game_joined');
    expect(game).toMatchObject({ scope: 'local', status: 'draft', entryFeeSun: 10_000_000, paidSun: 0 });
    expect(payment).toMatchObject({ source: 'wallet', status: 'awaiting', amountSun: 10_000_000, sessionId: game.id });
    const guest = await openGame(url, { token: bob.token });
    guest.sendMessage({ type: 'join_game', gameId: game.id });
    expect(await guest.receive('error')).toMatchObject({ code: 'ERR_SESSION_CLOSED' });
    host.close();
    guest.close();
  });

  it('are paid from the balance at once, and once for a message that was sent twice', async () => {
    const [ann, bob] = [await newPlayer(), await newPlayer()];
    for (const { address } of [ann, bob]) await creditBalance(address, 25_000_000);
    const host = await openGame(url, { token: ann.token });
    const make = {
      type: 'create_game',
      mode: 'classic',
      entryFee: 10,
      pay: { source: 'balance', paymentId: 'paid-by-ann' },
    } as const;
    host.sendMessage(make);
    const { game, payment } = await host.receive('game_joined');
    expect([game.status, game.paidSun, payment?.status]).toEqual(['waiting', 10_000_000, 'applied']);
    host.forget();
    host.sendMessage(make);
    expect((await host.receive('game_joined')).game.id).toBe(game.id);
    const guest = await openGame(url, { token: bob.token });
    const seat = { type: 'join_game', gameId: game.id, pay: { source: 'balance', paymentId: 'paid-by-bob' } } as const;
    guest.sendMessage(seat);
    expect((await guest.receive('game_joined')).payment?.status).toBe('applied');
    guest.forget();
    guest.sendMessage(seat);
    await guest.receive('game_joined');
    const balances = await Array.fromAsync([ann, bob], async ({ address }) =>
      balanceOf(context.db, playerAccount(address)),
    );
    expect(balances).toEqual([15_000_000, 15_000_000]);
    // Leaving gives the fee back.
    guest.sendMessage({ type: 'leave_game', gameId: game.id });
    await guest.receive('game_left');
    expect(await balanceOf(context.db, playerAccount(bob.address))).toBe(25_000_000);
    host.close();
    guest.close();
  });

  it('end when their creator leaves', async () => {
    const ann = await newPlayer();
    const client = await openGame(url, { token: ann.token });
    const gameId = await newGame(ann, 'ready');
    client.sendMessage({ type: 'leave_game', gameId });
    expect(await client.receive('game_left')).toEqual({ type: 'game_left', gameId });
    expect(await findSession(context.db, gameId)).toMatchObject({ status: 'cancelled', reason: 'creator' });
    client.close();
  });

  it('lose a player whom their creator removes, and the player receives the reason', async () => {
    const [ann, bob] = [await newPlayer(), await newPlayer()];
    const gameId = await newGame(ann, 'ready', bob);
    const [creator, player] = [await openGame(url, { token: ann.token }), await openGame(url, { token: bob.token })];
    creator.sendMessage({ type: 'remove_player', gameId, userId: bob.address });
    // The news of the other's seat may come after the connection.
    let { game } = await creator.receive('game_updated');
    while (game.removedUserIds.length === 0) ({ game } = await creator.receive('game_updated'));
    expect(game).toMatchObject({ currentPlayers: 1, removedUserIds: [bob.address] });
    expect(await player.receive('notification')).toMatchObject({ about: { kind: 'removed', sessionName: 'A game' } });
    player.sendMessage({ type: 'join_game', gameId });
    expect(await player.receive('error')).toMatchObject({ code: 'ERR_SEAT_REMOVED' });
    for (const client of [creator, player]) client.close();
  });

  it('are listed again as soon as one has changed', async () => {
    const client = await openGame(url);
    const listed = async (): Promise<string[]> => {
      client.sendMessage({ type: 'get_games' });
      return (await client.receive('game_list')).games.map(({ id }) => id);
    };
    const before = await listed();
    const id = await newGame(await newPlayer());
    expect(await listed()).toEqual([id, ...before]);
    client.close();
  });

  it('take scores of their own players only, for those who watch', async () => {
    const [ann, bob, eve] = [await newPlayer(), await newPlayer(), await newPlayer()];
    const gameId = await newGame(ann, 'playing', bob);
    const [player, watcher, stranger] = [
      await openGame(url, { token: ann.token }),
      await openGame(url),
      await openGame(url, { token: eve.token }),
    ];
    watcher.sendMessage({ type: 'watch_session', sessionId: gameId });
    await watcher.receive('game_updated');
    stranger.sendMessage({ type: 'update_score', gameId, score: 9_999_999 });
    expect(await stranger.receive('error')).toMatchObject({ code: 'ERR_SEAT_UNKNOWN' });
    player.sendMessage({ type: 'update_score', gameId: await newGame(await newPlayer(), 'playing'), score: 9_999_999 });
    expect(await player.receive('error')).toMatchObject({ code: 'ERR_SEAT_UNKNOWN' });
    player.sendMessage({ type: 'update_score', gameId, score: 12 });
    expect(await watcher.receive('provisional_score')).toEqual({
      type: 'provisional_score',
      sessionId: gameId,
      userId: ann.address,
      score: 12,
    });
    player.sendMessage({ type: 'update_score', gameId: await newGame(ann), score: 12 });
    expect(await player.receive('error')).toMatchObject({ code: 'ERR_SEAT_UNKNOWN' });
    for (const client of [player, watcher, stranger]) client.close();
  });
});

describe('an action', () => {
  /** Two players of one game that waits, a stranger, and a check that a socket has received nothing. */
  async function openTwo() {
    const [ann, bob, eve] = [await newPlayer(), await newPlayer(), await newPlayer()];
    const gameId = await newGame(ann, 'ready', bob);
    const [mine, theirs, stranger] = [
      await openGame(url, { token: ann.token }),
      await openGame(url, { token: bob.token }),
      await openGame(url, { token: eve.token }),
    ];
    return { ann, bob, gameId, mine, theirs, stranger };
  }

  const countActions = (client: TestSocket): number =>
    client.messages.filter(({ type }) => type === 'game_action').length;

  async function settle(...clients: readonly TestSocket[]): Promise<void> {
    for (const client of clients) {
      client.sendMessage({ type: 'ping' });
      await client.receive('pong');
    }
  }

  it('of any name is passed on with its extra fields to the other players of the game alone', async () => {
    const { ann, gameId, mine, theirs, stranger } = await openTwo();
    stranger.sendMessage({ type: 'watch_session', sessionId: gameId });
    const extra = { emote: 'wave', at: [3, 4.5, -1], to: { place: 1, loud: true, note: null } };
    mine.sendMessage({ type: 'game_action', gameId, action: 'emote', ...extra, blockchain: 'tron', timestamp: 1 });
    expect(await theirs.receive('game_action')).toEqual({
      type: 'game_action',
      gameId,
      action: 'emote',
      playerId: ann.address,
      ...extra,
    });
    await settle(mine, stranger);
    expect([mine, theirs, stranger].map(countActions)).toEqual([0, 1, 0]);
    for (const client of [mine, theirs, stranger]) client.close();
  });

  it('that changes a seat passes its extra fields on too, once it has been done', async () => {
    const { ann, gameId, mine, theirs, stranger } = await openTwo();
    mine.sendMessage({ type: 'game_action', gameId, action: 'unready', why: 'a moment please' });
    expect(await mine.receive('game_updated')).toMatchObject({ game: { id: gameId } });
    expect(await theirs.receive('game_action')).toMatchObject({
      action: 'unready',
      playerId: ann.address,
      why: 'a moment please',
    });
    stranger.sendMessage({ type: 'game_action', gameId, action: 'ready', why: 'me too' });
    expect(await stranger.receive('error')).toMatchObject({ code: 'ERR_SEAT_UNKNOWN' });
    mine.sendMessage({ type: 'game_action', gameId, action: 'ready' });
    await mine.receive('game_updated');
    await settle(theirs);
    expect(countActions(theirs)).toBe(1);
    for (const client of [mine, theirs, stranger]) client.close();
  });

  it('reaches and comes from the holder of a seat who is not signed in, while the battle is played', async () => {
    const [ann, bob] = [await newPlayer(), await newPlayer()];
    const gameId = await newGame(ann, 'starting', bob);
    const [mine, theirs] = [await openGame(url, { token: ann.token }), await openGame(url, { origin: null })];
    theirs.sendMessage({ type: 'game_action', gameId, action: 'emote' });
    expect(await theirs.receive('error')).toMatchObject({ code: 'ERR_SIGNED_OUT' });
    theirs.sendMessage(enterAs(bob, gameId));
    await theirs.receive('battle_terms');
    theirs.sendMessage({ type: 'game_action', gameId, action: 'emote', n: 1 });
    expect(await mine.receive('game_action')).toMatchObject({ playerId: bob.address, n: 1 });
    mine.sendMessage({ type: 'game_action', gameId, action: 'emote', n: 2 });
    expect(await theirs.receive('game_action')).toMatchObject({ playerId: ann.address, n: 2 });
    for (const client of [mine, theirs]) client.close();
  });

  it('is refused without a seat, in an unknown game, and after the end of the game', async () => {
    const { ann, gameId, mine, theirs, stranger } = await openTwo();
    stranger.sendMessage({ type: 'game_action', gameId, action: 'emote' });
    expect(await stranger.receive('error')).toMatchObject({ code: 'ERR_SEAT_UNKNOWN' });
    mine.sendMessage({ type: 'game_action', gameId: 'no-such-game', action: 'emote' });
    expect(await mine.receive('error')).toMatchObject({ code: 'ERR_SESSION_UNKNOWN' });
    mine.sendMessage({ type: 'leave_game', gameId });
    await mine.receive('game_left');
    mine.sendMessage({ type: 'game_action', gameId, action: 'emote' });
    expect(await mine.receive('error')).toMatchObject({ code: 'ERR_SESSION_STATE' });
    await endSignIn(context.db, ann.token);
    mine.sendMessage({ type: 'game_action', gameId, action: 'emote' });
    expect(await mine.receive('error')).toMatchObject({ code: 'ERR_SIGNED_OUT' });
    await settle(theirs);
    expect(countActions(theirs)).toBe(0);
    for (const client of [mine, theirs, stranger]) client.close();
  });

  it.each([
    ['a name in capitals', { action: 'Emote' }, 'ERR_BODY'],
    ['a name of 33 characters', { action: 'a'.repeat(33) }, 'ERR_BODY'],
    ['a name with a line break', { action: 'emote\n' }, 'ERR_BODY'],
    ['another playerId', { playerId: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC' }, 'ERR_ACTION_FIELDS'],
    ['the token of a seat', { token: 'secret' }, 'ERR_ACTION_FIELDS'],
    ['513 bytes', { note: 'x'.repeat(513 - '{"note":""}'.length) }, 'ERR_ACTION_FIELDS'],
    ['bytes of several to a character', { note: '气'.repeat(180) }, 'ERR_ACTION_FIELDS'],
    ['a prototype within', { a: JSON.parse('[{"__proto__":1}]') as unknown }, 'ERR_ACTION_FIELDS'],
    ['five levels', { a: [[[[1]]]] }, 'ERR_ACTION_FIELDS'],
  ] as const)('with %s is refused', async (_, changes, code) => {
    const { gameId, mine, theirs, stranger } = await openTwo();
    mine.send(JSON.stringify({ type: 'game_action', gameId, action: 'emote', ...changes }));
    expect(await mine.receive('error')).toMatchObject({ code });
    await settle(mine, theirs);
    expect(countActions(theirs)).toBe(0);
    for (const client of [mine, theirs, stranger]) client.close();
  });

  it('with exactly 512 bytes and four levels is passed on', async () => {
    const { gameId, mine, theirs, stranger } = await openTwo();
    const note = 'x'.repeat(512 - '{"a":[[[1]]],"note":""}'.length);
    mine.sendMessage({ type: 'game_action', gameId, action: 'a', a: [[[1]]], note });
    expect(await theirs.receive('game_action')).toMatchObject({ action: 'a', a: [[[1]]], note });
    for (const client of [mine, theirs, stranger]) client.close();
  });

  it('is refused when a player sends too many of them', async () => {
    const limitedFolder = mkdtempSync(join(folder, 'limited-'));
    const places = { DATA_DIR: limitedFolder, DATABASE_URL: await testDatabaseUrl(limitedFolder) };
    const place = parseConfig({ PORT: '0', HOST: '127.0.0.1', ...places });
    if ('code' in place) throw new Error(place.message);
    // Time would allow one more message each second.
    const nowMs = Date.now();
    const limited = await startServer(place, { log: (entry) => log.push(entry), now: () => nowMs, hasWorker: false });
    if ('code' in limited) throw new Error(limited.message);
    const address = limited.context.chain.addressOf('1'.padStart(64, '0')) ?? '';
    await addPlayer(limited.context.db, address, Date.now());
    const client = await openGame(limited.url, { token: await signIn(limited.context, address) });
    client.sendMessage({ type: 'create_game', mode: 'classic' });
    const { id } = (await client.receive('game_joined')).game;
    for (let sent = 0; sent <= LIMITS.action.burst; sent++)
      client.sendMessage({ type: 'game_action', gameId: id, action: 'emote' });
    expect(await client.receive('error')).toMatchObject({ code: 'ERR_RATE' });
    client.sendMessage({ type: 'ping' });
    await client.receive('pong');
    expect(client.messages.filter(({ type }) => type === 'error')).toHaveLength(1);
    client.close();
    await limited.stop(0);
  });

  it('arrives with the fields that were sent, or is refused whole, for any fields', async () => {
    const { ann, gameId, mine, theirs, stranger } = await openTwo();
    const name = fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'prototype', 'playerId', 'token', 'userId', 'sessionId', 'toJSON'),
      fc.constantFrom('emote', '', '0', 'then', 'x'.repeat(600)),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', maxDepth: 6 },
        fc.constantFrom('NaN', '1e999', '-1e999', '-0', '9007199254740993', '0.1', '""', 'null', 'undefined', 'true'),
        fc.string({ unit: 'binary', maxLength: 20 }).map((text) => JSON.stringify(text)),
        fc.constantFrom(200, 510, 3_000).map((length) => JSON.stringify('é'.repeat(length / 2))),
        fc.array(tie('value'), { maxLength: 4 }).map((values) => `[${values.join(',')}]`),
        fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map(objectText),
      ),
    }));
    const fields = fc.array(fc.tuple(name, value), { maxLength: 4 });
    let [passedOn, refused] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fields, async (extra) => {
        const own = [
          ['type', '"game_action"'],
          ['gameId', JSON.stringify(gameId)],
          ['action', '"emote"'],
        ] as const;
        const text = objectText([...extra, ...own]);
        if (Buffer.byteLength(text) > 4_096) return;
        mine.forget();
        theirs.forget();
        mine.send(text);
        mine.sendMessage({ type: 'ping' });
        const answer = await mine.receive('error', 'pong');
        if (answer.type === 'error') {
          refused++;
          await mine.receive('pong');
          expect(['ERR_BODY', 'ERR_ACTION_FIELDS']).toContain(answer.code);
          theirs.sendMessage({ type: 'ping' });
          expect((await theirs.receive('game_action', 'pong')).type).toBe('pong');
          return;
        }
        passedOn++;
        // Other news may be sent first, so a ping could be answered before the action arrives.
        const received = await theirs.receive('game_action');
        const sent = JSON.parse(text) as Record<string, unknown>;
        expect(received).toStrictEqual({ ...(JSON.parse(JSON.stringify(sent)) as object), playerId: ann.address });
        expect(JSON.stringify(received)).not.toMatch(/"(__proto__|constructor|prototype)":/);
        expect(Object.getPrototypeOf(received)).toBe(Object.prototype);
      }),
      { numRuns: 300 },
    );
    expect(passedOn).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(20);
    for (const client of [mine, theirs, stranger]) client.close();
  });
});

/** An object of JSON from the texts of its values, which need not be JSON. A name can occur twice. */
const objectText = (fields: readonly (readonly [name: string, value: string])[]): string =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;

describe('news', () => {
  it('of who is connected to a battle are sent only while a page shows its session', async () => {
    const [ann, bob] = [await newPlayer(), await newPlayer()];
    const battleId = await newGame(ann, 'starting', bob);
    const otherId = await newGame(ann);
    const host = await openGame(url, { token: ann.token });
    const enter = async (): Promise<TestSocket> => {
      const player = await openGame(url);
      player.sendMessage(enterAs(bob, battleId));
      await player.receive('battle_terms');
      return player;
    };
    let names = 0;
    /** Renames the other session, and returns which further sessions there was news of until the name was told. */
    const listNews = async (): Promise<string[]> => {
      const name = `Other game ${++names}`;
      await context.db.updateTable('sessions').set({ name }).where('id', '=', otherId).execute();
      context.bus.publish({ type: 'session', sessionId: otherId });
      const ids: string[] = [];
      for (;;) {
        const { game } = await host.receive('game_updated');
        if (game.id === otherId && game.sessionName === name) return ids;
        if (game.id !== otherId) ids.push(game.id);
      }
    };
    // The countdown has begun a moment ago.
    await listNews();
    const first = await enter();
    expect(await listNews()).toEqual([]);

    const watcher = await openGame(url);
    watcher.sendMessage({ type: 'watch_session', sessionId: battleId });
    const isBobConnected = async (): Promise<boolean | undefined> => {
      const { game } = await watcher.receive('game_updated');
      return game.participants.find(({ userId }) => userId === bob.address)?.isConnected;
    };
    expect(await isBobConnected()).toBe(true);
    first.close();
    expect(await isBobConnected()).toBe(false);
    expect(await listNews()).toEqual([battleId]);
    const second = await enter();
    expect(await isBobConnected()).toBe(true);
    for (const client of [host, watcher, second]) client.close();
  });

  it('of a session are sent once to those who watch it and to its players', async () => {
    const [ann, bob] = [await newPlayer(), await newPlayer()];
    const host = await openGame(url, { token: ann.token });
    const watcher = await openGame(url, { token: ann.token });
    const stranger = await openGame(url);
    host.sendMessage({ type: 'create_game', mode: 'classic' });
    const { id } = (await host.receive('game_joined')).game;
    watcher.sendMessage({ type: 'watch_session', sessionId: id });
    await watcher.receive('game_updated');

    const guest = await openGame(url, { token: bob.token });
    guest.sendMessage({ type: 'join_game', gameId: id });
    await guest.receive('game_joined');
    for (const client of [host, watcher]) {
      expect(await client.receive('player_joined')).toMatchObject({ sessionId: id });
      expect((await client.receive('game_updated')).game.id).toBe(id);
    }
    const chat = { type: 'chat', message: chatFrom(id, ann.address) } as const;
    context.bus.publish(chat);
    for (const client of [host, watcher, guest])
      expect(await client.receive('chat_message')).toEqual({ type: 'chat_message', sessionId: id, data: chat.message });
    context.bus.publish({ type: 'rematch', sessionId: id, nextSessionId: 'the-next-one', playerName: 'Ann' });
    for (const client of [host, watcher, guest])
      expect(await client.receive('rematch')).toMatchObject({ nextSessionId: 'the-next-one', playerName: 'Ann' });
    context.bus.publish({ type: 'notice', address: bob.address, title: 'Paid', message: 'You were paid.' });
    expect(await guest.receive('notification')).toMatchObject({ title: 'Paid', message: 'You were paid.' });

    watcher.sendMessage({ type: 'unwatch_session' });
    stranger.sendMessage({ type: 'ping' });
    await stranger.receive('pong');
    const count = (client: TestSocket, type: GameSocketOut['type']): number =>
      client.messages.filter((message) => message.type === type).length;
    expect([host, watcher, guest].map((client) => count(client, 'chat_message'))).toEqual([1, 1, 1]);
    expect(count(guest, 'player_joined')).toBe(0);
    expect(count(host, 'notification')).toBe(0);
    for (const type of ['game_updated', 'chat_message', 'rematch', 'notification'] as const)
      expect(count(stranger, type)).toBe(0);
    for (const client of [host, watcher, guest, stranger]) client.close();
  });

  it('that may have been lost reach the watchers from the database', async () => {
    const ann = await newPlayer();
    const sessionId = await newGame(ann);
    const watcher = await openGame(url);
    watcher.sendMessage({ type: 'watch_session', sessionId });
    await watcher.receive('game_updated');
    const { id, username, message: text } = chatFrom(sessionId, ann.address);
    const createdAt = Math.floor(context.now());
    await context.db
      .insertInto('chat_messages')
      .values({
        id,
        session_id: sessionId,
        user_id: ann.address,
        username,
        address: ann.address,
        chain: 'tron',
        text,
        type: 'text',
        source: 'local',
        forward_at: null,
        created_at: createdAt,
      })
      .execute();
    await context.db.updateTable('sessions').set({ name: 'Renamed' }).where('id', '=', sessionId).execute();
    context.bus.publish({ type: 'resync', sinceMs: createdAt });
    expect(await watcher.receive('chat_message')).toMatchObject({ data: { id, message: text } });
    // An older update may arrive first.
    while ((await watcher.receive('game_updated')).game.sessionName !== 'Renamed');
    context.bus.publish({ type: 'resync', sinceMs: createdAt + 1 });
    await watcher.receive('game_updated');
    expect(watcher.messages.filter(({ type }) => type === 'chat_message')).toHaveLength(1);
    watcher.close();
  });

  it('reach a client in the order of the events, also those for which nothing is read', async () => {
    const ann = await newPlayer();
    const sessionId = await newGame(ann);
    const client = await openGame(url, { token: ann.token });
    const types = ['chat_message', 'notification', 'chat_removed', 'rematch', 'notification', 'chat_message'] as const;
    const chat = { type: 'chat', message: chatFrom(sessionId, ann.address) } as const;
    const notice = { type: 'notice', address: ann.address, title: 'Paid', message: 'You were paid.' } as const;
    context.bus.publish(chat);
    context.bus.publish(notice);
    context.bus.publish({ type: 'chat-removed', sessionId, messageId: 'a message' });
    context.bus.publish({ type: 'rematch', sessionId, nextSessionId: 'the-next-one', playerName: 'Ann' });
    context.bus.publish(notice);
    context.bus.publish(chat);
    const received: string[] = [];
    while (received.length < types.length) received.push((await client.receive(...types)).type);
    expect(received).toEqual(types);
    client.close();
  });

  it('carry the phrase book’s translation into the language that each reader has chosen, who may switch it', async () => {
    const ann = await newPlayer();
    const sessionId = await newGame(ann);
    const readers = {
      // By the cookie of the choice on the site, by what `init` says, and by the browser's own.
      ja: await openTestSocket(url, { headers: { Cookie: 'popfray.language=ja', 'Accept-Language': 'en' } }),
      zh: await openTestSocket(url, { headers: { Cookie: 'popfray.language=ja' } }),
      en: await openTestSocket(url, { headers: { 'Accept-Language': 'en-GB' } }),
    };
    for (const [language, client] of Object.entries(readers)) {
      client.sendMessage(language === 'zh' ? { type: 'init', language } : { type: 'init' });
      client.sendMessage({ type: 'watch_session', sessionId });
      await client.receive('game_updated');
    }
    const tell = (text: string): void =>
      context.bus.publish({ type: 'chat', message: { ...chatFrom(sessionId, ann.address), message: text } });
    const heard = async (client: TestSocket) => (await client.receive('chat_message')).data.translation;
    tell('good luck!');
    const common = { detectedLanguage: 'en', provider: 'phrase-book' };
    expect(await heard(readers.ja)).toEqual({ ...common, text: 'グッドラック！', targetLanguage: 'ja' });
    expect(await heard(readers.zh)).toEqual({ ...common, text: '祝你好运！', targetLanguage: 'zh' });
    expect(await heard(readers.en)).toBeUndefined();
    readers.zh.sendMessage({ type: 'set_language', language: 'en' });
    readers.zh.sendMessage({ type: 'ping' });
    await readers.zh.receive('pong');
    tell('谢谢');
    expect(await heard(readers.zh)).toMatchObject({ text: 'thanks', targetLanguage: 'en' });
    tell('the tide is high at noon');
    for (const client of Object.values(readers).slice(0, 1)) {
      expect((await heard(client))?.text).toBe('ありがとう');
      expect(await heard(client)).toBeUndefined();
    }
    for (const client of Object.values(readers)) client.close();
  });

  it('of the number of players and of earnings are sent to all', async () => {
    while (context.presence.visitors > 0) await delay(5);
    const { token } = await newPlayer();
    const [first, again] = [await openGame(url, { token }), await openGame(url, { token })];
    const counts = async (client: TestSocket, wanted: number): Promise<void> => {
      while ((await client.receive('player_count')).count !== wanted);
    };
    await counts(again, 1);
    const other = await openGame(url);
    await counts(other, 2);
    context.bus.publish({ type: 'reward' });
    await counts(first, 2);
    expect(await first.receive('stats_update')).toMatchObject({ totalTrxEarned: '0' });
    other.close();
    await counts(first, 1);
    for (const client of [first, again]) client.close();
  });

  it('of the number of players reach a page that connected while it was another one for a moment', async () => {
    while (context.presence.visitors > 0) await delay(5);
    const { token } = await newPlayer();
    const [first, leaver] = [await openGame(url, { token }), await openGame(url)];
    while ((await first.receive('player_count')).count !== 2);
    leaver.close();
    while (context.presence.visitors > 1) await delay(5);
    const again = await openGame(url, { token });
    const late = await openGame(url);
    expect(await again.receive('player_count')).toMatchObject({ count: 1 });
    expect(await again.receive('player_count')).toMatchObject({ count: 2 });
    for (const client of [first, again, late]) client.close();
  });

  it('of a session that is no longer watched do not come', async () => {
    const [ann, watcher] = [await newPlayer(), await openGame(url)];
    const [one, other] = [await newGame(ann), await newGame(ann)];
    for (const sessionId of [one, other]) {
      watcher.sendMessage({ type: 'watch_session', sessionId });
      while ((await watcher.receive('game_updated')).game.id !== sessionId);
    }
    context.bus.publish({ type: 'chat', message: chatFrom(one, ann.address) });
    context.bus.publish({ type: 'chat', message: chatFrom(other, ann.address) });
    expect(await watcher.receive('chat_message')).toMatchObject({ sessionId: other });
    watcher.close();
  });
});

describe('a battle', () => {
  it('is entered with the seat’s token, by anybody who has it, and played by frames', async () => {
    const [ann, bob] = [await newPlayer(), await newPlayer()];
    const sessionId = await newGame(ann, 'starting', bob);
    const [mine, theirs] = [await openGame(url, { token: ann.token }), await openGame(url, { origin: null })];
    mine.sendMessage(enterAs(ann, sessionId));
    theirs.sendMessage(enterAs(bob, sessionId));
    expect(await mine.receive('battle_terms')).toMatchObject({ sessionId, place: 0 });
    expect(await theirs.receive('battle_terms')).toMatchObject({ sessionId, place: 1 });
    mine.sendMessage({ type: 'battle_seed', sessionId, seed: 'a'.repeat(64) });
    mine.sendMessage({ type: 'battle_seed', sessionId, seed: 'b'.repeat(64) });
    expect(await mine.receive('battle_refused')).toMatchObject({ code: 'ERR_SEED' });

    const sentMs = context.now();
    mine.send(encodeClock(1_234.5));
    const time = decodeServerFrame(await mine.receiveFrame());
    expect(time).toMatchObject({ type: 'time', clientMs: 1_234.5 });
    const serverMs = time?.type === 'time' ? time.serverMs : Number.NaN;
    expect(serverMs).toBeGreaterThanOrEqual(Math.floor(sentMs));
    expect(serverMs).toBeLessThanOrEqual(Math.ceil(context.now()));

    aheadMs += READY_DELAY_S * 1_000;
    expect(await mine.receive('battle_seeds')).toMatchObject({ seeds: ['a'.repeat(64), null] });
    expect(await mine.receive('game_started')).toEqual({ type: 'game_started', sessionId });
    mine.send(encodeInputs({ first: 5, untilMs: 50, inputs: new Int32Array() }));
    const frames = async (client: TestSocket, type: string) => {
      for (;;) {
        const frame = decodeServerFrame(await client.receiveFrame());
        if (frame?.type === type) return frame;
      }
    };
    expect(await frames(mine, 'refused')).toMatchObject({ reason: 'order', count: 0 });
    expect(await frames(theirs, 'reveal')).toMatchObject({ second: 0 });
    expect(context.presence.isConnected(sessionId, bob.address)).toBe(true);
    theirs.close();
    while (context.presence.isConnected(sessionId, bob.address)) await delay(5);

    const entry = { page: 'a'.repeat(32), number: 2 };
    const again = await openGame(url, { token: ann.token });
    again.sendMessage(enterAs(ann, sessionId, entry));
    expect(await again.receive('battle_state')).toMatchObject({ sessionId });
    expect(await mine.closed).toMatchObject({ code: CLOSE.replaced });
    const late = await openGame(url, { token: ann.token });
    late.sendMessage(enterAs(ann, sessionId, { ...entry, number: 1 }));
    expect(await late.receive('battle_refused')).toMatchObject({ code: 'ERR_SESSION_STATE' });
    late.close();
    again.sendMessage({ type: 'battle_leave', sessionId });
    again.sendMessage(enterAs(ann, sessionId));
    expect(await again.receive('battle_refused')).toMatchObject({ code: 'ERR_SESSION_STATE' });
    again.close();
  });

  it.each([
    [
      'with another seat’s token',
      async (ann: Player, bob: Player, id: string) => ({ ...enterAs(bob, id), userId: ann.address }),
      'ERR_SEAT_UNKNOWN',
    ],
    [
      'by a stranger',
      async (_: Player, __: Player, id: string) => ({ ...enterAs(await newPlayer(), id) }),
      'ERR_SEAT_UNKNOWN',
    ],
    ['when there is none', async (ann: Player) => enterAs(ann, 'no-such-session'), 'ERR_SESSION_UNKNOWN'],
  ] as const)('is not entered %s', async (_, make, code) => {
    const [ann, bob] = [await newPlayer(), await newPlayer()];
    const client = await openGame(url, { token: ann.token });
    client.send(JSON.stringify(await make(ann, bob, await newGame(ann, 'starting', bob))));
    expect(await client.receive('battle_refused')).toMatchObject({ code });
    client.close();
  });

  it('cannot be entered repeatedly: each entry sends all of it', async () => {
    const ann = await newPlayer();
    const client = await openGame(url, { token: ann.token });
    const enter = enterAs(ann, await newGame(ann, 'playing'));
    for (let time = 0; time < 6; time++) client.sendMessage(enter);
    expect(await client.receive('error')).toMatchObject({ code: 'ERR_RATE' });
    const countAnswers = (answer: string): number => client.messages.filter(({ type }) => type === answer).length;
    // Only an entry is answered by the state of a battle. The refusal overtakes the entries, which ask the database.
    await expect.poll(() => countAnswers('battle_state')).toBe(5);
    expect(countAnswers('error')).toBe(1);
    client.close();
  });

  it('is not entered before its countdown', async () => {
    const ann = await newPlayer();
    const client = await openGame(url, { token: ann.token });
    client.sendMessage(enterAs(ann, await newGame(ann, 'ready')));
    expect(await client.receive('battle_refused')).toMatchObject({ code: 'ERR_SESSION_STATE' });
    client.close();
  });
});

describe('all of this', () => {
  it('leaves no fault in the log', () => {
    expect(log.filter(({ event }) => event === 'fault')).toEqual([]);
  });
});

/** A message of a session's chat. */
function chatFrom(sessionId: string, userId: string) {
  return {
    id: 'message-1',
    sessionId,
    userId,
    username: 'Ann',
    walletAddress: userId,
    blockchain: 'tron',
    message: '<b>hi</b>',
    messageType: 'text',
    createdAt: 1,
    source: 'local',
  } as const;
}
