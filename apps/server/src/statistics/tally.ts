import { type Database, perDatabase, SeenNumbers } from '../platform/database/index.ts';
import { dayOf } from '../platform/clock/index.ts';
import { Ranking, sum, type Tallied } from './ranking.ts';

/** Results, and rewards, that one query reads. */
const PAGE = 1_000;

type Ended = Awaited<ReturnType<typeof resultsAfter>>[number];
type Rewarded = Awaited<ReturnType<typeof rewardsAfter>>[number];

/**
 * Sums over everything that was played and earned. Results and postings are only ever added, so each is counted once: the first call
 * after a start reads them all, and each later call reads what was committed since.
 */
export class Tally {
  /** The main ranking: battles with entry fees, and rewards of Solo rounds as earnings. */
  readonly ranking = new Ranking();
  /** The ranking of free battles. They cost nothing, so wins in them say little: docs/decisions/0049-leaderboards.md. */
  readonly freeRanking = new Ranking();
  /** Goes up with every change. */
  version = 0;
  /** Solo rewards and battle shares, sun: ever, and in the day (UTC) that begins at `#dayMs`. */
  totalSun = 0;
  crossChainBattles = 0;
  #todaySun = 0;
  #dayMs = 0;
  readonly #results = new SeenNumbers();
  #lastReward = 0;
  /** The last change that was requested. Changes are made one after the other, so that nothing is added twice. */
  #last: Promise<void> = Promise.resolve();
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** sun earned in the day that `catchUp` was told of. */
  get todaySun(): number {
    return this.#todaySun;
  }

  /** Adds what was committed since the last call. */
  async catchUp(nowMs: number): Promise<this> {
    await this.#enqueue(async () => this.#read(nowMs));
    return this;
  }

  /**
   * Takes a player whose profile was deleted off both rankings, after what was read before the deletion was added. The house's sums
   * stay.
   */
  async forget(address: string): Promise<void> {
    await this.#enqueue(() => {
      this.ranking.remove(address);
      this.freeRanking.remove(address);
      this.version++;
    });
  }

  async #enqueue(change: () => Promise<void> | void): Promise<void> {
    const changed = this.#last.then(change);
    this.#last = changed.catch(() => undefined);
    await changed;
  }

  async #read(nowMs: number): Promise<void> {
    const { startMs } = dayOf(nowMs);
    if (startMs !== this.#dayMs) {
      this.#dayMs = startMs;
      this.#todaySun = 0;
    }
    const gains = new Gains();
    const freeGains = new Gains();
    try {
      await this.#readResults(gains, freeGains, nowMs);
      await this.#readRewards(gains);
    } finally {
      // What was read before an error is not read again.
      if (gains.all.length + freeGains.all.length > 0) this.version++;
      this.ranking.add(gains.all);
      this.freeRanking.add(freeGains.all);
    }
  }

  async #readResults(gains: Gains, freeGains: Gains, nowMs: number): Promise<void> {
    let results: Ended[];
    let after = this.#results.floor(nowMs);
    do {
      results = await resultsAfter(this.#db, after);
      for (const ended of results) {
        after = ended.number;
        if (this.#results.add(ended.number, nowMs)) this.#addResult(ended, ended.pool_sun > 0 ? gains : freeGains);
      }
    } while (results.length === PAGE);
  }

  /** The numbers of an account's postings have no gaps: each follows from the one before, which was committed. */
  async #readRewards(gains: Gains): Promise<void> {
    let rewards: Rewarded[];
    do {
      rewards = await rewardsAfter(this.#db, this.#lastReward);
      for (const rewarded of rewards) this.#addReward(rewarded, gains);
    } while (rewards.length === PAGE);
  }

  #addResult(ended: Ended, gains: Gains): void {
    const { address, username: name, chain, share_sun: earnedSun } = ended;
    this.#earn(earnedSun, ended.settled_at);
    // A battle is counted with its first result.
    if (ended.is_cross_chain === 1 && ended.number === ended.first_number) {
      this.crossChainBattles++;
      this.version++;
    }
    if (ended.has_bots === 1 || ended.is_bot === 1 || !isOfProfile(ended.settled_at, ended)) return;
    gains.add({ address, chain, name, won: Number(ended.position === 1), played: 1, earnedSun });
  }

  #addReward(rewarded: Rewarded, gains: Gains): void {
    const { number, address, amount_sun: earnedSun, rewarded_at: atMs } = rewarded;
    this.#lastReward = number;
    this.#earn(earnedSun, atMs);
    if (isOfProfile(atMs, rewarded)) gains.add({ address, chain: 'tron', name: '', won: 0, played: 0, earnedSun });
  }

  #earn(amountSun: number, atMs: number): void {
    this.totalSun += amountSun;
    if (atMs >= this.#dayMs) this.#todaySun += amountSun;
  }
}

