import type { Blockchain } from '@popfray/protocol';
import type { BattleResult } from '@popfray/protocol/battle';
import type { Conduct } from '../conduct/index.ts';

/** A battle that was played to its end, from the server's own rounds. What settlement is given. */
export interface PlayedBattle {
  readonly sessionId: string;
  readonly rulesId: string;
  readonly rulesVersion: number;
  /** Hex. */
  readonly commitment: string;
  /** Hex: the last reveal. */
  readonly secret: string;
  /** First ms of the round, epoch ms. */
  readonly startedAt: number;
  /** In the order of the seats. */
  readonly players: readonly PlayedRound[];
}

/** One player's round of it. */
export interface PlayedRound {
  readonly userId: string;
  readonly place: number;
  readonly chain: Blockchain;
  /** Empty for a bot. */
  readonly address: string;
  readonly username: string;
  readonly isBot: boolean;
  /** `absent`: never came in; `left`: gave up. What was scored stands. */
  readonly status: BattleResult['status'];
  /** Hex; null when none was given. */
  readonly seed: string | null;
  /** Encoded replay. */
  readonly replay: Uint8Array;
  readonly score: number;
  readonly popped: number;
  readonly bestCombo: number;
  /** How a player who paid a fee, or plays a solo round, has played; null for all others. A share is held when it has reasons. */
  readonly conduct: Conduct | null;
  /** The pointer's path, as `encodePath` makes it; null for a client that sent none. */
  readonly path: Uint8Array | null;
}
