import { fold } from './hash.ts';
import { bubblePoints, type Ramp, type Rules } from './rules.ts';
import { capacityOf } from './state.ts';
import { SUB_PER_PX, subPerMs } from './units.ts';
import { NO_EFFECTS, type Effects } from './upgrades.ts';

/** Rules and effects worked out into flat numbers, in the engine's own units: what a running round reads. */
export interface Plan {
  /** Tells rounds of other rules or effects apart, and is where the state hash starts. */
  readonly identity: number;
  readonly capacity: number;
  readonly rises: boolean;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Right and lower wall, sub-pixels. */
  readonly right: number;
  readonly bottom: number;
  readonly minRadius: number;
  readonly radii: number;
  /** Points by radius, from the smallest. */
  readonly points: Int32Array;
  /** Speeds in sub-pixels per ms. */
  readonly minSpeed: number;
  readonly maxSpeed: number;
  readonly drift: number;
  readonly speedFactor: Ramp;
  readonly spawnInterval: Ramp;
  readonly spawnRatePct: number;
  readonly spawnCount: number;
  readonly bubbleCap: Ramp;
  readonly colours: number;
  readonly hasBosses: boolean;
  readonly bossChance: Ramp;
  readonly bossRadius: number;
  readonly bossSpeed: number;
  readonly bossHealth: number;
  readonly hitPoints: number;
  readonly killPoints: number;
  /** Added to the chances of bosses and of the other chain's bubbles, basis points. */
  readonly specialBp: number;
  /** Chance of the other chain's bubbles with that added; 0 where there are none. */
  readonly foreignBp: number;
  readonly foreignPct: number;
  readonly pointsPct: number;
  readonly clickPower: number;
  /** 0 for no combo multiplier. */
  readonly comboDivisor: number;
  readonly comboCap: number;
}

/** Plans of rules without upgrades, which most rounds are played by. */
const plain = new WeakMap<Rules, Plan>();

/** The plan of sound rules under effects. */
export function planRound(rules: Rules, effects: Effects): Plan {
  if (effects !== NO_EFFECTS) return makePlan(rules, effects);
  let plan = plain.get(rules);
  if (plan === undefined) {
    plan = makePlan(rules, effects);
    plain.set(rules, plan);
  }
  return plan;
}

const NO_CHANCE: Ramp = { from: 0, perPoints: 1, to: 0 };

function makePlan(rules: Rules, effects: Effects): Plan {
  const { boss, foreign } = rules;
  const { min, max } = rules.radiusPx;
  const specialBp = effects.specialChancePct * 100;
  return {
    identity: identify(rules, effects),
    capacity: capacityOf(rules),
    rises: rules.motion === 'rise',
    widthPx: rules.field.widthPx,
    heightPx: rules.field.heightPx,
    right: rules.field.widthPx * SUB_PER_PX,
    bottom: rules.field.heightPx * SUB_PER_PX,
    minRadius: min,
    radii: max - min + 1,
    points: Int32Array.from({ length: max - min + 1 }, (_, step) => bubblePoints(rules, min + step)),
    minSpeed: subPerMs(rules.speedPxPerS.min),
    maxSpeed: subPerMs(rules.speedPxPerS.max),
    drift: subPerMs(rules.driftPxPerS),
    speedFactor: rules.speedFactor,
    spawnInterval: rules.spawnIntervalMs,
    spawnRatePct: effects.spawnRatePct,
    spawnCount: rules.spawnCount,
    bubbleCap: rules.bubbleCap,
    colours: rules.colours,
    hasBosses: boss !== null,
    bossChance: boss?.chanceBp ?? NO_CHANCE,
    bossRadius: boss?.radiusPx ?? 0,
    bossSpeed: subPerMs(boss?.speedPxPerS ?? 0),
    bossHealth: Math.max(1, Math.ceil(((boss?.health ?? 1) * effects.bossHealthPct) / 100)),
    hitPoints: boss?.hitPoints ?? 0,
    killPoints: boss?.killPoints ?? 0,
    specialBp,
    foreignBp: foreign === null ? 0 : foreign.chanceBp + specialBp,
    foreignPct: foreign?.pointsPct ?? 100,
    pointsPct: effects.pointsPct,
    clickPower: effects.clickPower,
    comboDivisor: rules.comboMultiplier?.divisor ?? 0,
    comboCap: rules.comboMultiplier?.cap ?? 0,
  };
}

function identify(rules: Rules, effects: Effects): number {
  let hash = fold(0, rules.version);
  for (let at = 0; at < rules.id.length; at++) hash = fold(hash, rules.id.charCodeAt(at));
  hash = fold(fold(hash, effects.pointsPct), effects.trxBonusPct);
  hash = fold(fold(hash, effects.spawnRatePct), effects.specialChancePct);
  return fold(fold(hash, effects.clickPower), effects.bossHealthPct);
}
