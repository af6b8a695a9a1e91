import type { Player, SignedIn } from '@popfray/protocol';
import type { Context } from '../context.ts';
import { sql, type Database } from '../database/database.ts';
import { perDatabase } from '../database/per-database.ts';
import type { PlayerRow } from '../database/schema.ts';
import { balanceOf, playerAccount } from '../ledger/ledger.ts';
import { defaultUsername, shortenAddress } from './username.ts';

/** Mode that a new player prefers. SPEC section 3. */
const FIRST_MODE = 'cross-chain-battle';

/** Lets a player in who has just proved an address: makes the profile the first time and after a deletion, and notes the time. */
export function welcomePlayer(context: Context, address: string): SignedIn {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const row: PlayerRow = {
    address,
    username: defaultUsername(address),
    games_played: 0,
    total_score: 0,
    preferred_game_mode: FIRST_MODE,
    created_at: nowMs,
    last_connected: nowMs,
    deleted_at: null,
  };
  const added = db.run(
    sql
      .insertInto('players')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('address').doUpdateSet(row).where('players.deleted_at', 'is not', null),
      ),
  );
  if (added === 0) db.run(sql.updateTable('players').set({ last_connected: nowMs }).where('address', '=', address));
  return { player: showPlayer(context, address), isNew: added === 1 };
}

/** A player's own profile. Throws for an address that never signed in. */
export function showPlayer({ db, house }: Context, address: string): Player {
  const row = findPlayer(db, address);
  if (row === undefined) throw new Error(`${address} is no player`);
  return {
    address,
    username: row.username,
    gamesPlayed: row.games_played,
    totalScore: row.total_score,
    preferredGameMode: row.preferred_game_mode as Player['preferredGameMode'],
    createdAt: row.created_at,
    lastConnected: row.last_connected,
    balanceSun: balanceOf(db, playerAccount(address)),
    isHouse: address === house.address,
  };
}

/** Gives a player a name that `parseUsername` has let pass. */
export const renamePlayer = (db: Database, address: string, username: string): void =>
  void db.run(sql.updateTable('players').set({ username }).where('address', '=', address));

/**
 * Leaves nothing of a profile but its address, which rows that stay refer to. Within the transaction that deletes the rest; with the
 * next sign-in the player begins anew.
 */
export function erasePlayer(db: Database, address: string, nowMs: number): void {
  const nobody: Omit<PlayerRow, 'address'> = {
    username: shortenAddress(address),
    games_played: 0,
    total_score: 0,
    preferred_game_mode: FIRST_MODE,
    created_at: nowMs,
    last_connected: nowMs,
    deleted_at: nowMs,
  };
  db.run(sql.updateTable('players').set(nobody).where('address', '=', address));
}

const statements = perDatabase((db) => ({
  count: db.prepare<[number, string]>(
    'UPDATE players SET games_played = games_played + 1, total_score = total_score + ? WHERE address = ? AND deleted_at IS NULL',
  ),
  name: db.prepare<[string], string>('SELECT username FROM players WHERE address = ?').pluck(),
}));

/** Adds a verified round to what a player has played; to nothing, when the profile was deleted. */
export const countRound = (db: Database, address: string, score: number): void =>
  void statements(db).count.run(score, address);

/** A player's name. Throws for an address that never signed in. */
export function usernameOf(db: Database, address: string): string {
  const username = statements(db).name.get(address);
  if (username === undefined) throw new Error(`${address} is no player`);
  return username;
}

const findPlayer = (db: Database, address: string): PlayerRow | undefined =>
  db.get<PlayerRow>(sql.selectFrom('players').selectAll().where('address', '=', address));
