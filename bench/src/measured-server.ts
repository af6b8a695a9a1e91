import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT, WEB_DEV_CHAIN } from './build.ts';
import type { PaidRound } from './paid-round.ts';
import { LOADOUT } from './paid-round.ts';
import type { Asked } from './server-load.ts';

const PROGRAM = `${ROOT}/apps/server/src/testing/measured-server.ts`;

/** How many tickets are added at once when a client needs one and none is left. */
const MORE_TICKETS = 2_000;

/** An answer of the server's process. */
interface Answer {
  readonly id: number;
  readonly cpuMs: number;
}

/** The product's server in a child process, with tickets that can be finished at once. It never runs out of them. */
export class MeasuredServer {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #dataDir: string;
  readonly #rounds: readonly PaidRound[];
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #tickets: number;
  #used = 0;
  #questions = 0;
  /** Tickets that are being added because there were none; null when there are some. */
  #adding: Promise<void> | null = null;

  constructor(child: ChildProcess, url: string, dataDir: string, rounds: readonly PaidRound[], tickets: number) {
    this.#child = child;
    this.url = url;
    this.#dataDir = dataDir;
    this.#rounds = rounds;
    this.#tickets = tickets;
    child.on('message', (message) => {
      const answer = message as Answer;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
  }

  /** Tickets that are left. */
  get ticketsLeft(): number {
    return this.#tickets - this.#used;
  }

  /** CPU time that the server's process has used so far, ms. */
  async cpuMs(): Promise<number> {
    return (await this.#ask({})).cpuMs;
  }

  /** Adds tickets until so many are left. The server's process makes them, so nothing is to be measured meanwhile. */
  async prepareTickets(wanted: number): Promise<void> {
    const moreTickets = Math.max(0, wanted - this.ticketsLeft);
    if (moreTickets === 0) return;
    await this.#ask({ moreTickets });
    this.#tickets += moreTickets;
  }

  /** The finish call of the next ticket, by its own player. Waits for more tickets when none is left. */
  async nextFinish(): Promise<Asked> {
    while (this.ticketsLeft <= 0) {
      this.#adding ??= this.prepareTickets(MORE_TICKETS).finally(() => (this.#adding = null));
      await this.#adding;
    }
    const number = this.#used++;
    const round = this.#rounds[number % this.#rounds.length];
    if (round === undefined) throw new Error('There are no rounds to finish');
    return {
      method: 'POST',
      path: `/api/solo/tickets/ticket-${number}/finish`,
      headers: {
        Origin: this.url,
        'Content-Type': 'application/json',
        Cookie: `popfray=${String(number).padStart(43, 'A')}`,
      },
      body: JSON.stringify({ replay: round.replay }),
      expected: '"status":"credited"',
    };
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.disconnect();
    await exit;
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  #ask(question: { readonly moreTickets?: number }): Promise<Answer> {
    const id = ++this.#questions;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ id, ...question });
    });
  }
}

/** The environment of a server on a free port, with a separate data folder, which contains the database when `databaseUrl` is empty. */
export const serverEnv = (dataDir: string, port = 0, databaseUrl = ''): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: '',
  PORT: String(port),
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  WEB_ROOT: join(ROOT, dirname(WEB_DEV_CHAIN.output)),
  // What the rounds earn is never cut short: each is a credit in the ledger.
  REWARD_BUDGET_TRX: '1000000000',
});

/** Starts one with so many tickets of these rounds, on SQLite or on the empty PostgreSQL database of a URL. */
export async function startMeasuredServer(
  rounds: readonly PaidRound[],
  tickets: number,
  databaseUrl = '',
): Promise<MeasuredServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'popfray-bench-'));
  const child = fork(PROGRAM, { env: serverEnv(dataDir, 0, databaseUrl), stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  // The log has to be read, or the pipe fills up and the server waits.
  child.stdout?.resume();
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${String(code)} before it was ready`);
  });
  const ready = once(child, 'message') as Promise<[{ readonly url: string }]>;
  child.send({ seeds: rounds.map(({ seed }) => seed), loadout: LOADOUT, tickets });
  const [{ url }] = await Promise.race([ready, failed]);
  failed.catch(() => undefined);
  return new MeasuredServer(child, url, dataDir, rounds, tickets);
}
