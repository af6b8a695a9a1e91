import { DAILY_PLACES, DAILY_WINNERS, type DailyBoard, type DailyPlace } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { DailyResultRow, Database } from '../platform/database/index.ts';
import { type Day, dayOf } from '../platform/clock/index.ts';
import { DAILY_RULES, dailySeed, dayBefore, LATE_MS } from './seed.ts';

/** The day's board and the best of the day before, with the place of an entrant; null for a visitor without a name. */
export async function showBoard(context: Context, entrant: string | null): Promise<DailyBoard> {
  const { db } = context;
  const nowMs = context.now();
  const today = dayOf(nowMs);
  const yesterday = dayBefore(nowMs);
  const isClosed = nowMs >= yesterday.endMs + LATE_MS;
  return {
    today: {
      ...(await showDay(context, today, entrant)),
      places: (await firstOf(db, today.date, DAILY_PLACES)).map(showFirst),
    },
    yesterday: {
      ...(await showDay(context, yesterday, entrant)),
      places: (await firstOf(db, yesterday.date, DAILY_WINNERS)).map((row, at) => ({
        ...showFirst(row, at),
        replay: isClosed ? Buffer.from(row.replay).toString('base64url') : null,
      })),
    },
  };
}

/** The place of an entrant on a day's board; null without a round on it. */
export async function placeOf(db: Database, date: string, entrant: string): Promise<DailyPlace | null> {
  const row = await db
    .selectFrom('daily_results')
    .leftJoin('players', 'players.address', 'daily_results.entrant')
    .select([
      'daily_results.id',
      'daily_results.name',
      'daily_results.score',
      'daily_results.popped',
      'daily_results.best_combo',
      'players.username',
    ])
    .where('daily_results.date', '=', date)
    .where('daily_results.entrant', '=', entrant)
    .executeTakeFirst();
  return row === undefined ? null : showPlace(row, 1 + (await countBetter(db, date, row)));
}

/** Rounds on a day's board. */
export async function countOf(db: Database, date: string): Promise<number> {
  const row = await db
    .selectFrom('daily_results')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('date', '=', date)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Rounds of a day that come before a round. Two ranges of the board's index are counted; a condition with OR would read the whole day. */
async function countBetter(
  db: Database,
  date: string,
  { score, id }: { readonly score: number; readonly id: number },
): Promise<number> {
  const higher = await db
    .selectFrom('daily_results')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('date', '=', date)
    .where('score', '>', score)
    .executeTakeFirstOrThrow();
  const earlier = await db
    .selectFrom('daily_results')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('date', '=', date)
    .where('score', '=', score)
    .where('id', '<', id)
    .executeTakeFirstOrThrow();
  return higher.count + earlier.count;
}

/** The best rounds of a day, in their order. */
const firstOf = async (db: Database, date: string, count: number) =>
  db
    .selectFrom('daily_results')
    .leftJoin('players', 'players.address', 'daily_results.entrant')
    .select([
      'daily_results.replay',
      'daily_results.name',
      'daily_results.score',
      'daily_results.popped',
      'daily_results.best_combo',
      'players.username',
    ])
    .where('daily_results.date', '=', date)
    .orderBy('daily_results.score', 'desc')
    .orderBy('daily_results.id')
    .limit(count)
    .execute();

async function showDay(context: Context, { date, endMs }: Day, entrant: string | null) {
  const { db } = context;
  return {
    date,
    seed: dailySeed(context, date),
    rulesId: DAILY_RULES.id,
    rulesVersion: DAILY_RULES.version,
    endsAt: endMs,
    closesAt: endMs + LATE_MS,
    count: await countOf(db, date),
    own: entrant === null ? null : await placeOf(db, date, entrant),
  };
}

/** A round on a board: the name that a guest gave, and the username of a player's profile; null for a guest. */
interface PlaceRow extends Pick<DailyResultRow, 'name' | 'score' | 'popped' | 'best_combo'> {
  readonly username: string | null;
}

const showFirst = (row: PlaceRow, at: number): DailyPlace => showPlace(row, at + 1);

const showPlace = ({ username, name, score, popped, best_combo }: PlaceRow, rank: number): DailyPlace => ({
  rank,
  name: username ?? name,
  isPlayer: username !== null,
  score,
  popped,
  bestCombo: best_combo,
});
