import { SPEED_FACTOR_ONE, type Rules } from './rules.ts';
import { SUN_PER_TRX } from './units.ts';

/** The arena: rising bubbles, bosses, speed that grows with the score. Numbers from SPEC section 9 "Arena". */
export const arena: Rules = {
  id: 'arena',
  version: 1,
  durationMs: 60_000,
  field: { widthPx: 800, heightPx: 600 },
  motion: 'rise',
  radiusPx: { min: 35, max: 80 },
  /** Speed and drift: DESIGN section 5. */
  speedPxPerS: { min: 60, max: 140 },
  driftPxPerS: 40,
  /** min(1 + score / 2,000, 2.5). */
  speedFactor: { from: SPEED_FACTOR_ONE, perPoints: 1, to: 5_000 },
  /** Ours: the shortest spawn interval. SPEC names none. */
  firstSpawnMs: 250,
  /** max(250, 700 - score / 10). */
  spawnIntervalMs: { from: 700, perPoints: 10, to: 250 },
  spawnCount: 1,
  /** min(10 + score / 500, 20). */
  bubbleCap: { from: 10, perPoints: 500, to: 20 },
  points: { kind: 'linear', smallest: 39, largest: 15 },
  comboMultiplier: null,
  levelPops: 0,
  boss: {
    /** 8 % + min(score / 10,000, 15 %): one basis point a point. */
    chanceBp: { from: 800, perPoints: 1, to: 2_300 },
    radiusPx: 90,
    speedPxPerS: 40,
    health: 15,
    hitPoints: 15,
    killPoints: 150,
  },
  foreign: null,
  comboMessageEvery: 5,
  milestonePoints: 500,
  debounceMs: 100,
  /** As many as the debounce leaves room for. */
  maxInputs: 600,
  /** 1 TRX per 100 points. */
  sunPerPoint: SUN_PER_TRX / 100,
  colours: 7,
};
