import { describe, expect, it } from 'vitest';
import { measureRhythm, type ClickRhythm } from './click-rhythm.ts';
import { INPUT_WORDS, type Strikes } from './strikes.ts';

/** Strikes with these values; all others are the same in each strike. */
function strikesOf(count: number, values: Partial<Strikes> = {}): Strikes {
  const all = (value: number): Float64Array => new Float64Array(count).fill(value);
  return {
    count,
    clicks: Int32Array.from({ length: count }, (_, click) => click),
    timesMs: all(0),
    reactionsMs: all(300),
    agesMs: all(500),
    waysPx: all(100),
    offsetsPct: all(30),
    rightPct: all(0),
    downPct: all(0),
    bubbleX: all(400),
    bubbleY: all(300),
    radiusPx: all(30),
    riseSpeed: all(60),
    hits: count,
    bossClicks: 0,
    aim: { clicks: 0, hits: 0, shiftedHits: 0 },
    ...values,
  };
}

/** The rhythm of clicks with these times between them, ms. */
function rhythmOf(intervals: readonly number[], strikes = strikesOf(0)): ClickRhythm {
  const inputs = new Int32Array((intervals.length + 1) * INPUT_WORDS);
  let ms = 1_000;
  for (const [at, interval] of [0, ...intervals].entries()) inputs[at * INPUT_WORDS] = ms += interval;
  return measureRhythm(inputs, strikes);
}

const EVEN = Array.from({ length: 40 }, () => 300);
const TWO = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 200 : 400));
/** Times that follow no period. */
const UNEVEN = Array.from({ length: 400 }, (_, at) => 200 + ((at * at * 7_919 + at * 104_729) % 397));
const RISING = Float64Array.from({ length: 20 }, (_, at) => at + 1);

describe('the times between clicks', () => {
  it('have an entropy of no bit when they are all the same, and of one bit when there are two of them', () => {
    expect(rhythmOf(EVEN).intervalEntropy).toBe(0);
    expect(rhythmOf(TWO).intervalEntropy).toBeCloseTo(1, 10);
    expect(rhythmOf(UNEVEN).intervalEntropy).toBeGreaterThan(4);
  });

  it('have an excess kurtosis of -2 when there are two of them, and a high one with a few pauses', () => {
    expect(rhythmOf(TWO).intervalKurtosis).toBeCloseTo(-2, 10);
    expect(rhythmOf([...TWO, 5_000, 6_000]).intervalKurtosis).toBeGreaterThan(5);
  });

  it('have a period when they are multiples of one time', () => {
    const multiples = Array.from({ length: 60 }, (_, at) => 150 * (1 + (at % 3)));
    expect(rhythmOf(EVEN).periodicity).toBeCloseTo(1, 5);
    expect(rhythmOf(multiples).periodicity).toBeGreaterThan(0.9);
    expect(rhythmOf(UNEVEN).periodicity).toBeLessThan(0.5);
  });

  it('say nothing when there are fewer than ten', () => {
    expect(rhythmOf(EVEN.slice(0, 9))).toMatchObject({
      intervalEntropy: null,
      intervalKurtosis: null,
      periodicity: null,
    });
  });
});

describe('the strikes', () => {
  it('follow Fitts’s law when their times rise with the index of difficulty', () => {
    const difficulty = RISING.map((way) => Math.log2(1 + (way * 20) / 30));
    const waysPx = RISING.map((way) => way * 20);
    const along = strikesOf(20, { waysPx, reactionsMs: difficulty.map((bits) => 100 + 150 * bits) });
    const against = strikesOf(20, { waysPx, reactionsMs: difficulty.map((bits) => 900 - 150 * bits) });
    expect(rhythmOf(EVEN, along).fittsCorrelation).toBeCloseTo(1, 10);
    expect(rhythmOf(EVEN, against).fittsCorrelation).toBeCloseTo(-1, 10);
    // The first click has no way.
    const first = { ...along, waysPx: along.waysPx.with(0, Number.NaN), reactionsMs: along.reactionsMs.with(0, 5_000) };
    expect(rhythmOf(EVEN, first).fittsCorrelation).toBeCloseTo(1, 10);
  });

  it('are aimed by radius and by speed', () => {
    const larger = rhythmOf(EVEN, strikesOf(20, { radiusPx: RISING }));
    expect(larger.aimRadiusCorrelation).toBeCloseTo(1, 10);
    const faster = rhythmOf(EVEN, strikesOf(20, { riseSpeed: RISING, offsetsPct: RISING.toReversed() }));
    expect(faster.aimSpeedCorrelation).toBeCloseTo(-1, 10);
    expect(faster.aimRadiusCorrelation).toBe(0);
  });

  it('have the soonest tenth of their ages', () => {
    expect(rhythmOf(EVEN, strikesOf(20, { agesMs: RISING.toReversed() })).spawnReactionMs).toBe(3);
  });

  it('have the shares of clicks on bubbles and on bosses among all clicks', () => {
    const { clicks, hitPct, bossClicksPct } = rhythmOf(EVEN.slice(0, 19), strikesOf(10, { hits: 15, bossClicks: 3 }));
    expect([clicks, hitPct, bossClicksPct]).toEqual([20, 75, 15]);
    expect(rhythmOf([300], strikesOf(2, { hits: 2 }))).toMatchObject({ hitPct: null, bossClicksPct: null });
  });
});
