import {
  findSeason,
  LADDER_PLACES,
  leagueOf,
  NEW_DEVIATION,
  NEW_RATING,
  RANKED_BATTLES,
  RANKED_DEVIATION,
  RANKED_OPPONENTS,
  seasonAt,
  type BattleRatings,
  type Ladder,
  type OwnRating,
  type RatingChange,
} from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { Database } from '../platform/database/index.ts';
import { findRatingState, standingsOf } from './battle-rating.ts';

/** Thousandths. */
const POINT = 1_000;

/** A rating as it is shown: whole points. */
const toPoints = (thousandths: number): number => Math.round(thousandths / POINT);

/** A deviation as it is shown: never below the exact one, so that a shown deviation has the league of the exact one. */
const toDeviation = (thousandths: number): number => Math.ceil(thousandths / POINT);

/** The ratings of a season that have a league, of profiles that exist. */
const rankedIn = (db: Database, season: number) =>
  db
    .selectFrom('ratings')
    .innerJoin('players', 'players.address', 'ratings.address')
    .where('ratings.season', '=', season)
    .where('ratings.battles', '>=', RANKED_BATTLES)
    .where('ratings.opponents', '>=', RANKED_OPPONENTS)
    .where('ratings.deviation', '<=', RANKED_DEVIATION * POINT)
    .where('players.deleted_at', 'is', null)
    .whereRef('ratings.rated_at', '>=', 'players.created_at');

/** The ladder of a season; null for one that has not begun. Of equal ratings the more certain one is first. */
export async function showLadder({ db, now }: Context, wanted: number | undefined): Promise<Ladder | null> {
  const current = seasonAt(now()).number;
  const number = wanted ?? current;
  if (number > current) return null;
  const rows = await rankedIn(db, number)
    .selectAll('ratings')
    .select('players.username')
    .orderBy('ratings.rating', 'desc')
    .orderBy('ratings.deviation')
    .orderBy('ratings.address')
    .limit(LADDER_PLACES)
    .execute();
  const { first } = await db
    .selectFrom('rating_changes')
    .select(({ fn }) => fn.min<number | null>('season').as('first'))
    .executeTakeFirstOrThrow();
  const { count } = await rankedIn(db, number)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return {
    season: findSeason(number),
    isCurrent: number === current,
    firstSeason: first,
    ranked: count,
    rows: rows.flatMap((row, at) => {
      const state = { ...row, rating: toPoints(row.rating), deviation: toDeviation(row.deviation) };
      const league = leagueOf(state);
      return league === null
        ? []
        : [
            {
              rank: at + 1,
              name: row.username,
              walletAddress: row.address,
              rating: state.rating,
              deviation: state.deviation,
              league,
              battles: row.battles,
            },
          ];
    }),
  };
}

/** A player's rating in the current season, and those of earlier seasons, the newest first. */
export async function showRatings(
  { db, now }: Context,
  address: string,
): Promise<{ readonly rating: OwnRating; readonly past: readonly OwnRating[] }> {
  const season = seasonAt(now()).number;
  const rows = await db
    .selectFrom('ratings')
    .innerJoin('players', 'players.address', 'ratings.address')
    .selectAll('ratings')
    .where('ratings.address', '=', address)
    .whereRef('ratings.rated_at', '>=', 'players.created_at')
    .orderBy('ratings.season', 'desc')
    .execute();
  const past: OwnRating[] = [];
  for (const row of rows.filter(({ season: of }) => of < season)) past.push(await showRating(db, row));
  const standing = (await standingsOf(db, [address], season, now())).get(address);
  const begun = { rating: NEW_RATING * POINT, deviation: NEW_DEVIATION * POINT, battles: 0, opponents: 0 };
  return { rating: await showRating(db, { ...begun, ...standing, season, address }), past };
}

/** What `showRating` reads. */
interface Rated {
  readonly season: number;
  readonly address: string;
  readonly rating: number;
  readonly deviation: number;
  readonly battles: number;
  readonly opponents: number;
}

async function showRating(db: Database, row: Rated): Promise<OwnRating> {
  const { season, address, battles, opponents } = row;
  const state = { rating: toPoints(row.rating), deviation: toDeviation(row.deviation), battles, opponents };
  const league = leagueOf(state);
  return { season, ...state, league, rank: league === null ? null : await rankOf(db, season, address) };
}

/** A player's place on the ladder of a season; null without one. */
async function rankOf(db: Database, season: number, address: string): Promise<number | null> {
  const own = await rankedIn(db, season).selectAll('ratings').where('ratings.address', '=', address).executeTakeFirst();
  if (own === undefined) return null;
  const { count } = await rankedIn(db, season)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(({ eb, or, and }) =>
      or([
        eb('ratings.rating', '>', own.rating),
        and([eb('ratings.rating', '=', own.rating), eb('ratings.deviation', '<', own.deviation)]),
        and([
          eb('ratings.rating', '=', own.rating),
          eb('ratings.deviation', '=', own.deviation),
          eb('ratings.address', '<', own.address),
        ]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return count + 1;
}

/** How a battle has changed the ratings of its players; null when there is no such session. Leagues are those that the players have now. */
export async function showBattleRatings({ db }: Context, sessionId: string): Promise<BattleRatings | null> {
  const session = await db.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst();
  if (session === undefined) return null;
  const rows = await db
    .selectFrom('rating_changes')
    .innerJoin('ratings', (join) =>
      join
        .onRef('ratings.season', '=', 'rating_changes.season')
        .onRef('ratings.address', '=', 'rating_changes.address'),
    )
    .select(['rating_changes.address', 'rating_changes.rating_before', 'rating_changes.rating as after'])
    .select(['rating_changes.deviation as deviation_after'])
    .select(['ratings.rating', 'ratings.deviation', 'ratings.battles', 'ratings.opponents'])
    .where('rating_changes.session_id', '=', sessionId)
    .orderBy('rating_changes.number')
    .execute();
  return {
    sessionId,
    state: await findRatingState(db, sessionId),
    changes: rows.map((row): RatingChange => ({
      walletAddress: row.address,
      before: toPoints(row.rating_before),
      after: toPoints(row.after),
      deviation: toDeviation(row.deviation_after),
      league: leagueOf({ ...row, rating: toPoints(row.rating), deviation: toDeviation(row.deviation) }),
    })),
  };
}
