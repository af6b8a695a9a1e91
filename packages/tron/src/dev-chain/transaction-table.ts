import type { Cost } from './execution.ts';
import type { Statements } from './statements.ts';
import type { TransactionJson } from './transaction.ts';

/** Where a transaction is. */
export type TransactionState =
  /** Waits for a block. */
  | 'pending'
  /** Waits for a block, and will be written into it unexecuted. */
  | 'staged'
  /** Seems to wait, and never gets into one. */
  | 'dropped'
  | 'included';

/** A transaction that is in no block yet. */
export interface NewTransaction {
  /** Hex. */
  readonly txid: string;
  readonly json: TransactionJson;
  /** `SUCCESS`, or what else the contract's execution ended in. */
  readonly contractRet: string;
  /** Epoch ms. */
  readonly expiresAtMs: number;
}

/** A transaction as it is kept. */
export interface StoredTransaction extends NewTransaction {
  readonly state: TransactionState;
  /** Null while it is in none. */
  readonly blockNumber: number | null;
  readonly cost: Cost;
}

interface Row {
  readonly txid: string;
  readonly state: TransactionState;
  readonly json: string;
  readonly contract_ret: string;
  readonly expires_ms: number;
  readonly block_number: number | null;
  readonly fee_sun: number;
  readonly net_usage: number;
  readonly net_fee_sun: number;
}

/** The transactions: those that wait, those that seem to, and those in blocks. */
export class TransactionTable {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  find(txid: string): StoredTransaction | undefined {
    const row = this.#sql.get('SELECT * FROM tx WHERE txid = :txid', { txid });
    return row === undefined ? undefined : toTransaction(row);
  }

  /** The transactions of a block, in their order. */
  included(blockNumber: number): StoredTransaction[] {
    return this.#sql
      .all('SELECT * FROM tx WHERE block_number = :blockNumber ORDER BY seq', { blockNumber })
      .map(toTransaction);
  }

  /** The transactions that wait for a block, oldest first. */
  waiting(): StoredTransaction[] {
    return this.#sql.all("SELECT * FROM tx WHERE state IN ('pending', 'staged') ORDER BY seq").map(toTransaction);
  }

  countWaiting(): number {
    const row = this.#sql.get("SELECT count(*) AS count FROM tx WHERE state IN ('pending', 'staged')");
    return (row as { readonly count: number }).count;
  }

  /** Keeps a new transaction. Throws when there is one of this id. */
  add({ txid, json, contractRet, expiresAtMs }: NewTransaction, state: Exclude<TransactionState, 'included'>): void {
    this.#sql.run(
      'INSERT INTO tx (txid, state, json, contract_ret, expires_ms) VALUES (:txid, :state, :json, :contractRet, :expiresAtMs)',
      { txid, state, json: JSON.stringify(json), contractRet, expiresAtMs },
    );
  }

  /** Notes that a transaction is in a block, and what it cost. */
  include(txid: string, blockNumber: number, { feeSun, netUsage, netFeeSun }: Cost): void {
    this.#sql.run(
      `UPDATE tx SET state = 'included', block_number = :blockNumber,
         fee_sun = :feeSun, net_usage = :netUsage, net_fee_sun = :netFeeSun WHERE txid = :txid`,
      { txid, blockNumber, feeSun, netUsage, netFeeSun },
    );
  }

  /** Forgets a transaction, unless it is in a block. */
  forget(txid: string): void {
    this.#sql.run("DELETE FROM tx WHERE txid = :txid AND state <> 'included'", { txid });
  }

  /** Forgets the dropped transactions that have expired by a time, epoch ms. */
  forgetDropped(nowMs: number): void {
    this.#sql.run("DELETE FROM tx WHERE state = 'dropped' AND expires_ms <= :nowMs", { nowMs });
  }
}

function toTransaction(value: unknown): StoredTransaction {
  const row = value as Row;
  return {
    txid: row.txid,
    state: row.state,
    json: JSON.parse(row.json) as TransactionJson,
    contractRet: row.contract_ret,
    expiresAtMs: row.expires_ms,
    blockNumber: row.block_number,
    cost: { feeSun: row.fee_sun, netUsage: row.net_usage, netFeeSun: row.net_fee_sun },
  };
}
