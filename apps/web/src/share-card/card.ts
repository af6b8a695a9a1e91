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

/** What a picture of a round tells. */
export interface Card {
  readonly mode: 'freePlay' | 'arena' | 'crossChain' | 'other';
  readonly score: number;
  readonly bestCombo: number;
  readonly popped: number;
  /** Null for a battle's round, whose randomness is no seed. */
  readonly seed: string | null;
  readonly hasUpgrades: boolean;
  /** The bubbles of the moment that is pictured, the lowest first. */
  readonly bubbles: readonly Bubble[];
}

const MODES: Readonly<Record<string, Card['mode']>> = {
  [freePlay.id]: 'freePlay',
  [arena.id]: 'arena',
  [crossChain.id]: 'crossChain',
};

/** Between two looks for the moment to picture, ms. */
const STEP_MS = 100;

/** What the picture of a replay's text tells; null unless it is a round whose score is true. */
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

/** The field at its fullest while a combo ran; of a round without any, at its fullest. */
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
