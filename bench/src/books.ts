import { openDatabase, type Database } from '@popfray/server/database';
import { postEntry, HOUSE, playerAccount } from '@popfray/server/ledger';
import SQLite from 'better-sqlite3';

/** Players whose accounts the entries are spread over. */
export const PLAYERS = 200;

/** Something that entries are put into, so many in one transaction that is on the disk when it returns. */
export interface Books {
  commit(entries: number): void;
  close(): void;
}

/** The product's ledger in a file: entries of two postings, each from the house to the next player. */
export class LedgerBooks implements Books {
  readonly db: Database;
  #entries = 0;

  constructor(path: string) {
    const db = openDatabase(path);
    if ('code' in db) throw new Error(db.message);
    this.db = db;
  }

  commit(entries: number): void {
    this.db.transaction(() => {
      for (let left = entries; left > 0; left--) this.#enter();
    });
  }

  close(): void {
    this.db.close();
  }

  #enter(): void {
    const number = this.#entries++;
    const entry = {
      key: `round:${number}`,
      kind: 'round-reward',
      reference: String(number),
      postings: [
        { account: HOUSE, amountSun: -5 },
        { account: playerAccount(`player-${number % PLAYERS}`), amountSun: 5 },
      ],
    } as const;
    if (postEntry(this.db, entry, number) !== 'posted') throw new Error(`${entry.key} was not entered`);
  }
}

/**
 * Two INSERTs an entry and nothing else: the ledger's table of postings with its key and its index, but no entry, no idempotency
 * key, no account, no balance looked up, no trigger, no foreign key, no check.
 */
export class BareBooks implements Books {
  readonly #file: SQLite.Database;
  readonly #commit: (entries: number) => void;
  #entries = 0;

  constructor(path: string) {
    this.#file = new SQLite(path);
    // As database.ts sets them.
    this.#file.pragma('journal_mode = WAL');
    this.#file.pragma('synchronous = FULL');
    this.#file.pragma('wal_autocheckpoint = 4000');
    this.#file.pragma('foreign_keys = ON');
    this.#file.pragma('recursive_triggers = ON');
    this.#file.exec(`
      CREATE TABLE postings (
        account_id INTEGER NOT NULL, number INTEGER NOT NULL, entry_id INTEGER NOT NULL,
        amount_sun INTEGER NOT NULL, balance_sun INTEGER NOT NULL, PRIMARY KEY (account_id, number)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX postings_by_entry ON postings (entry_id);`);
    const insert = this.#file.prepare('INSERT INTO postings VALUES (?, ?, ?, ?, ?)');
    this.#commit = this.#file.transaction((entries: number) => {
      for (let left = entries; left > 0; left--) {
        const number = this.#entries++;
        const turn = Math.floor(number / PLAYERS) + 1;
        insert.run(1, number + 1, number, -5, -5 * (number + 1));
        insert.run(2 + (number % PLAYERS), turn, number, 5, 5 * turn);
      }
    }).immediate;
  }

  commit(entries: number): void {
    this.#commit(entries);
  }

  close(): void {
    this.#file.close();
  }
}
