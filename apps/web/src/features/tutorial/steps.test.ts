import { arena, createRound, freePlay, seededEntropy } from '@popfray/engine';
import { describe, expect, test } from 'vitest';
import { countDone, LESSON_BOSS_HITS, makeSteps, type Done, type Step } from './steps.ts';

const names = (steps: readonly Step[]): readonly string[] => steps.map(({ name }) => name);
const step = (name: Step['name']): Step => {
  const found = makeSteps(name === 'boss' ? arena : freePlay, true).find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};
const done = (type: Done['event']['type'], changed: Partial<Done['event']> = {}, isByKey = false): Done => ({
  event: { type, combo: 0, isBoss: false, value: 0, ...changed },
  isByKey,
});

describe('the lesson', () => {
  test.each([
    [freePlay, false, ['pop', 'chain', 'miss']],
    [freePlay, true, ['pop', 'chain', 'miss', 'keys']],
    [arena, false, ['pop', 'chain', 'miss', 'boss']],
    [arena, true, ['pop', 'chain', 'miss', 'boss', 'keys']],
  ] as const)('of $0.id has its steps', (rules, hasKeys, steps) => {
    expect(names(makeSteps(rules, hasKeys))).toEqual(steps);
  });

  test.each([...makeSteps(freePlay, true), ...makeSteps(arena, true)])(
    'has rules that can be played: $name',
    ({ rules }) => {
      const made = createRound({ rules, entropy: seededEntropy('LESSON') });
      expect(made.ok).toBe(true);
      if (!made.ok) return;
      made.value.advanceTo(4_000);
      expect(made.value.count).toBeGreaterThan(0);
    },
  );

  test('counts the player’s actions', () => {
    expect(countDone(step('pop'), 0, done('pop', { combo: 1 }))).toBe(1);
    expect(countDone(step('pop'), 0, done('miss'))).toBe(0);
    expect(countDone(step('chain'), 0, done('pop', { combo: 2 }))).toBe(2);
    expect(countDone(step('chain'), 2, done('miss'))).toBe(0);
    expect(countDone(step('chain'), 2, done('pop', { combo: 7 }))).toBe(3);
    expect(countDone(step('miss'), 0, done('miss'))).toBe(1);
    expect(countDone(step('keys'), 0, done('pop', { combo: 1 }))).toBe(0);
    expect(countDone(step('keys'), 0, done('pop', { combo: 1 }, true))).toBe(1);
    expect(countDone(step('boss'), 0, done('hit', { isBoss: true, value: LESSON_BOSS_HITS - 1 }))).toBe(1);
    expect(countDone(step('boss'), 4, done('pop', { isBoss: true }))).toBe(LESSON_BOSS_HITS);
    expect(countDone(step('boss'), 2, done('spawn'))).toBe(2);
    expect(countDone(step('boss'), 2, done('pop'))).toBe(2);
  });
});
