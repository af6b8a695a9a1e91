import type { Session, SessionStatus } from '@popfray/protocol';

/** Statuses of sessions that are not over. */
const OPEN: ReadonlySet<SessionStatus> = new Set(['draft', 'waiting', 'starting', 'playing']);

/** Whether a session is not over. */
export const isOpen = ({ status }: Session): boolean => OPEN.has(status);

/** What the role depends on besides the session. */
export interface Visitor {
  /** Address of the signed-in player; null otherwise. */
  readonly address: string | null;
  readonly isReachable: boolean;
}

/**
 * What a visitor can do with a session: `join` it; return to it as its creator (`own`) or player (`return`); or why no action is
 * possible. SPEC sections 2 and 5.
 */
export type VisitorRole =
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

/** The role of a visitor. Players and the creator can return while the session is not over. */
export function roleOf(session: Session, { address, isReachable }: Visitor): VisitorRole {
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

/** Whether the role has access to the session's room. */
export const canEnter = (standing: VisitorRole): standing is 'join' | 'own' | 'return' =>
  standing === 'join' || standing === 'own' || standing === 'return';

/** Sorts sessions: those that can be joined, then running ones, then those that are over. The server's order is kept within each group. */
export function sortSessions(sessions: readonly Session[]): readonly Session[] {
  const rank = ({ status }: Session): number => {
    if (status === 'draft' || status === 'waiting') return 0;
    return OPEN.has(status) ? 1 : 2;
  };
  return sessions.toSorted((a, b) => rank(a) - rank(b));
}
