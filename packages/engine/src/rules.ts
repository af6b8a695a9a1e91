import { err, ok, type Result } from './result.ts';

/** A whole number that moves by one with every `perPoints` points of score, from `from` until it reaches `to`. */
export interface Ramp {
  readonly from: number;
  readonly perPoints: number;
  readonly to: number;
}

/** An inclusive range of whole numbers. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * A rule set: plain data, so that it can be read on one screen, checked whole, printed and sent.
 * Chances are in basis points (10,000 = always), speeds in px/s, times in ms, lengths in px, all whole numbers.
 */
export interface Rules {
  /** 1 to 32 of a-z, 0-9 and '-'. With `version` it names the rules in a replay. */
  readonly id: string;
  /** From 1. Any change that alters a round is a new version. */
  readonly version: number;
  readonly durationMs: number;
  readonly field: { readonly widthPx: number; readonly heightPx: number };
  /** `bounce`: off all four walls. `rise`: up from below, off the side walls, escaping over the top. */
  readonly motion: 'bounce' | 'rise';
  readonly radiusPx: Range;
  /**
   * Speed along the path (`bounce`, any direction) or upwards (`rise`). For `bounce` the most is at least 1.1 times the
   * least, since directions are drawn by rejection from the ring between the two.
   */
  readonly speedPxPerS: Range;
  /** Most sideways speed, either way. `rise` only; 0 otherwise. */
  readonly driftPxPerS: number;
  /** Factor on speeds, fixed at a bubble's birth, in 1/2,000. */
  readonly speedFactor: Ramp;
  readonly firstSpawnMs: number;
  readonly spawnIntervalMs: Ramp;
  /** Bubbles in one wave. */
  readonly spawnCount: number;
  /** Most bubbles alive at once; a wave stops there. */
  readonly bubbleCap: Ramp;
  /** Points of a bubble by radius: floor(numerator / radius), or linear from the smallest radius to the largest. */
  readonly points:
    | { readonly kind: 'inverse'; readonly numerator: number }
    | { readonly kind: 'linear'; readonly smallest: number; readonly largest: number };
  /** Combo multiplier min(combo + divisor, cap) / divisor, combo counted after the pop; null for none. */
  readonly comboMultiplier: { readonly divisor: number; readonly cap: number } | null;
  /** A new level every so many pops; 0 for no levels. */
  readonly levelPops: number;
  readonly boss: BossRules | null;
  /** The other chain's bubbles: their chance, and the percentage of the points they are worth. */
  readonly foreign: { readonly chanceBp: number; readonly pointsPct: number } | null;
  /** A `combo` event at every multiple of this; 0 for none. */
  readonly comboMessageEvery: number;
  /** A `milestone` event whenever the score passes a multiple of this; 0 for none. */
  readonly milestonePoints: number;
  /** Least time between two clicks; a sooner one is ignored. */
  readonly debounceMs: number;
  /** Most clicks in a round; later ones are refused. */
  readonly maxInputs: number;
  /** Sun earned per point, before bonuses. */
  readonly sunPerPoint: number;
  /** Number of bubble colours. */
  readonly colours: number;
}

/** Bosses: bubbles that take many hits. */
export interface BossRules {
  readonly chanceBp: Ramp;
  readonly radiusPx: number;
  readonly speedPxPerS: number;
  readonly health: number;
  /** Points of a hit that leaves health. */
  readonly hitPoints: number;
  /** Points of the last hit, instead of `hitPoints`. */
  readonly killPoints: number;
}

/** A rule set that cannot be played, and the field that is wrong. */
export interface RulesError {
  readonly code: 'ERR_RULES_INVALID';
  readonly field: string;
}

/** One in `Rules.speedFactor`. */
export const SPEED_FACTOR_ONE = 2_000;

/** A ramp that stays where it is. */
export const steady = (value: number): Ramp => ({ from: value, perPoints: 1, to: value });

/** The ramp's value at a score. */
export function rampAt(ramp: Ramp, score: number): number {
  const { from, perPoints, to } = ramp;
  const way = from <= to ? to - from : from - to;
  if (score >= way * perPoints) return to;
  const moved = perPoints === 1 ? score : Math.floor(score / perPoints);
  return from <= to ? from + moved : from - moved;
}

/** Points of a pop of a plain bubble before combo, chain and upgrades. */
export function bubblePoints(rules: Rules, radiusPx: number): number {
  const { points, radiusPx: radius } = rules;
  if (points.kind === 'inverse') return Math.floor(points.numerator / radiusPx);
  const span = Math.max(radius.max - radius.min, 1);
  return points.largest + Math.floor(((radius.max - radiusPx) * (points.smallest - points.largest)) / span);
}

/** Most distance that a path may run over a whole round, px: keeps every position within 32 bits of 16.16. */
const MAX_PATH_PX = 30_000;

/** Most speed before its factor: a velocity is drawn from at most 65,536 values, and times its factor has 32 bits. */
const MAX_SPEED_PX_PER_S = 499;

type Bounds = readonly [min: number, max: number] | { readonly [field: string]: Bounds };

