import { dayOf } from '../platform/clock/index.ts';
import type { Database } from '../platform/database/index.ts';
import { areComplete, type Played } from './quest.ts';

/** A round that a player has finished and the server has played. */
interface FinishedRound {
  readonly address: string;
  readonly kind: 'solo' | 'battle' | 'daily';
  readonly score: number;
  readonly popped: number;
  readonly bestCombo: number;
  readonly atMs: number;
}

const NOTHING: Played = { rounds: 0, popped: 0, best_combo: 0, best_score: 0, battles: 0, daily_rounds: 0 };

/**
 * Counts a finished round for the player's streak and quests. Run it in the transaction that stores the round, so that it counts once. Practice rounds do
 * not count, because a program can search their seeds.
 */
export async function countPlay(
  db: Database,
  { address, kind, score, popped, bestCombo, atMs }: FinishedRound,
): Promise<void> {
  const day = dayOf(atMs).date;
  const { is_complete: wasComplete, ...before } = (await findPlayDay(db, address, day)) ?? emptyDay(address, day);
  const played: Played = {
    rounds: before.rounds + 1,
    popped: before.popped + popped,
    best_combo: Math.max(before.best_combo, bestCombo),
    best_score: Math.max(before.best_score, score),
    battles: before.battles + Number(kind === 'battle'),
    daily_rounds: before.daily_rounds + Number(kind === 'daily'),
  };
  const isComplete = wasComplete === 1 || areComplete(day, played) ? 1 : 0;
  await db.deleteFrom('play_days').where('address', '=', address).where('day', '=', day).execute();
  await db
    .insertInto('play_days')
    .values({ address, day, ...played, is_complete: isComplete })
    .execute();
}

const emptyDay = (address: string, day: string) => ({ address, day, ...NOTHING, is_complete: 0 as const });

/** What a player has played on a day; undefined for nothing. */
export const findPlayDay = async (db: Database, address: string, day: string) =>
  db.selectFrom('play_days').selectAll().where('address', '=', address).where('day', '=', day).executeTakeFirst();

/** The days on which a player has played, ascending. */
export const playDaysOf = async (db: Database, address: string): Promise<string[]> =>
  (await db.selectFrom('play_days').select('day').where('address', '=', address).orderBy('day').execute()).map(
    ({ day }) => day,
  );

/** Days on which a player has completed all quests. */
export async function countCompleteDays(db: Database, address: string): Promise<number> {
  const { count } = await db
    .selectFrom('play_days')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('address', '=', address)
    .where('is_complete', '=', 1)
    .executeTakeFirstOrThrow();
  return count;
}
