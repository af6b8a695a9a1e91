/** Most sessions that are remembered. */
const MOST = 100;

const lost = new Set<string>();

/** Remembers that the player was told of losing the seat in a session: it was refunded, or the creator removed the player. */
export function noteLostSeat(sessionId: string | undefined): void {
  if (sessionId === undefined) return;
  lost.add(sessionId);
  const [oldest] = lost;
  if (lost.size > MOST && oldest !== undefined) lost.delete(oldest);
}

/** Whether the player was told of losing the seat in a session. What is still to be said of the seat is out of date then. */
export const isSeatLost = (sessionId: string): boolean => lost.has(sessionId);
