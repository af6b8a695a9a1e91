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

const isWhole = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

const isRamp = (value: unknown, min: number, max: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const ramp = value as Partial<Ramp>;
  return isWhole(ramp.from, min, max) && isWhole(ramp.to, min, max) && isWhole(ramp.perPoints, 1, 1_000_000);
};

const isRange = (value: unknown, min: number, max: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const range = value as Partial<Range>;
  return isWhole(range.min, min, max) && isWhole(range.max, range.min ?? min, max);
};

/**
 * Checks a rule set of any origin: each field's type and range, then that bubbles fit the field and paths fit the
 * arithmetic. Returns the same object, or the first field that is wrong.
 */
export function parseRules(input: unknown): Result<Rules, RulesError> {
  if (typeof input !== 'object' || input === null) return wrong('');
  const rules = input as Rules;
  if (typeof rules.id !== 'string' || !/^[a-z0-9-]{1,32}$/.test(rules.id)) return wrong('id');
  const { widthPx, heightPx } = (rules.field ?? {}) as Partial<Rules['field']>;
  if (!isWhole(widthPx, 64, 1_023)) return wrong('field.widthPx');
  if (!isWhole(heightPx, 64, 1_023)) return wrong('field.heightPx');
  if (rules.motion !== 'bounce' && rules.motion !== 'rise') return wrong('motion');
  const wholes: readonly (readonly [keyof Rules, number, number])[] = [
    ['version', 1, 65_535],
    ['durationMs', 1_000, 600_000],
    ['driftPxPerS', 0, rules.motion === 'rise' ? MAX_SPEED_PX_PER_S : 0],
    ['firstSpawnMs', 1, 600_000],
    ['levelPops', 0, 1_000_000],
    ['comboMessageEvery', 0, 1_000_000],
    ['milestonePoints', 0, 1_000_000],
    ['debounceMs', 0, 60_000],
    ['maxInputs', 1, 10_000],
    ['sunPerPoint', 0, 1_000_000],
    ['colours', 1, 64],
  ];
  for (const [field, min, max] of wholes) if (!isWhole(rules[field], min, max)) return wrong(field);
  const widest = Math.floor((Math.min(rules.field.widthPx, rules.field.heightPx) - 1) / 2);
  if (!isRange(rules.radiusPx, 1, Math.min(widest, 255))) return wrong('radiusPx');
  if (!isRange(rules.speedPxPerS, 1, MAX_SPEED_PX_PER_S)) return wrong('speedPxPerS');
  if (rules.motion === 'bounce' && rules.speedPxPerS.max * 10 < rules.speedPxPerS.min * 11) return wrong('speedPxPerS');
  if (!isRamp(rules.speedFactor, SPEED_FACTOR_ONE / 10, 10 * SPEED_FACTOR_ONE)) return wrong('speedFactor');
  if (!isRamp(rules.spawnIntervalMs, 20, 600_000)) return wrong('spawnIntervalMs');
  if (!isRamp(rules.bubbleCap, 1, 64)) return wrong('bubbleCap');
  if (!isWhole(rules.spawnCount, 1, 64)) return wrong('spawnCount');
  if (!isPoints(rules.points)) return wrong('points');
  if (!isComboMultiplier(rules.comboMultiplier)) return wrong('comboMultiplier');
  if (!isForeign(rules.foreign)) return wrong('foreign');
  if (!isBoss(rules.boss, Math.min(widest, 255))) return wrong('boss');
  const speed = Math.max(rules.speedPxPerS.max, rules.driftPxPerS, rules.boss?.speedPxPerS ?? 0);
  const factor = Math.max(rules.speedFactor.from, rules.speedFactor.to) / SPEED_FACTOR_ONE;
  if ((speed * factor * rules.durationMs) / 1_000 > MAX_PATH_PX) return wrong('speedPxPerS');
  return ok(rules);
}

function isPoints(points: Rules['points'] | undefined): boolean {
  if (points?.kind === 'inverse') return isWhole(points.numerator, 0, 1_000_000);
  return (
    points?.kind === 'linear' && isWhole(points.largest, 0, 10_000) && isWhole(points.smallest, points.largest, 10_000)
  );
}

function isComboMultiplier(combo: Rules['comboMultiplier'] | undefined): boolean {
  if (combo === null) return true;
  return combo !== undefined && isWhole(combo.divisor, 1, 1_000) && isWhole(combo.cap, combo.divisor, 100_000);
}

function isForeign(foreign: Rules['foreign'] | undefined): boolean {
  if (foreign === null) return true;
  return foreign !== undefined && isWhole(foreign.chanceBp, 0, 10_000) && isWhole(foreign.pointsPct, 0, 10_000);
}

function isBoss(boss: BossRules | null | undefined, widestPx: number): boolean {
  if (boss === null) return true;
  return (
    boss !== undefined &&
    isRamp(boss.chanceBp, 0, 10_000) &&
    isWhole(boss.radiusPx, 1, widestPx) &&
    isWhole(boss.speedPxPerS, 1, MAX_SPEED_PX_PER_S) &&
    isWhole(boss.health, 1, 1_000) &&
    isWhole(boss.hitPoints, 0, 10_000) &&
    isWhole(boss.killPoints, 0, 10_000)
  );
}

const wrong = (field: string): Result<Rules, RulesError> => err({ code: 'ERR_RULES_INVALID', field });
