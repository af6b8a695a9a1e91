import { arena, createBubble, createRound, seededEntropy, steady, type Bubble } from '@popfray/engine';
import { expect, test } from 'vitest';
import { reportOf, type CursorReport } from './cursor-report.ts';

/** A field with one bubble in its middle. */
const withBubble = (isBoss = false) => ({
  count: 1,
  bubbleAt: (_place: number, out: Bubble) => Object.assign(out, { ...createBubble(), xPx: 400, yPx: 300, isBoss }),
  topmostAt: (xPx: number, yPx: number) => (Math.hypot(xPx - 400, yPx - 300) < 40 ? 0 : -1),
});

test.each<[number, number, CursorReport]>([
  [400, 300, 'bubble'],
  [100, 290, 'right'],
  [700, 310, 'left'],
  [410, 20, 'down'],
  [390, 580, 'up'],
  [200, 100, 'downRight'],
  [600, 100, 'downLeft'],
  [200, 500, 'upRight'],
  [600, 500, 'upLeft'],
])('at %d, %d the report is %s', (xPx, yPx, report) => {
  expect(reportOf(withBubble(), xPx, yPx)).toBe(report);
});

test('a boss is distinguished from a bubble', () => {
  expect(reportOf(withBubble(true), 400, 300)).toBe('boss');
});

test('an empty field is reported as empty, and a real round by its nearest bubble', () => {
  const made = createRound({ rules: { ...arena, bubbleCap: steady(1) }, entropy: seededEntropy('REPORT') });
  if (!made.ok) throw new Error(made.error.code);
  const round = made.value;
  expect(reportOf(round, 400, 300)).toBe('empty');
  round.advanceTo(arena.firstSpawnMs + 100);
  expect(['down', 'downLeft', 'downRight']).toContain(reportOf(round, 400, 300));
});
