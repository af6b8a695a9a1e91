import { RATED_FEE_SUN, RATED_PAIR_BATTLES, seasonAt } from '@popfray/protocol';
import { dayOf } from '../platform/clock/index.ts';
import type { Database, RatingRow } from '../platform/database/index.ts';
import { type Contestant, NEW_PLAYER, type Rating, rateContestants, resetRating } from './rating.ts';

/** A player's rating at the beginning of a battle, and what the season has of the player so far. */
interface Standing extends Rating {
  readonly battles: number;
  readonly opponents: number;
}

/** A battle between two players, as the key of a map. The first address is the lower one. */
const pairKey = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/**
 * Rates a settled battle, once, in the caller's transaction. Only players who paid a fee of at least `RATED_FEE_SUN` are rated, without those whose share
 * was refused; battles with bots never are. While a share is held nothing happens: call it again after the decision.
 */
export async function rateBattle(db: Database, sessionId: string, nowMs: number): Promise<void> {
  if ((await findRatingState(db, sessionId)) !== 'unrated') return;
  const players = (await playersIn(db, sessionId)).filter(({ review }) => review !== 'refused');
  if (players.length < 2) return;
  const ratedAt = Math.floor(nowMs);
  const season = seasonAt(nowMs).number;
  const day = dayOf(nowMs).date;
  const addresses = players.map(({ address }) => address);
  const standings = await standingsOf(db, addresses, season, ratedAt);
  const contestants = players.map(({ address, position }): Contestant => ({
    address,
    position,
    before: standings.get(address) ?? NEW_PLAYER,
  }));
  const meetings = await meetingsOf(db, addresses, season);
  const isRated = (a: string, b: string): boolean => (meetings.get(pairKey(a, b))?.get(day) ?? 0) < RATED_PAIR_BATTLES;
  for (const [address, after] of rateContestants(contestants, isRated)) {
    const before = standings.get(address) ?? { ...NEW_PLAYER, battles: 0, opponents: 0 };
    const met = addresses.filter((other) => other !== address && isRated(address, other));
    const isNew = (other: string): boolean => !meetings.has(pairKey(address, other));
    await db
      .insertInto('rating_changes')
      .values({
        season,
        session_id: sessionId,
        address,
        day,
        rated_at: ratedAt,
        rating_before: before.rating,
        ...after,
      })
      .execute();
    const row: RatingRow = {
      season,
      address,
      ...after,
      battles: before.battles + 1,
      opponents: before.opponents + met.filter(isNew).length,
      rated_at: ratedAt,
    };
    await db.deleteFrom('ratings').where('season', '=', season).where('address', '=', address).execute();
    await db.insertInto('ratings').values(row).execute();
  }
}

/** Whether a battle has been rated, or waits for the decision about a share that is held. */
export async function findRatingState(db: Database, sessionId: string): Promise<'rated' | 'unrated' | 'held'> {
  const rated = await db
    .selectFrom('rating_changes')
    .select('number')
    .where('session_id', '=', sessionId)
    .limit(1)
    .executeTakeFirst();
  if (rated !== undefined) return 'rated';
  const players = await playersIn(db, sessionId);
  return players.some(({ review }) => review === 'held') ? 'held' : 'unrated';
}

/** The players of a battle who can be rated; none in a battle with bots. */
const playersIn = async (db: Database, sessionId: string) =>
  db
    .selectFrom('results')
    .innerJoin('battles', 'battles.session_id', 'results.session_id')
    .innerJoin('seats', (join) =>
      join.onRef('seats.session_id', '=', 'results.session_id').onRef('seats.user_id', '=', 'results.user_id'),
    )
    .leftJoin('examinations', (join) =>
      join
        .onRef('examinations.session_id', '=', 'results.session_id')
        .onRef('examinations.place', '=', 'results.place'),
    )
    .select(['results.address', 'results.position', 'examinations.status as review'])
    .where('results.session_id', '=', sessionId)
    .where('results.chain', '=', 'tron')
    .where('results.is_bot', '=', 0)
    .where('battles.has_bots', '=', 0)
    .where('seats.fee_sun', '>=', RATED_FEE_SUN)
    .orderBy('results.address')
    .execute();

/**
 * The ratings of players in a season before a battle, by address. One of an earlier season is reset. A rating of an earlier profile of the same address
 * does not count.
 */
export async function standingsOf(
  db: Database,
  addresses: readonly string[],
  season: number,
  nowMs: number,
): Promise<ReadonlyMap<string, Standing>> {
  const rows = await db
    .selectFrom('ratings')
    .innerJoin('players', 'players.address', 'ratings.address')
    .selectAll('ratings')
    .select('players.created_at')
    .where('ratings.address', 'in', addresses)
    .where('ratings.season', '<=', season)
    .orderBy('ratings.season')
    .execute();
  return new Map(
    rows
      .filter(({ rated_at, created_at }) => rated_at >= created_at || created_at > nowMs)
      .map(({ address, season: of, rating, deviation, volatility, battles, opponents }) => {
        const isCurrent = of === season;
        const begun = resetRating({ rating, deviation, volatility }, season - of);
        return [address, { ...begun, battles: isCurrent ? battles : 0, opponents: isCurrent ? opponents : 0 }];
      }),
  );
}

/** How often players have met in rated battles of a season, by pair and day. */
async function meetingsOf(
  db: Database,
  addresses: readonly string[],
  season: number,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const rows = await db
    .selectFrom('rating_changes as own')
    .innerJoin('rating_changes as other', 'other.session_id', 'own.session_id')
    .select(['own.address', 'other.address as opponent', 'own.day'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('own.season', '=', season)
    .where('own.address', 'in', addresses)
    .where('other.address', 'in', addresses)
    .whereRef('own.address', '<', 'other.address')
    .groupBy(['own.address', 'other.address', 'own.day'])
    .execute();
  const meetings = new Map<string, Map<string, number>>();
  for (const { address, opponent, day, count } of rows) {
    const key = pairKey(address, opponent);
    const days = meetings.get(key) ?? new Map<string, number>();
    meetings.set(key, days.set(day, count));
  }
  return meetings;
}
