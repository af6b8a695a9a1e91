import { BATTLE_MS, encodeReveal, encodeScores, type RevealFrame } from '@popfray/protocol/battle';
import type { Context } from '../platform/context/index.ts';
import type { BattleClock } from './battle-clock.ts';
import { makeSeeds, makeState, makeTerms } from './battle-messages.ts';
import type { BattleState } from './battle-state.ts';
import type { Contestant } from './contestant.ts';

/** Sends the messages of one battle to its players. */
export class BattleBroadcast {
  readonly #state: BattleState;
  readonly #clock: BattleClock;
  readonly #presence: Context['presence'];
  /** Whether the terms have changed since they were sent. */
  #haveTermsChanged = false;

  constructor(state: BattleState, clock: BattleClock, presence: Context['presence']) {
    this.#state = state;
    this.#clock = clock;
    this.#presence = presence;
  }

  /** Sends data to all players who are connected. */
  send(data: Uint8Array | string): void {
    for (const contestant of this.#state.contestants) contestant.send(data);
  }

  /** Notes that the terms have changed, so that `sendChangedTerms` sends them. */
  noteChange(): void {
    this.#haveTermsChanged = true;
  }

  /** Sends the terms to all players if they have changed. */
  sendChangedTerms(nowMs: number): void {
    if (!this.#haveTermsChanged) return;
    this.#haveTermsChanged = false;
    for (const contestant of this.#state.contestants)
      if (contestant.connection !== null) this.#sendTerms(contestant, nowMs);
  }

  /** Sends the message that the seeds are closed. */
  sendSeeds(): void {
    this.send(makeSeeds(this.#state));
  }

  sendReveal(reveal: RevealFrame): void {
    this.send(encodeReveal(reveal));
  }

  /** Sends the scores of all, with their clicks up to a time of the round, ms, and to each player which batches are stored. */
  sendScores(nowMs: number, clicksUntilMs: number): void {
    // A solo round that is given up in its countdown ends before its first second.
    const timeMs = Math.max(0, Math.min(this.#clock.timeAt(nowMs), BATTLE_MS));
    const players = this.#state.contestants.map((contestant) => {
      contestant.acknowledge();
      contestant.playTo(timeMs);
      this.#updateLiveScore(contestant);
      return contestant.scoreUpdate(clicksUntilMs);
    });
    this.send(encodeScores({ timeMs, players }));
  }

  /** Sends everything that a player who connects now needs. */
  sendAll(contestant: Contestant, nowMs: number): void {
    this.#sendTerms(contestant, nowMs);
    if (!this.#state.areSeedsClosed) return;
    contestant.send(makeSeeds(this.#state));
    const { reveals } = this.#state.entropy;
    const acceptsFromMs = this.#clock.openWindow(nowMs)?.fromMs;
    contestant.send(makeState(this.#state, contestant, { reveals, serverMs: Math.floor(nowMs), acceptsFromMs }));
  }

  #sendTerms(contestant: Contestant, nowMs: number): void {
    const { commitment } = this.#state.entropy;
    const { id: rulesId, version: rulesVersion } = this.#state.rules;
    const { startsAt } = this.#clock;
    const loadout = [...(this.#state.soloLoadout ?? [])];
    const path = this.#state.acceptsPath ? { acceptsPath: true } : {};
    const terms = { commitment, rulesId, rulesVersion, startsAt, serverMs: Math.floor(nowMs), loadout, ...path };
    contestant.send(makeTerms(this.#state, contestant.seat.place, terms));
  }

  /** Updates the live score that the session's page shows. */
  #updateLiveScore({ seat, round: { score } }: Contestant): void {
    const { sessionId } = this.#state;
    const known = this.#presence.scoreOf(sessionId, seat.user_id)?.score ?? 0;
    if (score !== known) this.#presence.score(sessionId, seat.user_id, { score, source: 'verified' });
  }
}
