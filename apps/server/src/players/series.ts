import type { PlayedDay } from '@popfray/protocol';
import { sql as fragment } from 'kysely';
import type { Context } from '../platform/context/index.ts';
import type { Database } from '../platform/database/index.ts';
import { DAY_MS, dayOf } from '../platform/clock/index.ts';

/** Battles that one query reads. */
const PAGE = 200;

type Battle = Awaited<ReturnType<typeof battlesBefore>>[number];

type Mutable<Row> = { -readonly [Key in keyof Row]: Row[Key] };

/**
 * A player's rounds and battles on each of the last `count` days (UTC), today last. Only activity since the start of the profile counts, so a
 * profile that was deleted starts at 0.
 */
export async function seriesOf(
  { db, now }: Pick<Context, 'db' | 'now'>,
  address: string,
  count: number,
): Promise<PlayedDay[]> {
  const today = dayOf(now());
  const firstMs = today.startMs - (count - 1) * DAY_MS;
  const sinceMs = Math.max(firstMs, await profileStart(db, address));
  const days = Array.from({ length: count }, (_, at) => emptyDay(firstMs + at * DAY_MS));
  const dayAt = (atMs: number): Mutable<PlayedDay> | undefined => days[Math.floor((atMs - firstMs) / DAY_MS)];

  for (const row of await roundsByDay(db, address, sinceMs)) {
    const day = dayAt(row.day * DAY_MS);
    if (day !== undefined) add(day, row.games, row.points, row.best, row.earned_sun);
  }
  for (const row of await battlesSince(db, address, sinceMs)) {
    const day = dayAt(row.settled_at);
    if (day === undefined) continue;
    add(day, 1, row.score, row.score, row.share_sun);
    if (row.has_bots === 1) continue;
    day.battles++;
    if (row.position === 1) day.won++;
  }
  return days;
}

const emptyDay = (startMs: number): Mutable<PlayedDay> => ({
  date: dayOf(startMs).date,
  games: 0,
  points: 0,
  best: null,
  earnedSun: 0,
  battles: 0,
  won: 0,
});

function add(day: Mutable<PlayedDay>, games: number, points: number, best: number, earnedSun: number): void {
  day.games += games;
  day.points += points;
  day.best = Math.max(day.best ?? 0, best);
  day.earnedSun += earnedSun;
}

/** The start of a player's profile, epoch ms; 0 for an address that never signed in. */
async function profileStart(db: Database, address: string): Promise<number> {
  const profile = await db.selectFrom('players').select('created_at').where('address', '=', address).executeTakeFirst();
  return profile?.created_at ?? 0;
}

/** A player's Solo rounds since a time, added up for each day. `day` counts days from the epoch. */
const roundsByDay = async (db: Database, address: string, sinceMs: number) =>
  db
    .selectFrom('rounds')
    .select(({ fn }) => [
      fragment<number>`played_at / ${fragment.lit(DAY_MS)}`.as('day'),
      fn.countAll<number>().as('games'),
      fn.sum<number>('score').as('points'),
      fn.max('score').as('best'),
      fn.sum<number>('credited_sun').as('earned_sun'),
    ])
    .where('address', '=', address)
    .where('played_at', '>=', sinceMs)
    .where('status', '=', 'credited')
    .groupBy('day')
    .execute();

/** A player's battles since a time, newest first. It reads them in pages, so that the number of older battles does not matter. */
async function battlesSince(db: Database, address: string, sinceMs: number): Promise<Battle[]> {
  const battles: Battle[] = [];
  for (;;) {
    const page = await battlesBefore(db, address, battles.at(-1)?.number ?? Number.MAX_SAFE_INTEGER);
    const recent = page.filter(({ settled_at }) => settled_at >= sinceMs);
    battles.push(...recent);
    if (recent.length < PAGE) return battles;
  }
}

/** A page of a player's battles before a result's number, newest first. */
const battlesBefore = async (db: Database, address: string, before: number) =>
  db
    .selectFrom('results')
    .innerJoin('battles', 'battles.session_id', 'results.session_id')
    .select([
      'results.number',
      'results.score',
      'results.share_sun',
      'results.position',
      'battles.settled_at',
      'battles.has_bots',
    ])
    .where('results.address', '=', address)
    .where('results.chain', '=', 'tron')
    .where('results.status', '!=', 'absent')
    .where('results.number', '<', before)
    .orderBy('results.number', 'desc')
    .limit(PAGE)
    .execute();
