/** Maximum number of remembered sessions. */
const MAX_SESSIONS = 100;

const lost = new Set<string>();

/** Remembers that the player has lost the seat in a session: it was refunded, or the creator removed the player. */
export function rememberLostSeat(sessionId: string | undefined): void {
  if (sessionId === undefined) return;
  lost.add(sessionId);
  const [oldest] = lost;
  if (lost.size > MAX_SESSIONS && oldest !== undefined) lost.delete(oldest);
}

/** Whether the player has lost the seat in a session. Later messages about the seat are then out of date. */
export const isSeatLost = (sessionId: string): boolean => lost.has(sessionId);
