import { createBubble, type Bubble, type Round } from '@popfray/engine';
import { makeHash } from './hash-text.ts';

/** State of a round at one time, as data. */
export interface RoundState {
  readonly timeMs: number;
  readonly score: number;
  readonly combo: number;
  readonly bestCombo: number;
  readonly level: number;
  readonly popped: number;
  readonly hits: number;
  readonly missed: number;
  readonly escaped: number;
  readonly hash: string;
  /** In drawing order, lowest first. */
  readonly bubbles: readonly Bubble[];
}

/** The current state of a round. */
export function readState(round: Round): RoundState {
  const { timeMs, score, combo, bestCombo, level, popped, hits, missed, escaped } = round;
  const bubbles = Array.from({ length: round.count }, (_, place) => round.bubbleAt(place, createBubble()));
  const hash = makeHash(round.hash);
  return { timeMs, score, combo, bestCombo, level, popped, hits, missed, escaped, hash, bubbles };
}

/** A state as lines of text. */
export function makeState(state: RoundState): string {
  const { bubbles, timeMs, ...counts } = state;
  const head = `At ${timeMs} ms: ${Object.entries(counts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`;
  const lines = bubbles.map((bubble, place) => {
    const kind = [
      bubble.isBoss ? ` boss ${bubble.health}/${bubble.fullHealth}` : '',
      bubble.isForeign ? ' foreign' : '',
    ];
    const at = `${bubble.xPx.toFixed(4)},${bubble.yPx.toFixed(4)}`;
    return `  ${String(place).padStart(2)}  bubble ${bubble.id} at ${at} radius ${bubble.radiusPx} colour ${bubble.colour} points ${bubble.points} born ${bubble.bornMs}${kind.join('')}`;
  });
  return [head, ...lines].join('\n');
}
