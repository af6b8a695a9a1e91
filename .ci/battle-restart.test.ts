import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DEV_HOUSE_KEY } from '../apps/server/src/chain/house.ts';
import { openDatabase } from '../apps/server/src/platform/database/index.ts';
import { makeSeatToken } from '../apps/server/src/sessions/seat-token.ts';
import { findFreePort } from '../apps/server/src/testing/free-port.fixture.ts';
import { createBubble } from '../packages/engine/src/index.ts';
import { createBattleStore, type BattleStore } from '../packages/react/src/battle/battle-store.ts';
import { FRAME } from '../packages/protocol/src/battle/frames.ts';
import { readAddress } from './server-program.ts';

const MAIN = new URL('../apps/server/src/start/main.ts', import.meta.url).pathname;
const SESSION_ID = 'session-0001';
const PLAYERS = ['TRestart1111111111111111111111111A', 'TRestart2222222222222222222222222B'];

const dataDir = mkdtempSync(join(tmpdir(), 'popfray-restart-'));
const port = await findFreePort();
let server: ChildProcess | undefined;
let scoredAt = 0;
let acknowledgements = 0;

/** A page's socket, which also notes the server's frames. */
class PageSocket extends WebSocket {
  constructor(url: string) {
    super(url);
    this.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const type = data instanceof ArrayBuffer ? new Uint8Array(data)[0] : undefined;
      if (type === FRAME.scores) scoredAt = performance.now();
      if (type === FRAME.accepted) acknowledgements++;
    });
  }
}

async function start(changes: Readonly<Record<string, string>> = {}): Promise<void> {
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: '', REDIS_URL: '', ...changes };
  server = spawn(process.execPath, [MAIN, '--no-web'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await readAddress(server);
}

/** Ends the server by a signal. Resolves with the exit code; null when the signal has ended it. */
async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<unknown> {
  if (server === undefined || server.exitCode !== null || server.signalCode !== null) return server?.exitCode;
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
  return server.exitCode;
}

/** Writes down a session whose countdown has begun. */
async function prepare(startsInMs: number): Promise<void> {
  const db = await openDatabase(join(dataDir, 'popfray.db'), undefined, dataDir);
  if ('code' in db) throw new Error(db.message);
  const nowMs = Date.now();
  for (const address of PLAYERS)
    await db
      .insertInto('players')
      .values({
        address,
        username: `Player ${address.at(-1)}`,
        games_played: 0,
        total_score: 0,
        preferred_game_mode: 'automatic',
        prizes_to: 'wallet',
        created_at: nowMs,
        last_connected: nowMs,
      })
      .execute();
  await db
    .insertInto('sessions')
    .values({
      id: SESSION_ID,
      scope: 'cross-chain',
      name: 'A battle',
      game_mode: 'cross-chain-battle',
      creator_address: PLAYERS[0] ?? '',
      max_players: 2,
      fee_sun: 0,
      time_limit_s: 300,
      start_delay_s: 30,
      policy: 'winner-takes-all',
      policy_version: 1,
      status: 'starting',
      reason: '',
      rematch_of: null,
      created_at: nowMs,
      expires_at: nowMs + 300_000,
      starts_at: nowMs + startsInMs,
      ended_at: null,
      is_shared: 0,
      is_quick: 0,
    })
    .execute();
  for (const [place, address] of PLAYERS.entries())
    await db
      .insertInto('seats')
      .values({
        session_id: SESSION_ID,
        user_id: address,
        place,
        chain: 'tron',
        address,
        username: `Player ${place}`,
        status: 'taken',
        is_ready: 1,
        bot_skill: null,
        payment_id: null,
        fee_sun: 0,
        reserved_until: null,
        ready_until: null,
        removed_at: null,
        joined_at: nowMs,
      })
      .execute();
  await db.close();
}

beforeAll(async () => {
  await prepare(8_000);
  await start();
  vi.stubGlobal('WebSocket', PageSocket);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  clearInterval(playing);
  for (const store of stores) store.close();
  await end('SIGKILL');
  rmSync(dataDir, { recursive: true });
});

const stores: BattleStore[] = PLAYERS.map((userId) =>
  createBattleStore({
    socketUrl: `ws://localhost:${port}/ws`,
    sessionId: SESSION_ID,
    userId,
    token: makeSeatToken({ house: { address: '', privateKey: DEV_HOUSE_KEY } }, SESSION_ID, userId),
  }),
);
let playing: ReturnType<typeof setInterval>;
const bubble = createBubble();

/** Clicks at the topmost bubble that is inside the field, or beside all while there is none. */
function popBubble(store: BattleStore): void {
  const { round } = store;
  for (let place = (round?.count ?? 0) - 1; round !== null && place >= 0; place--) {
    const { xPx, yPx } = round.bubbleAt(place, bubble);
    if (yPx < 0 || yPx > round.rules.field.heightPx) continue;
    store.pop(xPx, yPx);
    return;
  }
  store.pop(400, 300);
}

/** Both players connect, and click now and then. */
function play(): void {
  for (const store of stores) store.open();
  let turns = 0;
  playing = setInterval(() => {
    turns++;
    for (const store of stores) {
      store.frame(performance.now());
      if (turns % 10 === 0) popBubble(store);
    }
  }, 25);
}

/** Waits until both rounds are beyond a time. */
const isPlayedFor = async (ms: number): Promise<void> =>
  expect.poll(() => Math.min(...stores.map((store) => store.round?.timeMs ?? 0))).toBeGreaterThan(ms);

/** Ends the server by a signal, starts it again, and plays for four seconds. Resolves with the exit code. */
async function restart(signal: 'SIGKILL' | 'SIGTERM', env: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const scoresBefore = new Map(stores.map((store, at) => [store, stores[1 - at]?.getState().opponents[0]?.score ?? 0]));
  const timeMs = Math.max(...stores.map((store) => store.round?.timeMs ?? 0));
  const code = await end(signal);
  const endedAt = performance.now();
  await start(env);
  await expect.poll(() => scoredAt, { interval: 5 }).toBeGreaterThan(endedAt + 100);
  await isPlayedFor(timeMs + 4_000);
  for (const store of stores) {
    await expect.poll(() => store.getState()).toMatchObject({ phase: 'running', connection: 'open', isStalled: false });
    const other = stores.find((one) => one !== store);
    const [shown] = store.getState().opponents;
    expect(shown?.score).toBeGreaterThan(0);
    // The server's round of the other player has the clicks from before.
    expect(shown?.score).toBeGreaterThanOrEqual(scoresBefore.get(other ?? store) ?? Infinity);
  }
  return code;
}

it('a battle continues after `kill -9` and a restart of the server', async () => {
  play();
  await isPlayedFor(5_000);
  // A busy server acknowledges only once a second.
  await expect.poll(() => acknowledgements).toBeGreaterThan(10);
  await restart('SIGKILL');
});

it('the battle continues after SIGTERM, at which the server exits with 0, and a restart', async () => {
  expect(await restart('SIGTERM', { BATTLES_AT_STOP: 'wait' })).toBe(0);
});

it('the battle is played to its end after SIGTERM where BATTLES_AT_STOP is wait, and the server exits with 0', async () => {
  expect(await end('SIGTERM')).toBe(0);
  for (const store of stores) {
    const { phase, result, place } = store.getState();
    expect(phase).toBe('over');
    expect(result?.outcome).toBe('settled');
    expect(result?.results.find((one) => one.place === place)?.score).toBe(store.round?.score);
  }
});
