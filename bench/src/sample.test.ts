import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { interleave, median, medianOf, medianRatio, quantile } from './sample.ts';

describe('the middle of some numbers', () => {
  test('is the middle one, or half-way between the two', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([])).toBeNaN();
  });

  test('is not moved by a disturbed one', () => expect(median([1, 1, 1, 1, 1_000])).toBe(1));

  test('is one of the quantiles, which interpolate', () => {
    const values = Array.from({ length: 101 }, (_, at) => 100 - at);
    expect(quantile(values, 0.95)).toBeCloseTo(95);
    expect(quantile([0, 10], 0.25)).toBe(2.5);
  });
});

describe('interleaved samples', () => {
  test('take turns, warm up uncounted, and leave slow contenders out of most rounds', async () => {
    const ran: string[] = [];
    const samples = await interleave(
      [
        { name: 'quick', run: () => void ran.push('q'), runs: 2 },
        { name: 'slow', run: () => void ran.push('s'), every: 2, clock: 'processor' },
      ],
      4,
      2,
    );
    expect(ran.join('')).toBe('qqsqq'.repeat(3));
    expect(samples.get('quick')).toHaveLength(4);
    expect(samples.get('slow')).toHaveLength(2);
  });

  test('give µs a run', async () => {
    const samples = await interleave([{ name: 'nothing', run: () => undefined, runs: 1_000 }], 5, 1);
    expect(medianOf(samples, 'nothing')).toBeGreaterThanOrEqual(0);
    expect(medianOf(samples, 'nothing')).toBeLessThan(100);
  });

  test('wait for each run of an asynchronous contender', async () => {
    const ran: string[] = [];
    const rest = async (): Promise<void> => {
      ran.push('begin');
      await delay(2);
      ran.push('end');
    };
    const samples = await interleave([{ name: 'asynchronous', run: rest, runs: 2 }], 1, 0);
    expect(ran).toEqual(['begin', 'end', 'begin', 'end']);
    expect(medianOf(samples, 'asynchronous')).toBeGreaterThan(1_000);
  });

  test('are compared round by round, so that a slow while does not count', () => {
    const samples = new Map([
      ['engine', [1, 10, 1, 10]],
      ['peer', [4, 40, 4, 40]],
    ]);
    expect(medianRatio(samples, 'engine', 'peer')).toBe(0.25);
  });
});
