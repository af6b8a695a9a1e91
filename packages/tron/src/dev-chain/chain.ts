import { err, ok, type Result } from '@popfray/engine/result';
import type { Account, Accounts } from './account.ts';
import { parseAddress } from './address.ts';
import { admit, hasExpired } from './admission.ts';
import { makeBlock, type Block } from './block.ts';
import { execute, type Cost } from './execution.ts';
import type { FaultPlan } from './faults.ts';
import { BUSY, contractError, DUPLICATE, type Refusal } from './refusal.ts';
import { parseStaged, type StagedError } from './staged.ts';
import type { Store, Supply } from './store.ts';
import type { StoredTransaction } from './transaction-table.ts';
import { makeTransactionJson, parseTransaction, type Transaction, type Transfer } from './transaction.ts';

/** How a chain is to run. */
export interface ChainOptions {
  /** Blocks on top of one that make it final. */
  readonly solidAfter: number;
  /** The machine's clock, epoch ms. */
  readonly now: () => number;
  readonly faults: FaultPlan;
}

/** What became of a broadcast. What holds another contract than a transfer gets no id. */
export type Verdict = Result<{ readonly txid: string }, Refusal & { readonly txid?: string }>;

/** Why the faucet gave nothing. */
export interface FaucetError {
  readonly code: 'ERR_FAUCET_ADDRESS' | 'ERR_FAUCET_AMOUNT' | 'ERR_FAUCET_DRY';
  /** What is wrong, for a person. */
  readonly message: string;
}

/** Most that the faucet gives at once, sun: 1,000,000 TRX. */
export const FAUCET_MAX_SUN = 1_000_000_000_000;

/** Most that it gives in all, sun, so that every sum stays a safe integer. */
const SUPPLY_MAX_SUN = 9_000_000_000_000_000;

/** Most transactions that wait; java-tron's maxTransactionPendingSize. */
const MAX_WAITING = 2_000;

/** Most blocks mined at one call. */
export const MINE_MAX_BLOCKS = 1_000;

/** Furthest that the clock is put on at one call, ms: 30 days. */
export const SKIP_MAX_MS = 2_592_000_000;

const NO_COST: Cost = { feeSun: 0, netUsage: 0, netFeeSun: 0 };

/** A chain with one producer. Transactions wait, with their effects seen by those that come after, until a block is produced. */
export class Chain {
  /** What is to go wrong. */
  readonly faults: FaultPlan;
  readonly #store: Store;
  readonly #options: ChainOptions;
  /** Accounts as the transactions that wait will leave them. */
  readonly #pending = new Map<string, Account>();
  /** Ids of what was refused, while the node is to remember that. */
  readonly #refused = new Set<string>();

  constructor(store: Store, options: ChainOptions) {
    this.#store = store;
    this.#options = options;
    this.faults = options.faults;
    if (this.head.number === 0) this.mine(1);
    else this.#replayWaiting();
  }

  /** The newest block. */
  get head(): Block {
    return this.#store.head();
  }

  /** The newest block that is final. */
  get solid(): Block {
    const block = this.#store.block(this.#store.solidNumber());
    if (block === undefined) throw new Error('The newest final block is missing.');
    return block;
  }

  /** Sun minted, burned and held. */
  get supply(): Supply {
    return this.#store.supply();
  }

  /** How many transactions wait for a block. */
  get waiting(): number {
    return this.#store.transactions.countWaiting();
  }

