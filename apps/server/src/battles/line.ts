import type { Result } from '@popfray/chain';
import type { Refusal } from '@popfray/protocol/battle';

/** A player's way out of a battle: an open socket, or whatever stands for one in a test. */
export interface Line {
  /** Sends a frame, or JSON as text. The same bytes may be handed to many lines, so nobody changes them. Never throws. */
  send(data: Uint8Array | string): void;
  /** Ends it: codes are `CLOSE` of @popfray/protocol/socket. Never throws. */
  close(code: number, reason: string): void;
}

/** Why somebody cannot enter a battle. */
export type EntranceError = 'ERR_SESSION_UNKNOWN' | 'ERR_SESSION_STATE' | 'ERR_SEAT_UNKNOWN';

/** A player's way into a battle. */
export interface Entrance {
  readonly userId: string;
  /** A frame of inputs came in. `malformed` for what is none; a refusal has been answered on the line. */
  hear(frame: Uint8Array): 'taken' | 'malformed' | Refusal;
  /** Takes the player's part of the randomness, hex: once, before the seeds close. */
  giveSeed(seed: string): Result<true, 'ERR_SEED' | 'ERR_SEED_LATE'>;
  /** The player gives up: what was scored stands. */
  leave(): void;
  /** The line is gone; the player may come back by another one. */
  drop(): void;
}

/** Every battle from its countdown to its settlement. */
export interface Battles {
  /**
   * A player who holds a seat's token comes in, or comes back; an older line of the same seat is closed as `replaced`, and what
   * entered by it has no effect any more. Nobody comes back who gave up. Who comes when all is over is told how it ended.
   */
  enter(sessionId: string, userId: string, token: string, line: Line): Result<Entrance, EntranceError>;
  /** Battles that are live. */
  readonly count: number;
  /**
   * Does everything that is due at a time, epoch ms. The server's loop calls it; tests call it themselves. Returns by how much the
   * latest of it was late, ms.
   */
  turn(nowMs: number): number;
  /** Begins no more turns. Battles at play are refunded at the next start. */
  stop(): void;
}
