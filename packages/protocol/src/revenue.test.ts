import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRevenue, newRevenue, REVENUES, shareOut, type Contender, type Shares } from './revenue.ts';

const TRX = 1_000_000;
const all = REVENUES['winner-takes-all'];
const { podium } = REVENUES;
const allToBest = newRevenue('winner-takes-all', 'best-tron-player');
const podiumToBest = newRevenue('podium', 'best-tron-player');

/** Players a, b, c… with these scores, on seats in that order; those named in `foreign` are not paid here. */
const contenders = (scores: readonly number[], foreign = ''): Contender[] =>
  scores.map((score, place) => {
    const userId = String.fromCodePoint(97 + place);
    return { userId, place, score, isPaidHere: !foreign.includes(userId) };
  });

/** What everybody gets: players by name, then creator and house. */
const show = ({ players, creatorSun, houseSun }: Shares): Record<string, number> => ({
  ...Object.fromEntries([...players].toSorted(([a], [b]) => a.localeCompare(b))),
  creator: creatorSun,
  house: houseSun,
});

describe('a pool', () => {
  it.each([
    ['goes to the winner', all, 100, [5, 3], '', { a: 96, creator: 1, house: 3 }],
    ['is split between winners', all, 100, [5, 5, 3], '', { a: 48, b: 48, creator: 1, house: 3 }],
    ['goes to the house when another chain wins', all, 100, [5, 7], 'b', { creator: 1, house: 99 }],
    ['goes by halves when chains tie', all, 100, [7, 7], 'b', { a: 48, creator: 1, house: 51 }],
    ['goes to three', podium, 100, [5, 9, 7, 1], '', { a: 14.25, b: 57, c: 23.75, creator: 2, house: 3 }],
    [
      'goes to two of two, the third part to the winner',
      podium,
      100,
      [9, 7],
      '',
      { a: 71.25, b: 23.75, creator: 2, house: 3 },
    ],
    ['splits the second and third part', podium, 100, [9, 7, 7], '', { a: 57, b: 19, c: 19, creator: 2, house: 3 }],
    [
      'splits one part among three thirds',
      podium,
      120,
      [9, 8, 5, 5, 5],
      '',
      { a: 68.4, b: 28.5, c: 5.7, d: 5.7, e: 5.7, creator: 2.4, house: 3.6 },
    ],
    [
      'splits everything among four firsts',
      podium,
      100,
      [4, 4, 4, 4],
      '',
      { a: 23.75, b: 23.75, c: 23.75, d: 23.75, creator: 2, house: 3 },
    ],
    [
      'leaves a foreign second to the house',
      podium,
      100,
      [9, 7, 5],
      'b',
      { a: 57, c: 14.25, creator: 2, house: 26.75 },
    ],
    [
      'goes to the best TRON player when another chain wins',
      allToBest,
      100,
      [3, 5, 7],
      'c',
      { b: 96, creator: 1, house: 3 },
    ],
    ['goes to the best TRON player when chains tie', allToBest, 100, [7, 7, 2], 'b', { a: 96, creator: 1, house: 3 }],
    [
      'is split between equal best TRON players',
      allToBest,
      100,
      [5, 5, 9],
      'c',
      { a: 48, b: 48, creator: 1, house: 3 },
    ],
    [
      'goes to the TRON players although none has a point when another chain wins',
      allToBest,
      100,
      [0, 0, 9],
      'c',
      { a: 48, b: 48, creator: 1, house: 3 },
    ],
    [
      'leaves the part of a foreign second to the best TRON player',
      podiumToBest,
      100,
      [9, 7, 5],
      'b',
      { a: 80.75, c: 14.25, creator: 2, house: 3 },
    ],
    ['goes to the winner who is the best TRON player', allToBest, 100, [5, 3], '', { a: 96, creator: 1, house: 3 }],
    ['gives nothing for nothing', podium, 100, [9, 0, 0], '', { a: 95, creator: 2, house: 3 }],
    ['is nothing in a free session', all, 0, [9, 7], '', { creator: 0, house: 0 }],
  ] as const)('%s', (_, revenue, trx, scores, foreign, expected) => {
    const shares = show(shareOut(revenue, trx * TRX, contenders(scores, foreign)));
    expect(shares).toEqual(Object.fromEntries(Object.entries(expected).map(([who, part]) => [who, part * TRX])));
  });

  it('leaves what cannot be divided to the first seat among the winners who are paid here', () => {
    expect(show(shareOut(all, 100_001, contenders([7, 7, 7], 'a')))).toEqual({
      b: 32_001,
      c: 32_000,
      creator: 1_000,
      house: 35_000,
    });
    expect(show(shareOut(all, 100_001, contenders([7, 7], 'ab')))).toEqual({ creator: 1_000, house: 99_001 });
    expect(show(shareOut(allToBest, 100_001, contenders([9, 7, 7], 'a')))).toEqual({
      b: 48_001,
      c: 48_000,
      creator: 1_000,
      house: 3_000,
    });
  });

  it('has the house as the default, and finds each version of its terms', () => {
    for (const policy of ['winner-takes-all', 'podium'] as const)
      for (const [version, recipient] of [
        [1, 'house'],
        [2, 'best-tron-player'],
      ] as const) {
        expect(newRevenue(policy, recipient)).toMatchObject({ policy, version });
        expect(findRevenue(policy, version)).toBe(newRevenue(policy, recipient));
      }
    expect(newRevenue('podium', 'house')).not.toHaveProperty('otherChainPrizeTo');
    expect(findRevenue('podium', 3)).toBeUndefined();
  });

  it('gives equal scores one position, and leaves as many out after it', () => {
    const { positions } = shareOut(all, 0, contenders([3, 9, 3, 0, 9, 1]));
    expect([...positions.values()]).toEqual([3, 1, 3, 6, 1, 5]);
  });
});

