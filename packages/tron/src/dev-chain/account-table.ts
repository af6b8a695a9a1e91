import type { Account } from './account.ts';
import type { Statements } from './statements.ts';

interface Row {
  readonly address: string;
  readonly balance_sun: number;
  readonly created_ms: number;
  readonly free_net_used: number;
  readonly free_net_ms: number;
  readonly operation_ms: number;
}

/** Accounts as they were at each block, as far back as the newest final one. */
export class AccountTable {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** An account (hex) as it was at a block. */
  at(address: string, blockNumber: number): Account | undefined {
    const row = this.#sql.get(
      'SELECT * FROM account WHERE address = :address AND block_number <= :blockNumber ORDER BY block_number DESC LIMIT 1',
      { address, blockNumber },
    ) as Row | undefined;
    return (
      row && {
        address,
        balanceSun: row.balance_sun,
        createdMs: row.created_ms,
        freeNetUsed: row.free_net_used,
        freeNetMs: row.free_net_ms,
        operationMs: row.operation_ms,
      }
    );
  }

  /** Writes an account as of a block, and forgets what it was before the newest final one. */
  put(account: Account, blockNumber: number, solidNumber: number): void {
    this.#sql.run(
      `INSERT OR REPLACE INTO account VALUES
         (:address, :blockNumber, :balanceSun, :createdMs, :freeNetUsed, :freeNetMs, :operationMs)`,
      { ...account, blockNumber },
    );
    this.#sql.run(
      `DELETE FROM account WHERE address = :address AND block_number <
         (SELECT max(block_number) FROM account WHERE address = :address AND block_number <= :solidNumber)`,
      { address: account.address, solidNumber },
    );
  }

  /** Gives an account money as though it had had it at the newest final block, and at every one since. */
  mint(address: string, amountSun: number, solidNumber: number, nowMs: number): void {
    if (this.at(address, solidNumber) === undefined) {
      this.#sql.run('INSERT INTO account VALUES (:address, :solidNumber, 0, :nowMs, 0, 0, 0)', {
        address,
        solidNumber,
        nowMs,
      });
    }
    this.#sql.run('UPDATE account SET balance_sun = balance_sun + :amountSun WHERE address = :address', {
      address,
      amountSun,
    });
  }

  /** What all accounts hold at the newest block, sun. */
  sumSun(): number {
    const row = this.#sql.get(
      `SELECT coalesce(sum(balance_sun), 0) AS sum FROM account AS newest
       WHERE block_number = (SELECT max(block_number) FROM account WHERE address = newest.address)`,
    ) as { readonly sum: number };
    return row.sum;
  }
}
