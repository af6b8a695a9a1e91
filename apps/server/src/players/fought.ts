import type { Fought } from '@popfray/protocol';
import type { Database } from '../platform/database/index.ts';

/** A page of a player's battles, newest first: those before a number, if one is given. */
export async function battlesOf(
  db: Database,
  address: string,
  before: number | undefined,
  limit: number,
): Promise<{ readonly battles: Fought[]; readonly next: number | null }> {
  const rows = await resultsBefore(db, address, before ?? Number.MAX_SAFE_INTEGER, limit + 1);
  const page = rows.slice(0, limit);
  const results = await resultsIn(
    db,
    page.map(({ session_id }) => session_id),
  );
  const battles = page.map((row): Fought => ({
    number: row.number,
    sessionId: row.session_id,
    sessionName: row.name,
    gameMode: row.game_mode,
    settledAt: row.settled_at,
    position: row.position,
    score: row.score,
    feeSun: row.fee_sun ?? 0,
    shareSun: row.share_sun,
    ...(row.review !== null && row.review !== 'clear' && { review: row.review }),
    opponents: results
      .filter(({ session_id, user_id }) => session_id === row.session_id && user_id !== row.user_id)
      .map(({ username, chain, is_bot, position }) => ({ username, blockchain: chain, isBot: is_bot === 1, position })),
  }));
  return { battles, next: rows.length > limit ? (battles.at(-1)?.number ?? null) : null };
}

/** A player's results before a number, newest first, with what is known of their battles. */
const resultsBefore = async (db: Database, address: string, before: number, limit: number) =>
  db
    .selectFrom('results')
    .innerJoin('battles', 'battles.session_id', 'results.session_id')
    .innerJoin('sessions', 'sessions.id', 'results.session_id')
    .leftJoin('seats', (join) =>
      join.onRef('seats.session_id', '=', 'results.session_id').onRef('seats.user_id', '=', 'results.user_id'),
    )
    .leftJoin('examinations', (join) =>
      join
        .onRef('examinations.session_id', '=', 'results.session_id')
        .onRef('examinations.place', '=', 'results.place'),
    )
    .select([
      'results.number',
      'results.session_id',
      'results.user_id',
      'results.position',
      'results.score',
      'results.share_sun',
      'sessions.name',
      'sessions.game_mode',
      'battles.settled_at',
      'seats.fee_sun',
      'examinations.status as review',
    ])
    .where('results.address', '=', address)
    .where('results.chain', '=', 'tron')
    .where('results.number', '<', before)
    .orderBy('results.number', 'desc')
    .limit(limit)
    .execute();

/** The results of everybody in these battles, in the order of the seats. */
async function resultsIn(db: Database, sessionIds: readonly string[]) {
  if (sessionIds.length === 0) return [];
  return db
    .selectFrom('results')
    .select(['session_id', 'user_id', 'username', 'chain', 'is_bot', 'position'])
    .where('session_id', 'in', sessionIds)
    .orderBy('place')
    .execute();
}
