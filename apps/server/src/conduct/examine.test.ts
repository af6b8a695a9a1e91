import { PATH_WORDS } from '@popfray/protocol/battle';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examineRound, type Examination } from './examine.ts';
import { DEFAULT_LIMITS, judgeRound, pathOf } from './judge.ts';
import { FEATURES, scorePath } from './model.ts';
import { play, recordPath, startRound, STRAIGHT, type Played, type Style } from './pointer.fixture.ts';
import { comparePaths } from './repeats.ts';
import { INPUT_WORDS } from './strikes.ts';
import { WEIGHTS } from './weights.ts';

const examine = ({ seed, inputs, path }: Played): Examination => examineRound(startRound(seed, false), inputs, path);

/** Time between two frames of a slow machine, ms. */
const FRAME_MS = 150;

const reasonsOf = (played: Played, isPathRequired = true) =>
  judgeRound(examine(played), DEFAULT_LIMITS, { isPathRequired });

/** Smooth noise that differs for each number and is the same at each call: sines without a common period. */
const shake =
  (kind: number) =>
  (place: number): number =>
    2.2 * Math.sin(place * 0.071 + kind) + 1.7 * Math.sin(place * 0.123 + kind * kind) + Math.sin(place * 0.19 * kind);

describe('the path of a round', () => {
  it('is measured: straight ways are straight, curves are not', () => {
    const straight = examine(play('straight', { way: STRAIGHT }));
    const curved = examine(play('straight'));
    expect(straight.legs?.straightness).toBeGreaterThan(0.99);
    expect(straight.motion.straightShare).toBeGreaterThan(0.8);
    expect(curved.legs?.straightness).toBeLessThan(0.97);
    expect(curved.motion.turn).toBeGreaterThan(4 * straight.motion.turn);
    // The noise of a hand is no smooth curve.
    const shaken = examine(play('straight', { noise: shake(3) }));
    expect(shaken.bends?.bend).toBeGreaterThan(2 * (curved.bends?.bend ?? 0));
    expect(shaken.motion.jerk).toBeGreaterThan(1.5 * curved.motion.jerk);
  });

  it('snaps where it goes back the way that it came, with steps longer than 8 px', () => {
    const zigzag = (stepPx: number): number =>
      examine({
        ...play('snap'),
        path: recordPath(
          Array.from({ length: 3_000 }, (_, at) => ({
            timeMs: at * 17,
            xPx: 400 + (at % 2) * stepPx,
            yPx: 300,
            device: 'mouse' as const,
          })),
        ),
      }).motion.snaps;
    expect(zigzag(12)).toBeGreaterThan(500);
    expect(zigzag(7)).toBe(0);
  });

  it('agrees with the clicks, or contradicts them', () => {
    const { approach } = examine(play('agrees'));
    expect(approach.pointerClicks).toBeGreaterThan(80);
    expect(approach).toMatchObject({ contradicted: 0, touchClicks: 0, keyClicks: 0 });
    const other = examine({ ...play('agrees'), path: play('another').path });
    expect(other.approach.contradicted).toBeGreaterThan(0.8 * other.approach.pointerClicks);
  });

  it('agrees with the clicks of a slow machine, which have the times of its frames', () => {
    const fast = play('slow');
    const inputs = fast.inputs.map((value, at) =>
      at % INPUT_WORDS === 0 ? Math.floor(value / FRAME_MS) * FRAME_MS : value,
    );
    const slow = examine({ ...fast, inputs });
    expect(slow.approach.contradicted).toBe(0);
    const { legs } = examine(fast);
    expect(slow.legs?.straightness).toBeCloseTo(legs?.straightness ?? 0, 2);
    expect(slow.legs?.clickLagMs).toBeCloseTo(legs?.clickLagMs ?? 0, -1);
    expect(Math.abs((slow.legs?.dwellMs ?? 0) - (legs?.dwellMs ?? 0))).toBeLessThan(20);
  });

  it('is marked where the keyboard or a touch makes the clicks', () => {
    const keys = examine(play('keys', { device: 'keyboard', timeScale: 4 })).approach;
    expect(keys).toMatchObject({ pointerClicks: 0, touchClicks: 0, contradicted: 0 });
    expect(keys.keyClicks).toBeGreaterThan(25);
    expect(examine(play('keys', { device: 'touch' })).approach).toMatchObject({ pointerClicks: 0, keyClicks: 0 });
  });

  it('is measured for any path that a client sends: every statistic is a finite number', () => {
    const samples = fc.array(
      fc.record({ wait: fc.integer({ min: 5, max: 60 }), x: fc.nat(3_200), y: fc.nat(2_400), device: fc.nat(3) }),
      { maxLength: 400 },
    );
    const { seed, inputs } = play('any');
    fc.assert(
      fc.property(samples, fc.boolean(), (list, isStill) => {
        let ms = 0;
        const path = Int32Array.from(
          list.flatMap(({ wait, x, y, device }) => [(ms += wait * 4), isStill ? 8 : x, isStill ? 8 : y, device, 1]),
        );
        const { strikes: _, sketch, ...statistics } = examine({ seed, inputs, path });
        const numbers = JSON.stringify(statistics, (__, value: unknown) =>
          typeof value === 'number' && !Number.isFinite(value) ? 'not finite' : value,
        );
        expect(numbers).not.toContain('not finite');
        expect(comparePaths(sketch, sketch)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a round with a path', () => {
  const STYLES: [string, Style][] = [
    ['straight ways', { way: STRAIGHT }],
    ['smooth curves', {}],
    [
      'straight ways with noise that is different in each sample',
      { way: STRAIGHT, noise: (at) => ((at * 7_919) % 13) / 6 - 1 },
    ],
  ];
  it.each(STYLES)('is held as a program’s when it has %s', (name, style) => {
    for (const seed of ['a', 'b', 'c', 'd', 'e'])
      expect(reasonsOf(play(`${name} ${seed}`, style))).toContain('program');
  });

  it('is held when the client sent none, and had to', () => {
    const played = play('pathless', { hasPath: false });
    expect(reasonsOf(played)).toEqual(['pathless']);
    expect(reasonsOf(played, false)).toEqual([]);
  });

  it('is held when its path is another round’s', () => {
    expect(reasonsOf({ ...play('one'), path: play('two').path })).toContain('pathless');
  });

  it.each(['one', 'another', 'a third'])('is held when its clicks were made for another round than %s', (seed) => {
    const planned = play(`planned for ${seed}`);
    expect(reasonsOf({ ...planned, seed })).toContain('aimless');
    expect(examine(planned).rhythm.hitPct).toBeGreaterThan(90);
    expect(reasonsOf(planned)).not.toContain('aimless');
  });

  it('is held when its clicks wait in one place for bubbles that come by', () => {
    const waiting = Int32Array.from({ length: 200 * INPUT_WORDS }, (_, word) =>
      word % INPUT_WORDS === 0 ? 1_000 + 97 * word : word % INPUT_WORDS === 1 ? 1_600 : 1_200,
    );
    expect(reasonsOf({ ...play('waiting'), inputs: waiting })).toContain('aimless');
  });

  it('is not held for few clicks beside the bubbles, nor for two clicks on each bubble', () => {
    const planned = play('planned');
    const few = { ...planned, seed: 'other', inputs: planned.inputs.slice(0, 29 * INPUT_WORDS) };
    expect(examine(few).rhythm.hitPct).toBeLessThan(DEFAULT_LIMITS.aimlessPct);
    expect(reasonsOf(few)).not.toContain('aimless');
    const clicks = Array.from({ length: planned.inputs.length / INPUT_WORDS }, (_, click) =>
      planned.inputs.subarray(click * INPUT_WORDS, (click + 1) * INPUT_WORDS),
    );
    const twice = Int32Array.from(clicks.flatMap(([ms = 0, x = 0, y = 0]) => [ms, x, y, ms + 100, x, y]));
    expect(examine({ ...planned, inputs: twice }).rhythm.hitPct).toBeLessThan(70);
    expect(reasonsOf({ ...planned, inputs: twice })).not.toContain('aimless');
  });

  it('needs no path where the keyboard or touches make the clicks', () => {
    expect(reasonsOf(play('keys', { device: 'keyboard', timeScale: 4 }))).toEqual([]);
    expect(reasonsOf(play('touch', { device: 'touch' }))).toEqual([]);
  });

  it('is held when its keys click faster than the cursor moves, or its touches are elsewhere', () => {
    expect(reasonsOf(play('keys', { device: 'keyboard' }))).toEqual(['pathless']);
    const touched = play('touch', { device: 'touch' });
    const path = touched.path.map((value, at) => (at % PATH_WORDS === 1 ? (value + 1_600) % 3_200 : value));
    expect(reasonsOf({ ...touched, path })).toEqual(['pathless']);
  });

  it('is held when the path was seen before', () => {
    const examination = examine(play('seen'));
    const judged = (repeated: number) => judgeRound(examination, DEFAULT_LIMITS, { isPathRequired: true, repeated });
    expect(judged(DEFAULT_LIMITS.repeated)).not.toContain('repeated');
    expect(judged(DEFAULT_LIMITS.repeated + 0.01)).toContain('repeated');
  });
});

describe('the score of a path', () => {
  it('holds the round where it is not a number', () => {
    const person = { noise: shake(1.5) };
    const examination = examine(play('not a number', person));
    const broken = { ...examination, motion: { ...examination.motion, wobbleMemory: Number.NaN } };
    const limits = { ...DEFAULT_LIMITS, programScore: 1_000 };
    expect(judgeRound(examination, limits, { isPathRequired: true })).not.toContain('program');
    expect(judgeRound(broken, limits, { isPathRequired: true })).toContain('program');
  });

  it('has a weight for each feature', () => {
    for (const { median, deviation, signed, size } of [WEIGHTS])
      for (const list of [median, deviation, signed, size]) expect(list).toHaveLength(FEATURES.length);
    expect(Math.min(...WEIGHTS.deviation)).toBeGreaterThan(0);
  });

  it('counts a statistic only within its range, so that no single one decides', () => {
    const path = pathOf(examine(play('score')));
    if (path === null) throw new Error('no path');
    const scoreWith = (wobble: number): number => scorePath({ ...path, motion: { ...path.motion, wobble } });
    expect(scoreWith(1e6)).toBe(scoreWith(1e9));
    expect(scoreWith(1e6)).not.toBe(scoreWith(0.05));
    // Who is longer over a bubble before the click than other people is not less of a person.
    const dwelling = (dwellMs: number): number => scorePath({ ...path, legs: { ...path.legs, dwellMs } });
    expect(dwelling(400)).toBe(dwelling(4_000));
  });
});

describe('two paths', () => {
  const sketchOf = (seed: string, kind: number, timeScale = 1) =>
    examine(play(seed, { noise: shake(kind), timeScale })).sketch;

  it('are found to be the same one on other targets, and at another speed', () => {
    const first = sketchOf('first', 3);
    expect(comparePaths(first, sketchOf('second', 3))).toBeGreaterThan(DEFAULT_LIMITS.repeated);
    expect(comparePaths(first, sketchOf('third', 3, 1.15))).toBeGreaterThan(DEFAULT_LIMITS.repeated);
    expect(comparePaths(first, first)).toBeGreaterThan(20);
  });

  it('are different ones when they have only their kind of curves in common', () => {
    // Each noise is different in each place, as the noise of a hand is.
    const noise =
      (seed: number) =>
      (place: number): number =>
        3 * Math.sin(Math.floor(place / 24) ** 2 * seed) + 2 * Math.sin(Math.floor(place / 40) ** 2 * (seed + 1));
    const sketch = (seed: string, of: number) => examine(play(seed, { noise: noise(of) })).sketch;
    expect(comparePaths(sketch('first', 0.7), sketch('second', 1.9))).toBeLessThan(DEFAULT_LIMITS.repeated);
  });

  it('are not compared where nothing moves between the clicks', () => {
    const still = examine({ ...play('still'), path: new Int32Array(PATH_WORDS) }).sketch;
    expect(comparePaths(still, sketchOf('moves', 2))).toBe(0);
    expect(comparePaths(still, still)).toBe(0);
  });
});
