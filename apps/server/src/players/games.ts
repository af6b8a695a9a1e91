import { GAME_MODES, type GameMode, type Player } from '@popfray/protocol';
import { type Database, prepareQuery } from '../platform/database/index.ts';

/** Mode that a player without games prefers. SPEC section 3. */
const FIRST_MODE: GameMode = 'cross-chain-battle';

/** A verified round. SPEC section 3, game stats update. */
export interface PlayedGame {
  readonly address: string;
  readonly category: GameMode;
  readonly score: number;
}

/** Adds a verified round to a player's totals and to those of its category. Changes nothing when the profile was deleted. */
export async function countGame(db: Database, { address, category, score }: PlayedGame): Promise<void> {
  const counted = await addToPlayer(db, score, address);
  if (counted.length > 0) await addToCategory(db, address, category, score);
}

// Compiled once, because every finished round runs them (bench: solo.server_cpu_us_per_round).

const addToPlayer = prepareQuery((db: Database, score: number, address: string) =>
  db
    .updateTable('players')
    .set(({ eb }) => ({ games_played: eb('games_played', '+', 1), total_score: eb('total_score', '+', score) }))
    .where('address', '=', address)
    .where('deleted_at', 'is', null)
    .returning('address'),
);

const addToCategory = prepareQuery((db: Database, address: string, category: GameMode, points: number) =>
  db
    .insertInto('game_statistics')
    .values({ address, category, games: 1, points })
    .onConflict((conflict) =>
      conflict.columns(['address', 'category']).doUpdateSet(({ eb, ref }) => ({
        games: eb('game_statistics.games', '+', 1),
        points: eb('game_statistics.points', '+', ref('excluded.points')),
      })),
    ),
);

/** What a player has played, by category. */
export async function statisticsOf(db: Database, address: string): Promise<Player['statistics']> {
  const played = await db.selectFrom('game_statistics').selectAll().where('address', '=', address).execute();
  const playedIn = (category: GameMode): Player['statistics'][GameMode] => {
    const { games = 0, points = 0 } = played.find((row) => row.category === category) ?? {};
    return { games, points };
  };
  return {
    'cross-chain-battle': playedIn('cross-chain-battle'),
    'trx-classic': playedIn('trx-classic'),
    'free-play': playedIn('free-play'),
  };
}

/** The mode played most; of equal ones the first of `GAME_MODES`, which is also that of a player without games. */
export function preferredMode(statistics: Player['statistics']): GameMode {
  return GAME_MODES.reduce((most, mode) => (statistics[mode].games > statistics[most].games ? mode : most), FIRST_MODE);
}

/** Deletes what a player has played. */
export const clearGames = async (db: Database, address: string): Promise<void> => {
  await db.deleteFrom('game_statistics').where('address', '=', address).execute();
};
