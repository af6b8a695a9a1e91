import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { execute, fetchRows } from '../platform/database/raw-query.fixture.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import { auditLedger } from './audit.ts';
import { IS_ON_POSTGRES, testLocation } from '../testing/test-location.fixture.ts';
import {
  balanceOf,
  CHAIN_IN,
  CHAIN_OUT,
  postEntry,
  HOUSE,
  playerAccount,
  type AccountName,
  type Entered,
} from './ledger.ts';
import { lines } from './lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-ledger-'));
afterAll(() => rmSync(folder, { recursive: true }));

const NOW_MS = 1_700_000_000_000;
const PLAYERS = ['ann', 'bob', 'cy'];

/** What the ledger should hold: a balance a player, and what became of each key. */
interface Model {
  readonly balances: Map<string, number>;
  readonly entered: Set<string>;
}

/** The ledger on the disk, as a process sees it that may die. */
class Books {
  db: Database;
  #path: string;
  #copies = 0;
  readonly #name: string;

  private constructor(name: string, path: string, db: Database) {
    this.#name = name;
    this.#path = path;
    this.db = db;
  }

  static async open(name: string): Promise<Books> {
    const path = join(folder, name);
    return new Books(name, path, await Books.#open(path));
  }

  async restart(): Promise<void> {
    await this.db.close();
    this.db = await Books.#open(this.#path);
  }

  /** The process dies in `work`: what was on the disk at that moment, or what the PostgreSQL server has, is what the next one finds. */
  async die(work: () => Promise<void>): Promise<void> {
    if (IS_ON_POSTGRES) {
      await rejects(
        this.db.inTransaction(async () => {
          await work();
          await execute(this.db, 'SELECT pg_terminate_backend(pg_backend_pid())');
        }),
        /ERR_DATABASE_DOWN/,
      );
      return this.restart();
    }
    const found = join(folder, `${this.#name}-${++this.#copies}`);
    await rejects(
      this.db.inTransaction(async () => {
        await work();
        for (const ending of ['', '-wal'])
          if (existsSync(this.#path + ending)) copyFileSync(this.#path + ending, found + ending);
        throw new Error('killed');
      }),
      /killed/,
    );
    await this.close();
    this.#path = found;
    this.db = await Books.#open(found);
  }

  async close(): Promise<void> {
    await this.db.close();
    for (const ending of ['', '-wal', '-shm']) rmSync(this.#path + ending, { force: true });
  }

  static async #open(path: string): Promise<Database> {
    const db = await openDatabase(await testLocation(path));
    if ('code' in db) throw new Error(db.message);
    // A process dies here and not the machine: there is no disk to wait for.
    if (!IS_ON_POSTGRES) await execute(db, 'PRAGMA synchronous = OFF');
    return db;
  }
}

type Command = fc.AsyncCommand<Model, Books>;

/** Moves an amount between two accounts; the key decides whether that was done before. */
class Move implements Command {
  readonly key: string;
  readonly from: AccountName;
  readonly to: AccountName;
  readonly amountSun: number;
  /** Whether the process dies before it is committed. */
  readonly isKilled: boolean;

  constructor(key: string, from: AccountName, to: AccountName, amountSun: number, isKilled: boolean) {
    this.key = key;
    this.from = from;
    this.to = to;
    this.amountSun = amountSun;
    this.isKilled = isKilled;
  }

  check(): boolean {
    return this.from.owner !== this.to.owner || this.from.kind !== this.to.kind;
  }

  async run(model: Model, books: Books): Promise<void> {
    if (this.isKilled)
      return books.die(async () => {
        await this.#enter(books.db);
      });
    equal(await this.#enter(books.db), this.#expected(model));
  }

  async #enter(db: Database): Promise<Entered> {
    const postings = [
      { account: this.from, amountSun: -this.amountSun },
      { account: this.to, amountSun: this.amountSun },
    ];
    return postEntry(db, { key: this.key, kind: 'adjustment', reference: '', postings }, NOW_MS);
  }

  #expected({ balances, entered }: Model): Entered {
    if (entered.has(this.key)) return 'known';
    const left = (balances.get(this.from.owner) ?? 0) - this.amountSun;
    if (this.from.kind === 'player' && left < 0) return 'overdrawn';
    entered.add(this.key);
    if (this.from.kind === 'player') balances.set(this.from.owner, left);
    if (this.to.kind === 'player') balances.set(this.to.owner, (balances.get(this.to.owner) ?? 0) + this.amountSun);
    return 'posted';
  }

  toString(): string {
    const verb = this.isKilled ? 'die moving' : 'move';
    return `${verb} ${this.amountSun} from ${this.from.kind} ${this.from.owner} to ${this.to.kind} ${this.to.owner} as ${this.key}`;
  }
}

class Restart implements Command {
  check(): boolean {
    return true;
  }

  async run(_: Model, books: Books): Promise<void> {
    await books.restart();
  }

  toString(): string {
    return 'restart';
  }
}

/** The books as the model has them, and sound in themselves. */
class Look implements Command {
  check(): boolean {
    return true;
  }

  async run({ balances, entered }: Model, { db }: Books): Promise<void> {
    const sums = await fetchRows<{ owner: string; sun: number; least: number }>(
      db,
      `SELECT owner, sum(amount_sun) AS sun, min(balance_sun) AS least
         FROM postings JOIN accounts ON accounts.id = account_id WHERE kind = 'player' GROUP BY owner`,
    );
    for (const player of PLAYERS) {
      const carried = await balanceOf(db, playerAccount(player));
      const sum = sums.find(({ owner }) => owner === player);
      equal(carried, balances.get(player) ?? 0);
      equal(sum?.sun ?? 0, carried);
      ok((sum?.least ?? 0) >= 0);
      equal((await lines(db, player, null, 1)).balanceSun, carried);
    }
    const { differences, entries, totals } = await auditLedger(db);
    deepEqual(differences, []);
    equal(entries, entered.size);
    equal(
      totals.reduce((sum, { balanceSun }) => sum + balanceSun, 0),
      0,
    );
  }

  toString(): string {
    return 'look';
  }
}

/** The sequences of commands are in two parts, because PostgreSQL creates a database for each sequence. */
it.each([1, 2])(
  'is as the model, through thousands of movements, repeats, restarts and deaths in the middle of a transaction: part %i',
  async (part) => {
    const accounts = fc.constantFrom(HOUSE, CHAIN_IN, CHAIN_OUT, ...PLAYERS.map(playerAccount));
    // Few keys, so that many are repeated, by other movements too.
    const keys = fc.integer({ min: 0, max: 40 }).map((number) => `key-${number}`);
    const amounts = fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 1_000_000_000 }));
    const moves = fc
      .tuple(keys, accounts, accounts, amounts, fc.integer({ min: 0, max: 19 }))
      .map(([key, from, to, amountSun, die]) => new Move(key, from, to, amountSun, die === 0));
    const commands = fc.commands([moves, moves, moves, moves, fc.constant(new Restart()), fc.constant(new Look())], {
      maxCommands: 150,
      size: 'max',
    });
    let runs = 0;
    let moved = 0;
    await fc.assert(
      fc.asyncProperty(commands, async (drawn) => {
        const books = await Books.open(`run-${part}-${runs++}`);
        const model: Model = { balances: new Map(), entered: new Set() };
        try {
          await fc.asyncModelRun(() => ({ model, real: books }), drawn);
          await new Look().run(model, books);
        } finally {
          await books.close();
        }
        moved += [...drawn].length;
      }),
      { numRuns: 25 },
    );
    expect(moved).toBeGreaterThan(1_000);
  },
);
