import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkInSlices } from './sliced-checks.ts';

const EVERY_MS = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Numbers from one to another, as a set. */
const numbers = (from: number, to: number): Set<number> =>
  new Set(Array.from({ length: to - from }, (_, at) => from + at));

test('each item is checked about once in a period, and never many at a time', () => {
  const items = numbers(0, 1_000);
  const checked: number[] = [];
  const checks = checkInSlices(items, EVERY_MS, (item) => checked.push(item));
  let most = 0;
  for (let ms = 0; ms < EVERY_MS; ms += 10) {
    const before = checked.length;
    vi.advanceTimersByTime(10);
    most = Math.max(most, checked.length - before);
  }
  expect([most, new Set(checked).size, checked.length]).toEqual([50, 1_000, 1_000]);
  vi.advanceTimersByTime(2 * EVERY_MS);
  const times = Map.groupBy(checked, (item) => item);
  for (const item of items) expect(times.get(item)?.length).toBeGreaterThanOrEqual(2);
  checks.stop();
  const { length } = checked;
  vi.advanceTimersByTime(EVERY_MS);
  expect(checked).toHaveLength(length);
});

test('a single item is checked at least once in a period', () => {
  const checked: string[] = [];
  const checks = checkInSlices(new Set(['one']), EVERY_MS, (item) => checked.push(item));
  for (let period = 1; period <= 5; period++) {
    vi.advanceTimersByTime(EVERY_MS);
    expect(checked.length).toBeGreaterThanOrEqual(period);
  }
  checks.stop();
});

test('items that come are checked, and items that have gone are not', () => {
  const items = numbers(0, 100);
  const checked: number[] = [];
  const checks = checkInSlices(items, EVERY_MS, (item) => checked.push(item));
  vi.advanceTimersByTime(EVERY_MS / 2);
  for (const item of numbers(60, 100)) items.delete(item);
  for (const item of numbers(100, 140)) items.add(item);
  vi.advanceTimersByTime(EVERY_MS);
  expect(checked.filter((item) => item >= 60 && item < 100)).toEqual([]);
  for (const item of items) expect(checked).toContain(item);
  checks.stop();
});
