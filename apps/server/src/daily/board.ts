import { DAILY_PLACES, DAILY_WINNERS, type DailyBoard, type DailyPlace } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { type Database, perDatabase } from '../platform/database/index.ts';
import { type Day, dayOf } from '../platform/clock/index.ts';
import { DAILY_RULES, dailySeed, dayBefore, LATE_MS } from './seed.ts';

interface PlaceRow {
  readonly id: number;
  readonly name: string;
  readonly is_player: 0 | 1;
  readonly score: number;
  readonly popped: number;
  readonly best_combo: number;
}

/** A place without its rank. A player is called what the profile says now. */
const PLACE = `id, coalesce(players.username, name) AS name, players.address IS NOT NULL AS is_player, score, popped, best_combo
  FROM daily_results LEFT JOIN players ON players.address = entrant`;

const statements = perDatabase((db) => ({
  first: db.prepare<[string, number], PlaceRow & { readonly replay: Uint8Array }>(
    `SELECT replay, ${PLACE} WHERE date = +? ORDER BY score DESC, id LIMIT ?`,
  ),
  find: db.prepare<[string, string], PlaceRow>(`SELECT ${PLACE} WHERE date = +? AND entrant = +?`),
  // Two ranges of the board's index; one condition with OR would read the whole day.
  before: db
    .prepare<[{ date: string; score: number; id: number }], number>(
      `SELECT (SELECT count(*) FROM daily_results WHERE date = @date AND score > @score)
         + (SELECT count(*) FROM daily_results WHERE date = @date AND score = @score AND id < @id)`,
    )
    .pluck(),
  count: db.prepare<[string], number>('SELECT count(*) FROM daily_results WHERE date = +?').pluck(),
}));

/** The day's board and the best of the day before, with the place of an entrant; null for a visitor without a name. */
export function showBoard(context: Context, entrant: string | null): DailyBoard {
  const { db } = context;
  const nowMs = context.now();
  const today = dayOf(nowMs);
  const yesterday = dayBefore(nowMs);
  const isClosed = nowMs >= yesterday.endMs + LATE_MS;
  return {
    today: { ...showDay(context, today, entrant), places: firstOf(db, today.date, DAILY_PLACES).map(showFirst) },
    yesterday: {
      ...showDay(context, yesterday, entrant),
      places: firstOf(db, yesterday.date, DAILY_WINNERS).map((row, at) => ({
        ...showFirst(row, at),
        replay: isClosed ? Buffer.from(row.replay).toString('base64url') : null,
      })),
    },
  };
}

/** The place of an entrant on a day's board; null without a round on it. */
export function placeOf(db: Database, date: string, entrant: string): DailyPlace | null {
  const { find, before } = statements(db);
  const row = find.get(date, entrant);
  return row === undefined ? null : showPlace(row, 1 + (before.get({ date, score: row.score, id: row.id }) ?? 0));
}

/** Rounds on a day's board. */
export const countOf = (db: Database, date: string): number => statements(db).count.get(date) ?? 0;

const firstOf = (db: Database, date: string, count: number) => statements(db).first.all(date, count);

function showDay(context: Context, { date, endMs }: Day, entrant: string | null) {
  const { db } = context;
  return {
    date,
    seed: dailySeed(context, date),
    rulesId: DAILY_RULES.id,
    rulesVersion: DAILY_RULES.version,
    endsAt: endMs,
    closesAt: endMs + LATE_MS,
    count: countOf(db, date),
    own: entrant === null ? null : placeOf(db, date, entrant),
  };
}

const showFirst = (row: PlaceRow, at: number): DailyPlace => showPlace(row, at + 1);

const showPlace = ({ name, is_player, score, popped, best_combo }: PlaceRow, rank: number): DailyPlace => ({
  rank,
  name,
  isPlayer: is_player === 1,
  score,
  popped,
  bestCombo: best_combo,
});
