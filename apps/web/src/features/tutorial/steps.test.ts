import { arena, createRound, freePlay, seededEntropy } from '@popfray/engine';
import { describe, expect, test } from 'vitest';
import { countDone, LESSON_BOSS_HITS, makeSteps, type Controls, type Done, type Step } from './steps.ts';

const TOUCH: Controls = { hasKeys: false, usesKeys: false, keysJump: true };
const MOUSE: Controls = { hasKeys: true, usesKeys: false, keysJump: true };
const CURSOR: Controls = { ...MOUSE, keysJump: false };

const names = (steps: readonly Step[]): readonly string[] => steps.map(({ name }) => name);
const step = (name: Step['name']): Step => {
  const found = makeSteps(name === 'boss' ? arena : freePlay, MOUSE).find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};
const done = (type: Done['event']['type'], changed: Partial<Done['event']> = {}, isByKey = false): Done => ({
  event: { type, combo: 0, isBoss: false, value: 0, ...changed },
  isByKey,
});

describe('the lesson', () => {
  test.each([
    [freePlay, TOUCH, ['pop', 'chain', 'miss']],
    [freePlay, MOUSE, ['pop', 'chain', 'miss', 'keys']],
    [arena, TOUCH, ['pop', 'chain', 'miss', 'boss']],
    [arena, MOUSE, ['pop', 'chain', 'miss', 'boss', 'keys']],
    // The keyboard needs no separate step, and keys that jump cannot miss.
    [arena, { ...MOUSE, usesKeys: true }, ['pop', 'chain', 'boss']],
    [arena, { ...CURSOR, usesKeys: true }, ['pop', 'chain', 'miss', 'boss']],
  ] as const)('of $0.id has its steps', (rules, controls, steps) => {
    expect(names(makeSteps(rules, controls))).toEqual(steps);
  });

  test('names the keys to a player who uses them', () => {
    const texts = (controls: Controls): readonly string[] => makeSteps(freePlay, controls).map(({ text }) => text);
    expect(texts(MOUSE)).toEqual(['pop', 'chain', 'miss', 'keys']);
    expect(texts(CURSOR)).toEqual(['pop', 'chain', 'miss', 'cursor']);
    expect(texts({ ...MOUSE, usesKeys: true })).toEqual(['popByKeys', 'chain']);
    expect(texts({ ...CURSOR, usesKeys: true })).toEqual(['popByCursor', 'chain', 'missByCursor']);
  });

  test.each([...makeSteps(freePlay, MOUSE), ...makeSteps(arena, MOUSE)])(
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
