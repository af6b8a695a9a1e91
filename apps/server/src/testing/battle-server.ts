/**
 * Run as a program with a channel to its parent: the server as `pnpm start` runs it, over a database in which free sessions wait with
 * enough players ready. The parent has them started together, and asks for what the process has used. DATA_DIR is a new folder.
 */
import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { MIN_PLAYERS } from '@popfray/protocol';
import { createTronNode } from '@popfray/tron/node';
import { leaseOf } from '../battles/journal-rows.ts';
import { latenessOfTurns } from '../battles/loop.ts';
import { parseConfig } from '../start/config.ts';
import { execute } from '../platform/database/raw-query.fixture.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { DEV_HOUSE_KEY } from '../chain/house.ts';
import { makeSeatToken } from '../sessions/seat-token.ts';
import { setReady } from '../sessions/ready.ts';
import { startSession } from '../sessions/start.ts';
import { startServer } from '../start/start.ts';

/** What the parent sends first. */
export interface BattleOrder {
  readonly players: number;
  /** Number of the first player: another server of the same database has the players before. 0 when it is not there. */
  readonly first?: number;
  /** Players of a session. */
  readonly seats: number;
  /** `local` sessions are in the list of the game socket. */
  readonly scope: 'local' | 'cross-chain';
  /** Whether the limits of networks are in force. False when all clients have one address. */
  readonly hasLimits: boolean;
}

/** A player's way into a battle. */
export interface BattleSeat {
  readonly sessionId: string;
  readonly userId: string;
  readonly place: number;
  readonly token: string;
}

/** The secrets of battles, hex, by session id. The load program plans its clicks with them. */
export type BattleSecrets = readonly (readonly [sessionId: string, secret: string])[];

/** What the parent gets when the server is ready. */
export interface BattleReady {
  readonly url: string;
  readonly seats: readonly BattleSeat[];
}

/**
 * What the parent asks later. `start` starts all sessions and is answered with BattleSecrets. `lobby` changes one of the sessions again and again, so that the list of the lobby
 * changes. `use` and `memory` are answered with a BattleUse, `memory` after a collection of garbage.
 */
export type BattleQuestion = 'start' | 'lobby' | 'use' | 'memory';

/** What the process has used so far. */
export interface BattleUse {
  /** Processor time, ms. */
  readonly cpuMs: number;
  /** Memory in use, after collection when `memory` was asked: heap and what hangs on it; and resident, bytes. */
  readonly heldBytes: number;
  readonly residentBytes: number;
  /** Sessions of this process whose battles another process has taken, since the start. */
  readonly lostBattles: number;
  /** Turns of the battles' loop since the last question: how many, how many came more than half an interval late, the latest, ms. */
  readonly turns: number;
  readonly lateTurns: number;
  readonly latestMs: number;
}

const HOUR_MS = 3_600_000;

/** How long a battle that was started may be without a process that plays it, ms. */
const TAKEN_MS = 10_000;

/** Between two changes of the lobby, ms. */
const LOBBY_CHANGE_MS = 250;

const sessionIdOf = (number: number): string => `battle-${String(number).padStart(8, '0')}`;

/** Addresses of players, each of a separate random key, which the test does not keep. */
function addressesOf(first: number, count: number): readonly string[] {
  const node = createTronNode({ url: 'http://127.0.0.1:1' });
  return Array.from(
    { length: count },
    (_, at) => node.addressOf((first + at + 1).toString(16).padStart(64, '0')) ?? '',
  );
}

async function prepare(db: Database, { players, first = 0, seats, scope }: BattleOrder): Promise<BattleSeat[]> {
  const nowMs = Date.now();
  const house = { address: '', privateKey: DEV_HOUSE_KEY };
  return db.inTransaction(async () => {
    const made: BattleSeat[] = [];
    for (const [at, address] of addressesOf(first, players).entries()) {
      const number = first + at;
      const sessionId = sessionIdOf(Math.floor(number / seats));
      const place = number % seats;
      const username = `Player ${number}`;
      await execute(
        db,
        `INSERT INTO players (address, username, preferred_game_mode, created_at, last_connected)
         VALUES (?, ?, 'cross-chain-battle', ?, ?)`,
        address,
        username,
        nowMs,
        nowMs,
      );
      if (place === 0)
        await execute(
          db,
          `INSERT INTO sessions (id, scope, name, game_mode, creator_address, max_players, fee_sun, time_limit_s, start_delay_s,
             policy, policy_version, status, created_at, expires_at)
           VALUES (?, ?, 'Load', 'cross-chain-battle', ?, ?, 0, 3600, 30, 'winner-takes-all', 1, 'waiting', ?, ?)`,
          sessionId,
          scope,
          address,
          seats,
          nowMs + number,
          nowMs + HOUR_MS,
        );
      // Not everybody is ready, so that the countdown is the long one, and all have the time to come in.
      await execute(
        db,
        `INSERT INTO seats (session_id, user_id, place, chain, address, username, status, is_ready, joined_at)
         VALUES (?, ?, ?, 'tron', ?, ?, 'taken', ?, ?)`,
        sessionId,
        address,
        place,
        address,
        username,
        place < MIN_PLAYERS ? 1 : 0,
        nowMs,
      );
      made.push({ sessionId, userId: address, place, token: makeSeatToken({ house }, sessionId, address) });
    }
    return made;
  });
}

