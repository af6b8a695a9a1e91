import type { Shares } from '@popfray/protocol';
import type { Conduct } from '../conduct/index.ts';
import type { Database, ExaminationRow, SeatRow } from '../platform/database/index.ts';
import type { PlayedRound } from './played.ts';

/** A seat and the round that was played on it. */
interface Played {
  readonly seat: SeatRow;
  readonly round: PlayedRound;
}

/** The id of a seat's examination, and of its share when that is held. */
export const makeShareId = (sessionId: string, place: number): string => `${sessionId}.${place}`;

/** The score of a path as it is stored: thousandths. Null without enough of a path. */
export const makePathScore = (conduct: Conduct | null): number | null =>
  conduct === null || conduct.pathScore === null ? null : Math.round(1_000 * conduct.pathScore);

/** The shares that are held, by user id, sun: those of players who have exceeded a limit. */
export const findHeld = (players: readonly Played[], shares: Shares): ReadonlyMap<string, number> =>
  new Map(
    players.flatMap(({ seat: { user_id: userId }, round: { conduct } }) => {
      const shareSun = shares.players.get(userId) ?? 0;
      return shareSun > 0 && isSuspicious(conduct) ? [[userId, shareSun] as const] : [];
    }),
  );

const isSuspicious = (conduct: Conduct | null): boolean => conduct !== null && conduct.reasons.length > 0;

/** Stores how the players who paid have played, in the transaction of the settlement. */
export async function addExaminations(
  db: Database,
  players: readonly Played[],
  heldSun: ReadonlyMap<string, number>,
  nowMs: number,
): Promise<void> {
  const rows = players.flatMap(({ seat, round: { conduct, path } }): ExaminationRow[] => {
    if (conduct === null) return [];
    const shareSun = heldSun.get(seat.user_id) ?? 0;
    return [
      {
        id: makeShareId(seat.session_id, seat.place),
        session_id: seat.session_id,
        place: seat.place,
        address: seat.address,
        examined_at: nowMs,
        reasons: conduct.reasons.join(' '),
        clicks: conduct.clicks,
        reaction_median_ms: conduct.reactionMedianMs,
        interval_variation_pct: conduct.intervalVariationPct,
        aim_offset_pct: conduct.aimOffsetPct,
        path_score: makePathScore(conduct),
        contradicted: conduct.contradicted,
        path,
        status: shareSun > 0 ? 'held' : 'clear',
        share_sun: shareSun,
        amount_sun: shareSun,
        reason: null,
        decided_by: null,
        decided_at: null,
      },
    ];
  });
  if (rows.length > 0) await db.insertInto('examinations').values(rows).execute();
}

/** The house in `passed_shares.to_place`. */
export const HOUSE_PLACE = -1;

/** What was received of refused shares of a battle, by place, sun. */
export async function passedOn(db: Database, sessionId: string): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('passed_shares')
    .select(({ fn }) => ['to_place', fn.sum<number>('amount_sun').as('amount_sun')])
    .where('session_id', '=', sessionId)
    .groupBy('to_place')
    .execute();
  return new Map(rows.map(({ to_place, amount_sun }) => [to_place, amount_sun]));
}

/** The paths of the pointer in a battle, by place, without those of players whose share is held. */
export async function pathsIn(db: Database, sessionId: string): Promise<ReadonlyMap<number, Uint8Array>> {
  const rows = await db
    .selectFrom('examinations')
    .select(['place', 'path'])
    .where('session_id', '=', sessionId)
    .where('status', '!=', 'held')
    .execute();
  return new Map(rows.flatMap(({ place, path }) => (path === null ? [] : [[place, path] as const])));
}

/** What became of the shares of a battle that are or were held, by their places. */
export async function reviewsIn(
  db: Database,
  sessionId: string,
): Promise<ReadonlyMap<number, Exclude<ExaminationRow['status'], 'clear'>>> {
  const rows = await db
    .selectFrom('examinations')
    .select(['place', 'status'])
    .where('session_id', '=', sessionId)
    .where('status', '!=', 'clear')
    .execute();
  return new Map(rows.flatMap(({ place, status }) => (status === 'clear' ? [] : [[place, status] as const])));
}
