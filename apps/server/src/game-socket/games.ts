import { err, type Result } from '@popfray/engine/result';
import {
  DEFAULT_TIME_LIMIT_S,
  SESSION_MODES,
  type FailureCode,
  type Seated,
  type Session,
  type SessionMode,
} from '@popfray/protocol';
import type { GameSocketIn, SeatAction } from '@popfray/protocol/socket';
import type { Context } from '../platform/context/index.ts';
import { usernameOf } from '../players/index.ts';
import {
  cancelSession,
  createSession,
  findSeat,
  findSession,
  joinSession,
  leaveSession,
  removePlayer,
  setReady,
  startSession,
} from '../sessions/index.ts';

// Local games are created, joined and left by the game socket. A payment from the wallet is signed and submitted by the HTTP API.

/** Why the socket refuses an action, besides the errors of the HTTP API. */
export type GameError = FailureCode | 'ERR_GAME_MODE';

type MessageOf<Type extends GameSocketIn['type']> = Extract<GameSocketIn, { readonly type: Type }>;

/**
 * Makes a local game with its creator in it. It is free unless the message states a fee. One with a fee is a draft until its creator's
 * payment is final, or waits for players at once where the balance pays.
 */
export async function createGame(
  context: Context,
  address: string,
  { mode, entryFee, maxPlayers, pay }: MessageOf<'create_game'>,
  network: string,
): Promise<Result<Seated, GameError>> {
  if (!isSessionMode(mode)) return err('ERR_GAME_MODE');
  return createSession(
    context,
    address,
    {
      sessionName: `${await usernameOf(context.db, address)}’s game`,
      gameMode: mode,
      scope: 'local',
      maxPlayers: maxPlayers as 2 | 3 | 4,
      entryFee,
      timeLimit: DEFAULT_TIME_LIMIT_S,
      policy: 'winner-takes-all',
      pay,
    },
    network,
  );
}

const isSessionMode = (mode: string): mode is SessionMode => SESSION_MODES.some((known) => known === mode);

/** Takes a seat in a session, or reserves one until the player has paid the fee. */
export const joinGame = (
  context: Context,
  address: string,
  { gameId, pay }: MessageOf<'join_game'>,
): Promise<Result<Seated, GameError>> => joinSession(context, address, gameId, pay);

/** Gives a seat up; the creator's leaving ends the game for all. */
export async function leaveGame(
  context: Context,
  address: string,
  { gameId }: MessageOf<'leave_game'>,
): Promise<Result<Session, GameError>> {
  const isCreator = (await findSession(context.db, gameId))?.creator_address === address;
  return isCreator ? cancelSession(context, gameId, address) : leaveSession(context, gameId, address);
}

/** Changes whether the player is ready, or starts the game. */
export async function actInGame(
  context: Context,
  address: string,
  gameId: string,
  action: SeatAction,
): Promise<Result<Session, GameError>> {
  return action === 'start'
    ? startSession(context, gameId, address)
    : setReady(context, gameId, address, action === 'ready');
}

/** The creator takes the seat of a player who has not paid. */
export const removeFromGame = async (
  context: Context,
  address: string,
  { gameId, userId }: MessageOf<'remove_player'>,
): Promise<Result<Session, GameError>> => removePlayer(context, gameId, address, userId);

/** Whether a player has a seat in a session that is played now. */
export async function isPlaying({ db }: Context, address: string, sessionId: string): Promise<boolean> {
  return (
    (await findSession(db, sessionId))?.status === 'playing' &&
    (await findSeat(db, sessionId, address))?.status === 'taken'
  );
}
