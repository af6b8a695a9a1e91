import { z } from 'zod';
import { address, id, timeMs } from './field.ts';

/** The leagues of a season, the lowest first. */
export const LEAGUES = ['bronze', 'silver', 'gold', 'platinum', 'diamond', 'master'] as const;
export type League = (typeof LEAGUES)[number];

/** The rating from which a league begins. A new player has `NEW_RATING`, which is in silver. */
export const LEAGUE_FLOORS: Readonly<Record<League, number>> = {
  bronze: 0,
  silver: 1_450,
  gold: 1_600,
  platinum: 1_750,
  diamond: 1_900,
  master: 2_050,
};

/** Rating and deviation of a player who has no battle yet: the values of Glickman's paper. */
export const NEW_RATING = 1_500;
export const NEW_DEVIATION = 350;

/** A rating is provisional, and in no league, until it has so many battles against so many different players, and at most this deviation. */
export const RANKED_BATTLES = 10;
export const RANKED_OPPONENTS = 5;
export const RANKED_DEVIATION = 130;

/** Lowest entry fee of a rated battle, sun: that of the smallest paid quick battle. */
export const RATED_FEE_SUN = 1_000_000;

/** Battles between the same two players that are rated on a day (UTC). */
export const RATED_PAIR_BATTLES = 3;

/** Players that a season's ladder shows. */
export const LADDER_PLACES = 100;

/** What a league depends on. */
export interface RatingState {
  readonly rating: number;
  readonly deviation: number;
  readonly battles: number;
  readonly opponents: number;
}

/** The league of a rating; null while it is provisional. */
export function leagueOf({ rating, deviation, battles, opponents }: RatingState): League | null {
  if (battles < RANKED_BATTLES || opponents < RANKED_OPPONENTS || deviation > RANKED_DEVIATION) return null;
  return LEAGUES.findLast((league) => rating >= LEAGUE_FLOORS[league]) ?? LEAGUES[0];
}

/** The first month with a season: January 2026 is season 1. */
const FIRST_YEAR = 2026;
const MONTHS_A_YEAR = 12;

/** A season: a month by UTC. */
export interface Season {
  /** From 1. */
  readonly number: number;
  /** Its first ms, and the first ms of the next season, epoch ms. */
  readonly startsAt: number;
  readonly endsAt: number;
}

/** The season with a number. */
export const findSeason = (number: number): Season => ({
  number,
  startsAt: Date.UTC(FIRST_YEAR, number - 1),
  endsAt: Date.UTC(FIRST_YEAR, number),
});

/** The season in which an epoch time is. A time before season 1 is counted as of season 1. */
export function seasonAt(nowMs: number): Season {
  const time = new Date(nowMs);
  const months = (time.getUTCFullYear() - FIRST_YEAR) * MONTHS_A_YEAR + time.getUTCMonth();
  return findSeason(Math.max(0, months) + 1);
}

const season = z.object({ number: z.int().positive(), startsAt: timeMs, endsAt: timeMs });

const league = z.enum(LEAGUES);

/** A place on a season's ladder. */
const ladderRow = z.object({
  rank: z.int().positive(),
  name: z.string(),
  walletAddress: address,
  rating: z.int(),
  deviation: z.int(),
  league,
  battles: z.int(),
});
export type LadderRow = z.infer<typeof ladderRow>;

/** A season with the best players. Provisional ratings have no place. */
export const ladder = z.object({
  season,
  isCurrent: z.boolean(),
  /** The first season in which a battle was rated; null before that. */
  firstSeason: z.int().positive().nullable(),
  /** Players who have a league in this season. */
  ranked: z.int(),
  rows: z.array(ladderRow),
});
export type Ladder = z.infer<typeof ladder>;

/** A player's rating in a season. */
const ownRating = z.object({
  season: z.int().positive(),
  rating: z.int(),
  deviation: z.int(),
  battles: z.int(),
  opponents: z.int(),
  /** Null while the rating is provisional; so is `rank`. */
  league: league.nullable(),
  rank: z.int().positive().nullable(),
});
export type OwnRating = z.infer<typeof ownRating>;

/** What a quest counts. `combo` and `score`: the best of one round; all others: the sum of the day. */
export const QUEST_KINDS = ['rounds', 'pops', 'combo', 'score', 'battles', 'daily'] as const;
export type QuestKind = (typeof QUEST_KINDS)[number];

/** A quest of the day. */
const quest = z.object({
  kind: z.enum(QUEST_KINDS),
  target: z.int().positive(),
  /** At most `target`. */
  progress: z.int().min(0),
});
export type Quest = z.infer<typeof quest>;

/** The signed-in player's season, streak and quests. */
export const mySeason = z.object({
  season,
  rating: ownRating,
  /** Earlier seasons with a rating, the newest first. */
  past: z.array(ownRating),
  streak: z.object({
    /** Consecutive days (UTC) with a finished round, up to today or yesterday. */
    days: z.int().min(0),
    best: z.int().min(0),
    hasPlayedToday: z.boolean(),
  }),
  quests: z.object({
    /** UTC. */
    date: z.iso.date(),
    endsAt: timeMs,
    quests: z.array(quest),
    /** Days on which the player has completed all quests. */
    completeDays: z.int().min(0),
  }),
});
export type MySeason = z.infer<typeof mySeason>;

/** How a battle has changed the rating of a player. */
const ratingChange = z.object({
  walletAddress: address,
  before: z.int(),
  after: z.int(),
  deviation: z.int(),
  league: league.nullable(),
});
export type RatingChange = z.infer<typeof ratingChange>;

/** Why a battle is not rated; `held`: it is rated when the operator has decided about its held shares. */
const RATING_STATES = ['rated', 'unrated', 'held'] as const;

/** The ratings that a battle has changed. */
export const battleRatings = z.object({
  sessionId: id,
  state: z.enum(RATING_STATES),
  changes: z.array(ratingChange),
});
export type BattleRatings = z.infer<typeof battleRatings>;
