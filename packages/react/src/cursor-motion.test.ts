import { array, assert, constantFrom, double, property, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { CursorMotion, FIRST_SPEED_PX_PER_S, SPEED_LIMIT_PX_PER_S } from './cursor-motion.ts';

/** Moves a cursor through some ms of frames at 60 Hz. */
function hold(cursor: CursorMotion, ms: number, x: number, y: number): void {
  for (let passed = 0; passed < ms; passed += 1_000 / 60) cursor.advance(1_000 / 60, x, y);
}

test('the cursor starts in the middle of the field', () => {
  expect(new CursorMotion(800, 600)).toMatchObject({ xPx: 400, yPx: 300 });
});

test.each([
  ['right', 1, 0],
  ['left', -1, 0],
  ['down', 0, 1],
  ['up', 0, -1],
  ['down and right', 1, 1],
  ['up and left', -1, -1],
])('it moves %s at the same speed as in every other direction', (_, x, y) => {
  const cursor = new CursorMotion(8_000, 6_000);
  hold(cursor, 1_000, 0, 0);
  hold(cursor, 1_000, x, y);
  const [dx, dy] = [cursor.xPx - 4_000, cursor.yPx - 3_000];
  expect([Math.sign(dx), Math.sign(dy)]).toEqual([x, y]);
  const wayPx = Math.hypot(dx, dy);
  expect(wayPx).toBeGreaterThan(FIRST_SPEED_PX_PER_S);
  expect(wayPx).toBeLessThan(SPEED_LIMIT_PX_PER_S);
});

test('it is slow at first, so that a short press moves it by a little, and slow again after a rest', () => {
  const cursor = new CursorMotion(800, 600);
  hold(cursor, 1_000 / 60, 1, 0);
  expect(cursor.xPx - 400).toBeLessThan(6);
  hold(cursor, 400, 0, 1);
  const { xPx } = cursor;
  hold(cursor, 50, 0, 0);
  hold(cursor, 1_000 / 60, 1, 0);
  expect(cursor.xPx - xPx).toBeLessThan(6);
});

test('no frames and no keys move it out of the field or faster than its limit', () => {
  const frame = tuple(double({ min: 0, max: 2_000, noNaN: true }), constantFrom(-1, 0, 1), constantFrom(-1, 0, 1));
  assert(
    property(array(frame, { maxLength: 80 }), (frames) => {
      const cursor = new CursorMotion(800, 600);
      for (const [elapsedMs, x, y] of frames) {
        const { xPx, yPx } = cursor;
        cursor.advance(elapsedMs, x, y);
        const limitPx = (SPEED_LIMIT_PX_PER_S * Math.min(elapsedMs, 50)) / 1_000;
        expect(Math.hypot(cursor.xPx - xPx, cursor.yPx - yPx)).toBeLessThanOrEqual(limitPx + 1e-9);
        expect(cursor.xPx).toBeGreaterThanOrEqual(0);
        expect(cursor.xPx).toBeLessThanOrEqual(800);
        expect(cursor.yPx).toBeGreaterThanOrEqual(0);
        expect(cursor.yPx).toBeLessThanOrEqual(600);
      }
    }),
  );
});
