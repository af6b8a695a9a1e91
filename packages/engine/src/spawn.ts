import { fold } from './hash.ts';
import type { Plan } from './plan.ts';
import { rampAt, SPEED_FACTOR_ONE } from './rules.ts';
import * as state from './state.ts';
import { below, BOSS_STREAM, COSMETIC_STREAM, high, low, SPAWN_STREAM, word } from './stream.ts';
import { BASIS_POINTS, SUB_PER_PX, SUB_PER_QUARTER_PX } from './units.ts';

/**
 * Spawns one bubble on top of the others at a time and returns its offset. Every bubble takes the same words from each
 * stream whether it becomes a boss or not, so the chances never shift what comes after.
 */
export function spawnBubble(words: Int32Array, plan: Plan, timeMs: number): number {
  const { rules } = plan;
  const { boss, foreign, radiusPx, field } = rules;
  const place = words[state.COUNT]!;
  const bubble = state.bubbleOffset(words, place);
  const score = words[state.SCORE]!;
  words[state.COUNT] = place + 1;
  words[bubble + state.ID] = words[state.SPAWNED]!;
  words[state.SPAWNED] = words[state.SPAWNED]! + 1;
  words[bubble + state.BORN] = timeMs;

  const size = word(words, SPAWN_STREAM);
  const chance = word(words, BOSS_STREAM);
  const isBoss = boss !== null && high(chance, BASIS_POINTS) < rampAt(boss.chanceBp, score) + plan.specialBp;
  const step = high(size, radiusPx.max - radiusPx.min + 1);
  const radius = isBoss ? boss.radiusPx : radiusPx.min + step;
  const health = isBoss ? plan.bossHealth : 1;
  let look = below(words, COSMETIC_STREAM, rules.colours);
  if (isBoss) look |= state.LOOK_BOSS;
  if (foreign !== null && low(chance, BASIS_POINTS) < foreign.chanceBp + plan.specialBp) look |= state.LOOK_FOREIGN;
  words[bubble + state.RADIUS] = radius;
  words[bubble + state.LOOK] = look;
  words[bubble + state.HEALTH] = health;
  words[bubble + state.FULL_HEALTH] = health;
  words[bubble + state.POINTS] = isBoss ? boss.killPoints : plan.points[step]!;

  const factor = rampAt(rules.speedFactor, score);
  const x = low(size, freeQuarters(field.widthPx, radius)) * SUB_PER_QUARTER_PX + radius * SUB_PER_PX;
  let y: number;
  let vx: number;
  let vy: number;
  if (plan.rises) {
    const way = word(words, SPAWN_STREAM);
    const rise = isBoss ? plan.bossSpeed : plan.minSpeed + high(way, plan.maxSpeed - plan.minSpeed + 1);
    y = (field.heightPx + radius) * SUB_PER_PX;
    vx = scaled(low(way, 2 * plan.drift + 1) - plan.drift, factor);
    vy = -scaled(rise, factor);
    const wayOut = (field.heightPx + 2 * radius) * SUB_PER_PX;
    const escapeAt = timeMs + (((wayOut - vy - 1) / -vy) | 0);
    words[bubble + state.ESCAPE_AT] = escapeAt;
    if (escapeAt < words[state.NEXT_ESCAPE]!) words[state.NEXT_ESCAPE] = escapeAt;
  } else {
    const free = freeQuarters(field.heightPx, radius);
    y = below(words, SPAWN_STREAM, free) * SUB_PER_QUARTER_PX + radius * SUB_PER_PX;
    const direction = drawDirection(words, plan);
    vx = scaled(directionX(direction, plan), factor);
    vy = scaled(directionY(direction, plan), factor);
    words[bubble + state.ESCAPE_AT] = state.NEVER;
  }
  words[bubble + state.LINE_X] = x - Math.imul(vx, timeMs);
  words[bubble + state.LINE_X + 1] = vx;
  words[bubble + state.LINE_Y] = y - Math.imul(vy, timeMs);
  words[bubble + state.LINE_Y + 1] = vy;

  const born = fold(fold(words[state.HASH]!, timeMs | (look << 20)), (x >> 14) | ((y >> 14) << 12));
  words[state.HASH] = fold(fold(born, (vx & 0xffffff) | (radius << 24)), vy);
  return bubble;
}

/** Starts on an axis, in quarter pixels, that leave a bubble inside the field. */
const freeQuarters = (lengthPx: number, radiusPx: number): number => (lengthPx - 2 * radiusPx) * 4 + 1;

const scaled = (speed: number, factor: number): number => (Math.imul(speed, factor) / SPEED_FACTOR_ONE) | 0;

const directionX = (direction: number, plan: Plan): number => high(direction, 2 * plan.maxSpeed + 1) - plan.maxSpeed;
const directionY = (direction: number, plan: Plan): number => low(direction, 2 * plan.maxSpeed + 1) - plan.maxSpeed;

/**
 * A uniform direction without trigonometry: a word gives a velocity in the square around the ring of allowed speeds,
 * until one lies in the ring (von Neumann's rejection). Returns that word.
 */
function drawDirection(words: Int32Array, plan: Plan): number {
  for (;;) {
    const direction = word(words, SPAWN_STREAM);
    const vx = directionX(direction, plan);
    const vy = directionY(direction, plan);
    const squared = vx * vx + vy * vy;
    if (squared >= plan.minSpeed * plan.minSpeed && squared <= plan.maxSpeed * plan.maxSpeed) return direction;
  }
}