  /** The chain's clock, epoch ms: the machine's, put on by every skip. */
  get nowMs(): number {
    return Math.floor(this.#options.now()) + this.#store.skippedMs();
  }

  /** A block by its number, or by its id (hex); only among the final ones if asked for. */
  block(place: number | string, isSolid = false): Block | undefined {
    const block = typeof place === 'number' ? this.#store.block(place) : this.#store.blockById(place);
    return block !== undefined && isSolid && block.number > this.#store.solidNumber() ? undefined : block;
  }

  /** The block that a transaction is in. */
  blockOf({ blockNumber }: StoredTransaction): Block | undefined {
    return blockNumber === null ? undefined : this.#store.block(blockNumber);
  }

  /** The transactions of a block, in their order. */
  included(block: Block): readonly StoredTransaction[] {
    return this.#store.transactions.included(block.number);
  }

  /** A transaction; among the final ones if asked for, otherwise also one that waits. */
  transaction(txid: string, isSolid: boolean): StoredTransaction | undefined {
    const found = this.#store.transactions.find(txid);
    if (!isSolid || found === undefined) return found;
    return found.blockNumber !== null && found.blockNumber <= this.#store.solidNumber() ? found : undefined;
  }

  /** An account (hex) as the newest block leaves it, or the newest final one. */
  account(address: string, isSolid: boolean): Account | undefined {
    return this.#store.accounts.at(address, isSolid ? this.#store.solidNumber() : this.head.number);
  }

  /** Takes a signed transaction (JSON), to wait for a block; or refuses it in java-tron's words. */
  broadcast(json: unknown): Result<Verdict, string> {
    const parsed = parseTransaction(json);
    if (!parsed.ok) {
      if (parsed.error.code === 'ERR_TRANSACTION_MALFORMED') return err(parsed.error.reason);
      const refusal = contractError(`this dev chain executes TransferContract, not ${parsed.error.type}`);
      return ok(err(refusal));
    }
    const { txid } = parsed.value;
    const isRemembering = this.faults.inForce.rememberRefused === true;
    if (!isRemembering) this.#refused.clear();
    const refusal = this.#refused.has(txid) ? DUPLICATE : this.#store.transaction(() => this.#take(parsed.value));
    if (isRemembering && refusal !== undefined && refusal !== BUSY) this.#refused.add(txid);
    return ok(refusal === undefined ? ok({ txid }) : err({ ...refusal, txid }));
  }

  /** Gives an address (hex or base58) money out of nothing: at once, and in every view. Returns what it has then, sun. */
  faucet(address: string, amountSun: number): Result<{ readonly balanceSun: number }, FaucetError> {
    const hex = parseAddress(address);
    if (hex === null) return err({ code: 'ERR_FAUCET_ADDRESS', message: 'That is no address of TRON.' });
    if (!Number.isSafeInteger(amountSun) || amountSun <= 0 || amountSun > FAUCET_MAX_SUN) {
      return err({
        code: 'ERR_FAUCET_AMOUNT',
        message: `amountSun must be a whole number from 1 to ${FAUCET_MAX_SUN}.`,
      });
    }
    if (this.supply.mintedSun + amountSun > SUPPLY_MAX_SUN) {
      return err({ code: 'ERR_FAUCET_DRY', message: 'The faucet has given all it has. Begin a new chain.' });
    }
    this.#store.transaction(() => this.#store.mint(hex, amountSun, this.nowMs));
    const pending = this.#pending.get(hex);
    if (pending !== undefined) this.#pending.set(hex, { ...pending, balanceSun: pending.balanceSun + amountSun });
    return ok({ balanceSun: this.account(hex, false)?.balanceSun ?? 0 });
  }

  /**
   * Writes a transaction into the next block without checking or executing it, so that tests can show a client anything that a
   * chain could contain. Returns its id.
   */
  stage(json: unknown): Result<{ readonly txid: string }, StagedError> {
    const parsed = parseStaged(json);
    if (!parsed.ok) return parsed;
    const { txid } = parsed.value;
    return this.#store.transaction(() => {
      if (this.#store.transactions.find(txid) !== undefined) {
        return err({ code: 'ERR_STAGED_KNOWN', message: `${txid} is on the chain already.` });
      }
      this.#store.transactions.add({ ...parsed.value, expiresAtMs: 0 }, 'staged');
      return ok({ txid });
    });
  }

  /** Puts the clock on and produces blocks, one after the other, the first with everything that waits. */
  mine(blocks: number, skipMs = 0): void {
    this.#store.transaction(() => {
      this.#store.skip(skipMs);
      for (let left = blocks; left > 0; left--) this.#produce();
    });
    this.#pending.clear();
  }

  #take(transaction: Transaction): Refusal | undefined {
    const { faults } = this;
    if (faults.take('busy') !== undefined || this.waiting >= MAX_WAITING) return BUSY;
    const admitted = admit(transaction, {
      head: this.head,
      block: (number) => this.#store.block(number),
      has: (txid) => this.#store.transactions.find(txid) !== undefined,
    });
    if ('code' in admitted) return admitted;
    const changed = new Map(this.#pending);
    const executed = execute(this.#over(changed), transaction, admitted, this.#nextMs(this.head));
    if (!executed.ok) return executed.error;
    const dropped = faults.take('drop');
    if (dropped?.forget === true) return undefined;
    const state = dropped === undefined ? 'pending' : 'dropped';
    const { txid, expiresAtMs } = transaction;
    const json = makeTransactionJson(transaction);
    this.#store.transactions.add({ txid, json, contractRet: 'SUCCESS', expiresAtMs }, state);
    if (dropped === undefined) for (const [address, account] of changed) this.#pending.set(address, account);
    return undefined;
  }

  /** Produces one block of all that waits. What has expired meanwhile, or can no longer pay, is forgotten. */
  #produce(): void {
    const parent = this.head;
    const timestampMs = this.#nextMs(parent);
    const number = parent.number + 1;
    const solidNumber = this.#store.solidNumber();
    const accounts: Accounts = {
      get: (address) => this.#store.accounts.at(address, number),
      put: (account) => this.#store.accounts.put(account, number, solidNumber),
    };
    const included: { readonly txid: string; readonly cost: Cost }[] = [];
    for (const { txid, state, json } of this.#store.transactions.waiting()) {
      const cost = state === 'staged' ? NO_COST : this.#execute(accounts, json, parent, timestampMs);
      if (cost === undefined) this.#store.transactions.forget(txid);
      else included.push({ txid, cost });
    }
    const block = makeBlock(
      parent,
      timestampMs,
      included.map(({ txid }) => txid),
    );
    this.#store.putBlock(block);
    for (const { txid, cost } of included) {
      this.#store.transactions.include(txid, number, cost);
      if (cost.feeSun > 0) this.#store.burn(cost.feeSun);
    }
    this.#store.transactions.forgetDropped(timestampMs);
    if (this.faults.inForce.stopSolidifying !== true) {
      this.#store.setSolidNumber(Math.max(solidNumber, number - this.#options.solidAfter));
    }
  }

  /** Executes a transaction that has waited; undefined when it can no longer be. */
  #execute(accounts: Accounts, json: unknown, parent: Block, timestampMs: number): Cost | undefined {
    const { transaction, transfer } = reread(json);
    if (hasExpired(transaction, parent)) return undefined;
    const executed = execute(accounts, transaction, transfer, timestampMs);
    return executed.ok ? executed.value : undefined;
  }

  /** Executes the waiting transactions again after a restart, to restore the pending balances. */
  #replayWaiting(): void {
    const nextMs = this.#nextMs(this.head);
    for (const { state, json } of this.#store.transactions.waiting()) {
      if (state === 'staged') continue;
      const { transaction, transfer } = reread(json);
      execute(this.#over(this.#pending), transaction, transfer, nextMs);
    }
  }

  /** The accounts of the newest block, as changed so far. */
  #over(changed: Map<string, Account>): Accounts {
    const { number } = this.head;
    return {
      get: (address) => changed.get(address) ?? this.#store.accounts.at(address, number),
      put: (account) => void changed.set(account.address, account),
    };
  }

  /** Time of the block that follows another, epoch ms: now, and always later than the other. */
  #nextMs(parent: Block): number {
    return Math.max(this.nowMs, parent.timestampMs + 1);
  }
}

/** A transaction that was taken, from its own JSON. */
function reread(json: unknown): { readonly transaction: Transaction; readonly transfer: Transfer } {
  const parsed = parseTransaction(json);
  const [transfer] = parsed.ok ? parsed.value.transfers : [];
  if (!parsed.ok || transfer === undefined) throw new Error('A transaction was kept that cannot be read.');
  return { transaction: parsed.value, transfer };
}
