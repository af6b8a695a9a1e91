import { type Database, perDatabase } from '../platform/database/index.ts';
import { dayOf } from '../platform/clock/index.ts';

/** What the house has earned in a day, sun, and by how many entries. */
export interface DayRevenue {
  readonly revenueSun: number;
  readonly transactions: number;
}

const NOTHING: DayRevenue = { revenueSun: 0, transactions: 0 };

/** A posting, numbered by its account or, where it is no account's, by its entry. */
interface Posted {
  readonly number: number;
  readonly kind: string;
  readonly amount_sun: number;
  readonly created_at: number;
}

/**
 * What the house earns and spends, from the ledger: upgrades sold and its share of pools are revenue. Postings are only ever added, so
 * each is read once: the first call after a start reads them all, every other what has come since.
 */
export class Revenue {
  upgradeSalesSun = 0;
  houseFeesSun = 0;
  networkFeesSun = 0;
  /** What the house has put into reward budgets and not taken out again. */
  budgetsSun = 0;
  /** Entry fees paid, and given back. */
  entryFeesSun = 0;
  entryRefundsSun = 0;
  readonly #days = new Map<number, DayRevenue>();
  #lastHouse = 0;
  #lastFee = 0;
  #lastRefund = 0;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Upgrades sold and shares of pools, ever, sun. */
  get totalSun(): number {
    return this.upgradeSalesSun + this.houseFeesSun;
  }

  /** The first day (its first ms) that has revenue; null when none has. */
  get firstDayMs(): number | null {
    return this.#days.size === 0 ? null : Math.min(...this.#days.keys());
  }

  /** What was earned in the UTC day that begins then. */
  ofDay(startMs: number): DayRevenue {
    return this.#days.get(startMs) ?? NOTHING;
  }

  /** Adds what has come since the last call. */
  catchUp(): this {
    const { house, fees, refunds } = statements(this.#db);
    for (const posted of house.iterate(this.#lastHouse)) {
      this.#lastHouse = posted.number;
      this.#addHouse(posted);
    }
    for (const { number, amount_sun } of fees.iterate(this.#lastFee)) {
      this.#lastFee = number;
      this.entryFeesSun += amount_sun;
    }
    for (const { number, amount_sun } of refunds.iterate(this.#lastRefund)) {
      this.#lastRefund = number;
      this.entryRefundsSun += amount_sun;
    }
    return this;
  }

  #addHouse({ kind, amount_sun: amountSun, created_at: createdAt }: Posted): void {
    switch (kind) {
      case 'purchase':
        this.upgradeSalesSun += amountSun;
        break;
      case 'battle-share':
        this.houseFeesSun += amountSun;
        break;
      // What players have paid of it for small withdrawals, and what was given back of that.
      case 'withdrawal':
      case 'withdrawal-return':
      case 'network-fee':
        this.networkFeesSun -= amountSun;
        return;
      case 'reward-budget':
        this.budgetsSun -= amountSun;
        return;
      default:
        return;
    }
    const { startMs } = dayOf(createdAt);
    const { revenueSun, transactions } = this.ofDay(startMs);
    this.#days.set(startMs, { revenueSun: revenueSun + amountSun, transactions: transactions + 1 });
  }
}

/** The revenue of a database's house. */
export const revenueOf = perDatabase((db) => new Revenue(db));

const OF_HOUSE = `
  SELECT number, entries.kind, amount_sun, entries.created_at FROM postings JOIN entries ON entries.id = entry_id
  WHERE account_id = (SELECT id FROM accounts WHERE kind = 'house' AND owner = '') AND number > +?
  ORDER BY number`;

/** What was moved to an account by entries of a kind, from wallets and balances alike. */
const into = (kind: 'entry-fee' | 'entry-refund'): string => `
  SELECT entries.id AS number, entries.kind, amount_sun, created_at
  FROM entries JOIN postings ON entry_id = entries.id AND amount_sun > 0
  WHERE entries.kind = '${kind}' AND entries.id > +? ORDER BY entries.id`;

const statements = perDatabase((db) => ({
  house: db.prepare<[number], Posted>(OF_HOUSE),
  fees: db.prepare<[number], Posted>(into('entry-fee')),
  refunds: db.prepare<[number], Posted>(into('entry-refund')),
}));
