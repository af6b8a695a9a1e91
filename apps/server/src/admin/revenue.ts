import { sql as fragment } from 'kysely';
import { type Database, perDatabase } from '../platform/database/index.ts';
import { DAY_MS } from '../platform/clock/index.ts';

/** What the house has earned in a day, sun, and by how many entries. */
export interface DayRevenue {
  readonly revenueSun: number;
  readonly transactions: number;
}

/** How long after its time an entry is surely committed, ms. Entries that are newer are summed again at each call. */
const SETTLED_MS = 60_000;

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
  /** Entry fees and refunds up to this time are summed; epoch ms. */
  #movedUntil = 0;
  #movedFeesSun = 0;
  #movedRefundsSun = 0;
  readonly #db: Database;
  #reading: Promise<void> | null = null;

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

  /** Adds what has come since the last call. Calls at the same time share one reading, so that nothing is added twice. */
  async catchUp(nowMs: number): Promise<this> {
    this.#reading ??= this.#read(nowMs).finally(() => {
      this.#reading = null;
    });
    await this.#reading;
    return this;
  }

  async #read(nowMs: number): Promise<void> {
    for (const sum of await sumHouse(this.#db, this.#lastHouse)) {
      this.#lastHouse = Math.max(this.#lastHouse, sum.last_number);
      this.#addHouse(sum);
    }
    const until = Math.max(this.#movedUntil, Math.floor(nowMs) - SETTLED_MS);
    const settled = await sumMoved(this.#db, this.#movedUntil, until);
    this.#movedUntil = until;
    this.#movedFeesSun += settled.feesSun;
    this.#movedRefundsSun += settled.refundsSun;
    const recent = await sumMoved(this.#db, until, Number.MAX_SAFE_INTEGER);
    this.entryFeesSun = this.#movedFeesSun + recent.feesSun;
    this.entryRefundsSun = this.#movedRefundsSun + recent.refundsSun;
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

type HouseSum = Awaited<ReturnType<typeof sumHouse>>[number];

/** First ms of the UTC day of an entry. */
const DAY_START = fragment<number>`entries.created_at - entries.created_at % ${fragment.lit(DAY_MS)}`;

/** Sums of the house's postings after one, for each day and kind of entry. */
const sumHouse = async (db: Database, after: number) =>
  db
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
    .groupBy(['entries.kind', DAY_START])
    .execute();

/** What entry fees and refunds of a time, after its first and up to its last ms, have moved into accounts, from wallets and balances alike. */
async function sumMoved(
  db: Database,
  afterMs: number,
  untilMs: number,
): Promise<{ readonly feesSun: number; readonly refundsSun: number }> {
  const sums = await db
    .selectFrom('entries')
    .innerJoin('postings', 'postings.entry_id', 'entries.id')
    .select(({ fn }) => ['entries.kind', fn.sum<number>('postings.amount_sun').as('amount_sun')])
    .where('postings.amount_sun', '>', 0)
    .where('entries.kind', 'in', ['entry-fee', 'entry-refund'])
    .where('entries.created_at', '>', afterMs)
    .where('entries.created_at', '<=', untilMs)
    .groupBy('entries.kind')
    .execute();
  const sumOf = (kind: string): number => sums.find((sum) => sum.kind === kind)?.amount_sun ?? 0;
  return { feesSun: sumOf('entry-fee'), refundsSun: sumOf('entry-refund') };
}
