import type { EventQueue } from './event-queue.ts';
import { fold } from './hash.ts';
import { bubblePoints, type Rules } from './rules.ts';
import { capacityOf } from './state.ts';
import { SUB_PER_PX, subPerMs } from './units.ts';
import { NO_EFFECTS, type Effects } from './upgrades.ts';

/** Rules and effects, and what follows from them in the engine's own units: what a running round reads. */
export interface Plan {
  readonly rules: Rules;
  readonly effects: Effects;
  /** Tells rounds of other rules or effects apart, and is where the state hash starts. */
  readonly identity: number;
  readonly capacity: number;
  readonly rises: boolean;
  /** Right and lower wall, sub-pixels. */
  readonly right: number;
  readonly bottom: number;
  /** Points by radius, from the smallest. */
  readonly points: Int32Array;
  /** Speeds before their factor, in sub-pixels per ms. */
  readonly minSpeed: number;
  readonly maxSpeed: number;
  readonly drift: number;
  readonly bossSpeed: number;
  readonly bossHealth: number;
  /** Added to the chances of bosses and of the other chain's bubbles, basis points. */
  readonly specialBp: number;
}

/** A round at work: its state, its plan, and the queue for its events, if anybody takes them. */
export interface Play {
  readonly words: Int32Array;
  readonly plan: Plan;
  readonly queue: EventQueue | null;
}

/** Plans of rules without upgrades, which most rounds are played by. */
const plain = new WeakMap<Rules, Plan>();

/** The plan of sound rules under effects. */
export function planRound(rules: Rules, effects: Effects): Plan {
  let plan = effects === NO_EFFECTS ? plain.get(rules) : undefined;
  if (plan !== undefined) return plan;
  const { min, max } = rules.radiusPx;
  plan = {
    rules,
    effects,
    identity: identify(rules, effects),
    capacity: capacityOf(rules),
    rises: rules.motion === 'rise',
    right: rules.field.widthPx * SUB_PER_PX,
    bottom: rules.field.heightPx * SUB_PER_PX,
    points: Int32Array.from({ length: max - min + 1 }, (_, step) => bubblePoints(rules, min + step)),
    minSpeed: subPerMs(rules.speedPxPerS.min),
    maxSpeed: subPerMs(rules.speedPxPerS.max),
    drift: subPerMs(rules.driftPxPerS),
    bossSpeed: subPerMs(rules.boss?.speedPxPerS ?? 0),
    bossHealth: Math.max(1, Math.ceil(((rules.boss?.health ?? 1) * effects.bossHealthPct) / 100)),
    specialBp: effects.specialChancePct * 100,
  };
  if (effects === NO_EFFECTS) plain.set(rules, plan);
  return plan;
}

function identify(rules: Rules, effects: Effects): number {
  let hash = fold(0, rules.version);
  for (let at = 0; at < rules.id.length; at++) hash = fold(hash, rules.id.charCodeAt(at));
  hash = fold(fold(hash, effects.pointsPct), effects.trxBonusPct);
  hash = fold(fold(hash, effects.spawnRatePct), effects.specialChancePct);
  return fold(fold(hash, effects.clickPower), effects.bossHealthPct);
}
