import type { Result } from '@popfray/engine/result';
import type { BattleEntry, InputBatch, Refusal } from '@popfray/protocol/battle';
import type { Connection } from '../platform/sockets/index.ts';

/** Why a player cannot connect to a battle. `ERR_BATTLE_MOVED`: another process has it, or will have it soon. */
export type BattleConnectionError =
  | 'ERR_SESSION_UNKNOWN'
  | 'ERR_SESSION_STATE'
  | 'ERR_SEAT_UNKNOWN'
  | 'ERR_BATTLE_MOVED';

/** The connection of one seat to its battle. */
export interface BattleConnection {
  readonly userId: string;
  /**
   * Accepts a batch of inputs, which is played and acknowledged when it is stored. Returns why it was refused, which the player has been sent.
   * `ignored`: the battle stands still, and the player will send the batch again.
   */
  handleInputs(batch: InputBatch): 'accepted' | 'ignored' | Refusal;
  /** Sets the player's part of the randomness, hex; once, and before the seeds close. It counts when it is stored. */
  setSeed(seed: string): Result<true, 'ERR_SEED' | 'ERR_SEED_LATE'>;
  /** Ends the player's part in the battle, and this connection, when that is stored. The score so far counts. */
  leave(): void;
  /** Ends this connection. The player can connect again. */
  disconnect(): void;
}

/** Every battle from its countdown to its settlement. */
export interface Battles {
  /**
   * Connects a player who presents the token of a seat. An older connection of the same seat is closed as `replaced` and has no effect
   * any more. A player who left cannot rejoin. A player who connects after the end receives the result. An entry that comes after a later one
   * of the same page is refused.
   */
  connect(
    sessionId: string,
    userId: string,
    token: string,
    connection: Connection,
    entry?: BattleEntry,
  ): Promise<Result<BattleConnection, BattleConnectionError>>;
  /** How many battles are live. */
  readonly count: number;
  /** When a turn finds something to do next, epoch ms. */
  readonly nextDueAt: number;
  /** Calls a function with a time, epoch ms, whenever something may have become due then, which can be earlier than `nextDueAt` said. Returns how to end that. */
  onEarlierDue(handle: (dueAt: number) => void): () => void;
  /**
   * Does everything that is due at a time, epoch ms. The server's loop calls it at `nextDueAt`; tests call it directly. Resolves with the
   * longest delay of what was due, ms, after its changes are committed and the events so far are handled. The next turn can begin before that.
   */
  turn(nowMs: number): Promise<number>;
  /** Takes no more battles. Resolves when those of this node are over, or after two minutes. */
  drain(): Promise<void>;
  /**
   * Waits for the end of those battles that no other live node can continue, because it is of another version, and takes no more; for two minutes at most.
   * Resolves at once when no other node lives: the next process is expected to be of this version.
   */
  drainForOthers(): Promise<void>;
  /** Hands all battles over to the node that takes them next, or to the next process. Resolves when nothing is being written any more. */
  stop(): Promise<void>;
}
