import { z } from 'zod';

/** How a pool is shared out. Versioned: a session keeps the one it was made with. Basis points (1/100 %). */
export const revenue = z.object({
  policy: z.enum(['winner-takes-all', 'podium']),
  version: z.int(),
  /** Of the pool, to the players by position; the parts of positions sum to `playersBp`. */
  playersBp: z.int(),
  creatorBp: z.int(),
  houseBp: z.int(),
  /** The players' part by position, basis points of the pool. */
  positionsBp: z.array(z.int()),
  /** Who receives what players of another chain and bots would win. Absent: the house. */
  otherChainPrizeTo: z.literal('best-tron-player').optional(),
});
export type Revenue = z.infer<typeof revenue>;
export type RevenuePolicy = Revenue['policy'];

/** Who receives what players of another chain and bots would win: they have paid nothing here. SPEC section 9 names the house. */
export const PRIZE_RECIPIENTS = ['house', 'best-tron-player'] as const;
export type PrizeRecipient = (typeof PRIZE_RECIPIENTS)[number];

/**
 * What new sessions are made with, unless the operator chooses `best-tron-player`. DESIGN section 7: 96 % winner, 1 % creator, 3 % house; or 95 % to the first three (60/25/15 of it),
 * 2 % creator, 3 % house. Sessions keep the version that they were created with: after a change of a policy the old version has to stay for
 * `findRevenue`.
 */
export const REVENUES: Readonly<Record<RevenuePolicy, Revenue>> = {
  'winner-takes-all': {
    policy: 'winner-takes-all',
    version: 1,
    playersBp: 9_600,
    creatorBp: 100,
    houseBp: 300,
    positionsBp: [9_600],
  },
  podium: {
    policy: 'podium',
    version: 1,
    playersBp: 9_500,
    creatorBp: 200,
    houseBp: 300,
    positionsBp: [5_700, 2_375, 1_425],
  },
};

/** The same parts, but what another chain wins goes to the best TRON player. */
const BEST_PLAYER_REVENUES: Readonly<Record<RevenuePolicy, Revenue>> = {
  'winner-takes-all': { ...REVENUES['winner-takes-all'], version: 2, otherChainPrizeTo: 'best-tron-player' },
  podium: { ...REVENUES.podium, version: 2, otherChainPrizeTo: 'best-tron-player' },
};

/** The terms of a new session, by the policy that its creator chooses and the operator's setting. */
export const newRevenue = (policy: RevenuePolicy, recipient: PrizeRecipient): Revenue =>
  (recipient === 'house' ? REVENUES : BEST_PLAYER_REVENUES)[policy];

/** The terms of a policy in a version of it; undefined where there never were any. */
export const findRevenue = (policy: RevenuePolicy, version: number): Revenue | undefined =>
  [REVENUES[policy], BEST_PLAYER_REVENUES[policy]].find((terms) => terms.version === version);

/** A player's part in the sharing. */
export interface Contender {
  readonly userId: string;
  /** Order of the seats. */
  readonly place: number;
  /** Players of another chain and bots play for no TRX: the terms say who receives what they win. DESIGN section 7. */
  readonly isPaidHere: boolean;
  readonly score: number;
}

/** Where every sun of a pool goes. Sums to the pool exactly. */
export interface Shares {
  /** 1 for the best score; equal scores share a position, and the next one is as much lower. By user id. */
  readonly positions: ReadonlyMap<string, number>;
  /** sun by user id; those who win nothing are not in it. */
  readonly players: ReadonlyMap<string, number>;
  readonly creatorSun: number;
  readonly houseSun: number;
}

/** One percent of a percent. */
const BP = 10_000;

/**
 * Shares a pool (sun, a safe integer) out among those who played; the order of the contenders does not matter. Equal scores share
 * the parts of the positions that they hold. A player without points wins nothing. Parts of positions that no player holds, and what is too
 * little to divide, go to the winner; what equal winners cannot divide goes to the one of the lowest place who is paid here. What players
 * who are not paid here would win goes to the house or, by the terms, to the players with the best score among those who are paid here, also when that
 * score is 0.
 */
export function shareOut(terms: Revenue, poolSun: number, contenders: readonly Contender[]): Shares {
  const positions = new Map(
    contenders.map(({ userId, score }) => [userId, 1 + contenders.filter((other) => other.score > score).length]),
  );
  const creatorSun = partOf(poolSun, terms.creatorBp);
  const parts = terms.positionsBp.map((bp) => partOf(poolSun, bp));
  const players = new Map<string, number>();
  let leftSun = poolSun - creatorSun - partOf(poolSun, terms.houseBp);
  const houseSun = poolSun - creatorSun - leftSun;
  /** What players who are not paid here would win. */
  let unpaidSun = 0;

  const add = (userId: string, amountSun: number): void => {
    if (amountSun > 0) players.set(userId, (players.get(userId) ?? 0) + amountSun);
  };

  /** Gives each of a group as much; what cannot be divided stays left. */
  const give = (group: readonly Contender[], amountSun: number): void => {
    const eachSun = Math.floor(amountSun / group.length);
    leftSun -= eachSun * group.length;
    for (const { userId, isPaidHere } of group)
      if (isPaidHere) add(userId, eachSun);
      else unpaidSun += eachSun;
  };
  const groupAt = (position: number): Contender[] =>
    contenders.filter(({ userId, score }) => score > 0 && positions.get(userId) === position);

  for (let position = 2; position <= parts.length; position++) {
    const group = groupAt(position);
    if (group.length === 0) continue;
    give(group, sumOf(parts.slice(position - 1, position - 1 + group.length)));
  }
  const winners = groupAt(1);
  if (winners.length > 0) give(winners, leftSun);
  const [first] = paidHere(winners);
  if (first === undefined) unpaidSun += leftSun;
  else add(first.userId, leftSun);

  const best = terms.otherChainPrizeTo === 'best-tron-player' ? bestPaidHere(contenders) : [];
  if (best.length === 0) return { positions, players, creatorSun, houseSun: houseSun + unpaidSun };
  const eachSun = Math.floor(unpaidSun / best.length);
  for (const [at, { userId }] of best.entries())
    add(userId, at === 0 ? unpaidSun - eachSun * (best.length - 1) : eachSun);
  return { positions, players, creatorSun, houseSun };
}

/** Those who are paid here, in the order of the seats. */
const paidHere = (group: readonly Contender[]): Contender[] =>
  group.filter(({ isPaidHere }) => isPaidHere).toSorted((a, b) => a.place - b.place);

/** Those with the best score among the players who are paid here, in the order of the seats. */
function bestPaidHere(contenders: readonly Contender[]): Contender[] {
  const players = paidHere(contenders);
  const bestScore = Math.max(...players.map(({ score }) => score));
  return players.filter(({ score }) => score === bestScore);
}

/** So many basis points of an amount, floored; exact, as the product of the two might not be. */
const partOf = (amountSun: number, bp: number): number =>
  Math.floor(amountSun / BP) * bp + Math.floor(((amountSun % BP) * bp) / BP);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
