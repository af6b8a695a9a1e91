import { err, ok, type Result } from '@popfray/chain';
import { DEFAULT_TIME_LIMIT_S, type FailureCode, type Session } from '@popfray/protocol';
import type { GameSocketIn, SeatAction } from '@popfray/protocol/socket';
import type { Context } from '../platform/context/context.ts';
import { usernameOf } from '../players/player.ts';
import { cancelSession } from '../sessions/cancel.ts';
import { createSession } from '../sessions/create.ts';
import { joinSession } from '../sessions/join.ts';
import { leaveSession } from '../sessions/leave.ts';
import { setReady } from '../sessions/ready.ts';
import { removePlayer } from '../sessions/remove.ts';
import { findSeat } from '../sessions/seat.ts';
import { findSession } from '../sessions/session.ts';
import { startSession } from '../sessions/start.ts';

/** What a player does with local games by the game socket. Whatever is paid for has its own page, and the calls of the API. */

/** Why the socket does not do something that the API may do. */
export type GameError = FailureCode | 'ERR_GAME_MODE' | 'ERR_GAME_PAID';

type Said<Type extends GameSocketIn['type']> = Extract<GameSocketIn, { readonly type: Type }>;

/** Makes a local game, free, with its creator in it. */
export async function createGame(
  context: Context,
  address: string,
  { mode, entryFee, maxPlayers }: Said<'create_game'>,
  network: string,
): Promise<Result<Session, GameError>> {
  if (mode !== 'classic') return err('ERR_GAME_MODE');
  if (entryFee > 0) return err('ERR_GAME_PAID');
  const created = await createSession(
    context,
    address,
    {
      sessionName: `${usernameOf(context.db, address)}’s game`,
      gameMode: mode,
      maxPlayers: maxPlayers as 2 | 3 | 4,
      entryFee: 0,
      timeLimit: DEFAULT_TIME_LIMIT_S,
      policy: 'winner-takes-all',
    },
    network,
  );
  return created.ok ? ok(created.value.session) : created;
}

/** Takes a seat in a free session. */
export async function joinGame(
  context: Context,
  address: string,
  { gameId }: Said<'join_game'>,
): Promise<Result<Session, GameError>> {
  const session = findSession(context.db, gameId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  if (session.fee_sun > 0) return err('ERR_GAME_PAID');
  const joined = await joinSession(context, address, gameId);
  return joined.ok ? ok(joined.value.session) : joined;
}

/** Gives a seat up; the creator's leaving ends the game for all. */
export function leaveGame(
  context: Context,
  address: string,
  { gameId }: Said<'leave_game'>,
): Result<Session, GameError> {
  const isCreator = findSession(context.db, gameId)?.creator_address === address;
  return isCreator ? cancelSession(context, gameId, address) : leaveSession(context, gameId, address);
}

/** Changes whether the player is ready, or starts the game. */
export function actInGame(
  context: Context,
  address: string,
  gameId: string,
  action: SeatAction,
): Result<Session, GameError> {
  return action === 'start'
    ? startSession(context, gameId, address)
    : setReady(context, gameId, address, action === 'ready');
}

/** The creator takes the seat of a player who has not paid. */
export const removeFromGame = (
  context: Context,
  address: string,
  { gameId, userId }: Said<'remove_player'>,
): Result<Session, GameError> => removePlayer(context, gameId, address, userId);

/** Whether a player has a seat in a session that is played now. */
export function isPlaying({ db }: Context, address: string, sessionId: string): boolean {
  return findSession(db, sessionId)?.status === 'playing' && findSeat(db, sessionId, address)?.status === 'taken';
}
