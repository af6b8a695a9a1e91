import { openDatabase, type Database } from '@popfray/server/database';
import { postEntry, HOUSE, playerAccount } from '@popfray/server/ledger';
import SQLite from 'better-sqlite3';
import { Client } from 'pg';

/** Players whose accounts the entries are spread over. */
export const PLAYERS = 200;

/** Something that entries are put into, so many in one transaction that is on the disk when it returns. */
export interface Books {
  commit(entries: number): Promise<void>;
  close(): Promise<void>;
}

/** The product's ledger: entries of two postings, each from the house to the next player. */
export class LedgerBooks implements Books {
  readonly db: Database;
  #entries = 0;

  private constructor(db: Database) {
    this.db = db;
  }

  /** Creates the product's database: the path of an SQLite file, or the URL of an empty PostgreSQL database. */
  static async create(location: string): Promise<LedgerBooks> {
    const db = await openDatabase(location);
    if ('code' in db) throw new Error(db.message);
    return new LedgerBooks(db);
  }

  async commit(entries: number): Promise<void> {
    await this.db.inTransaction(async () => {
      for (let left = entries; left > 0; left--) await this.#enter();
    });
  }

  async close(): Promise<void> {
    await this.db.close();
  }

  async #enter(): Promise<void> {
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
    if ((await postEntry(this.db, entry, number)) !== 'posted') throw new Error(`${entry.key} was not entered`);
  }
}

/** The postings of an entry from the house to the next player, as rows of the table `postings`: what `LedgerBooks` computes from balances. */
function rowsOf(entry: number): readonly (readonly number[])[] {
  const turn = Math.floor(entry / PLAYERS) + 1;
  return [
    [1, entry + 1, entry, -5, -5 * (entry + 1)],
    [2 + (entry % PLAYERS), turn, entry, 5, 5 * turn],
  ];
}

/**
 * Two INSERTs an entry in an SQLite file and nothing else: the ledger's table of postings with its key and its index, but no entry, no
 * idempotency key, no account, no balance looked up, no trigger, no foreign key, no check.
 */
export class BareBooks implements Books {
  readonly #file: SQLite.Database;
  readonly #commit: (entries: number) => void;
  #entries = 0;

  constructor(path: string) {
    this.#file = new SQLite(path);
    // As sqlite-open.ts sets them.
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
        for (const row of rowsOf(this.#entries++)) insert.run(row);
      }
    }).immediate;
  }

  async commit(entries: number): Promise<void> {
    this.#commit(entries);
  }

  async close(): Promise<void> {
    this.#file.close();
  }
}

/** The same two INSERTs in a PostgreSQL database, as prepared statements on one connection, in transactions of the default isolation level. */
export class BarePostgresBooks implements Books {
  readonly #client: Client;
  #entries = 0;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** Creates the table in an empty database. */
  static async create(url: string): Promise<BarePostgresBooks> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(`
      CREATE TABLE postings (
        account_id BIGINT NOT NULL, number BIGINT NOT NULL, entry_id BIGINT NOT NULL,
        amount_sun BIGINT NOT NULL, balance_sun BIGINT NOT NULL, PRIMARY KEY (account_id, number)
      );
      CREATE INDEX postings_by_entry ON postings (entry_id);`);
    return new BarePostgresBooks(client);
  }

  async commit(entries: number): Promise<void> {
    await this.#client.query('BEGIN');
    for (let left = entries; left > 0; left--)
      for (const row of rowsOf(this.#entries++))
        await this.#client.query({
          name: 'insert',
          text: 'INSERT INTO postings VALUES ($1, $2, $3, $4, $5)',
          values: [...row],
        });
    await this.#client.query('COMMIT');
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
