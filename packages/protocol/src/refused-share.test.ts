import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideRefusedShare, type Recipient } from './refused-share.ts';
import { REVENUES, shareOut, type RevenuePolicy } from './revenue.ts';

const TRX = 1_000_000;

/** Players with these scores in the order of their seats, all of whom paid 10 TRX; the one at `refused` is refused. */
function refuse(policy: RevenuePolicy, scores: readonly number[], refused: number): (number | undefined)[] {
  const poolSun = scores.length * 10 * TRX;
  const players = scores.map((score, place) => ({ userId: `user-${place}`, place, score, isPaidHere: true }));
  const { players: shares } = shareOut(REVENUES[policy], poolSun, players);
  const others = players
    .filter(({ place }) => place !== refused)
    .map((player): Recipient => ({ ...player, wonSun: shares.get(player.userId) ?? 0 }));
  const parts = divideRefusedShare(REVENUES[policy], poolSun, shares.get(`user-${refused}`) ?? 0, others);
  return players.map(({ userId }) => parts.get(userId));
}

describe('a refused share', () => {
  it.each<[string, RevenuePolicy, number[], number, (number | undefined)[]]>([
    [
      'the winner of everything: the second has it',
      'winner-takes-all',
      [9, 5, 3],
      0,
      [undefined, 28.8 * TRX, undefined],
    ],
    ['the first of three: the others move up', 'podium', [9, 5, 3], 0, [undefined, 14.25 * TRX, 2.85 * TRX]],
    [
      'the second of four: those below move up',
      'podium',
      [9, 5, 3, 1],
      1,
      [undefined, undefined, 3.8 * TRX, 5.7 * TRX],
    ],
    ['the last of three: the winner has it', 'podium', [9, 5, 3], 2, [4.275 * TRX, undefined, undefined]],
    ['one of two equal winners: the other has it', 'winner-takes-all', [7, 7], 1, [9.6 * TRX, undefined]],
    [
      'no other player has points: all others share it',
      'winner-takes-all',
      [9, 0, 0],
      0,
      [undefined, 14.4 * TRX, 14.4 * TRX],
    ],
    ['the only player who paid: the house', 'winner-takes-all', [9], 0, [undefined]],
  ])('of %s', (_, policy, scores, refused, parts) => {
    expect(refuse(policy, scores, refused)).toEqual(parts);
  });

  it('is divided exactly for any earlier winnings', () => {
    const recipient = fc.record({ score: fc.nat(5), wonSun: fc.nat(30 * TRX) });
    fc.assert(
      fc.property(
        fc.constantFrom<RevenuePolicy>('podium', 'winner-takes-all'),
        fc.array(recipient, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 80 * TRX }),
        (policy, players, refusedSun) => {
          const recipients = players.map((player, place) => ({ ...player, place, userId: `user-${place}` }));
          const parts = [...divideRefusedShare(REVENUES[policy], 80 * TRX, refusedSun, recipients).values()];
          expect(parts.every((part) => Number.isSafeInteger(part) && part > 0)).toBe(true);
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(refusedSun);
        },
      ),
    );
  });
});
