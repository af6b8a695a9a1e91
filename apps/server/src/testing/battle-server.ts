/**
 * Run as a program with a channel to its parent: the server as `pnpm start` runs it, over a database in which free sessions wait with
 * enough players ready. The parent has them started together, and asks for what the process has used. DATA_DIR is a new folder.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MIN_PLAYERS } from '@popfray/protocol';
import { createTronNode } from '@popfray/tron/node';
import { latenessOfTurns } from '../battles/loop.ts';
import { parseConfig } from '../start/config.ts';
import { openDatabase, type Database } from '../platform/database/database.ts';
import { DEV_HOUSE_KEY } from '../chain/house.ts';
import { makeSeatToken } from '../sessions/seat-token.ts';
import { startSession } from '../sessions/start.ts';
import { startServer } from '../start/start.ts';

/** What the parent sends first. */
export interface BattleOrder {
  readonly players: number;
  /** Players of a session. */
  readonly seats: number;
}

/** A player's way into a battle. */
export interface BattleSeat {
  readonly sessionId: string;
  readonly userId: string;
  readonly place: number;
  readonly token: string;
}

/** What the parent gets when the server is ready. */
export interface BattleReady {
  readonly url: string;
  readonly seats: readonly BattleSeat[];
}

/** What the process has used so far. */
export interface BattleUse {
  /** Processor time, ms. */
  readonly cpuMs: number;
  /** Memory in use, after collection when `memory` was asked: heap and what hangs on it; and resident, bytes. */
  readonly heldBytes: number;
  readonly residentBytes: number;
  /** Turns of the battles' loop since the last question: how many, how many came more than half an interval late, the latest, ms. */
  readonly turns: number;
  readonly lateTurns: number;
  readonly latestMs: number;
}

const HOUR_MS = 3_600_000;

const sessionIdOf = (number: number): string => `battle-${String(number).padStart(8, '0')}`;

/** Addresses of players, each of a separate random key, which the test does not keep. */
function addressesOf(count: number): readonly string[] {
  const node = createTronNode({ url: 'http://127.0.0.1:1' });
  return Array.from({ length: count }, (_, at) => node.addressOf((at + 1).toString(16).padStart(64, '0')) ?? '');
}

function prepare(db: Database, { players, seats }: BattleOrder): BattleSeat[] {
  const nowMs = Date.now();
  const addPlayer = db.prepare("INSERT INTO players VALUES (?, ?, 0, 0, 'cross-chain-battle', ?, ?, NULL)");
  const addSession = db.prepare(
    `INSERT INTO sessions (id, scope, name, game_mode, creator_address, max_players, fee_sun, time_limit_s, start_delay_s,
       policy, policy_version, status, created_at, expires_at)
     VALUES (?, 'cross-chain', 'Load', 'cross-chain-battle', ?, ?, 0, 3600, 30, 'winner-takes-all', 1, 'waiting', ?, ?)`,
  );
  const addSeat = db.prepare(
    `INSERT INTO seats (session_id, user_id, place, chain, address, username, status, is_ready, joined_at)
     VALUES (?, ?, ?, 'tron', ?, ?, 'taken', ?, ?)`,
  );
  const house = { address: '', privateKey: DEV_HOUSE_KEY };
  return db.transaction(() =>
    addressesOf(players).map((address, number) => {
      const sessionId = sessionIdOf(Math.floor(number / seats));
      const place = number % seats;
      addPlayer.run(address, `Player ${number}`, nowMs, nowMs);
      if (place === 0) addSession.run(sessionId, address, seats, nowMs + number, nowMs + HOUR_MS);
      // Not everybody is ready, so that the countdown is the long one, and all have the time to come in.
      addSeat.run(sessionId, address, place, address, `Player ${number}`, place < MIN_PLAYERS ? 1 : 0, nowMs);
      return { sessionId, userId: address, place, token: makeSeatToken({ house }, sessionId, address) };
    }),
  );
}

async function serve(order: BattleOrder): Promise<void> {
  const config = parseConfig(process.env);
  if ('code' in config) throw new Error(config.message);
  mkdirSync(config.dataDir, { recursive: true });
  const db = openDatabase(join(config.dataDir, 'popfray.db'));
  if ('code' in db) throw new Error(db.message);
  const seats = prepare(db, order);
  db.close();
  const server = await startServer(config, { log: () => undefined, hasLimits: false });
  if ('code' in server) throw new Error(server.message);
  const { context } = server;
  process.on('message', (question) => {
    if (question === 'start') {
      for (const { sessionId, userId, place } of seats) {
        const started = place === 0 ? startSession(context, sessionId, userId) : null;
        if (started?.ok === false) throw new Error(`${sessionId} does not start: ${started.error}`);
      }
      process.send?.({ started: true });
      return;
    }
    // Collecting garbage stops everything for a while, so it is done for the memory's sake alone.
    if (question === 'memory') globalThis.gc?.();
    process.send?.(use());
  });
  process.once('disconnect', () => process.exit(0));
  process.send?.({ url: server.url, seats } satisfies BattleReady);
}

function use(): BattleUse {
  const { user, system } = process.cpuUsage();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { cpuMs: (user + system) / 1_000, heldBytes: heapUsed + external, residentBytes: rss, ...latenessOfTurns() };
}

process.once('message', (order) => void serve(order as BattleOrder));
