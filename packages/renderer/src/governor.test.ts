import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Governor, QUALITY_STEPS } from './governor.ts';

/** ms between two refreshes of a 60 Hz screen. */
const REFRESH = 1_000 / 60;

/** Lets a governor see `seconds` of frames, each as long as `frameMs` says for the step it is at. */
function run(governor: Governor, seconds: number, frameMs: (step: number, frame: number) => number): number {
  let changes = 0;
  let frame = 0;
  for (let ms = 0; ms < seconds * 1_000; frame++) {
    const elapsed = frameMs(governor.step, frame);
    ms += elapsed;
    if (governor.frame(elapsed)) changes++;
  }
  return changes;
}

/** What a screen makes of a frame that takes `workMs`: it shows at the next refresh. */
const shown = (workMs: number): number => Math.max(1, Math.ceil(workMs / REFRESH)) * REFRESH;

/** A machine whose frames cost so much a pixel and so much a particle. */
const machine =
  (pixelMs: number, particleMs: number) =>
  (step: number): number => {
    const { resolution, particles } = QUALITY_STEPS[step] ?? { resolution: 1, particles: 1 };
    return shown(pixelMs * resolution ** 2 + particleMs * particles);
  };

describe('the governor', () => {
  test('stays at the best quality while frames come on time', () => {
    const governor = new Governor();
    expect(run(governor, 60, () => REFRESH)).toBe(0);
    expect(governor.quality).toEqual({ resolution: 1, particles: 1 });
  });

  test('stays at the best quality at 144 Hz too', () => {
    const governor = new Governor();
    expect(run(governor, 60, () => 1_000 / 144)).toBe(0);
  });

  test('forgives a hiccup: a few late frames every four seconds', () => {
    const governor = new Governor();
    expect(run(governor, 60, (_step, frame) => (frame % 240 < 5 ? 2 * REFRESH : REFRESH))).toBe(0);
  });

  test('does not put up with one late frame in twenty', () => {
    const governor = new Governor();
    run(governor, 4, (_step, frame) => (frame % 20 === 0 ? 2 * REFRESH : REFRESH));
    expect(governor.step).toBeGreaterThan(0);
  });

  test('steps down within a second when frames are late', () => {
    const governor = new Governor();
    run(governor, 1, machine(24, 0));
    expect(governor.step).toBeGreaterThan(0);
  });

  test('gives up resolution first, then particles', () => {
    const resolutions = QUALITY_STEPS.map(({ resolution }) => resolution);
    const particles = QUALITY_STEPS.map(({ particles: share }) => share);
    expect(resolutions.toSorted((a, b) => b - a)).toEqual(resolutions);
    expect(particles.toSorted((a, b) => b - a)).toEqual(particles);
    const lowest = resolutions.indexOf(Math.min(...resolutions));
    expect(particles.slice(0, lowest + 1).every((share) => share === 1)).toBe(true);
  });

  test('stops at the first step that is good enough', () => {
    const governor = new Governor();
    run(governor, 20, machine(24, 0));
    expect(machine(24, 0)(governor.step)).toBeCloseTo(REFRESH);
    expect(machine(24, 0)(governor.step - 1)).toBeGreaterThan(REFRESH);
  });

  test('comes back when the load has gone', () => {
    const governor = new Governor();
    run(governor, 5, machine(26, 0));
    expect(governor.step).toBeGreaterThan(0);
    run(governor, 60, () => REFRESH);
    expect(governor.step).toBe(0);
  });

  test('takes a screen of 30 Hz as it is, and returns to the best quality', () => {
    const governor = new Governor();
    run(governor, 30, () => 2 * REFRESH);
    expect(governor.step).toBe(0);
    expect(run(governor, 60, () => 2 * REFRESH)).toBe(0);
  });

  test.each([
    ['a pause', 3_000],
    ['no time at all', 0],
    ['a negative time', -5],
    ['no number', Number.NaN],
  ])('learns nothing from %s', (_name, elapsedMs) => {
    const governor = new Governor();
    for (let frame = 0; frame < 500; frame++) expect(governor.frame(elapsedMs)).toBe(false);
    expect(governor.step).toBe(0);
  });

  test('does not swing on a machine that is only just too slow for a step', () => {
    const governor = new Governor();
    const changes = run(governor, 600, machine(18, 0));
    expect(changes).toBeLessThanOrEqual(8);
    expect(run(governor, 600, machine(18, 0))).toBe(0);
  });

  test('never changes more than a few times in ten minutes, on any machine', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 120, noNaN: true }),
        fc.double({ min: 0, max: 60, noNaN: true }),
        (pixels, particles) => {
          const governor = new Governor();
          run(governor, 300, machine(pixels, particles));
          expect(run(governor, 300, machine(pixels, particles))).toBeLessThanOrEqual(2);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('always names a step there is', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 300 }), { maxLength: 2_000 }), (times) => {
        const governor = new Governor();
        for (const time of times) governor.frame(time);
        expect(QUALITY_STEPS[governor.step]).toBe(governor.quality);
      }),
      { numRuns: 50 },
    );
  });
});
