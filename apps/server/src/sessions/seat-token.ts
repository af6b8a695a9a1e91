import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../platform/context/index.ts';

/**
 * The secret that speaks for a seat on the game socket: a keyed hash, so that nothing has to be stored, a restart changes nothing,
 * and nobody without the house's key can make one. It is given to the seat's player alone.
 */
export function makeSeatToken({ house }: Pick<Context, 'house'>, sessionId: string, userId: string): string {
  const key = createHmac('sha256', house.privateKey).update('popfray seat token 1').digest();
  return createHmac('sha256', key)
    .update(JSON.stringify([sessionId, userId]))
    .digest('base64url');
}

/** Whether a text is a seat's token. Takes as long for a wrong one as for the right one. */
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
