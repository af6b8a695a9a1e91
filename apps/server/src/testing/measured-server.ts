/**
 * Run as a program with a channel to its parent: the server as `pnpm start` runs it, over a database into which paid rounds were put
 * that can be finished at once, as many as the parent asks for. The environment configures it; DATA_DIR is a new folder.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hash } from 'node:crypto';
import { arena } from '@popfray/engine';
import { parseConfig } from '../config.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { startServer } from '../start.ts';

/** What the parent sends first: the seeds and the loadout that it has replays of, and how many tickets it wants. */
interface Order {
  readonly seeds: readonly string[];
  readonly loadout: readonly string[];
  readonly tickets: number;
}

/** What it gets back when the server is ready, and the CPU time of this process, ms, whenever it then asks. */
type Report = { readonly url: string } | { readonly cpuMs: number };

/** Name of the ticket with a number, and of the cookie's token of its player, who has no other. */
const ticketId = (number: number): string => `ticket-${number}`;
const tokenOf = (number: number): string => String(number).padStart(43, 'A');

const HOUR_MS = 3_600_000;

/** Each ticket was issued a round ago to a player of its own, who is signed in. */
function prepare(db: Database, { seeds, loadout, tickets }: Order): void {
  const nowMs = Date.now();
  const addPlayer = db.prepare("INSERT INTO players VALUES (?, ?, 0, 0, 'cross-chain-battle', ?, ?, NULL)");
  const addSignIn = db.prepare('INSERT INTO sign_ins VALUES (?, ?, ?, ?, ?)');
  const addTicket = db.prepare("INSERT INTO tickets VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'open')");
  db.transaction(() => {
    for (let number = 0; number < tickets; number++) {
      const address = `T${String(number).padStart(33, 'z').replaceAll('0', 'A')}`;
      const seed = seeds[number % seeds.length] ?? '';
      const issuedAt = nowMs - arena.durationMs;
      addPlayer.run(address, `Player ${number}`, nowMs, nowMs);
      addSignIn.run(hash('sha256', tokenOf(number), 'base64url'), address, nowMs, nowMs, nowMs + HOUR_MS);
      addTicket.run(
        ticketId(number),
        address,
        seed,
        arena.id,
        arena.version,
        JSON.stringify(loadout),
        issuedAt,
        nowMs + HOUR_MS,
      );
    }
  });
}

const send = (report: Report): void => void process.send?.(report);

async function serve(order: Order): Promise<void> {
  const config = parseConfig(process.env);
  if ('code' in config) throw new Error(config.message);
  mkdirSync(config.dataDir, { recursive: true });
  const db = openDatabase(join(config.dataDir, 'popfray.db'));
  if ('code' in db) throw new Error(db.message);
  prepare(db, order);
  db.close();
  const server = await startServer(config);
  if ('code' in server) throw new Error(server.message);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    send({ cpuMs: (user + system) / 1_000 });
  });
  process.once('disconnect', () => process.exit(0));
  send({ url: server.url });
}

process.once('message', (order) => void serve(order as Order));
