import type { GameMode, Player, PrizesTo, SignedIn } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { type Database, type PlayerRow, prepareQuery } from '../platform/database/index.ts';
import { balanceOf, playerAccount } from '../ledger/index.ts';
import { clearGames, preferredMode, statisticsOf } from './games.ts';
import { heldSunOf } from './held.ts';
import { isOperator } from './operator.ts';
import { defaultUsername, shortenAddress } from './username.ts';

/** Lets a player in who has just proved an address: makes the profile the first time and after a deletion, and notes the time. */
export async function welcomePlayer(context: Context, address: string): Promise<SignedIn> {
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
    prizes_to: 'wallet',
  };
  const added = await db.countChanges(
    db
      .insertInto('players')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('address').doUpdateSet(row).where('players.deleted_at', 'is not', null),
      ),
  );
  if (added === 0)
    await db.updateTable('players').set({ last_connected: nowMs }).where('address', '=', address).execute();
  return { player: await showPlayer(context, address), isNew: added === 1 };
}

/** A player's own profile. Throws for an address that never signed in. */
export async function showPlayer(context: Context, address: string): Promise<Player> {
  const { db } = context;
  const row = await findPlayer(db, address);
  if (row === undefined) throw new Error(`${address} is no player`);
  const statistics = await statisticsOf(db, address);
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
    balanceSun: await balanceOf(db, playerAccount(address)),
    heldSun: await heldSunOf(db, address),
    isOperator: isOperator(context, address),
    prizesTo: row.prizes_to,
  };
}

/** Gives a player a name that `parseUsername` has let pass. Changes nothing when the profile was deleted. */
export const renamePlayer = async (db: Database, address: string, username: string): Promise<void> => {
  await db
    .updateTable('players')
    .set({ username })
    .where('address', '=', address)
    .where('deleted_at', 'is', null)
    .execute();
};

/** Sets the game mode that a player prefers; null for the one played most. Changes nothing when the profile was deleted. */
export const chooseGameMode = async (db: Database, address: string, mode: GameMode | null): Promise<void> => {
  await db
    .updateTable('players')
    .set({ preferred_game_mode: mode ?? 'automatic' })
    .where('address', '=', address)
    .where('deleted_at', 'is', null)
    .execute();
};

/** Sets where a player's prizes of battles go. Changes nothing when the profile was deleted. */
export const choosePrizes = async (db: Database, address: string, prizesTo: PrizesTo): Promise<void> => {
  await db
    .updateTable('players')
    .set({ prizes_to: prizesTo })
    .where('address', '=', address)
    .where('deleted_at', 'is', null)
    .execute();
};

/** Where a player's prizes of battles go. Throws for an address that never signed in. */
export async function prizesOf(db: Database, address: string): Promise<PrizesTo> {
  const row = await db.selectFrom('players').select('prizes_to').where('address', '=', address).executeTakeFirst();
  if (row === undefined) throw new Error(`${address} is no player`);
  return row.prizes_to;
}

/**
 * Empties a profile except for its address, which other rows refer to. Call it in the transaction that deletes the rest. The next sign-in
 * starts a new profile.
 */
export async function erasePlayer(db: Database, address: string, nowMs: number): Promise<void> {
  await db.updateTable('players').set(emptied(address, nowMs)).where('address', '=', address).execute();
  await clearGames(db, address);
}

/** Adds an address that other rows refer to, without a profile, unless it exists. The first sign-in starts the profile. */
export async function addAddress(db: Database, address: string, nowMs: number): Promise<void> {
  const row: PlayerRow = { address, ...emptied(address, nowMs) };
  await db
    .insertInto('players')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A profile of which only the address is left. */
const emptied = (address: string, nowMs: number): Omit<PlayerRow, 'address'> => ({
  username: shortenAddress(address),
  games_played: 0,
  total_score: 0,
  preferred_game_mode: 'automatic',
  created_at: nowMs,
  last_connected: nowMs,
  deleted_at: nowMs,
  prizes_to: 'wallet',
});

/** Whether a player's profile was deleted, without a sign-in since. */
export const isDeleted = async (db: Database, address: string): Promise<boolean> =>
  (await db
    .selectFrom('players')
    .select('address')
    .where('address', '=', address)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** A player's name. Throws for an address that never signed in. */
export async function usernameOf(db: Database, address: string): Promise<string> {
  const [row] = await findUsername(db, address);
  if (row === undefined) throw new Error(`${address} is no player`);
  return row.username;
}

/** Compiled once, because every finished round runs it (bench: solo.server_cpu_us_per_round). */
const findUsername = prepareQuery((db: Database, address: string) =>
  db.selectFrom('players').select('username').where('address', '=', address),
);

const findPlayer = async (db: Database, address: string): Promise<PlayerRow | undefined> =>
  db.selectFrom('players').selectAll().where('address', '=', address).executeTakeFirst();
