import { err, ok, type Result } from '@popfray/engine/result';
import { decodeClientFrame, type ClientFrame } from '@popfray/protocol/battle';
import { gameSocketIn, parseActionFields, type ActionFields, type GameSocketIn } from '@popfray/protocol/socket';
import type { MessageCodec } from '../platform/sockets/index.ts';

/** What a client sends on the game socket: a message as JSON, or a frame of a battle. */
export type ClientMessage =
  | {
      readonly kind: 'text';
      readonly message: GameSocketIn;
      /** The extra fields of an action; empty for every other message. */
      readonly fields: ActionFields;
    }
  | { readonly kind: 'frame'; readonly frame: ClientFrame };

/** Why data of a client cannot be decoded. */
export type DecodeError = 'ERR_BODY' | 'ERR_ACTION_FIELDS';

/** Decodes everything that clients send on the game socket. */
export const CLIENT_MESSAGE_CODEC: MessageCodec<ClientMessage, DecodeError> = {
  decodeText,
  decodeFrame(bytes) {
    const frame = decodeClientFrame(bytes);
    return frame === null ? err('ERR_BODY') : ok({ kind: 'frame', frame });
  },
};

function decodeText(text: string): Result<ClientMessage, DecodeError> {
  const json = parseJson(text);
  const { data: message } = gameSocketIn.safeParse(json);
  if (message === undefined) return err('ERR_BODY');
  if (message.type !== 'game_action') return ok({ kind: 'text', message, fields: {} });
  const fields = parseActionFields(json as object);
  return fields === null ? err('ERR_ACTION_FIELDS') : ok({ kind: 'text', message, fields });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
