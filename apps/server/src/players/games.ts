import { GAME_MODES, type GameMode, type Player } from '@popfray/protocol';
import { type Database, type GameStatisticsRow, perDatabase } from '../platform/database/index.ts';

/** Mode that a player without games prefers. SPEC section 3. */
const FIRST_MODE: GameMode = 'cross-chain-battle';

/** A verified round. SPEC section 3, game stats update. */
export interface PlayedGame {
  readonly address: string;
  readonly category: GameMode;
  readonly score: number;
}

/** Adds a verified round to a player's totals and to those of its category. Changes nothing when the profile was deleted. */
export function countGame(db: Database, { address, category, score }: PlayedGame): void {
  const { total, add } = statements(db);
  if (total.run(score, address).changes === 1) add.run(address, category, score);
}

/** What a player has played, by category. */
export function statisticsOf(db: Database, address: string): Player['statistics'] {
  const rows = new Map(
    statements(db)
      .of.all(address)
      .map((row) => [row.category, row]),
  );
  const played = (category: GameMode): Player['statistics'][GameMode] => {
    const { games = 0, points = 0 } = rows.get(category) ?? {};
    return { games, points };
  };
  return {
    'cross-chain-battle': played('cross-chain-battle'),
    'trx-classic': played('trx-classic'),
    'free-play': played('free-play'),
  };
}

/** The mode played most; of equal ones the first of `GAME_MODES`, which is also that of a player without games. */
export function preferredMode(statistics: Player['statistics']): GameMode {
  return GAME_MODES.reduce((most, mode) => (statistics[mode].games > statistics[most].games ? mode : most), FIRST_MODE);
}

/** Deletes what a player has played. */
export const clearGames = (db: Database, address: string): void => void statements(db).clear.run(address);

const statements = perDatabase((db) => ({
  total: db.prepare<[number, string]>(
    'UPDATE players SET games_played = games_played + 1, total_score = total_score + ? WHERE address = ? AND deleted_at IS NULL',
  ),
  add: db.prepare<[string, GameMode, number]>(
    `INSERT INTO game_statistics (address, category, games, points) VALUES (?, ?, 1, ?)
     ON CONFLICT (address, category) DO UPDATE SET games = games + 1, points = points + excluded.points`,
  ),
  of: db.prepare<[string], GameStatisticsRow>('SELECT * FROM game_statistics WHERE address = ?'),
  clear: db.prepare<[string]>('DELETE FROM game_statistics WHERE address = ?'),
}));
