import {
  arena,
  createBubble,
  crossChain,
  freePlay,
  openPlayback,
  parseReplayText,
  verifyReplay,
  type Bubble,
  type Replay,
} from '@popfray/engine';

/** Content of a round's picture. */
export interface Card {
  readonly mode: 'freePlay' | 'arena' | 'crossChain' | 'other';
  readonly score: number;
  readonly bestCombo: number;
  readonly popped: number;
  /** Null for a battle's round, whose randomness is not a seed. */
  readonly seed: string | null;
  readonly hasUpgrades: boolean;
  /** The bubbles at the pictured time, in drawing order. */
  readonly bubbles: readonly Bubble[];
}

const MODES: Readonly<Record<string, Card['mode']>> = {
  [freePlay.id]: 'freePlay',
  [arena.id]: 'arena',
  [crossChain.id]: 'crossChain',
};

/** Interval at which the round is searched for the pictured time, ms. */
const STEP_MS = 100;

/** Creates the content of the picture from a replay's text; null when the replay is invalid. */
export function makeCard(replayText: string): Card | null {
  const bytes = parseReplayText(replayText);
  const verified = bytes.ok ? verifyReplay(bytes.value) : bytes;
  if (!verified.ok) return null;
  const { replay, round } = verified.value;
  return {
    mode: MODES[replay.rulesId] ?? 'other',
    score: round.score,
    bestCombo: round.bestCombo,
    popped: round.popped,
    seed: typeof replay.entropy === 'string' ? replay.entropy : null,
    hasUpgrades: replay.loadout.length > 0,
    bubbles: pictureOf(replay),
  };
}

/** The bubbles at the time with the most of them during a combo; in a round without a combo, at any time. */
function pictureOf(replay: Replay): readonly Bubble[] {
  const playback = openPlayback(replay);
  const { round, durationMs } = playback;
  let best = { timeMs: 0, count: 0, hasCombo: false };
  for (let timeMs = 0; timeMs < durationMs; timeMs += STEP_MS) {
    playback.seek(timeMs);
    round.takeEvents(() => undefined);
    const { count } = round;
    const hasCombo = round.combo > 1;
    if (hasCombo === best.hasCombo ? count > best.count : hasCombo) best = { timeMs, count, hasCombo };
  }
  playback.seek(best.timeMs);
  return Array.from({ length: round.count }, (_, place) => round.bubbleAt(place, createBubble()));
}
