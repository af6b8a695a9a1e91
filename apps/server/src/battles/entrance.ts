import { err, type Result } from '@popfray/chain';
import type { Refusal } from '@popfray/protocol/battle';
import { CLOSE } from '@popfray/protocol/socket';
import type { Context } from '../platform/context/context.ts';
import type { Battle } from './battle.ts';
import type { Contestant } from './contestant.ts';
import type { Entrance, Line } from './line.ts';

/** The way into a battle whose end was told: nothing comes of it any more. */
export const closedEntrance = (userId: string): Entrance => ({
  userId,
  hear: () => 'over',
  giveSeed: () => err('ERR_SEED_LATE'),
  leave: () => undefined,
  drop: () => undefined,
});

/**
 * A player's way into a battle by one line. It is over when the line is dropped, when the same seat comes in by another, or when the
 * player gives up; then it does nothing more.
 */
export class OpenEntrance implements Entrance {
  readonly #context: Context;
  readonly #battle: Battle;
  readonly #contestant: Contestant;
  readonly #goAway: () => void;

  constructor(context: Context, battle: Battle, contestant: Contestant, line: Line) {
    this.#context = context;
    this.#battle = battle;
    this.#contestant = contestant;
    const older = contestant.line;
    contestant.entrance?.drop();
    contestant.entrance = this;
    this.#goAway = context.presence.enter(battle.session.id, contestant.seat.user_id);
    battle.welcome(contestant, line, context.now());
    if (older !== line) older?.close(CLOSE.replaced, 'the seat came in by another connection');
    this.#tell();
  }

  get userId(): string {
    return this.#contestant.seat.user_id;
  }

  hear(frame: Uint8Array): 'taken' | 'malformed' | Refusal {
    return this.#isOpen ? this.#battle.hear(this.#contestant, frame, this.#context.now()) : 'over';
  }

  giveSeed(seed: string): Result<true, 'ERR_SEED' | 'ERR_SEED_LATE'> {
    if (!this.#isOpen) return err('ERR_SEED_LATE');
    return this.#battle.takeSeed(this.#contestant, seed, this.#context.now());
  }

  leave(): void {
    if (!this.#isOpen) return;
    this.#contestant.hasLeft = true;
    this.drop();
  }

  drop(): void {
    if (!this.#isOpen) return;
    this.#goAway();
    this.#contestant.entrance = null;
    this.#contestant.line = null;
    this.#battle.renew();
    this.#tell();
  }

  get #isOpen(): boolean {
    return this.#contestant.entrance === this;
  }

  #tell(): void {
    this.#context.bus.tell({ type: 'session', sessionId: this.#battle.session.id });
  }
}
