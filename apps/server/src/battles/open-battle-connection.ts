import { err, type Result } from '@popfray/engine/result';
import type { InputBatch, Refusal } from '@popfray/protocol/battle';
import { CLOSE } from '@popfray/protocol/socket';
import type { Context } from '../platform/context/index.ts';
import type { Connection } from '../platform/sockets/index.ts';
import type { BattleConnection } from './battle-connection.ts';
import type { Battle } from './battle.ts';
import type { Contestant } from './contestant.ts';

/** A connection to a battle that has ended. It has no effect. */
export const createClosedConnection = (userId: string): BattleConnection => ({
  userId,
  handleInputs: () => 'over',
  setSeed: () => err('ERR_SEED_LATE'),
  leave: () => undefined,
  disconnect: () => undefined,
});

/**
 * The connection of a seat to a live battle. It ends when it is disconnected, when the same seat connects again, or when it is stored that the player has left;
 * after that it has no effect.
 */
export class OpenBattleConnection implements BattleConnection {
  readonly #context: Context;
  readonly #battle: Battle;
  readonly #contestant: Contestant;
  readonly #removePresence: () => void;

  constructor(context: Context, battle: Battle, contestant: Contestant, connection: Connection) {
    this.#context = context;
    this.#battle = battle;
    this.#contestant = contestant;
    const older = contestant.connection;
    contestant.battleConnection?.disconnect();
    contestant.battleConnection = this;
    this.#removePresence = context.presence.addPlayer(battle.session.id, contestant.seat.user_id);
    battle.connect(contestant, connection, context.now());
    if (older !== connection) older?.close(CLOSE.replaced, 'the seat came in by another connection');
    this.#publishChange();
  }

  get userId(): string {
    return this.#contestant.seat.user_id;
  }

  handleInputs(batch: InputBatch): 'accepted' | 'ignored' | Refusal {
    return this.#isOpen ? this.#battle.handleInputs(this.#contestant, batch, this.#context.now()) : 'over';
  }

  setSeed(seed: string): Result<true, 'ERR_SEED' | 'ERR_SEED_LATE'> {
    if (!this.#isOpen) return err('ERR_SEED_LATE');
    return this.#battle.setSeed(this.#contestant, seed, this.#context.now());
  }

  leave(): void {
    if (this.#isOpen) this.#battle.leave(this.#contestant);
  }

  disconnect(): void {
    if (!this.#isOpen) return;
    this.#removePresence();
    this.#contestant.battleConnection = null;
    this.#contestant.connection = null;
    this.#battle.noteChange();
    this.#publishChange();
  }

  get #isOpen(): boolean {
    return this.#contestant.battleConnection === this;
  }

  #publishChange(): void {
    this.#context.bus.publishHere({ type: 'presence', sessionId: this.#battle.session.id });
  }
}
