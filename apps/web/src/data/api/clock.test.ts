import { expect, test } from 'vitest';
import { makeTimeLeft } from './clock.ts';

test.each([
  [0, '0:00'],
  [-5_000, '0:00'],
  [1, '0:01'],
  [59_001, '1:00'],
  [61_000, '1:01'],
  [3_599_000, '59:59'],
  [3_600_000, '1:00:00'],
  [3_661_000, '1:01:01'],
])('%i ms are shown as %s', (leftMs, text) => {
  expect(makeTimeLeft(leftMs)).toBe(text);
});
