import { blockEntropy, createRound, RULES, type Round, type Rules } from '@popfray/engine';
import type { WatchedBattle } from '@popfray/protocol';

/** How far the picture is behind the newest second of an answer, ms: answers are two seconds apart, and a server shows the same one for a second. */
const BEHIND_MS = 4_500;

/** When the picture is this far behind what it could show, ms, it jumps: the page was hidden. */
const TOO_FAR_MS = 12_000;

const SECOND_MS = 1_000;
const WORDS = 4;

/** A player of the watched battle. */
interface WatchedRound {
  readonly place: number;
  readonly username: string;
  readonly blockchain: WatchedBattle['players'][number]['blockchain'];
  readonly isBot: boolean;
  clicks: Int32Array;
  readonly round: Round;
}

/** The rounds of a battle as a spectator's page plays them, from the seconds that the server has shown. */
export class WatchedRounds {
  readonly #entropy = blockEntropy();
  #rounds: WatchedRound[] = [];
  /** Whole seconds that are known. */
  #until = 0;
  /** Time of the picture, ms. */
  #timeMs = 0;
  #durationMs = 60_000;

  /** The second from which the next answer has to be. */
  get until(): number {
    return this.#until;
  }

  /** Time of the round in the picture, ms. */
  get timeMs(): number {
    return this.#timeMs;
  }

  get isEnded(): boolean {
    return this.#timeMs >= this.#durationMs;
  }

  /** The players in the order of their seats. */
  get rounds(): readonly WatchedRound[] {
    return this.#rounds;
  }

  /** Adds an answer. Returns false when its rules are unknown: the page is older than the server. */
  add({ rulesId, rulesVersion, from, until, shownMs, blocks, players }: WatchedBattle): boolean {
    if (until === 0) return true;
    const rules = RULES.find(({ id, version }) => id === rulesId && version === rulesVersion);
    if (rules === undefined) return false;
    // An answer that leaves a gap, or repeats what is known, changes nothing.
    if (from !== this.#until || until <= from || blocks.length !== (until - from) * WORDS) return true;
    const isFirst = this.#rounds.length === 0;
    if (isFirst) this.#begin(rules, players);
    const words = Int32Array.from(blocks);
    for (let second = from; second < until; second++)
      this.#entropy.reveal(second, words.subarray((second - from) * WORDS, (second - from + 1) * WORDS));
    for (const { place, clicks } of players) {
      const watched = this.#rounds.find((round) => round.place === place);
      if (watched !== undefined) watched.clicks = Int32Array.from([...watched.clicks, ...clicks]);
    }
    this.#until = until;
    const wantedMs = Math.max(0, Math.min(shownMs, this.#durationMs) - BEHIND_MS);
    if (isFirst || wantedMs - this.#timeMs > TOO_FAR_MS - BEHIND_MS) this.#timeMs = Math.min(wantedMs, this.#knownMs);
    return true;
  }

  /** Moves the picture on by a lapse of time, ms, as far as the battle is known. */
  advance(lapseMs: number): void {
    if (this.#rounds.length === 0) return;
    this.#timeMs = Math.min(this.#timeMs + lapseMs, this.#knownMs);
    const ms = Math.floor(this.#timeMs);
    for (const { round, clicks } of this.#rounds) {
      round.playInputs(clicks, ms);
      round.advanceTo(ms);
    }
  }

  /** The last ms that is known. */
  get #knownMs(): number {
    const endMs = this.#until * SECOND_MS;
    return endMs >= this.#durationMs ? this.#durationMs : Math.max(0, endMs - 1);
  }

  #begin(rules: Rules, players: WatchedBattle['players']): void {
    this.#durationMs = rules.durationMs;
    this.#rounds = players.flatMap(({ place, username, blockchain, isBot }) => {
      const made = createRound({ rules, entropy: this.#entropy, pausable: false, events: false });
      return made.ok ? [{ place, username, blockchain, isBot, clicks: new Int32Array(0), round: made.value }] : [];
    });
  }
}
