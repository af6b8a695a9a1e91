import { err, ok, type Result } from '@popfray/chain';
import { gameSocketIn, parseActionFields, type ActionFields, type GameSocketIn } from '@popfray/protocol/socket';

/** A message of a client, and the extra fields that an action has besides; empty for every other message. */
export interface ClientMessage {
  readonly message: GameSocketIn;
  readonly fields: ActionFields;
}

/** Reads a message of the game socket from its text. */
export function parseClientMessage(text: string): Result<ClientMessage, 'ERR_BODY' | 'ERR_ACTION_FIELDS'> {
  const json = parseJson(text);
  const { data: message } = gameSocketIn.safeParse(json);
  if (message === undefined) return err('ERR_BODY');
  if (message.type !== 'game_action') return ok({ message, fields: {} });
  const fields = parseActionFields(json as object);
  return fields === null ? err('ERR_ACTION_FIELDS') : ok({ message, fields });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
