import {
  arena,
  createRound,
  freePlay,
  recordReplay,
  seededEntropy,
  type Replay,
  type Round,
  type Rules,
} from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { describe, expect, test } from 'vitest';
import { analyseReplay, type RoundAnalysis } from './analysis.ts';

function roundOf(rules: Rules, play: (round: Round) => void): Replay {
  const made = createRound({ rules, entropy: seededEntropy('COACH') });
  if (!made.ok) throw new Error(made.error.code);
  play(made.value);
  made.value.advanceTo(rules.durationMs);
  const replay = recordReplay(made.value);
  if (!replay.ok) throw new Error(replay.error);
  return replay.value;
}

const byBot =
  (level: keyof typeof BOT_SKILLS) =>
  (round: Round): void =>
    createBot({ skill: BOT_SKILLS[level], seed: level }).advanceTo(round, round.rules.durationMs);

function analyse(replay: Replay, tries = 10): RoundAnalysis {
  const analysis = analyseReplay(replay, tries);
  if (analysis === null) throw new Error('There is no analysis.');
  return analysis;
}

describe('the analysis of a round', () => {
  test('counts clicks and bubbles as the round does, and has a place for each click on a bubble', () => {
    const replay = roundOf(arena, byBot('novice'));
    const { clicks, missedClicks, bubbles, missedBubbles, aims } = analyse(replay);
    expect(clicks).toBe(replay.inputs.length / 3);
    expect(missedClicks).toBeGreaterThan(0);
    expect(bubbles).toBeGreaterThan(missedBubbles);
    expect(aims).toHaveLength(clicks - missedClicks);
    for (const { x, y } of aims) expect(Math.hypot(x, y)).toBeLessThanOrEqual(101);
  });

  test.each([freePlay, arena])(
    'finds a better score for the bubbles of a novice in $id, and none below the player’s',
    (rules) => {
      const replay = roundOf(rules, byBot('novice'));
      expect(analyse(replay).bestScore).toBeGreaterThan(replay.score);
      expect(analyse(replay, 0).bestScore).toBe(replay.score);
    },
  );

  test.each<[string, (round: Round) => void, RoundAnalysis['tip']]>([
    ['clicks that hit nothing', (round) => clickEvery(round, 400, () => [1, 1]), 'clicks'],
    ['hardly any clicks', () => undefined, 'pace'],
  ])('of %s gives the tip about it', (_, play, tip) => {
    expect(analyse(roundOf(freePlay, play)).tip).toBe(tip);
  });

  test('of rules that this version does not know is none', () => {
    expect(analyseReplay({ ...roundOf(freePlay, () => undefined), rulesVersion: 99 })).toBeNull();
  });
});

function clickEvery(round: Round, stepMs: number, at: () => readonly [number, number]): void {
  for (let ms = stepMs; ms < round.rules.durationMs; ms += stepMs) {
    round.advanceTo(ms);
    round.pop(...at());
  }
}