const arrangement = fc.record({
  revenue: fc.constantFrom(all, podium, allToBest, podiumToBest),
  poolSun: fc.oneof(fc.maxSafeNat(), fc.nat(50)),
  players: fc.array(fc.record({ score: fc.nat(4), isPaidHere: fc.boolean() }), { minLength: 1, maxLength: 8 }),
  order: fc.infiniteStream(fc.nat()),
});

it('for any pool and scores, every sun is paid out, and equal scores differ only by what cannot be divided', () => {
  fc.assert(
    fc.property(arrangement, ({ revenue, poolSun, players, order }) => {
      const seats = players.map((player, place) => ({ ...player, place, userId: `player-${place}` }));
      const shares = shareOut(revenue, poolSun, seats);
      const given = [...shares.players.values(), shares.creatorSun, shares.houseSun];
      expect(given.every((sun) => Number.isSafeInteger(sun) && sun >= 0)).toBe(true);
      expect(given.reduce((sum, sun) => sum + BigInt(sun), 0n)).toBe(BigInt(poolSun));

      const shuffled = seats.map((seat) => [order.next().value ?? 0, seat] as const).toSorted(([a], [b]) => a - b);
      const again = shareOut(
        revenue,
        poolSun,
        shuffled.map(([, seat]) => seat),
      );
      expect(show(again)).toEqual(show(shares));

      const shareOf = (userId: string): number => shares.players.get(userId) ?? 0;
      for (const one of seats)
        for (const other of seats) {
          if (!one.isPaidHere || !other.isPaidHere) continue;
          const more = shareOf(one.userId) - shareOf(other.userId);
          // A few sun of each part that was floored, and of each group that it was divided by.
          if (one.score === other.score) expect(Math.abs(more)).toBeLessThan(24);
          if (one.score > other.score) expect(more).toBeGreaterThan(-24);
        }
      const isToBest = revenue.otherChainPrizeTo === 'best-tron-player';
      for (const { userId, isPaidHere, score } of seats)
        if (!isPaidHere || (score === 0 && !isToBest)) expect(shareOf(userId)).toBe(0);
      // So the house earns the same for any winner.
      if (isToBest && seats.some(({ isPaidHere }) => isPaidHere))
        expect(BigInt(shares.houseSun)).toBe((BigInt(poolSun) * BigInt(revenue.houseBp)) / 10_000n);
    }),
  );
});
