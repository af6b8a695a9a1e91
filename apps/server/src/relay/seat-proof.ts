import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '../platform/context/index.ts';

/** What a proof is about: a seat, and one attempt of one node to connect its player at another. */
export interface ProvenSeat {
  readonly sessionId: string;
  readonly userId: string;
  /** The node of the client, and that of the battle. */
  readonly from: string;
  readonly to: string;
  readonly link: number;
  readonly attempt: number;
}

/**
 * Proves to another node that this one has verified the token of a seat. Only nodes can make it, because its key is derived from the house's. It is worth
 * nothing for another seat, node, client or attempt, so it is no secret; the token, which speaks for the seat everywhere, stays at the node of the client.
 */
export function makeSeatProof({ house }: Pick<Context, 'house'>, seat: ProvenSeat): string {
  const key = createHmac('sha256', house.privateKey).update('popfray relay proof 1').digest();
  const { sessionId, userId, from, to, link, attempt } = seat;
  return createHmac('sha256', key)
    .update(JSON.stringify([sessionId, userId, from, to, link, attempt]))
    .digest('base64url');
}

/** Whether a text is the proof of a seat. The comparison takes constant time. */
export function isSeatProof(context: Pick<Context, 'house'>, seat: ProvenSeat, proof: string): boolean {
  const right = Buffer.from(makeSeatProof(context, seat));
  const given = Buffer.from(proof);
  return right.length === given.length && timingSafeEqual(right, given);
}
