import { createBubble } from '@popfray/engine';
import { expect, test } from 'vitest';
import { colourOf, grownAt } from './bubbles.ts';
import { BOSS, FOREIGN } from './texture-sizes.ts';

test('a bubble grows in over 150 ms', () => {
  const moving = { reducedMotion: false };
  expect(grownAt(0, moving)).toBe(0);
  expect(grownAt(75, moving)).toBeGreaterThan(0.5);
  expect(grownAt(150, moving)).toBe(1);
  expect(grownAt(60_000, moving)).toBe(1);
});

test('a bubble has its full size at once when motion is reduced', () => {
  expect(grownAt(0, { reducedMotion: true })).toBe(1);
});

test('bosses and the other chain have colours of their own, the rest the seven in turn', () => {
  expect(colourOf({ ...createBubble(), colour: 3 })).toBe(3);
  expect(colourOf({ ...createBubble(), colour: 9 })).toBe(2);
  expect(colourOf({ ...createBubble(), colour: 3, isForeign: true })).toBe(FOREIGN);
  expect(colourOf({ ...createBubble(), colour: 3, isBoss: true })).toBe(BOSS);
});
