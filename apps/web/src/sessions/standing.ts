import type { Session, SessionStatus } from '@popfray/protocol';

/** Statuses in which a session is not over. */
const OPEN: ReadonlySet<SessionStatus> = new Set(['draft', 'waiting', 'starting', 'playing']);

/** Whether a session is not over. */
export const isOpen = ({ status }: Session): boolean => OPEN.has(status);

/** What the way into a session depends on, besides the session. */
export interface Visitor {
  /** The signed-in player's; null for anybody else. */
  readonly address: string | null;
  readonly isReachable: boolean;
}

/**
 * What a visitor can do about a session: `join` it; go to it as its creator (`own`) or as one of its players (`return`); or why
 * there is nothing to be done. SPEC sections 2 and 5.
 */
export type Standing =
  | 'join'
  | 'own'
  | 'return'
  | 'signed-out'
  | 'unreachable'
  | 'removed'
  | 'elsewhere'
  | 'full'
  | 'started'
  | 'over'
  | 'expired';

/** How a visitor stands to a session. Who has a seat, or made it, comes back to it as long as it is not over. */
export function standingOf(session: Session, { address, isReachable }: Visitor): Standing {
  if (!isOpen(session)) return session.status === 'expired' ? 'expired' : 'over';
  if (address !== null) {
    if (session.creatorAddress === address) return 'own';
    if (session.participants.some(({ userId, status }) => userId === address && status !== 'left')) return 'return';
  }
  if (address !== null && session.removedUserIds.includes(address)) return 'removed';
  if (session.status === 'starting' || session.status === 'playing') return 'started';
  if (session.currentPlayers >= session.maxPlayers) return 'full';
  // Popfray cannot take a fee for another platform.
  if (!session.isHostedHere && session.entryFeeSun > 0) return 'elsewhere';
  if (!isReachable) return 'unreachable';
  return address === null ? 'signed-out' : 'join';
}

/** Whether a standing leads into the session. */
export const leadsIn = (standing: Standing): standing is 'join' | 'own' | 'return' =>
  standing === 'join' || standing === 'own' || standing === 'return';

/** Those that can be joined first, then those that have begun, then those that are over; each as the server orders them. */
export function inListOrder(sessions: readonly Session[]): readonly Session[] {
  const rank = ({ status }: Session): number => {
    if (status === 'draft' || status === 'waiting') return 0;
    return OPEN.has(status) ? 1 : 2;
  };
  return sessions.toSorted((a, b) => rank(a) - rank(b));
}
