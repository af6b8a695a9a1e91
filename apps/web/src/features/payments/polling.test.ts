import { describe, expect, test } from 'vitest';
import { pollMs, type PollState } from './polling.ts';

const moving: PollState = { isMoving: true, isOpen: true, awayMs: 0, ageMs: 0 };

describe('the polling interval of payments', () => {
  test.each<[string, Partial<PollState>, number | false]>([
    ['comes soon while money moves', {}, 1_500],
    ['waits while only a person can move it', { isMoving: false }, 5_000],
    ['calms down when it takes long', { ageMs: 180_000 }, 5_000],
    ['backs off from a server that does not answer', { awayMs: 12_000 }, 6_000],
    ['never waits for long', { awayMs: 3_600_000 }, 20_000],
    ['is not asked when nothing is open', { isOpen: false, isMoving: false }, false],
  ])('%s', (_, changed, expected) => {
    expect(pollMs({ ...moving, ...changed })).toBe(expected);
  });
});
