import { shareOut, type Revenue } from './revenue.ts';

/** A player who paid a fee for the battle and whose own share was not refused. */
export interface Recipient {
  readonly userId: string;
  /** Order of the seats. */
  readonly place: number;
  readonly score: number;
  /** What the player has won so far: the share, and parts of shares that were refused before. sun. */
  readonly wonSun: number;
}

/**
 * Divides a share that was refused among the other players who paid a fee, best score first: each is given what the terms would have given without the
 * refused players, as far as the share suffices. What is left goes to the best score, equally where several have it; what cannot be divided goes to
 * the lowest place. Sums to the share exactly. Without any recipient the result is empty, and the share goes to the house. By user id, sun.
 */
export function divideRefusedShare(
  terms: Revenue,
  poolSun: number,
  refusedSun: number,
  recipients: readonly Recipient[],
): ReadonlyMap<string, number> {
  const parts = new Map<string, number>();
  const ranked = recipients.toSorted((a, b) => b.score - a.score || a.place - b.place);
  const [first] = ranked;
  if (first === undefined) return parts;
  let leftSun = refusedSun;
  const give = (userId: string, amountSun: number): void => {
    leftSun -= amountSun;
    if (amountSun > 0) parts.set(userId, (parts.get(userId) ?? 0) + amountSun);
  };
  const due = shareOut(
    terms,
    poolSun,
    ranked.map((player) => ({ ...player, isPaidHere: true })),
  ).players;
  for (const { userId, wonSun } of ranked)
    give(userId, Math.min(leftSun, Math.max(0, (due.get(userId) ?? 0) - wonSun)));
  const best = ranked.filter(({ score }) => score === first.score);
  const eachSun = Math.floor(leftSun / best.length);
  for (const { userId } of best.slice(1)) give(userId, eachSun);
  give(first.userId, leftSun);
  return parts;
}
