import { BATTLE_SECONDS, REVEAL_AHEAD_MS, SEED_CLOSE_MS } from '@popfray/protocol/battle';

const SECOND_MS = 1_000;

/** How long players have to connect again in a countdown that was interrupted, before the seeds close, ms. */
export const REJOIN_MS = 3_000;

/** How many seconds are revealed at a time of the round, ms. */
export const revealedSeconds = (timeMs: number): number =>
  Math.max(0, Math.min(Math.floor((timeMs + REVEAL_AHEAD_MS) / SECOND_MS) + 1, BATTLE_SECONDS));

/** Time of the round up to which, exclusive, players know everything at a time of the round, ms. */
export const knownMsAt = (timeMs: number): number => revealedSeconds(timeMs) * SECOND_MS;

/**
 * Time of the round at which a battle continues after an outage, ms. `elapsedMs` would be its time if there had been no outage; `provenMs` is the last
 * time at which it certainly ran. Clients play on until the end of the last second that they know, and then wait. So the battle continues no later
 * than that, and no player has more time than another.
 */
export function resumePoint(elapsedMs: number, provenMs: number): number {
  return Math.max(provenMs, Math.min(elapsedMs, knownMsAt(provenMs)));
}

/**
 * When the round of a battle that continues now starts, or would have started, epoch ms. While seeds are taken, players have at least `REJOIN_MS`
 * to give theirs.
 */
export function resumedStart(startsAt: number, provenMs: number, areSeedsClosed: boolean, nowMs: number): number {
  if (!areSeedsClosed) return Math.max(startsAt, Math.ceil(nowMs) + SEED_CLOSE_MS + REJOIN_MS);
  return Math.floor(nowMs - resumePoint(nowMs - startsAt, provenMs));
}
