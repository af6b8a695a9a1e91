import { expect, test } from 'vitest';
import { YOUNG_HEAP } from './heap-use.ts';
import { runProgram } from './program.ts';

const ENGINE = new URL('../../packages/engine/src/index.ts', import.meta.url).href;
const SPENDTHRIFT = new URL('spendthrift.fixture.ts', import.meta.url).href;

/** Bytes of the smallest object with one number in it: a header of three words and the number. */
const SMALLEST_OBJECT = 12;

test('A frame that allocates nothing is measured as exactly nothing', () => {
  expect(runProgram('allocation.ts', YOUNG_HEAP, ENGINE)).toBe(0);
});

test('One small object a frame is seen', () => {
  expect(runProgram('allocation.ts', YOUNG_HEAP, SPENDTHRIFT)).toBeGreaterThanOrEqual(SMALLEST_OBJECT);
});
