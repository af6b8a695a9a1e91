import type SQLite from 'better-sqlite3';
import { AccountTable } from './account-table.ts';
import { GENESIS, type Block } from './block.ts';
import { Statements } from './statements.ts';
import { TransactionTable } from './transaction-table.ts';

interface BlockRow {
  readonly number: number;
  readonly id: string;
  readonly parent_id: string;
  readonly timestamp_ms: number;
  readonly root: string;
}

interface ChainRow {
  readonly solid_number: number;
  readonly minted_sun: number;
  readonly burned_sun: number;
  readonly skipped_ms: number;
}

/** Sun over the chain's life. What is held and what was burned is what was minted. */
export interface Supply {
  readonly mintedSun: number;
  readonly burnedSun: number;
  /** By all accounts at the newest block. */
  readonly heldSun: number;
}

/** The chain's state in SQLite. */
export class Store {
  readonly accounts: AccountTable;
  readonly transactions: TransactionTable;
  readonly #sql: Statements;

  constructor(file: SQLite.Database) {
    this.#sql = new Statements(file);
    this.accounts = new AccountTable(this.#sql);
    this.transactions = new TransactionTable(this.#sql);
  }

  /** Runs `work` atomically. The result is durable when this returns, even if the program is killed. */
  transaction<Value>(work: () => Value): Value {
    return this.#sql.transaction(work);
  }

  /** A block by its number. */
  block(number: number): Block | undefined {
    return toBlock(this.#sql.get('SELECT * FROM block WHERE number = :number', { number }));
  }

  /** A block by its id. */
  blockById(id: string): Block | undefined {
    return toBlock(this.#sql.get('SELECT * FROM block WHERE id = :id', { id }));
  }

  /** The newest block. */
  head(): Block {
    return toBlock(this.#sql.get('SELECT * FROM block ORDER BY number DESC LIMIT 1')) ?? GENESIS;
  }

  putBlock({ number, id, parentId, timestampMs, root }: Block): void {
    this.#sql.run('INSERT INTO block VALUES (:number, :id, :parentId, :timestampMs, :root)', {
      number,
      id,
      parentId,
      timestampMs,
      root,
    });
  }

  /** Number of the newest block that is final. */
  solidNumber(): number {
    return this.#chain().solid_number;
  }

  setSolidNumber(number: number): void {
    this.#sql.run('UPDATE chain SET solid_number = :number', { number });
  }

  /** By how much the chain's clock is ahead of the machine's, ms. */
  skippedMs(): number {
    return this.#chain().skipped_ms;
  }

  skip(ms: number): void {
    this.#sql.run('UPDATE chain SET skipped_ms = skipped_ms + :ms', { ms });
  }

  supply(): Supply {
    const { minted_sun: mintedSun, burned_sun: burnedSun } = this.#chain();
    return { mintedSun, burnedSun, heldSun: this.accounts.sumSun() };
  }

  burn(amountSun: number): void {
    this.#sql.run('UPDATE chain SET burned_sun = burned_sun + :amountSun', { amountSun });
  }

  /** Gives an account (hex) money out of nothing. */
  mint(address: string, amountSun: number, nowMs: number): void {
    this.accounts.mint(address, amountSun, this.solidNumber(), nowMs);
    this.#sql.run('UPDATE chain SET minted_sun = minted_sun + :amountSun', { amountSun });
  }

  close(): void {
    this.#sql.close();
  }

  #chain(): ChainRow {
    const row = this.#sql.get('SELECT * FROM chain');
    if (row === undefined) throw new Error('The dev chain has lost its one row of state.');
    return row as ChainRow;
  }
}

function toBlock(value: unknown): Block | undefined {
  if (value === undefined) return undefined;
  const row = value as BlockRow;
  return {
    number: row.number,
    id: row.id,
    parentId: row.parent_id,
    timestampMs: row.timestamp_ms,
    root: row.root,
  };
}
