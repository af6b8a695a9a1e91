import type { PlayedDay } from '@popfray/protocol';
import { expect, test } from 'vitest';
import { sumDays } from './series.ts';

const makeDay = (changed: Partial<PlayedDay> = {}): PlayedDay => ({
  date: '2026-01-01',
  games: 0,
  points: 0,
  best: null,
  earnedSun: 0,
  battles: 0,
  won: 0,
  ...changed,
});

test('days without a game add up to nothing', () => {
  expect(sumDays([makeDay(), makeDay()])).toEqual({
    games: 0,
    points: 0,
    earnedSun: 0,
    best: null,
    battles: 0,
    won: 0,
    winRates: [null, null],
  });
});

test('the win rate is that of all battles so far', () => {
  const days = [makeDay({ battles: 1, won: 1 }), makeDay(), makeDay({ battles: 3, won: 1, games: 4, best: 70 })];
  expect(sumDays(days)).toMatchObject({ battles: 4, won: 2, best: 70, winRates: [1, null, 0.5] });
});
