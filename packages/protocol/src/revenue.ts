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
});
export type Revenue = z.infer<typeof revenue>;
export type RevenuePolicy = Revenue['policy'];

/** DESIGN section 7: 96 % winner, 1 % creator, 3 % house; or 95 % to the first three (60/25/15 of it), 2 % creator, 3 % house. */
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

/** A player's part in the sharing. */
export interface Contender {
  readonly userId: string;
  /** Players of another chain and bots play for no TRX: what they win goes to the house. DESIGN section 7. */
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
