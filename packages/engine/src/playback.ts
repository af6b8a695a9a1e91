import { RULES, type Replay } from './replay.ts';
import type { Round } from './round.ts';
import type { Rules } from './rules.ts';
import { startReplay } from './verify.ts';

/** ms between the snapshots that `seek` goes back to. */
const KEYFRAME_MS = 5_000;

/** A replay being shown: a round that can be put at any time, forwards and backwards. */
export interface Playback {
  readonly replay: Replay;
  readonly round: Round;
  readonly durationMs: number;
  /**
   * Puts the round at a time, clamped to 0 and the duration. On the way forwards its events queue up; a seek backwards
   * starts again from a snapshot and drops them.
   */
  seek(ms: number): void;
}

/** Opens a replay that `decodeReplay` returned. Throws for rules that are not among `known`. */
export function openPlayback(replay: Replay, known: readonly Rules[] = RULES): Playback {
  const round = startReplay(replay, known, true);
  const { durationMs } = round.rules;
  const keyframes = [round.snapshot()];
  const goTo = (ms: number): void => {
    round.playInputs(replay.inputs, ms);
    round.advanceTo(ms);
  };
  return {
    replay,
    round,
    durationMs,
    seek(ms) {
      const target = Math.max(0, Math.min(Math.floor(ms), durationMs));
      const isBack = target < round.timeMs;
      if (isBack) round.restore(keyframes[Math.min(Math.floor(target / KEYFRAME_MS), keyframes.length - 1)]!);
      while (keyframes.length * KEYFRAME_MS <= target) {
        goTo(keyframes.length * KEYFRAME_MS);
        keyframes.push(round.snapshot());
      }
      goTo(target);
      if (isBack) round.takeEvents(() => {});
    },
  };
}
