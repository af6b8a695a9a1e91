import { isSeed } from '@popfray/engine';
import { expect, test } from 'vitest';
import { createSeed } from './seed.ts';

test('a random seed is one that the engine takes and a person can read out', () => {
  const seeds = new Set(Array.from({ length: 200 }, createSeed));
  expect(seeds.size).toBe(200);
  for (const seed of seeds) {
    expect(seed).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(isSeed(seed)).toBe(true);
  }
});
