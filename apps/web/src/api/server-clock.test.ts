import { afterEach, expect, test, vi } from 'vitest';
import { noteServerDate, serverNow } from './server-clock.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const HOUR = 3_600_000;
const at = (ms: number): string => new Date(ms).toUTCString();

afterEach(() => {
  vi.useRealTimers();
  noteServerDate(at(Date.now()), Date.now());
});

test('a computer whose clock is right keeps it, seconds and slow answers or not', () => {
  vi.useFakeTimers({ now: NOW });
  for (const offMs of [0, -999, -1_999, 2_500]) {
    noteServerDate(at(NOW + offMs), NOW);
    expect(serverNow()).toBe(NOW);
  }
});

test.each([5 * HOUR, -5 * HOUR, 3_000])('a clock that is %i ms off is put right, and stays so steadily', (offMs) => {
  vi.useFakeTimers({ now: NOW });
  noteServerDate(at(NOW + offMs), NOW);
  expect(serverNow()).toBe(NOW + offMs);
  // An answer that took a second longer is no other clock.
  noteServerDate(at(NOW + offMs - 1_000), NOW);
  if (Math.abs(offMs) > 4_000) expect(serverNow()).toBe(NOW + offMs);
});

test.each([null, '', 'soon', 'NaN'])('%j is no date, and changes nothing', (date) => {
  vi.useFakeTimers({ now: NOW });
  noteServerDate(at(NOW + HOUR), NOW);
  noteServerDate(date, NOW);
  expect(serverNow()).toBe(NOW + HOUR);
});
