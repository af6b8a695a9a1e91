import {
  createRound,
  encodeReplay,
  makeReplayText,
  recordReplay,
  seededEntropy,
  type Entropy,
  type Result,
  type Round,
  type RoundError,
  type Rules,
  type UpgradeId,
} from '@popfray/engine';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { DisplayClock, LONGEST_GAP_MS } from './display-clock.ts';
import { createEventHub, dropEvents } from './event-hub.ts';
import type { PauseCause, PlayableStore } from './field-store.ts';
import { createSeed } from './seed.ts';

/** Where a round stands: `idle` before the first one and after a reset. */
export type RoundPhase = 'idle' | 'running' | 'paused' | 'over';

/** A finished round, ready to be shown and shared. */
export interface RoundResult {
  readonly score: number;
  readonly popped: number;
  readonly missed: number;
  readonly bestCombo: number;
  readonly level: number;
  /** TRX earned, in sun (1 TRX = 1,000,000 sun). What the rules give: the server's own replay decides what is paid. */
  readonly earnedSun: number;
  readonly seed: string;
  /** The replay as base64url text, for links. */
  readonly replayText: string;
}

/** What a HUD shows. Changes only when a shown value changes, at most about six times a second. */
export interface RoundState {
  readonly phase: RoundPhase;
  readonly score: number;
  /** Whole seconds left, rounded up. */
  readonly secondsLeft: number;
  readonly combo: number;
  readonly level: number;
  readonly popped: number;
  /** Seed of the round on show; while idle that of the next one, or empty when that will be a random one. */
  readonly seed: string;
  /** Whole seconds of the countdown before the round's time starts, rounded up; null when there is none. */
  readonly secondsToStart: number | null;
  /** Why the round is paused; null while it is not. */
  readonly pauseCause: PauseCause | null;
  /** Null until the round is over. */
  readonly result: RoundResult | null;
}

/** What `createRoundStore` takes. */
export interface RoundStoreOptions {
  readonly rules: Rules;
  /** Upgrades in force in rounds that name none of their own. None by default. */
  readonly loadout?: readonly UpgradeId[];
  /** Seed that `start()` plays when it is given none. A fresh random one each time by default. */
  readonly seed?: string;
  /** Whether `pause` may stop the round's time. Default true. */
  readonly pausable?: boolean;
  /** Countdown after `start`, before the round's time starts, ms. Clicks have no effect during it. Default 0. */
  readonly countdownMs?: number;
  /** Randomness of a round, made from its seed. `seededEntropy` by default. */
  readonly createEntropy?: (seed: string) => Entropy;
}

/**
 * One player's rounds, one after the other, from a seed or from a server: a zustand store of what the HUD shows, and the round itself.
 * Screens of rounds accept this type.
 */
export interface PlayedRoundStore<State extends RoundState = RoundState>
  extends PlayableStore, Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** Resumes a paused round. Returns false if the round is not paused. */
  resume(): boolean;
  /** Drops the round: back to `idle`. */
  reset(): void;
}

/** A store whose rounds this page makes, from a seed. */
export interface RoundStore extends PlayedRoundStore {
  /**
   * Replaces the current round by a new one, with the options' seed and loadout unless others are given. Returns the new
   * round, or the reason why it could not be created; the current one then stays.
   */
  start(seed?: string, loadout?: readonly UpgradeId[]): Result<Round, RoundError>;
}

/**
 * Least time between two changes of the HUD for the sake of points and pops, ms. With the seconds, which are never late,
 * that makes at most six changes a second however fast a player clicks; a first pop after a pause shows at once.
 */
export const SHOW_EVERY_MS = 200;

