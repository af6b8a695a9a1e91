import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Contestant, NEW_PLAYER, type Rating, rateContestants, resetRating } from './rating.ts';

const ratingOf = (rating: number, deviation: number): Rating => ({
  rating: rating * 1_000,
  deviation: deviation * 1_000,
  volatility: 60_000_000,
});

const contestant = (address: string, position: number, before: Rating = NEW_PLAYER): Contestant => ({
  address,
  position,
  before,
});

describe('a battle', () => {
  it('is rated as the example of Glickman’s paper: one win, two losses', () => {
    const battle = [
      contestant('player', 2, ratingOf(1_500, 200)),
      contestant('weaker', 3, ratingOf(1_400, 30)),
      contestant('stronger', 1, ratingOf(1_550, 100)),
      contestant('strongest', 1, ratingOf(1_700, 300)),
    ];
    const isOfPlayer = (a: string, b: string): boolean => a === 'player' || b === 'player';
    const { rating = 0, deviation = 0, volatility = 0 } = rateContestants(battle, isOfPlayer).get('player') ?? {};
    // The paper: r' = 1464.06, RD' = 151.52, σ' = 0.05999.
    expect(rating / 1_000).toBeCloseTo(1_464.06, 1);
    expect(deviation / 1_000).toBeCloseTo(151.52, 2);
    expect(volatility / 1e9).toBeCloseTo(0.05999, 4);
  });

  it('of two new players moves both by the same', () => {
    const rated = rateContestants([contestant('a', 1), contestant('b', 2)]);
    expect(rated.get('a')?.rating).toBe(1_662_311);
    expect(rated.get('b')?.rating).toBe(2 * NEW_PLAYER.rating - 1_662_311);
  });

  it('without a winner makes equal players more certain and moves neither', () => {
    const rated = rateContestants([contestant('a', 1), contestant('b', 1)]);
    expect(rated.get('a')).toMatchObject({ rating: NEW_PLAYER.rating });
    expect(rated.get('a')?.deviation).toBeLessThan(NEW_PLAYER.deviation);
  });

  it('leaves out a player without a rated game', () => {
    const battle = [contestant('a', 1), contestant('b', 2), contestant('c', 3)];
    const rated = rateContestants(battle, (first, second) => ![first, second].includes('c'));
    expect([...rated.keys()]).toEqual(['a', 'b']);
    expect(rated).toEqual(rateContestants(battle.slice(0, 2)));
    expect(rateContestants(battle, () => false).size).toBe(0);
  });

  const battle = fc.uniqueArray(
    fc.record({
      address: fc.string({ minLength: 1, maxLength: 4 }),
      position: fc.integer({ min: 1, max: 8 }),
      before: fc.record({
        rating: fc.integer({ min: 500_000, max: 2_800_000 }),
        deviation: fc.integer({ min: 30_000, max: 350_000 }),
        volatility: fc.integer({ min: 30_000_000, max: 90_000_000 }),
      }),
    }),
    { minLength: 2, maxLength: 8, selector: ({ address }) => address },
  );

  it('gives the same ratings in any order of its players', () => {
    fc.assert(
      fc.property(
        battle.chain((players) =>
          fc.tuple(fc.constant(players), fc.shuffledSubarray(players, { minLength: players.length })),
        ),
        ([players, shuffled]) => {
          expect([...rateContestants(shuffled)]).toEqual([...rateContestants(players)]);
        },
      ),
    );
  });

  it('never lowers the winner or raises the last, and stores whole numbers', () => {
    fc.assert(
      fc.property(battle, (players) => {
        const ranked = players.map((player, at) => ({ ...player, position: at + 1 }));
        const rated = rateContestants(ranked);
        const gainOf = ({ address, before }: Contestant): number => (rated.get(address)?.rating ?? 0) - before.rating;
        const [first, last] = [ranked[0], ranked.at(-1)];
        if (first === undefined || last === undefined) throw new Error('too few');
        expect(gainOf(first)).toBeGreaterThanOrEqual(0);
        expect(gainOf(last)).toBeLessThanOrEqual(0);
        for (const value of rated.values()) expect(Object.values(value).every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });
});

describe('a new season', () => {
  it.each([
    [0, ratingOf(1_800, 90), ratingOf(1_800, 90)],
    [1, ratingOf(1_800, 90), ratingOf(1_650, 200)],
    [2, ratingOf(1_800, 90), ratingOf(1_575, 200)],
    [1, ratingOf(1_300, 250), ratingOf(1_400, 250)],
  ])('after %i seasons begins half way to a new player', (seasons, last, first) => {
    expect(resetRating(last, seasons)).toEqual(first);
  });
});
