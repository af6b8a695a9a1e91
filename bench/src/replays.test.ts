import * as engine from '@popfray/engine';
import { expect, test } from 'vitest';
import { ARENA_SKILL, FREE_PLAY_SKILL, INPUTS, playReplay } from './replays.ts';

test.each([
  ['arena', engine.arena, ARENA_SKILL],
  ['free play', engine.freePlay, FREE_PLAY_SKILL],
] as const)(
  'The %s replay has exactly 400 clicks, is the same each time, and is played, not idled through',
  (...row) => {
    const [, rules, skill] = row;
    const bytes = playReplay(engine, rules, skill);
    expect(playReplay(engine, rules, skill)).toEqual(bytes);
    const verified = engine.verifyReplay(bytes);
    if (!verified.ok) throw new Error(verified.error.code);
    const { round } = verified.value;
    expect(round.inputCount).toBe(INPUTS);
    expect(round.popped).toBeGreaterThan(60);
    expect(round.count).toBeGreaterThan(2);
  },
);
