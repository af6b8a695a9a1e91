import { err, ok, type Result } from '@popfray/engine/result';
import type { ActionFields, GameSocketIn } from '@popfray/protocol/socket';
import type { Connection } from '../platform/sockets/index.ts';
import type { DomainEvent } from '../platform/bus/index.ts';
import type { Context } from '../platform/context/index.ts';
import { findSession, seatsOf } from '../sessions/index.ts';
import { seatKey, sendToAll, type Audience } from './audience.ts';

type GameAction = Extract<GameSocketIn, { readonly type: 'game_action' }>;

/** Why an action is not passed on. */
export type RelayError = 'ERR_SESSION_UNKNOWN' | 'ERR_SESSION_STATE' | 'ERR_SEAT_UNKNOWN';

/**
 * Passes an action of a player on to the other players of the game, with its extra fields. The player needs a taken seat, and the game must
 * not be over. Nothing is stored: a player who has no connection open does not receive it.
 */
export async function relayAction(
  { db, bus }: Pick<Context, 'db' | 'bus'>,
  playerId: string,
  { gameId, action }: GameAction,
  fields: ActionFields,
): Promise<Result<true, RelayError>> {
  const session = await findSession(db, gameId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  const players = (await seatsOf(db, gameId)).filter(({ status }) => status === 'taken');
  if (!players.some(({ user_id }) => user_id === playerId)) return err('ERR_SEAT_UNKNOWN');
  if (session.ended_at !== null) return err('ERR_SESSION_STATE');
  const receiverIds = players.flatMap(({ user_id }) => (user_id === playerId ? [] : [user_id]));
  bus.publish({ type: 'game-action', gameId, playerId, action, fields, receiverIds });
  return ok(true);
}

/** Sends an action to the connections of its receivers. */
export function sendAction(
  audience: Audience,
  { gameId, playerId, action, fields, receiverIds }: Extract<DomainEvent, { readonly type: 'game-action' }>,
): void {
  const receivers = new Set<Connection>();
  for (const userId of receiverIds) {
    for (const connection of audience.players.of(userId)) receivers.add(connection);
    for (const connection of audience.seats.of(seatKey(gameId, userId))) receivers.add(connection);
  }
  sendToAll(receivers, { ...fields, type: 'game_action', gameId, action, playerId });
}
