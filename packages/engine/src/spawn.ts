import { fold } from './hash.ts';
import { bubblePoints, rampAt, SPEED_FACTOR_ONE, type Rules } from './rules.ts';
import * as state from './state.ts';
import { below, BOSS_STREAM, COSMETIC_STREAM, SPAWN_STREAM } from './stream.ts';
import { BASIS_POINTS, SUB_PER_PX, SUB_PER_QUARTER_PX, subPerMs } from './units.ts';
import type { Effects } from './upgrades.ts';

/** What spawning needs of the rules and effects, worked out once a round. */
export interface SpawnPlan {
  readonly rules: Rules;
  readonly specialBp: number;
  readonly bossHealth: number;
  readonly speed: { readonly min: number; readonly max: number; readonly boss: number; readonly drift: number };
  /** Points by radius, from the smallest. */
  readonly points: Int32Array;
}

export function planSpawns(rules: Rules, effects: Effects): SpawnPlan {
  const { min, max } = rules.radiusPx;
  return {
    rules,
    specialBp: effects.specialChancePct * 100,
    bossHealth: Math.max(1, Math.ceil(((rules.boss?.health ?? 1) * effects.bossHealthPct) / 100)),
    speed: {
      min: subPerMs(rules.speedPxPerS.min),
      max: subPerMs(rules.speedPxPerS.max),
      boss: subPerMs(rules.boss?.speedPxPerS ?? 0),
      drift: subPerMs(rules.driftPxPerS),
    },
    points: Int32Array.from({ length: max - min + 1 }, (_, step) => bubblePoints(rules, min + step)),
  };
}

/**
 * Spawns one bubble on top of the others at a time and returns its offset. Every bubble takes the same draws whether
 * it becomes a boss or not, so the chances never shift what comes after.
 */
export function spawnBubble(words: Int32Array, plan: SpawnPlan, timeMs: number): number {
  const { rules, speed } = plan;
  const place = words[state.COUNT]!;
  const bubble = state.bubbleOffset(words, place);
  words[state.COUNT] = place + 1;

  const { boss, foreign } = rules;
  const score = words[state.SCORE]!;
  const plainRadius = rules.radiusPx.min + below(words, SPAWN_STREAM, rules.radiusPx.max - rules.radiusPx.min + 1);
  const isBoss =
    boss !== null && below(words, BOSS_STREAM, BASIS_POINTS) < rampAt(boss.chanceBp, score) + plan.specialBp;
  const isForeign =
    foreign !== null && below(words, BOSS_STREAM, BASIS_POINTS) < foreign.chanceBp + plan.specialBp;
  const radius = isBoss ? boss.radiusPx : plainRadius;
  const health = isBoss ? plan.bossHealth : 1;
  const colour = below(words, COSMETIC_STREAM, rules.colours);

  words[bubble + state.ID] = words[state.SPAWNED]!;
  words[state.SPAWNED] = words[state.SPAWNED]! + 1;
  words[bubble + state.RADIUS] = radius;
  words[bubble + state.LOOK] = colour | (isBoss ? state.LOOK_BOSS : 0) | (isForeign ? state.LOOK_FOREIGN : 0);
  words[bubble + state.HEALTH] = health;
  words[bubble + state.FULL_HEALTH] = health;
  words[bubble + state.POINTS] = isBoss ? boss.killPoints : plan.points[plainRadius - rules.radiusPx.min]!;
  words[bubble + state.BORN] = timeMs;

  const factor = rampAt(rules.speedFactor, score);
  const x = startOn(words, rules.field.widthPx, radius);
  if (rules.motion === 'bounce') {
    const y = startOn(words, rules.field.heightPx, radius);
    drawDirection(words, bubble, speed.min, speed.max, factor);
    words[bubble + state.LINE_Y] = y - words[bubble + state.LINE_Y + 1]! * timeMs;
    words[bubble + state.ESCAPE_AT] = state.NEVER;
  } else {
    const drift = below(words, SPAWN_STREAM, 2 * speed.drift + 1) - speed.drift;
    const rise = speed.min + below(words, SPAWN_STREAM, speed.max - speed.min + 1);
    const up = scaled(isBoss ? speed.boss : rise, factor);
    words[bubble + state.LINE_X + 1] = scaled(drift, factor);
    words[bubble + state.LINE_Y + 1] = -up;
    words[bubble + state.LINE_Y] = (rules.field.heightPx + radius) * SUB_PER_PX + up * timeMs;
    const wayOut = (rules.field.heightPx + 2 * radius) * SUB_PER_PX;
    const escapeAt = timeMs + Math.ceil(wayOut / up);
    words[bubble + state.ESCAPE_AT] = escapeAt;
    if (escapeAt < words[state.NEXT_ESCAPE]!) words[state.NEXT_ESCAPE] = escapeAt;
  }
  words[bubble + state.LINE_X] = x - words[bubble + state.LINE_X + 1]! * timeMs;

  let hash = fold(words[state.HASH]!, timeMs);
  for (let word = state.ID; word <= state.POINTS; word++) hash = fold(hash, words[bubble + word]!);
  words[state.HASH] = hash;
  return bubble;
}

/** A start on one axis, in whole quarter pixels, so that the bubble lies inside the field. */
const startOn = (words: Int32Array, lengthPx: number, radiusPx: number): number =>
  radiusPx * SUB_PER_PX + below(words, SPAWN_STREAM, (lengthPx - 2 * radiusPx) * 4 + 1) * SUB_PER_QUARTER_PX;

const scaled = (speed: number, factor: number): number => Math.trunc((speed * factor) / SPEED_FACTOR_ONE);

/**
 * A uniform direction without trigonometry: whole velocities are drawn from the square around the annulus of allowed
 * speeds until one lies in it (von Neumann's rejection), then scaled.
 */
function drawDirection(words: Int32Array, bubble: number, min: number, max: number, factor: number): void {
  let vx: number;
  let vy: number;
  let squared: number;
  do {
    vx = below(words, SPAWN_STREAM, 2 * max + 1) - max;
    vy = below(words, SPAWN_STREAM, 2 * max + 1) - max;
    squared = vx * vx + vy * vy;
  } while (squared < min * min || squared > max * max);
  words[bubble + state.LINE_X + 1] = scaled(vx, factor);
  words[bubble + state.LINE_Y + 1] = scaled(vy, factor);
}
