import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../platform/context/index.ts';

/**
 * The token of a seat, which authenticates its player on the game socket. It is a hash with a key that is derived from the house's, so it is not
 * stored, survives a restart and cannot be forged. Only the seat's player receives it.
 */
export function makeSeatToken({ house }: Pick<Context, 'house'>, sessionId: string, userId: string): string {
  const key = createHmac('sha256', house.privateKey).update('popfray seat token 1').digest();
  return createHmac('sha256', key)
    .update(JSON.stringify([sessionId, userId]))
    .digest('base64url');
}

/** Whether a text is a seat's token. The comparison takes constant time. */
export function isSeatToken(
  context: Pick<Context, 'house'>,
  sessionId: string,
  userId: string,
  token: string,
): boolean {
  const right = Buffer.from(makeSeatToken(context, sessionId, userId));
  const given = Buffer.from(token);
  return right.length === given.length && timingSafeEqual(right, given);
}
