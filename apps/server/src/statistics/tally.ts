import { type Database, perDatabase, sql } from '../platform/database/index.ts';
import { dayOf } from '../platform/clock/index.ts';
import { Ranking, sum, type Tallied } from './ranking.ts';

/** Results, and rewards, that one query reads. */
const PAGE = 1_000;

type Ended = ReturnType<typeof resultsAfter>[number];
type Rewarded = ReturnType<typeof rewardsAfter>[number];

/**
 * Sums over everything that was played and earned. Results and postings are only ever added, so each is read once: the first call
 * after a start reads them all, every other what has come since.
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
  #lastResult = 0;
  #lastReward = 0;
  #lastSession = '';
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** sun earned in the day that `catchUp` was told of. */
  get todaySun(): number {
    return this.#todaySun;
  }

  /** Adds what has come since the last call. */
  catchUp(nowMs: number): this {
    const { startMs } = dayOf(nowMs);
    if (startMs !== this.#dayMs) {
      this.#dayMs = startMs;
      this.#todaySun = 0;
    }
    const gains = new Gains();
    const freeGains = new Gains();
    let results: Ended[];
    do {
      results = resultsAfter(this.#db, this.#lastResult);
      for (const ended of results) this.#addResult(ended, ended.pool_sun > 0 ? gains : freeGains);
    } while (results.length === PAGE);
    let rewards: Rewarded[];
    do {
      rewards = rewardsAfter(this.#db, this.#lastReward);
      for (const rewarded of rewards) this.#addReward(rewarded, gains);
    } while (rewards.length === PAGE);
    if (gains.all.length + freeGains.all.length > 0) this.version++;
    this.ranking.add(gains.all);
    this.freeRanking.add(freeGains.all);
    return this;
  }

  /** Takes a player whose profile was deleted off both rankings. The house's sums stay. */
  forget(address: string): void {
    this.ranking.remove(address);
    this.freeRanking.remove(address);
    this.version++;
  }

  #addResult(ended: Ended, gains: Gains): void {
    const { address, username: name, chain, share_sun: earnedSun } = ended;
    this.#lastResult = ended.number;
    this.#earn(earnedSun, ended.settled_at);
    // A battle's results are written together.
    if (ended.session_id !== this.#lastSession && ended.is_cross_chain === 1) {
      this.crossChainBattles++;
      this.version++;
    }
    this.#lastSession = ended.session_id;
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
const resultsAfter = (db: Database, number: number) =>
  db.all(
    sql
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
      .where('results.number', '>', number)
      .orderBy('results.number')
      .limit(PAGE),
  );

/** A page of the rewards of Solo rounds after a number. Every reward is a posting of the one budget, and one of the player's. */
const rewardsAfter = (db: Database, number: number) =>
  db.all(
    sql
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
      .limit(PAGE),
  );