const within = (min: number, max: number): Bounds => ({ from: [min, max], perPoints: [1, 1_000_000], to: [min, max] });

/** The least and the most of every whole number in a rule set. */
const BOUNDS: Bounds = {
  version: [1, 65_535],
  durationMs: [1_000, 600_000],
  field: { widthPx: [64, 1_023], heightPx: [64, 1_023] },
  radiusPx: { min: [1, 255], max: [1, 255] },
  speedPxPerS: { min: [1, MAX_SPEED_PX_PER_S], max: [1, MAX_SPEED_PX_PER_S] },
  driftPxPerS: [0, MAX_SPEED_PX_PER_S],
  speedFactor: within(SPEED_FACTOR_ONE / 10, 10 * SPEED_FACTOR_ONE),
  firstSpawnMs: [1, 600_000],
  spawnIntervalMs: within(20, 600_000),
  spawnCount: [1, 64],
  bubbleCap: within(1, 64),
  levelPops: [0, 1_000_000],
  comboMessageEvery: [0, 1_000_000],
  milestonePoints: [0, 1_000_000],
  debounceMs: [0, 60_000],
  maxInputs: [1, 10_000],
  sunPerPoint: [0, 16_000],
  colours: [1, 64],
};

/** The same of the parts that may be null. */
const PART_BOUNDS: { readonly [part: string]: Bounds } = {
  comboMultiplier: { divisor: [1, 1_000], cap: [1, 100_000] },
  boss: {
    chanceBp: within(0, 10_000),
    radiusPx: [1, 255],
    speedPxPerS: [1, MAX_SPEED_PX_PER_S],
    health: [1, 1_000],
    hitPoints: [0, 10_000],
    killPoints: [0, 10_000],
  },
  foreign: { chanceBp: [0, 10_000], pointsPct: [0, 10_000] },
};

const POINTS_BOUNDS: { readonly [kind: string]: Bounds } = {
  inverse: { numerator: [0, 1_000_000] },
  linear: { smallest: [0, 10_000], largest: [0, 10_000] },
};

/** The dotted path of the first number that is missing, not whole or out of bounds. */
function outOfBounds(bounds: Bounds | undefined, value: unknown, path: string): string | undefined {
  if (Array.isArray(bounds)) {
    return Number.isInteger(value) && (value as number) >= bounds[0] && (value as number) <= bounds[1]
      ? undefined
      : path;
  }
  if (bounds === undefined || typeof value !== 'object' || value === null) return path;
  for (const [field, inner] of Object.entries(bounds)) {
    const wrong = outOfBounds(
      inner as Bounds,
      (value as Record<string, unknown>)[field],
      path === '' ? field : `${path}.${field}`,
    );
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function firstWrong(rules: Rules): string | undefined {
  if (rules === null || typeof rules !== 'object') return 'id';
  const { id, motion, boss, comboMultiplier, points, radiusPx, speedPxPerS } = rules;
  if (typeof id !== 'string' || !/^[a-z0-9-]{1,32}$/.test(id)) return 'id';
  if (motion !== 'bounce' && motion !== 'rise') return 'motion';
  const kinds = Object.hasOwn(POINTS_BOUNDS, points?.kind) ? POINTS_BOUNDS[points.kind] : undefined;
  let wrong = outOfBounds(BOUNDS, rules, '') ?? outOfBounds(kinds, points, 'points');
  for (const [part, bounds] of Object.entries(PART_BOUNDS)) {
    const value = rules[part as keyof Rules];
    if (value !== null) wrong ??= outOfBounds(bounds, value, part);
  }
  if (wrong !== undefined) return wrong;
  if (motion === 'bounce' && rules.driftPxPerS !== 0) return 'driftPxPerS';
  const widestPx = (Math.min(rules.field.widthPx, rules.field.heightPx) - 1) / 2;
  if (radiusPx.min > radiusPx.max || radiusPx.max > widestPx) return 'radiusPx';
  if (boss !== null && boss.radiusPx > widestPx) return 'boss.radiusPx';
  if (comboMultiplier !== null && comboMultiplier.cap < comboMultiplier.divisor) return 'comboMultiplier.cap';
  if (points.kind === 'linear' && points.smallest < points.largest) return 'points';
  const speed = Math.max(speedPxPerS.max, rules.driftPxPerS, boss?.speedPxPerS ?? 0);
  const factor = Math.max(rules.speedFactor.from, rules.speedFactor.to) / SPEED_FACTOR_ONE;
  const isRing = motion === 'rise' ? speedPxPerS.max >= speedPxPerS.min : speedPxPerS.max * 10 >= speedPxPerS.min * 11;
  return isRing && (speed * factor * rules.durationMs) / 1_000 <= MAX_PATH_PX ? undefined : 'speedPxPerS';
}

/**
 * Checks a rule set of any origin: each field's type and range, then that bubbles fit the field and paths fit the
 * arithmetic. Returns the same object, or the first field that is wrong.
 */
export function parseRules(input: unknown): Result<Rules, RulesError> {
  const rules = input as Rules;
  const field = firstWrong(rules);
  return field === undefined ? ok(rules) : err({ code: 'ERR_RULES_INVALID', field });
}
