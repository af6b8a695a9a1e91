import { arena, crossChain, SUN_PER_TRX } from '@popfray/engine';
import { expect, test } from 'vitest';
import { FOREIGN_FACTOR, POINTS_PER_TRX } from './rules.ts';

test('the figures of the rules in texts are those of the engine', () => {
  expect(POINTS_PER_TRX).toBe(SUN_PER_TRX / arena.sunPerPoint);
  expect(FOREIGN_FACTOR).toBe((crossChain.foreign?.pointsPct ?? 0) / 100);
});
