/**
 * Run as a program with a channel to its parent: the server as `pnpm start` runs it, with a database of tickets that can be finished at once,
 * as many as the parent asks for at the start and later. The environment configures it; DATA_DIR is a new folder.
 */
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { arena } from '@popfray/engine';
import { parseConfig } from '../start/config.ts';
import { makeDataDir } from '../platform/database/data-dir.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { startServer } from '../start/start.ts';

/** What the parent sends first: the seeds and the loadout that it has replays of, and how many tickets it wants. */
interface Order {
  readonly seeds: readonly string[];
  readonly loadout: readonly string[];
  readonly tickets: number;
}

/** What the parent asks later: the CPU time that this process has used, or that there are more tickets. */
interface Question {
  readonly id: number;
  readonly moreTickets?: number;
}

/** What the parent gets when the server is ready, and then in answer to each question. CPU time is in ms. */
type Report = { readonly url: string } | { readonly id: number; readonly cpuMs: number };

/** Name of the ticket with a number, and of the cookie's token of its player, who has no other. */
const ticketId = (number: number): string => `ticket-${number}`;
const tokenOf = (number: number): string => String(number).padStart(43, 'A');

const HOUR_MS = 3_600_000;

/** Tickets in a transaction: some ms, after which requests are answered. */
const BATCH = 200;

/** Adds tickets with the numbers from `first` on. Each was issued a round ago to a separate player, who is signed in. */
async function addTickets(db: Database, { seeds, loadout }: Order, first: number, count: number): Promise<void> {
  const nowMs = Date.now();
  await db.inTransaction(async () => {
    for (let number = first; number < first + count; number++) {
      const address = `T${String(number).padStart(33, 'z').replaceAll('0', 'A')}`;
      const expires_at = nowMs + HOUR_MS;
      await db
        .insertInto('players')
        .values({
          address,
          username: `Player ${number}`,
          games_played: 0,
          total_score: 0,
          preferred_game_mode: 'cross-chain-battle',
          created_at: nowMs,
          last_connected: nowMs,
          deleted_at: null,
        })
        .execute();
      const token_hash = hash('sha256', tokenOf(number), 'base64url');
      await db
        .insertInto('sign_ins')
        .values({ token_hash, address, created_at: nowMs, renewed_at: nowMs, expires_at })
        .execute();
      await db
        .insertInto('tickets')
        .values({
          id: ticketId(number),
          address,
          seed: seeds[number % seeds.length] ?? '',
          rules_id: arena.id,
          rules_version: arena.version,
          loadout: JSON.stringify(loadout),
          issued_at: nowMs - arena.durationMs,
          expires_at,
          state: 'open',
        })
        .execute();
    }
  });
}

const send = (report: Report): void => void process.send?.(report);

async function serve(order: Order): Promise<void> {
  const config = parseConfig(process.env);
  if ('code' in config) throw new Error(config.message);
  const unusable = makeDataDir(config.dataDir);
  if (unusable !== undefined) throw new Error(unusable.message);
  const db = await openDatabase(config.database, undefined, config.dataDir);
  if ('code' in db) throw new Error(db.message);
  await addTickets(db, order, 0, order.tickets);
  await db.close();
  const server = await startServer(config);
  if ('code' in server) throw new Error(server.message);
  const { context, url } = server;
  let tickets = order.tickets;

  async function answer({ id, moreTickets = 0 }: Question): Promise<void> {
    const first = tickets;
    tickets += moreTickets;
    for (let number = first; number < first + moreTickets; number += BATCH) {
      await addTickets(context.db, order, number, Math.min(BATCH, first + moreTickets - number));
      await setImmediate();
    }
    const { user, system } = process.cpuUsage();
    send({ id, cpuMs: (user + system) / 1_000 });
  }
  process.on('message', (question) => void answer(question as Question));
  process.once('disconnect', () => process.exit(0));
  send({ url });
}

process.once('message', (order) => void serve(order as Order));
