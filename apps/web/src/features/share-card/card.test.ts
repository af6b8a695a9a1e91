import {
  arena,
  createBubble,
  createRound,
  encodeReplay,
  freePlay,
  makeReplayText,
  recordReplay,
  seededEntropy,
  verifyReplay,
} from '@popfray/engine';
import { describe, expect, test } from 'vitest';
import { playFalseReplay, playReplay } from '../../testing/replays.ts';
import { makeCard } from './card.ts';

describe('the picture of a round', () => {
  test.each([
    [freePlay, 'freePlay'],
    [arena, 'arena'],
  ] as const)('tells what the round itself gives: $0.id', (rules, mode) => {
    const bytes = playReplay(rules, 'CARD');
    const verified = verifyReplay(bytes);
    if (!verified.ok) throw new Error(verified.error.code);
    const { score, bestCombo, popped } = verified.value.round;
    const card = makeCard(makeReplayText(bytes));
    expect(card).toMatchObject({ mode, score, bestCombo, popped, seed: 'CARD', hasUpgrades: false });
    expect(card?.bubbles.length).toBeGreaterThan(0);
  });

  test('shows the bubbles of a combo, even if there were more at another time', () => {
    const made = createRound({ rules: freePlay, entropy: seededEntropy('CARD') });
    if (!made.ok) throw new Error(made.error.code);
    const round = made.value;
    const bubble = createBubble();
    const popOne = (timeMs: number): void => {
      round.advanceTo(timeMs);
      round.bubbleAt(0, bubble);
      expect(round.pop(bubble.xPx, bubble.yPx)).toBe('pop');
    };
    popOne(8_020);
    popOne(8_050);
    const { combo, count } = round;
    expect(combo).toBe(2);
    for (let timeMs = 8_150; round.count > 1; timeMs += 100) popOne(timeMs);
    expect(count).toBeGreaterThan(5);
    expect(round.pop(1, 1)).toBe('miss');
    round.advanceTo(freePlay.durationMs);
    const replay = recordReplay(round);
    if (!replay.ok) throw new Error(replay.error);
    const bytes = encodeReplay(replay.value);
    if (!bytes.ok) throw new Error(bytes.error.code);
    const shown = makeCard(makeReplayText(bytes.value))?.bubbles.length ?? 0;
    expect(shown).toBeGreaterThanOrEqual(count);
    expect(shown).toBeLessThan(15);
  });

  test('is null for a wrong score, and for invalid replays', () => {
    expect(makeCard(makeReplayText(playFalseReplay(freePlay, 'FALSE')))).toBeNull();
    expect(makeCard('nothing')).toBeNull();
  });
});
