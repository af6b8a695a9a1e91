import { fold } from './hash.ts';
import { topmostAt } from './motion.ts';
import type { Play } from './plan.ts';
import * as state from './state.ts';
import { SUB_PER_QUARTER_PX } from './units.ts';

/** Where a score stays: the most that 31 bits hold. */
const MAX_SCORE = 0x7fffffff;

/** What an accepted click at a point in quarter pixels does, at the state's time: a pop, a hit or a miss. */
export function click(play: Play, xQuarter: number, yQuarter: number): 'pop' | 'hit' | 'miss' {
  const { words, plan } = play;
  const x = xQuarter * SUB_PER_QUARTER_PX;
  const y = yQuarter * SUB_PER_QUARTER_PX;
  const place = topmostAt(words, plan, x, y);
  const outcome = place < 0 ? miss(play, x, y) : strike(play, place, x, y);
  const hash = fold(
    fold(words[state.HASH]!, words[state.TIME]! | (xQuarter << 20)),
    words[state.COMBO]! | (yQuarter << 20),
  );
  words[state.HASH] = fold(hash, words[state.SCORE]!);
  return outcome;
}

function miss({ words, queue }: Play, x: number, y: number): 'miss' {
  words[state.MISSED] = words[state.MISSED]! + 1;
  words[state.COMBO] = 0;
  queue?.push(words, 'miss', -1, x, y, 0, 0);
  return 'miss';
}

function strike(play: Play, place: number, x: number, y: number): 'pop' | 'hit' {
  const { words, plan, queue } = play;
  const { rules, effects } = plan;
  const bubble = state.bubbleOffset(words, place);
  const health = words[bubble + state.HEALTH]! - effects.clickPower;
  if (health > 0) {
    words[bubble + state.HEALTH] = health;
    words[state.HITS] = words[state.HITS]! + 1;
    words[state.COMBO] = 0;
    score(play, 'hit', bubble, rules.boss?.hitPoints ?? 0, x, y, health);
    return 'hit';
  }
  state.removeBubble(words, place);
  const popped = words[state.POPPED]!;
  const combo = words[state.COMBO]! + 1;
  words[state.POPPED] = popped + 1;
  words[state.COMBO] = combo;
  if (combo > words[state.BEST_COMBO]!) words[state.BEST_COMBO] = combo;
  score(play, 'pop', bubble, words[bubble + state.POINTS]!, x, y, 0);
  // The level counts the pops before this one (SPEC section 9, free play).
  if (rules.levelPops > 0 && popped % rules.levelPops === 0 && popped > 0) {
    words[state.LEVEL] = words[state.LEVEL]! + 1;
    queue?.push(words, 'level', -1, x, y, 0, words[state.LEVEL]);
  }
  if (rules.comboMessageEvery > 0 && combo % rules.comboMessageEvery === 0) {
    queue?.push(words, 'combo', -1, x, y, 0, combo / rules.comboMessageEvery - 1);
  }
  return 'pop';
}

/** Gives the points of a pop or hit, multiplied, floored once for combo and once for chain and upgrades. */
function score(
  play: Play,
  type: 'pop' | 'hit',
  bubble: number,
  base: number,
  x: number,
  y: number,
  value: number,
): void {
  const { words, plan, queue } = play;
  const { comboMultiplier, foreign, milestonePoints } = plan.rules;
  let points = base;
  if (comboMultiplier !== null) {
    const { divisor, cap } = comboMultiplier;
    points = Math.floor((points * Math.min(words[state.COMBO]! + divisor, cap)) / divisor);
  }
  const { pointsPct } = plan.effects;
  const isForeign = foreign !== null && (words[bubble + state.LOOK]! & state.LOOK_FOREIGN) !== 0;
  if (isForeign || pointsPct !== 100)
    points = Math.floor((points * (isForeign ? foreign.pointsPct : 100) * pointsPct) / 10_000);
  const total = Math.min(words[state.SCORE]! + points, MAX_SCORE);
  words[state.SCORE] = total;
  queue?.push(words, type, bubble, x, y, points, value);
  if (milestonePoints === 0 || total < words[state.NEXT_MILESTONE]!) return;
  const reached = total - (total % milestonePoints);
  words[state.NEXT_MILESTONE] = Math.min(reached + milestonePoints, state.NEVER);
  queue?.push(words, 'milestone', -1, x, y, 0, reached);
}