/** Creates a store for rounds of one rule set. */
export function createRoundStore(options: RoundStoreOptions): RoundStore {
  const { rules, loadout = [], pausable = true, countdownMs = 0, createEntropy = seededEntropy } = options;
  const idle: RoundState = {
    phase: 'idle',
    score: 0,
    secondsLeft: Math.ceil(rules.durationMs / 1_000),
    combo: 0,
    level: 1,
    popped: 0,
    seed: options.seed ?? '',
    secondsToStart: null,
    pauseCause: null,
    result: null,
  };
  const hud = createStore<RoundState>(() => idle);
  const hub = createEventHub();
  const clock = new DisplayClock();
  /** Counts the display time since the HUD last changed. */
  const sinceHudUpdate = new DisplayClock();
  let round: Round | null = null;
  let seed = '';
  let generation = 0;
  let pauseCause: PauseCause = 'player';
  /** Rest of the countdown, ms. */
  let waitMs = 0;

  /** Shows the round as it is, if that is new and due. */
  function show(shown: Round): void {
    const state = hud.getState();
    const secondsLeft = Math.ceil(shown.timeLeftMs / 1_000);
    const secondsToStart = secondsOf(waitMs);
    const isDue =
      shown.phase !== state.phase ||
      secondsLeft !== state.secondsLeft ||
      secondsToStart !== state.secondsToStart ||
      sinceHudUpdate.timeMs >= SHOW_EVERY_MS;
    if (!isDue) return;
    const { phase, score, combo, level, popped } = shown;
    const isNew =
      phase !== state.phase ||
      secondsLeft !== state.secondsLeft ||
      secondsToStart !== state.secondsToStart ||
      score !== state.score ||
      combo !== state.combo ||
      level !== state.level ||
      popped !== state.popped;
    if (!isNew) return;
    sinceHudUpdate.moveTo(0);
    hud.setState({
      phase,
      score,
      secondsLeft,
      combo,
      level,
      popped,
      secondsToStart,
      pauseCause: phase === 'paused' ? pauseCause : null,
      result: phase === 'over' ? (state.result ?? makeResult(shown, seed)) : null,
    });
  }

  function pause(cause: PauseCause = 'player'): boolean {
    if (round === null || !pausable || !round.pause()) return false;
    pauseCause = cause;
    hub.dispatch(round);
    show(round);
    return true;
  }

  return {
    getState: hud.getState,
    getInitialState: hud.getInitialState,
    subscribe: hud.subscribe,
    listen: hub.listen,
    get round() {
      return round;
    },
    get generation() {
      return generation;
    },
    start(wanted = options.seed ?? createSeed(), upgrades = loadout) {
      const created = createRound({ rules, entropy: createEntropy(wanted), loadout: upgrades, pausable });
      if (!created.ok) return created;
      round = created.value;
      seed = wanted;
      generation++;
      clock.halt();
      clock.moveTo(0);
      waitMs = countdownMs;
      hud.setState({ ...idle, phase: 'running', seed, secondsToStart: secondsOf(waitMs) });
      return created;
    },
    pause,
    resume() {
      if (round === null || !round.resume()) return false;
      clock.halt();
      hub.dispatch(round);
      show(round);
      return true;
    },
    reset() {
      if (round === null) return;
      dropEvents(round);
      round = null;
      generation++;
      hud.setState(idle, true);
    },
    frame(nowMs) {
      const lapseMs = clock.lapse(nowMs);
      if (round === null) return;
      if (round.phase === 'running') {
        if (pausable && lapseMs > LONGEST_GAP_MS) {
          pause('gap');
        } else {
          const waitedMs = Math.min(waitMs, lapseMs);
          waitMs -= waitedMs;
          clock.advance(lapseMs - waitedMs);
          round.advanceTo(clock.timeMs);
          hub.dispatch(round);
        }
      }
      sinceHudUpdate.advance(lapseMs);
      show(round);
    },
    pop(xPx, yPx) {
      if (round === null || waitMs > 0) return;
      round.pop(xPx, yPx);
      hub.dispatch(round);
    },
  };
}

/** Whole seconds of a countdown, rounded up; null without one. */
const secondsOf = (ms: number): number | null => (ms > 0 ? Math.ceil(ms / 1_000) : null);

function makeResult(round: Round, seed: string): RoundResult {
  const { score, popped, missed, bestCombo, level, earnedSun } = round;
  return { score, popped, missed, bestCombo, level, earnedSun, seed, replayText: makeText(round) };
}

function makeText(round: Round): string {
  const replay = recordReplay(round);
  if (!replay.ok) throw new Error(`A round that is over has no replay: ${replay.error}`);
  const bytes = encodeReplay(replay.value, [round.rules]);
  if (!bytes.ok) throw new Error(`A recorded replay cannot be encoded: ${bytes.error.field}`);
  return makeReplayText(bytes.value);
}
