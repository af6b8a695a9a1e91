import { NEW_DEVIATION, NEW_RATING } from '@popfray/protocol';
import { Glicko2 } from 'glicko2';

/** A rating by Glicko-2 (M. E. Glickman, "Example of the Glicko-2 system", 2022), in whole numbers, so that every database stores it exactly. */
export interface Rating {
  /** Thousandths of a point. */
  readonly rating: number;
  /** Thousandths of a point. */
  readonly deviation: number;
  /** Billionths. */
  readonly volatility: number;
}

const POINT = 1_000;
const BILLION = 1_000_000_000;

/** How much volatilities change; 0.3 to 1.2 is usual. 0.5 is the paper's example. */
const TAU = 0.5;
const NEW_VOLATILITY = 0.06;

/** The rating of a player without a battle. */
export const NEW_PLAYER: Rating = {
  rating: NEW_RATING * POINT,
  deviation: NEW_DEVIATION * POINT,
  volatility: NEW_VOLATILITY * BILLION,
};

/** A player in a battle. */
export interface Contestant {
  readonly address: string;
  /** From 1. */
  readonly position: number;
  readonly before: Rating;
}

/** Whether the game between two players of a battle is rated. */
type IsRated = (address: string, opponent: string) => boolean;

/**
 * Rates a battle: every two players have played a game, which the better position has won. Players without a rated game are left out. The order of the
 * players makes no difference.
 */
export function rateContestants(
  contestants: readonly Contestant[],
  isRated: IsRated = () => true,
): ReadonlyMap<string, Rating> {
  // Sums of fractions depend on their order, so the order is that of the addresses.
  const sorted = contestants.toSorted((a, b) => (a.address < b.address ? -1 : 1));
  const glicko = new Glicko2({ tau: TAU, rating: NEW_RATING, rd: NEW_DEVIATION, vol: NEW_VOLATILITY });
  const players = sorted.map(({ before: { rating, deviation, volatility } }) =>
    glicko.makePlayer(rating / POINT, deviation / POINT, volatility / BILLION),
  );
  const pairs = sorted.flatMap((first, at) =>
    sorted.slice(at + 1).flatMap((second, offset) => {
      const [player, opponent] = [players[at], players[at + 1 + offset]];
      return player === undefined || opponent === undefined || !isRated(first.address, second.address)
        ? []
        : [{ first, second, game: [player, opponent, outcomeOf(first, second)] as const }];
    }),
  );
  glicko.updateRatings(pairs.map(({ game }) => game));
  const rated = new Set(pairs.flatMap(({ first, second }) => [first.address, second.address]));
  return new Map(
    sorted.flatMap(({ address }, at) => {
      const player = players[at];
      return player !== undefined && rated.has(address) ? [[address, toRating(player)] as const] : [];
    }),
  );
}

/** 1 for a win of the first, 0.5 for a tie. */
const outcomeOf = (first: Contestant, second: Contestant): number =>
  (Math.sign(second.position - first.position) + 1) / 2;

const toRating = (player: { getRating(): number; getRd(): number; getVol(): number }): Rating => ({
  rating: Math.round(player.getRating() * POINT),
  // A player is never less certain than a new one.
  deviation: Math.min(Math.round(player.getRd() * POINT), NEW_PLAYER.deviation),
  volatility: Math.round(player.getVol() * BILLION),
});

/** Lowest deviation at the start of a season, thousandths of a point. */
const RESET_DEVIATION = 200 * POINT;

/** The rating with which a player begins a season: half way back to that of a new player, and less certain, once for each season that has ended since. */
export function resetRating(last: Rating, seasonsSince: number): Rating {
  let { rating } = last;
  for (let season = 0; season < seasonsSince && rating !== NEW_PLAYER.rating; season++)
    rating = NEW_PLAYER.rating + Math.trunc((rating - NEW_PLAYER.rating) / 2);
  return seasonsSince === 0
    ? last
    : { rating, deviation: Math.max(last.deviation, RESET_DEVIATION), volatility: last.volatility };
}
