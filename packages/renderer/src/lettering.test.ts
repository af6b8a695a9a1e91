import { expect, test } from 'vitest';
import { charactersOf } from './lettering.ts';

test('an atlas holds each character once, and no blanks', () => {
  expect(charactersOf(['pop it', 'top'])).toEqual(['p', 'o', 'i', 't']);
});

test('characters beyond the basic plane stay whole', () => {
  expect(charactersOf(['連勝🔥'])).toEqual(['連', '勝', '🔥']);
});