/** What each player has gained since the last call. */
class Gains {
  readonly #byAddress = new Map<string, Tallied>();

  get all(): readonly Tallied[] {
    return [...this.#byAddress.values()];
  }

  add(gain: Tallied): void {
    const before = this.#byAddress.get(gain.address);
    this.#byAddress.set(gain.address, before === undefined ? gain : sum(before, gain));
  }
}

/** The profile of a player as it is now; without times when there is none. Earlier events count for the house's sums and for no player's. */
interface Profile {
  readonly created_at: number | null;
  readonly deleted_at: number | null;
}

/** Whether an event belongs to a profile: no event belongs to a deleted one, or to one that began later. */
const isOfProfile = (atMs: number, { created_at, deleted_at }: Profile): boolean =>
  deleted_at === null && (created_at === null || atMs >= created_at);

/** The sums over a database. */
export const tallyOf = perDatabase((db) => new Tally(db));

/** A page of the results after a number, in their order, with their battles and their players' profiles. */
const resultsAfter = async (db: Database, number: number) =>
  db
    .selectFrom('results')
    .innerJoin('battles', 'battles.session_id', 'results.session_id')
    .leftJoin('players', (join) =>
      join.onRef('players.address', '=', 'results.address').on('results.chain', '=', 'tron'),
    )
    .select([
      'results.number',
      'results.session_id',
      'results.address',
      'results.username',
      'results.chain',
      'results.position',
      'results.share_sun',
      'results.is_bot',
      'battles.has_bots',
      'battles.is_cross_chain',
      'battles.pool_sun',
      'battles.settled_at',
      'players.created_at',
      'players.deleted_at',
    ])
    .select(({ selectFrom }) =>
      selectFrom('results as others')
        .select(({ fn }) => fn.min('others.number').as('number'))
        .whereRef('others.session_id', '=', 'results.session_id')
        .as('first_number'),
    )
    .where('results.number', '>', number)
    .orderBy('results.number')
    .limit(PAGE)
    .execute();

/** A page of the rewards of Solo rounds after a number. Every reward is a posting of the one budget, and one of the player's. */
const rewardsAfter = async (db: Database, number: number) =>
  db
    .selectFrom('postings as budget')
    .innerJoin('entries', (join) =>
      join.onRef('entries.id', '=', 'budget.entry_id').on('entries.kind', '=', 'round-reward'),
    )
    .innerJoin('postings as gain', (join) =>
      join.onRef('gain.entry_id', '=', 'budget.entry_id').on('gain.amount_sun', '>', 0),
    )
    .innerJoin('accounts', 'accounts.id', 'gain.account_id')
    .leftJoin('players', 'players.address', 'accounts.owner')
    .select([
      'budget.number',
      'accounts.owner as address',
      'gain.amount_sun',
      'entries.created_at as rewarded_at',
      'players.created_at',
      'players.deleted_at',
    ])
    .where('budget.account_id', '=', ({ selectFrom }) =>
      selectFrom('accounts as budgets')
        .select('budgets.id')
        .where('budgets.kind', '=', 'reward-budget')
        .where('budgets.owner', '=', ''),
    )
    .where('budget.number', '>', number)
    .orderBy('budget.number')
    .limit(PAGE)
    .execute();
