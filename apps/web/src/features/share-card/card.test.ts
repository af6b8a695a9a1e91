import { arena, freePlay, makeReplayText, verifyReplay } from '@popfray/engine';
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

  test('is null for a wrong score, and for invalid replays', () => {
    expect(makeCard(makeReplayText(playFalseReplay(freePlay, 'FALSE')))).toBeNull();
    expect(makeCard('nothing')).toBeNull();
  });
});
