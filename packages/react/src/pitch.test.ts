import { expect, test } from 'vitest';
import { comboRate, knockRate } from './pitch.ts';

test('a combo climbs a pentatonic scale through two octaves', () => {
  const semitones = Array.from({ length: 11 }, (_, pop) => Math.round(12 * Math.log2(comboRate(pop + 1))));
  expect(semitones).toEqual([0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24]);
});

test('a longer combo circles in the octave it has reached', () => {
  for (let combo = 11; combo < 200; combo++) {
    expect(comboRate(combo)).toBeGreaterThanOrEqual(2);
    expect(comboRate(combo)).toBeLessThanOrEqual(4);
    expect(comboRate(combo)).not.toBe(comboRate(combo + 1));
  }
});

test('knocks on a boss rise as its health falls', () => {
  for (let health = 1; health < 15; health++) expect(knockRate(health)).toBeGreaterThan(knockRate(health + 1));
  expect(knockRate(15)).toBe(1);
  expect(knockRate(40)).toBe(1);
  expect(knockRate(0)).toBeCloseTo(Math.SQRT2);
});
