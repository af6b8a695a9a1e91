import type { Blockchain, Fought, SessionMode } from '@popfray/protocol';
import { type Database, perDatabase } from '../platform/database/index.ts';

/** A battle's end for the player, and what it was. */
interface FoughtRow {
  readonly number: number;
  readonly session_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly game_mode: SessionMode;
  readonly settled_at: number;
  readonly position: number;
  readonly score: number;
  readonly share_sun: number;
  readonly fee_sun: number | null;
}

interface OpponentRow {
  readonly username: string;
  readonly chain: Blockchain;
  readonly is_bot: 0 | 1;
  readonly position: number;
}

/** A page of a player's battles, newest first: those before a number, if one is given. */
export function battlesOf(
  db: Database,
  address: string,
  before: number | undefined,
  limit: number,
): { readonly battles: Fought[]; readonly next: number | null } {
  const { fought, opponents } = statements(db);
  const rows = fought.all(address, before ?? Number.MAX_SAFE_INTEGER, limit + 1);
  const battles = rows.slice(0, limit).map((row): Fought => ({
    number: row.number,
    sessionId: row.session_id,
    sessionName: row.name,
    gameMode: row.game_mode,
    settledAt: row.settled_at,
    position: row.position,
    score: row.score,
    feeSun: row.fee_sun ?? 0,
    shareSun: row.share_sun,
    opponents: opponents.all(row.session_id, row.user_id).map(({ username, chain, is_bot, position }) => ({
      username,
      blockchain: chain,
      isBot: is_bot === 1,
      position,
    })),
  }));
  return { battles, next: rows.length > limit ? (battles.at(-1)?.number ?? null) : null };
}

const statements = perDatabase((db) => ({
  /** Results are only ever added, so that their rowids follow the time. */
  fought: db.prepare<[string, number, number], FoughtRow>(
    `SELECT results.rowid AS number, results.session_id, results.user_id, sessions.name, sessions.game_mode, battles.settled_at,
       results.position, results.score, results.share_sun, seats.fee_sun
     FROM results
     JOIN battles ON battles.session_id = results.session_id
     JOIN sessions ON sessions.id = results.session_id
     LEFT JOIN seats ON seats.session_id = results.session_id AND seats.user_id = results.user_id
     WHERE results.address = ? AND results.chain = 'tron' AND results.rowid < ?
     ORDER BY results.rowid DESC LIMIT ?`,
  ),
  opponents: db.prepare<[string, string], OpponentRow>(
    'SELECT username, chain, is_bot, position FROM results WHERE session_id = ? AND user_id != ? ORDER BY place',
  ),
}));
