import { describe, expect, it } from 'vitest';
import { createAccount, freeNetUsedAt } from './account.ts';

const HOUR_MS = 3_600_000;

describe('free bandwidth', () => {
  const account = { ...createAccount('41'.repeat(21), 0), freeNetUsed: 600, freeNetMs: 1_000 };

  it.each([
    ['is used up at once', 0, 600],
    ['is half back after 12 hours', 12 * HOUR_MS, 300],
    ['is back a day later', 24 * HOUR_MS, 0],
    ['stays back', 1_000 * HOUR_MS, 0],
    ['does not grow when the clock goes backwards', -HOUR_MS, 600],
  ])('%s', (_, laterMs, used) => {
    expect(freeNetUsedAt(account, 1_000 + laterMs)).toBe(used);
  });
});
