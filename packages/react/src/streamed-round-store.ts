import { encodeReplay, makeReplayText, recordReplay, type Round, type Rules } from '@popfray/engine';
import type { BattleOver } from '@popfray/protocol/battle';
import { createStore } from 'zustand/vanilla';
import { createEventHub } from './event-hub.ts';
import type { PlayedRoundStore, RoundPhase, RoundResult, RoundState } from './round-store.ts';
import type { BattlePhase, BattleState } from './battle/battle-state.ts';
import type { BattleStore } from './battle/battle-store.ts';

/** What a HUD shows of a round that the server plays too, and what its screen shows of the connection and the result. */
export interface StreamedRoundState
  extends RoundState, Pick<BattleState, 'fault' | 'connection' | 'quality' | 'isStalled' | 'lostClicks'> {
  /** State of the player in the round on the server; null without a round. */
  readonly standing: BattlePhase | null;
  /** The server's result; null before it. */
  readonly verdict: BattleOver | null;
}

/**
 * One player's rounds that the server plays too, one after the other: each is a battle with one seat. While `standing` is `settling` the round is over here
 * and still `running` for the HUD, because only the server's result ends it.
 */
export interface StreamedRoundStore extends PlayedRoundStore<StreamedRoundState> {
  /** Connects to a battle with one seat, and shows its round in place of the one before. */
  play(battle: BattleStore): void;
  /** Connects again, which takes the seat back from another tab or device. Does nothing without a round. */
  reopen(): void;
  /** Gives the round up: what was scored stands, and the server settles it at once. Does nothing without a round. */
  leave(): void;
}

/** The countdown before the round, s: 3, 2, 1. Until then the page connects. */
const COUNTDOWN_S = 3;

/** What the HUD shows at each standing. A countdown is shown as such in its last seconds only. */
const PHASES: Readonly<Record<BattlePhase, RoundPhase>> = {
  connecting: 'idle',
  countdown: 'running',
  running: 'running',
  settling: 'running',
  over: 'over',
  refused: 'idle',
  replaced: 'idle',
  distrusted: 'idle',
  left: 'idle',
};

/** Creates a store for streamed rounds of one rule set. */
export function createStreamedRoundStore({ rules }: { readonly rules: Rules }): StreamedRoundStore {
  const idle: StreamedRoundState = {
    phase: 'idle',
    score: 0,
    secondsLeft: Math.ceil(rules.durationMs / 1_000),
    combo: 0,
    level: 1,
    popped: 0,
    seed: '',
    secondsToStart: null,
    pauseCause: null,
    result: null,
    standing: null,
    verdict: null,
    fault: null,
    connection: 'connecting',
    quality: 'good',
    isStalled: false,
    lostClicks: 0,
  };
  const hud = createStore<StreamedRoundState>(() => idle);
  const hub = createEventHub();
  let battle: BattleStore | null = null;
  let generation = 0;
  let unfollow = (): void => undefined;

  /** Disconnects from the round on show, which continues on the server. */
  function stop(): void {
    unfollow();
    battle?.close();
    battle = null;
    generation++;
  }

  function show(followed: BattleStore, state: BattleState): void {
    const { secondsToStart } = state;
    const isEarly = state.phase === 'countdown' && (secondsToStart ?? COUNTDOWN_S + 1) > COUNTDOWN_S;
    // A round that was called off gives no result, and no personal best.
    const isCancelled = state.result?.outcome === 'cancelled';
    const phase = isEarly || isCancelled ? 'idle' : PHASES[state.phase];
    hud.setState({
      phase,
      score: state.score,
      secondsLeft: state.secondsLeft,
      combo: state.combo,
      level: state.level,
      popped: state.popped,
      secondsToStart: state.phase === 'countdown' && !isEarly && secondsToStart !== 0 ? secondsToStart : null,
      result: phase === 'over' ? (hud.getState().result ?? makeResult(followed.round, state.score)) : null,
      standing: state.phase,
      verdict: state.result,
      fault: state.fault,
      connection: state.connection,
      quality: state.quality,
      isStalled: state.isStalled,
      lostClicks: state.lostClicks,
    });
    // There is nothing more to receive.
    if (state.phase === 'over') followed.close();
  }

  return {
    getState: hud.getState,
    getInitialState: hud.getInitialState,
    subscribe: hud.subscribe,
    listen: hub.listen,
    get round() {
      return battle?.round ?? null;
    },
    get generation() {
      return generation;
    },
    play(next) {
      stop();
      battle = next;
      hud.setState({ ...idle, standing: 'connecting' }, true);
      const stopEvents = next.listen(hub.pass);
      const stopStates = next.subscribe((state: BattleState) => show(next, state));
      unfollow = () => {
        stopEvents();
        stopStates();
      };
      next.open();
    },
    reopen() {
      if (battle === null) return;
      generation++;
      battle.open();
    },
    leave() {
      battle?.leave();
    },
    reset() {
      if (battle === null) return;
      stop();
      hud.setState(idle, true);
    },
    frame(nowMs) {
      battle?.frame(nowMs);
    },
    pop(xPx, yPx) {
      battle?.pop(xPx, yPx);
    },
    point(report) {
      battle?.point?.(report);
    },
    pause: () => false,
    resume: () => false,
  };
}

/**
 * The result of a round that was played to its end here; null where it was not, or where the server has another score because it did not accept the last
 * clicks: then only the server has the replay that counts.
 */
function makeResult(round: Round | null, score: number): RoundResult | null {
  if (round?.phase !== 'over' || round.score !== score) return null;
  const replay = recordReplay(round);
  const bytes = replay.ok ? encodeReplay(replay.value, [round.rules]) : replay;
  if (!bytes.ok) return null;
  const { popped, missed, bestCombo, level, earnedSun } = round;
  return { score, popped, missed, bestCombo, level, earnedSun, seed: '', replayText: makeReplayText(bytes.value) };
}
