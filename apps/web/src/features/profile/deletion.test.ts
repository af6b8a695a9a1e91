import { expect, test } from 'vitest';
import { isConfirmed } from './deletion.ts';

test.each(['Ann', ' Ann ', 'DELETE', ' DELETE'])('%j confirms the deletion', (typed) => {
  expect(isConfirmed(typed, 'Ann')).toBe(true);
});

test.each(['', 'ann', 'Anna', 'delete', 'DELETE Ann'])('%j does not', (typed) => {
  expect(isConfirmed(typed, 'Ann')).toBe(false);
});

test('names are compared in normalised Unicode', () => {
  expect(isConfirmed('Zoe\u0308', 'Zo\u00eb')).toBe(true);
});
