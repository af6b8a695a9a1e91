import { MIN_PLAYERS } from './session.ts';

/** What the rule for starting a battle reads of a taken seat. */
export interface StartSeat {
  /** Whether its entry fee has been received. */
  readonly isPaid: boolean;
  readonly isReady: boolean;
}

/**
 * Whether a battle can be started now. A free one needs two players who are ready. One with an entry fee needs every player who paid to be
 * ready, and two of them at least: players of another chain and bots pay nothing here, so they do not count. DESIGN section 9.
 */
export function canStart(hasFee: boolean, taken: readonly StartSeat[]): boolean {
  const needed = hasFee ? taken.filter(({ isPaid }) => isPaid) : taken.filter(({ isReady }) => isReady);
  return needed.length >= MIN_PLAYERS && needed.every(({ isReady }) => isReady);
}

/**
 * Whether a battle starts automatically when the time to wait for players is over: with an entry fee, when two players who paid are ready.
 * Players who paid and are not ready are refunded then, and do not play.
 */
export const startsAtTimeUp = (hasFee: boolean, taken: readonly StartSeat[]): boolean =>
  hasFee && taken.filter(({ isPaid, isReady }) => isPaid && isReady).length >= MIN_PLAYERS;

/**
 * Maximum number of seats for players who pay no fee here: players of another chain, and bots. A session with a fee keeps two seats for
 * players who pay it.
 */
export const mostUnpaidSeats = (hasFee: boolean, maxPlayers: number): number =>
  hasFee ? maxPlayers - MIN_PLAYERS : maxPlayers;
