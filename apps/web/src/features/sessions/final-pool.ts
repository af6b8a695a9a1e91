import type { Session } from '@popfray/protocol';

/**
 * What the players of a session have paid, once joining has ended: sun, 0 after a refund. Undefined while the pool can grow, and
 * where another platform has the fees.
 */
export function finalPoolSun({
  status,
  paidSun,
  isHostedHere,
}: Pick<Session, 'status' | 'paidSun' | 'isHostedHere'>): number | undefined {
  if (status === 'draft' || status === 'waiting' || !isHostedHere) return undefined;
  return status === 'cancelled' || status === 'expired' ? 0 : paidSun;
}
