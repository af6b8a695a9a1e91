import { expect, test } from 'vitest';
import { isConfirmed } from './deletion.ts';

test.each(['Ann', ' Ann ', 'DELETE', ' DELETE'])('%j is meant', (typed) => {
  expect(isConfirmed(typed, 'Ann')).toBe(true);
});

test.each(['', 'ann', 'Anna', 'delete', 'DELETE Ann'])('%j is not', (typed) => {
  expect(isConfirmed(typed, 'Ann')).toBe(false);
});

test('a name is the same however its marks are typed', () => {
  expect(isConfirmed('Zoe\u0308', 'Zo\u00eb')).toBe(true);
});
