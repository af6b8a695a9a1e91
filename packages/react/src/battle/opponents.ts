import type { Entropy, Round, Rules } from '@popfray/engine';
import type { BattlePlayer, PlayerScore } from '@popfray/protocol/battle';
import type { Opponent } from './battle-state.ts';
import { OpponentRound } from './opponent-round.ts';

/** The other players of a battle: who they are, how they stand, and their rounds. */
export class Opponents {
  readonly #rounds = new Map<number, OpponentRound>();
  readonly #scores = new Map<number, Pick<PlayerScore, 'score' | 'combo'>>();
  #players: readonly BattlePlayer[] = [];
  #shown: readonly Opponent[] = [];
  #makeRound: (() => OpponentRound) | null = null;

  /** Takes who they are, in the order of the seats. */
  meet(players: readonly BattlePlayer[]): void {
    this.#players = players;
  }

  /** Fixes what their rounds are made of. */
  begin(rules: Rules, entropy: Entropy): void {
    this.#makeRound ??= () => new OpponentRound(rules, entropy);
  }

  /** Applies one player’s score. An unknown place is ignored. */
  note({ place, score, combo, first, inputs }: PlayerScore): void {
    if (!this.#isKnown(place)) return;
    this.#scores.set(place, { score, combo });
    this.#roundOf(place)?.take(first, inputs);
  }

  /** Takes all of one's clicks so far. */
  replace(place: number, inputs: Int32Array): void {
    this.#roundOf(place)?.replace(inputs);
  }

  /** One's round at a time, ms; null before there is one. */
  roundAt(place: number, timeMs: number): Round | null {
    return this.#roundOf(place)?.at(timeMs) ?? null;
  }

  /** All of them as they stand now: the same array, and the same objects in it, as far as nothing about them is new. */
  look(): readonly Opponent[] {
    const now = this.#players.map(({ hasSeed: _, ...player }, at): Opponent => {
      const seen = { ...player, score: 0, combo: 0, ...this.#scores.get(player.place) };
      const before = this.#shown[at];
      return before !== undefined && isSame(before, seen) ? before : seen;
    });
    const isNew = now.length !== this.#shown.length || now.some((one, at) => one !== this.#shown[at]);
    if (isNew) this.#shown = now;
    return this.#shown;
  }

  #isKnown(place: number): boolean {
    return this.#players.some((player) => player.place === place);
  }

  #roundOf(place: number): OpponentRound | null {
    if (this.#makeRound === null || !this.#isKnown(place)) return null;
    const round = this.#rounds.get(place) ?? this.#makeRound();
    this.#rounds.set(place, round);
    return round;
  }
}

const isSame = (one: Opponent, other: Opponent): boolean =>
  Object.entries(other).every(([key, value]) => one[key as keyof Opponent] === value);
