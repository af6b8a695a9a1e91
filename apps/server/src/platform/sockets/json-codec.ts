import { err, ok } from '@popfray/engine/result';
import type { z } from 'zod';
import type { MessageCodec } from './connection.ts';

/** Parses a JSON message and checks it by a schema; null when it is not JSON or does not match. */
export function parseMessage<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The codec of a path where clients send JSON only. */
export const createJsonCodec = <Schema extends z.ZodType>(
  schema: Schema,
): MessageCodec<z.output<Schema>, 'ERR_BODY'> => ({
  decodeText(text) {
    const message = parseMessage(schema, text);
    return message === null ? err('ERR_BODY') : ok(message);
  },
  decodeFrame: () => err('ERR_BODY'),
});
