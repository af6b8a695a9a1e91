import {
  arena,
  createBubble,
  createRound,
  freePlay,
  recordReplay,
  seededEntropy,
  type Bubble,
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

  test.each<[string, Rules, (round: Round) => void, RoundAnalysis['tip']]>([
    ['clicks that hit nothing', freePlay, (round) => clickEvery(round, 400, () => [1, 1]), 'clicks'],
    ['hardly any clicks', freePlay, () => undefined, 'pace'],
    [
      'clicks on all but the bosses',
      arena,
      (round) => popAll(round, 0, 250, ({ isBoss }) => Number(!isBoss)),
      'bosses',
    ],
    ['clicks on large bubbles', freePlay, (round) => popAll(round, 0, 800, ({ radiusPx }) => radiusPx), 'small'],
    ['clicks far from the centre', freePlay, (round) => popAll(round, 0.9, 250, ({ yPx }) => -yPx), 'centre'],
    ['clicks in the centre', freePlay, (round) => popAll(round, 0, 250, ({ yPx }) => -yPx), 'combo'],
  ])('of %s gives the tip about it', (_, rules, play, tip) => {
    expect(analyse(roundOf(rules, play)).tip).toBe(tip);
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

/**
 * Clicks every `stepMs` on the bubble that `rank` gives the highest number, as far from its centre as `share` of its radius. Does not click when
 * another bubble covers that point.
 */
function popAll(round: Round, share: number, stepMs: number, rank: (bubble: Bubble) => number): void {
  const bubble = createBubble();
  for (let ms = stepMs; ms < round.rules.durationMs; ms += stepMs) {
    round.advanceTo(ms);
    const ranks = Array.from({ length: round.count }, (_, place) => rank(round.bubbleAt(place, bubble)));
    if (ranks.length === 0) continue;
    const place = ranks.indexOf(Math.max(...ranks));
    round.bubbleAt(place, bubble);
    const y = bubble.yPx + bubble.radiusPx * share;
    if (round.topmostAt(bubble.xPx, y) === place) round.pop(bubble.xPx, y);
  }
}
