import { type BattleRow, type Database, perDatabase, type ResultRow } from '../platform/database/index.ts';
import { dayOf } from '../platform/clock/index.ts';
import { Ranking, sum, type Tallied } from './ranking.ts';

/** When the player's profile began; null without a profile. Earlier events count for the house's sums and for no player's. */
type Since = number | null;

/** A player's end in a battle, as far as it counts here. */
type Ended = Pick<ResultRow, 'session_id' | 'address' | 'username' | 'chain' | 'position' | 'share_sun' | 'is_bot'> &
  Pick<BattleRow, 'has_bots' | 'is_cross_chain' | 'pool_sun' | 'settled_at'> & {
    readonly number: number;
    readonly since: Since;
  };

/** A Solo round's reward. */
interface Rewarded {
  /** Counts the budget's postings. */
  readonly number: number;
  readonly address: string;
  readonly amount_sun: number;
  readonly created_at: number;
  readonly since: Since;
}

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
    const { results, rewards } = statements(this.#db);
    for (const ended of results.iterate(this.#lastResult))
      this.#addResult(ended, ended.pool_sun > 0 ? gains : freeGains);
    for (const { number, address, amount_sun, created_at, since } of rewards.iterate(this.#lastReward)) {
      this.#lastReward = number;
      this.#earn(amount_sun, created_at);
      if (isBefore(created_at, since)) continue;
      gains.add({ address, chain: 'tron', name: '', won: 0, played: 0, earnedSun: amount_sun });
    }
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
    if (ended.has_bots === 1 || ended.is_bot === 1 || isBefore(ended.settled_at, ended.since)) return;
    gains.add({ address, chain, name, won: Number(ended.position === 1), played: 1, earnedSun });
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

const isBefore = (atMs: number, since: Since): boolean => since !== null && atMs < since;

/** The sums over a database. */
export const tallyOf = perDatabase((db) => new Tally(db));

/** A `Since`; of a profile that was deleted it is never. */
const SINCE = `CASE WHEN players.deleted_at IS NULL THEN players.created_at ELSE ${Number.MAX_SAFE_INTEGER} END AS since`;

const statements = perDatabase((db) => ({
  results: db.prepare<[number], Ended>(
    `SELECT results.rowid AS number, results.session_id, results.address, results.username, chain, position, share_sun, is_bot, has_bots,
       is_cross_chain, pool_sun, settled_at, ${SINCE}
     FROM results JOIN battles ON battles.session_id = results.session_id
     LEFT JOIN players ON players.address = results.address AND results.chain = 'tron'
     WHERE results.rowid > ? ORDER BY results.rowid`,
  ),
  /** Every reward is a posting of the one budget, and one of the player's. */
  rewards: db.prepare<[number], Rewarded>(
    `SELECT budget.number, accounts.owner AS address, gain.amount_sun, entries.created_at, ${SINCE}
     FROM postings AS budget
     JOIN entries ON entries.id = budget.entry_id AND entries.kind = 'round-reward'
     JOIN postings AS gain ON gain.entry_id = budget.entry_id AND gain.amount_sun > 0
     JOIN accounts ON accounts.id = gain.account_id
     LEFT JOIN players ON players.address = accounts.owner
     WHERE budget.account_id = (SELECT id FROM accounts WHERE kind = 'reward-budget' AND owner = '') AND budget.number > ?
     ORDER BY budget.number`,
  ),
}));
