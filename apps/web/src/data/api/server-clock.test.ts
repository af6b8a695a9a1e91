import { afterEach, expect, test, vi } from 'vitest';
import { updateServerClock, serverNow } from './server-clock.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const HOUR = 3_600_000;
const at = (ms: number): string => new Date(ms).toUTCString();

afterEach(() => {
  vi.useRealTimers();
  updateServerClock(at(Date.now()), Date.now());
});

test('a correct clock is not changed by the header’s resolution or by slow answers', () => {
  vi.useFakeTimers({ now: NOW });
  for (const offMs of [0, -999, -1_999, 2_500]) {
    updateServerClock(at(NOW + offMs), NOW);
    expect(serverNow()).toBe(NOW);
  }
});

test.each([5 * HOUR, -5 * HOUR, 3_000])('a clock that is %i ms off is corrected, and does not jitter', (offMs) => {
  vi.useFakeTimers({ now: NOW });
  updateServerClock(at(NOW + offMs), NOW);
  expect(serverNow()).toBe(NOW + offMs);
  // A slower answer does not mean a different clock.
  updateServerClock(at(NOW + offMs - 1_000), NOW);
  if (Math.abs(offMs) > 4_000) expect(serverNow()).toBe(NOW + offMs);
});

test.each([null, '', 'soon', 'NaN'])('%j is not a date and changes nothing', (date) => {
  vi.useFakeTimers({ now: NOW });
  updateServerClock(at(NOW + HOUR), NOW);
  updateServerClock(date, NOW);
  expect(serverNow()).toBe(NOW + HOUR);
});
