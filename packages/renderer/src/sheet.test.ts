import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOut, type Slot } from './sheet.ts';

const overlap = (a: Slot, b: Slot): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test('pieces go side by side on a shelf, tallest first, and then onto the next', () => {
  const { slots } = layOut(
    [
      { width: 40, height: 10 },
      { width: 40, height: 30 },
      { width: 40, height: 20 },
    ],
    100,
  );
  const [low, tall, middle] = slots;
  expect(tall?.y).toBe(middle?.y);
  expect(tall?.x).toBeLessThan(middle?.x ?? 0);
  expect(low?.y).toBeGreaterThanOrEqual((tall?.y ?? 0) + 30);
});

test('a sheet without pieces is empty', () => {
  expect(layOut([], 64).slots).toEqual([]);
});

test('a piece that is too wide is refused', () => {
  expect(() => layOut([{ width: 60, height: 1 }], 64)).toThrow(RangeError);
});

test('pieces keep their size and lie within the sheet, apart from each other', () => {
  const sizes = fc.array(
    fc.record({ width: fc.integer({ min: 1, max: 200 }), height: fc.integer({ min: 1, max: 200 }) }),
    {
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(sizes, (pieces) => {
      const { slots, width, height } = layOut(pieces, 512);
      expect(Math.log2(height) % 1).toBe(0);
      for (const [index, slot] of slots.entries()) {
        expect(slot).toMatchObject(pieces[index] ?? {});
        expect(Math.min(slot.x, slot.y)).toBeGreaterThan(0);
        expect(slot.x + slot.width).toBeLessThan(width);
        expect(slot.y + slot.height).toBeLessThan(height);
        for (const other of slots.slice(index + 1)) expect(overlap(slot, other)).toBe(false);
      }
    }),
    { numRuns: 50 },
  );
});
