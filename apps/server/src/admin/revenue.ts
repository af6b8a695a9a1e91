import { sql as fragment } from 'kysely';
import { type Database, perDatabase, sql } from '../platform/database/index.ts';
import { DAY_MS } from '../platform/clock/index.ts';

/** What the house has earned in a day, sun, and by how many entries. */
export interface DayRevenue {
  readonly revenueSun: number;
  readonly transactions: number;
}

const NOTHING: DayRevenue = { revenueSun: 0, transactions: 0 };

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
    for (const sum of sumHouse(this.#db, this.#lastHouse)) {
      this.#lastHouse = Math.max(this.#lastHouse, sum.last_number);
      this.#addHouse(sum);
    }
    const fees = sumMoved(this.#db, 'entry-fee', this.#lastFee);
    this.#lastFee = fees?.last_id ?? this.#lastFee;
    this.entryFeesSun += fees?.amount_sun ?? 0;
    const refunds = sumMoved(this.#db, 'entry-refund', this.#lastRefund);
    this.#lastRefund = refunds?.last_id ?? this.#lastRefund;
    this.entryRefundsSun += refunds?.amount_sun ?? 0;
    return this;
  }

  #addHouse({ kind, day_ms: startMs, amount_sun: amountSun, postings }: HouseSum): void {
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
    const { revenueSun, transactions } = this.ofDay(startMs);
    this.#days.set(startMs, { revenueSun: revenueSun + amountSun, transactions: transactions + postings });
  }
}

/** The revenue of a database's house. */
export const revenueOf = perDatabase((db) => new Revenue(db));

type HouseSum = ReturnType<typeof sumHouse>[number];

/** First ms of the UTC day of an entry. */
const DAY_START = fragment<number>`entries.created_at - entries.created_at % ${fragment.lit(DAY_MS)}`;

/** Sums of the house's postings after one, for each day and kind of entry. */
const sumHouse = (db: Database, after: number) =>
  db.all(
    sql
      .selectFrom('postings')
      .innerJoin('entries', 'entries.id', 'postings.entry_id')
      .select(({ fn }) => [
        'entries.kind',
        DAY_START.as('day_ms'),
        fn.sum<number>('postings.amount_sun').as('amount_sun'),
        fn.countAll<number>().as('postings'),
        fn.max('postings.number').as('last_number'),
      ])
      .where('postings.account_id', '=', ({ selectFrom }) =>
        selectFrom('accounts')
          .select('accounts.id')
          .where('accounts.kind', '=', 'house')
          .where('accounts.owner', '=', ''),
      )
      .where('postings.number', '>', after)
      .groupBy(['entries.kind', DAY_START]),
  );

/** Sum of what entries of a kind after one have moved into accounts, from wallets and balances alike. Both are null without such an entry. */
const sumMoved = (db: Database, kind: 'entry-fee' | 'entry-refund', after: number) =>
  db.get(
    sql
      .selectFrom('entries')
      .innerJoin('postings', 'postings.entry_id', 'entries.id')
      .select(({ fn }) => [
        fn.sum<number | null>('postings.amount_sun').as('amount_sun'),
        fn.max<number | null>('entries.id').as('last_id'),
      ])
      .where('postings.amount_sun', '>', 0)
      .where('entries.kind', '=', kind)
      .where('entries.id', '>', after),
  );