async function serve(order: BattleOrder): Promise<void> {
  const config = parseConfig(process.env);
  if ('code' in config) throw new Error(config.message);
  mkdirSync(config.dataDir, { recursive: true });
  const db = await openDatabase(config.database, undefined, config.dataDir);
  if ('code' in db) throw new Error(db.message);
  const seats = await prepare(db, order);
  await db.close();
  const server = await startServer(config, {
    log(entry) {
      if (entry.event === 'fault') process.stderr.write(`${JSON.stringify(entry)}\n`);
    },
    hasLimits: order.hasLimits,
  });
  if ('code' in server) throw new Error(server.message);
  const { context } = server;
  const lost = new Set<string>();
  context.bus.subscribe((event) => {
    if (event.type === 'battle-moved' && event.nodeId !== context.leases.nodeId) lost.add(event.sessionId);
  });
  /** Starts all sessions, one after the other, and waits for the battle of each. Another process may find one first that no process plays yet. */
  async function startAll(): Promise<void> {
    const secrets: [string, string][] = [];
    for (const { sessionId, userId, place } of seats) {
      if (place !== 0) continue;
      const started = await startSession(context, sessionId, userId);
      if (!started.ok) throw new Error(`${sessionId} does not start: ${started.error}`);
      if ((await ownerOfBattle(sessionId)) !== context.leases.nodeId) lost.add(sessionId);
      secrets.push([sessionId, await secretOf(sessionId)]);
    }
    process.send?.(secrets satisfies BattleSecrets);
  }
  async function ownerOfBattle(sessionId: string): Promise<string> {
    const owner = await waitFor(sessionId, async () => context.leases.ownerOf(leaseOf(sessionId)));
    return owner.nodeId;
  }
  async function secretOf(sessionId: string): Promise<string> {
    const live = await waitFor(sessionId, async () =>
      context.db.selectFrom('live_battles').select('secret').where('session_id', '=', sessionId).executeTakeFirst(),
    );
    return live.secret;
  }
  /** Waits until a condition holds for a battle that was started. Throws when that takes too long. */
  async function waitFor<Value>(sessionId: string, find: () => Promise<Value | null | undefined>): Promise<Value> {
    const endMs = performance.now() + TAKEN_MS;
    while (performance.now() < endMs) {
      const found = await find();
      if (found !== null && found !== undefined) return found;
      await delay(1);
    }
    throw new Error(`the battle of ${sessionId} was not begun within ${TAKEN_MS / 1_000} s`);
  }
  /** Changes whether the last player of a session is ready, one session after the other. */
  async function changeLobby(): Promise<void> {
    const last = seats.filter(({ place }) => place === order.seats - 1);
    process.send?.({ started: true });
    for (let change = 0; ; change++) {
      const { sessionId, userId } = last[change % last.length] ?? {};
      if (sessionId === undefined || userId === undefined) throw new Error('the lobby has no full session');
      await setReady(context, sessionId, userId, change % (last.length * 2) < last.length);
      await delay(LOBBY_CHANGE_MS);
    }
  }
  process.on('message', (question: BattleQuestion) => {
    if (question === 'start') return void startAll();
    if (question === 'lobby') return void changeLobby();
    // Collecting garbage stops everything for a while, so it is done for the memory's sake alone.
    if (question === 'memory') globalThis.gc?.();
    process.send?.(use(lost.size));
  });
  process.once('disconnect', () => process.exit(0));
  process.send?.({ url: server.url, seats } satisfies BattleReady);
}

function use(lostBattles: number): BattleUse {
  const { user, system } = process.cpuUsage();
  const { heapUsed, external, rss } = process.memoryUsage();
  return {
    cpuMs: (user + system) / 1_000,
    heldBytes: heapUsed + external,
    residentBytes: rss,
    lostBattles,
    ...latenessOfTurns(),
  };
}

process.once('message', (order) => void serve(order as BattleOrder));
