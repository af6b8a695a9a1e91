import { steady, type Rules } from './rules.ts';

/** Free play: practice without a wallet. Numbers from SPEC section 9 "Free play"; DESIGN section 5 settles the rest. */
export const freePlay: Rules = {
  id: 'free-play',
  version: 1,
  durationMs: 60_000,
  field: { widthPx: 800, heightPx: 600 },
  motion: 'bounce',
  radiusPx: { min: 20, max: 50 },
  /** 1-3 px a frame, read at 60 frames a second. */
  speedPxPerS: { min: 60, max: 180 },
  driftPxPerS: 0,
  speedFactor: steady(2_000),
  firstSpawnMs: 500,
  spawnIntervalMs: steady(2_000),
  spawnCount: 3,
  bubbleCap: steady(15),
  /** floor(50 / radius * 10) = floor(500 / radius). */
  points: { kind: 'inverse', numerator: 500 },
  /** min(combo / 5 + 1, 3) = min(combo + 5, 15) / 5. */
  comboMultiplier: { divisor: 5, cap: 15 },
  levelPops: 10,
  boss: null,
  foreign: null,
  comboMessageEvery: 0,
  milestonePoints: 0,
  /** Two fingers may land in the same frame. */
  debounceMs: 0,
  /** One click a frame at 60 frames a second, for the whole round. */
  maxInputs: 3_600,
  /** Practice never earns TRX. */
  sunPerPoint: 0,
  colours: 7,
};
