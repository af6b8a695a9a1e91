import { createBubble, type Bubble } from './bubble.ts';
import { seededEntropy } from './entropy.ts';
import type { Round } from './round.ts';
import { BLOCK, createState } from './state.ts';
import { below, SPAWN_STREAM } from './stream.ts';

/** How well a bot plays. */
export interface BotSkill {
  /** ms from one click to the next: the least, and how much more it may take. */
  readonly reactionMs: number;
  readonly reactionSpreadMs: number;
  /** Most distance in px, along each axis, between the bubble's centre and the click. */
  readonly aimErrorPx: number;
  /** Chance in per cent of clicking beside the bubble. */
  readonly missPct: number;
  /** Bubbles it weighs before it takes the one worth most. */
  readonly choice: number;
}

/** Graded skills, set so that a novice pops about one bubble a second and an expert about five. */
export const BOT_SKILLS: Readonly<Record<'novice' | 'regular' | 'expert', BotSkill>> = {
  novice: { reactionMs: 600, reactionSpreadMs: 600, aimErrorPx: 24, missPct: 25, choice: 1 },
  regular: { reactionMs: 320, reactionSpreadMs: 260, aimErrorPx: 14, missPct: 10, choice: 2 },
  expert: { reactionMs: 110, reactionSpreadMs: 80, aimErrorPx: 4, missPct: 2, choice: 5 },
};

/** A click that a bot wants to make, px in the field. */
export interface Aim {
  readonly xPx: number;
  readonly yPx: number;
}

/** A player made of a seed and a skill: the same two and the same round give the same clicks. */
export interface Bot {
  /** Round time of its next click, ms. */
  readonly nextMs: number;
  /** Where it clicks at the round's time now, and puts `nextMs` on; null when there is nothing to click. */
  aim(round: Round): Aim | null;
  /** Moves the round on to `ms`, clicking on the way through the same `pop` as a person. */
  advanceTo(round: Round, ms: number): void;
}

/** Makes a bot. Its randomness is its own; it sees of the round what a person sees. */
export function createBot(options: { readonly skill: BotSkill; readonly seed: string }): Bot {
  const { skill } = options;
  const words = createState(1);
  seededEntropy(options.seed).block(0, words.subarray(BLOCK, BLOCK + 4));
  const bubble = createBubble();
  const pick = (n: number): number => below(words, SPAWN_STREAM, n);
  const reaction = (): number => Math.max(1, skill.reactionMs + pick(skill.reactionSpreadMs + 1));
  let nextMs = reaction();

  const choose = (round: Round): boolean => {
    let best = -1;
    let bestPoints = -1;
    for (let look = 0; look < skill.choice; look++) {
      const place = pick(round.count);
      round.bubbleAt(place, bubble);
      const points = worth(round, bubble);
      if (points <= bestPoints || !isInField(round, bubble.yPx)) continue;
      best = place;
      bestPoints = points;
    }
    if (best >= 0) round.bubbleAt(best, bubble);
    return best >= 0;
  };

  const aim = (round: Round): Aim | null => {
    nextMs = round.timeMs + reaction();
    if (round.count === 0 || !choose(round)) return null;
    const error = (): number => pick(2 * skill.aimErrorPx + 1) - skill.aimErrorPx;
    const beside = pick(100) < skill.missPct ? bubble.radiusPx + skill.aimErrorPx + 8 : 0;
    const { widthPx, heightPx } = round.rules.field;
    return {
      xPx: clamp(bubble.xPx + error() + (bubble.xPx * 2 < widthPx ? beside : -beside), widthPx),
      yPx: clamp(bubble.yPx + error(), heightPx),
    };
  };

  return {
    get nextMs() {
      return nextMs;
    },
    aim,
    advanceTo(round, ms) {
      while (nextMs <= ms && round.phase === 'running') {
        if (nextMs > round.timeMs && round.advanceTo(nextMs) !== 'ok') return;
        const click = aim(round);
        if (click !== null) round.pop(click.xPx, click.yPx);
      }
      if (ms > round.timeMs) round.advanceTo(ms);
    },
  };
}

/** What a click on a bubble is worth: a boss its points for a hit, or its share of the last hit once that is more. */
const worth = (round: Round, bubble: Bubble): number =>
  bubble.isBoss ? Math.max(round.rules.boss?.hitPoints ?? 0, bubble.points / bubble.health) : bubble.points;

const isInField = (round: Round, yPx: number): boolean => yPx >= 0 && yPx <= round.rules.field.heightPx;

const clamp = (value: number, max: number): number => Math.max(0, Math.min(value, max));
