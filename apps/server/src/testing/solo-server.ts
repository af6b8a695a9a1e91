/**
 * Run as a program with a channel to its parent: the server as `pnpm start` runs it, over a database in which players are signed in and have confirmed
 * their age. The parent has them open and play streamed solo rounds, and asks for what the process has used. DATA_DIR is a new folder.
 */
import { hash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { openDatabase } from '../platform/database/index.ts';
import { cookieName } from '../platform/http/cookie.ts';
import { parseConfig } from '../start/config.ts';
import { startServer } from '../start/start.ts';
import { addPlayer } from './context.fixture.ts';

/** What the parent sends first. */
export interface SoloOrder {
  readonly players: number;
  /** Whether it serves the web app, which must be built then. Default: true. */
  readonly hasWebsite?: boolean;
}

/** A player who is signed in. */
export interface SoloPlayer {
  readonly userId: string;
  /** The header of the player's requests. */
  readonly cookie: string;
}

/** What the parent gets when the server is ready. */
export interface SoloReady {
  readonly url: string;
  readonly players: readonly SoloPlayer[];
}

/** What the process has used so far, and the rounds that it has settled. The answer to `use`. */
export interface SoloUse {
  readonly cpuMs: number;
  readonly credited: number;
  readonly held: number;
}

const HOUR_MS = 3_600_000;

/** An address that no key belongs to. */
const addressOf = (number: number): string => `T${String(number).padStart(33, 'z').replaceAll('0', 'A')}`;

async function serve({ players: count, hasWebsite = true }: SoloOrder): Promise<void> {
  const config = parseConfig(process.env);
  if ('code' in config) throw new Error(config.message);
  mkdirSync(config.dataDir, { recursive: true });
  const db = await openDatabase(config.database, undefined, config.dataDir);
  if ('code' in db) throw new Error(db.message);
  const nowMs = Date.now();
  const players: SoloPlayer[] = [];
  for (let number = 0; number < count; number++) {
    const address = addressOf(number);
    const token = String(number).padStart(43, 'A');
    await addPlayer(db, address, nowMs);
    await db
      .insertInto('sign_ins')
      .values({
        token_hash: hash('sha256', token, 'base64url'),
        address,
        created_at: nowMs,
        renewed_at: nowMs,
        expires_at: nowMs + HOUR_MS,
      })
      .execute();
    players.push({ userId: address, cookie: `${cookieName({ origins: [] })}=${token}` });
  }
  await db.close();
  const server = await startServer(config, { log: () => undefined, hasLimits: false, hasWebsite });
  if ('code' in server) throw new Error(server.message);
  const { context, url } = server;
  const countRounds = async (status: 'credited' | 'held'): Promise<number> => {
    const { rounds } = await context.db
      .selectFrom('rounds')
      .select(({ fn }) => fn.countAll<number>().as('rounds'))
      .where('status', '=', status)
      .executeTakeFirstOrThrow();
    return rounds;
  };
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    void Promise.all([countRounds('credited'), countRounds('held')]).then(([credited, held]) =>
      process.send?.({ cpuMs: (user + system) / 1_000, credited, held } satisfies SoloUse),
    );
  });
  process.once('disconnect', () => process.exit(0));
  process.send?.({ url, players } satisfies SoloReady);
}

process.once('message', (order) => void serve(order as SoloOrder));
