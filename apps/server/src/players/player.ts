import type { GameMode, Player, SignedIn } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { type Database, type PlayerRow, sql } from '../platform/database/index.ts';
import { balanceOf, playerAccount } from '../ledger/index.ts';
import { clearGames, preferredMode, statisticsOf } from './games.ts';
import { isOperator } from './operator.ts';
import { defaultUsername, shortenAddress } from './username.ts';

/** Lets a player in who has just proved an address: makes the profile the first time and after a deletion, and notes the time. */
export function welcomePlayer(context: Context, address: string): SignedIn {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const row: PlayerRow = {
    address,
    username: defaultUsername(address),
    games_played: 0,
    total_score: 0,
    preferred_game_mode: 'automatic',
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
export function showPlayer(context: Context, address: string): Player {
  const { db } = context;
  const row = findPlayer(db, address);
  if (row === undefined) throw new Error(`${address} is no player`);
  const statistics = statisticsOf(db, address);
  const chosen = row.preferred_game_mode === 'automatic' ? null : row.preferred_game_mode;
  return {
    address,
    username: row.username,
    gamesPlayed: row.games_played,
    totalScore: row.total_score,
    preferredGameMode: chosen ?? preferredMode(statistics),
    chosenGameMode: chosen,
    statistics,
    createdAt: row.created_at,
    lastConnected: row.last_connected,
    balanceSun: balanceOf(db, playerAccount(address)),
    isOperator: isOperator(context, address),
  };
}

/** Gives a player a name that `parseUsername` has let pass. */
export const renamePlayer = (db: Database, address: string, username: string): void =>
  void db.run(sql.updateTable('players').set({ username }).where('address', '=', address));

/** Sets the game mode that a player prefers; null for the one played most. */
export const chooseGameMode = (db: Database, address: string, mode: GameMode | null): void =>
  void db.run(
    sql
      .updateTable('players')
      .set({ preferred_game_mode: mode ?? 'automatic' })
      .where('address', '=', address),
  );

/**
 * Empties a profile except for its address, which other rows refer to. Call it in the transaction that deletes the rest. The next sign-in
 * starts a new profile.
 */
export function erasePlayer(db: Database, address: string, nowMs: number): void {
  const emptied: Omit<PlayerRow, 'address'> = {
    username: shortenAddress(address),
    games_played: 0,
    total_score: 0,
    preferred_game_mode: 'automatic',
    created_at: nowMs,
    last_connected: nowMs,
    deleted_at: nowMs,
  };
  db.run(sql.updateTable('players').set(emptied).where('address', '=', address));
  clearGames(db, address);
}

/** Whether a player's profile was deleted, without a sign-in since. */
export const isDeleted = (db: Database, address: string): boolean =>
  db.get(
    sql.selectFrom('players').select('address').where('address', '=', address).where('deleted_at', 'is not', null),
  ) !== undefined;

/** A player's name. Throws for an address that never signed in. */
export function usernameOf(db: Database, address: string): string {
  const row = db.get(sql.selectFrom('players').select('username').where('address', '=', address));
  if (row === undefined) throw new Error(`${address} is no player`);
  return row.username;
}

const findPlayer = (db: Database, address: string): PlayerRow | undefined =>
  db.get(sql.selectFrom('players').selectAll().where('address', '=', address));
