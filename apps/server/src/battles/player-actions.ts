import { err, ok, type Result } from '@popfray/engine/result';
import { encodeRefused, parseHex, type InputBatch, type Refusal } from '@popfray/protocol/battle';
import type { BattleClock } from './battle-clock.ts';
import type { BattleState } from './battle-state.ts';
import type { Contestant } from './contestant.ts';
import type { RecordQueue } from './record-queue.ts';

/** Judges what the players of a battle do. What is valid becomes a record, and counts when that is stored. */
export class PlayerActions {
  /** Whether no more seeds are taken, although that may not be stored yet. */
  isClosingSeeds = false;
  readonly #state: BattleState;
  readonly #clock: BattleClock;
  readonly #records: RecordQueue;

  constructor(state: BattleState, clock: BattleClock, records: RecordQueue) {
    this.#state = state;
    this.#clock = clock;
    this.#records = records;
  }

  /** Takes a player's part of the randomness, once. The same seed again changes nothing. */
  setSeed(contestant: Contestant, seed: string, nowMs: number): Result<true, 'ERR_SEED' | 'ERR_SEED_LATE'> {
    if (parseHex(seed) === null) return err('ERR_SEED');
    if (contestant.givenSeed === seed) return ok(true);
    if (contestant.givenSeed !== null) return err('ERR_SEED');
    if (this.isClosingSeeds || nowMs >= this.#clock.seedsCloseAt) return err('ERR_SEED_LATE');
    contestant.givenSeed = seed;
    this.#records.add({ type: 'seed', place: contestant.seat.place, seed });
    return ok(true);
  }

  /** Takes no more seeds. */
  closeSeeds(): void {
    this.isClosingSeeds = true;
    this.#records.add({ type: 'seeds-closed' });
  }

  /** A player has connected. */
  arrive(contestant: Contestant): void {
    if (contestant.hasCome || contestant.isArriving) return;
    contestant.isArriving = true;
    this.#records.add({ type: 'arrived', place: contestant.seat.place });
  }

  /** A player gives the battle up. */
  leave(contestant: Contestant): void {
    if (contestant.hasLeft || contestant.isLeaving) return;
    contestant.isLeaving = true;
    this.#records.add({ type: 'left', place: contestant.seat.place });
  }

  /** Accepts a batch of a player's inputs, or refuses it and sends the reason. A path that the terms do not ask for is dropped. */
  handleInputs(contestant: Contestant, given: InputBatch, isOver: boolean, nowMs: number): 'accepted' | Refusal {
    const { first, untilMs, inputs, path } = given;
    const batch = this.#state.acceptsPath && path !== undefined ? given : { first, untilMs, inputs };
    const elapsedMs = nowMs - this.#clock.startsAt;
    const { knownMs } = this.#state.entropy;
    const reason = isOver ? 'over' : contestant.accept(batch, elapsedMs, knownMs, this.#clock.openWindow(nowMs));
    if (reason === null) {
      this.#records.add({ type: 'inputs', place: contestant.seat.place, batch });
      return 'accepted';
    }
    contestant.send(encodeRefused({ reason, untilMs: batch.untilMs, count: contestant.count }));
    return reason;
  }
}
