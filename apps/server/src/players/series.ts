import type { PlayedDay } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { perDatabase } from '../platform/database/index.ts';
import { DAY_MS, dayOf } from '../platform/clock/index.ts';

/** A day's Solo rounds, added up. `day` counts days from the epoch. */
interface RoundsRow {
  readonly day: number;
  readonly games: number;
  readonly points: number;
  readonly best: number;
  readonly earned_sun: number;
}

/** A battle's end for the player. */
interface BattleRow {
  readonly settled_at: number;
  readonly score: number;
  readonly share_sun: number;
  readonly position: number;
  readonly is_counted: 0 | 1;
}

type Mutable<Row> = { -readonly [Key in keyof Row]: Row[Key] };

/**
 * A player's rounds and battles on each of the last `count` days (UTC), today last. Only activity since the start of the profile counts, so a
 * profile that was deleted starts at 0.
 */
export function seriesOf({ db, now }: Pick<Context, 'db' | 'now'>, address: string, count: number): PlayedDay[] {
  const today = dayOf(now());
  const firstMs = today.startMs - (count - 1) * DAY_MS;
  const { since, rounds, battles } = statements(db);
  const sinceMs = Math.max(firstMs, since.get(address) ?? 0);
  const days = Array.from({ length: count }, (_, at) => emptyDay(firstMs + at * DAY_MS));
  const dayAt = (atMs: number): Mutable<PlayedDay> | undefined => days[Math.floor((atMs - firstMs) / DAY_MS)];

  for (const row of rounds.all(address, sinceMs)) {
    const day = dayAt(row.day * DAY_MS);
    if (day !== undefined) add(day, row.games, row.points, row.best, row.earned_sun);
  }
  for (const row of battles.iterate(address)) {
    // Battles come newest first, so that however many there ever were, only those of the days are read.
    if (row.settled_at < sinceMs) break;
    const day = dayAt(row.settled_at);
    if (day === undefined) continue;
    add(day, 1, row.score, row.score, row.share_sun);
    day.battles += row.is_counted;
    day.won += row.is_counted === 1 && row.position === 1 ? 1 : 0;
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

const statements = perDatabase((db) => ({
  since: db.prepare<[string], number>('SELECT created_at FROM players WHERE address = ?').pluck(),
  rounds: db.prepare<[string, number], RoundsRow>(
    `SELECT played_at / ${DAY_MS} AS day, count(*) AS games, sum(score) AS points, max(score) AS best, sum(credited_sun) AS earned_sun
     FROM rounds WHERE address = ? AND played_at >= ? AND status = 'credited' GROUP BY day`,
  ),
  battles: db.prepare<[string], BattleRow>(
    `SELECT settled_at, score, share_sun, position, has_bots = 0 AS is_counted
     FROM results JOIN battles ON battles.session_id = results.session_id
     WHERE address = ? AND chain = 'tron' AND status != 'absent' ORDER BY results.rowid DESC`,
  ),
}));
