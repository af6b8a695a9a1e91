import { crossChain, seededEntropy } from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OpponentRound } from './opponent-round.ts';
import { makeRound } from './own-round.ts';

const ENTROPY = seededEntropy('OPPONENT');

/** A round that a bot has played, to be followed from its clicks. */
function playToEnd() {
  const round = makeRound(crossChain, ENTROPY, false);
  createBot({ skill: BOT_SKILLS.regular, seed: 'OPPONENT' }).advanceTo(round, 60_000);
  return round;
}

const played = playToEnd();
const inputs = played.inputs();

describe('another player’s round', () => {
  test('ends as the player’s own, however late, doubled or cut its clicks come', () => {
    const piece = fc.record({
      clicks: fc.integer({ min: 0, max: 9 }),
      again: fc.integer({ min: 0, max: 3 }),
      lookMs: fc.integer({ min: 0, max: 2_000 }),
    });
    fc.assert(
      fc.property(fc.array(piece, { minLength: 40, maxLength: 60 }), (pieces) => {
        const opponent = new OpponentRound(crossChain, ENTROPY);
        let known = 0;
        let timeMs = 0;
        for (const { clicks, again, lookMs } of pieces) {
          const first = Math.max(0, known - again);
          known = Math.min(known + clicks, inputs.length / 3);
          opponent.take(first, inputs.slice(first * 3, known * 3));
          opponent.at((timeMs += lookMs));
        }
        opponent.take(known, inputs.slice(known * 3));
        expect(opponent.at(60_000).hash).toBe(played.hash);
      }),
      { numRuns: 30 },
    );
  });

  test('never goes back in time', () => {
    const opponent = new OpponentRound(crossChain, ENTROPY);
    opponent.at(5_000);
    expect(opponent.at(4_000).timeMs).toBe(5_000);
    opponent.take(0, inputs.slice(0, 3));
    expect(opponent.at(4_000).timeMs).toBe(5_000);
  });

  test('drops clicks after a gap until it receives all of them', () => {
    const opponent = new OpponentRound(crossChain, ENTROPY);
    opponent.take(4, inputs.slice(12));
    expect(opponent.at(60_000).inputCount).toBe(0);
    opponent.replace(inputs);
    expect(opponent.at(60_000).hash).toBe(played.hash);
  });

  test('survives clicks that no player can make', () => {
    const opponent = new OpponentRound(crossChain, ENTROPY);
    opponent.replace(Int32Array.of(9_000, 4_095, 4_095, 100, 0, 0, -5, -1, -1, 2_000_000_000, 1, 1));
    expect(opponent.at(10_000).timeMs).toBe(10_000);
    for (let batch = 0; batch < 100; batch++) opponent.take(4 + batch * 10, new Int32Array(30));
    expect(opponent.at(60_000).phase).toBe('over');
  });
});
