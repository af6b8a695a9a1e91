import { z } from 'zod';
import { address, id, sun, timeMs, upgradeId } from './field.ts';
import { HOLD_REASONS } from './held-share.ts';

/** Longest replay text: the engine's most bytes as base64url. */
const MAX_REPLAY_TEXT = 90_000;

/** What may be a replay, as text. */
export const replayText = z.string().max(MAX_REPLAY_TEXT);

/** What a Solo TRX round can earn now, shown before it is played. */
export const soloTerms = z.object({
  /** Points for 1 TRX. */
  pointsPerTrx: z.int().positive(),
  /** Most that one round earns. */
  roundCapSun: sun,
  /** Most that this wallet earns in a day (UTC) as old as its account is now, and what it has earned today. */
  dailyCapSun: sun,
  earnedTodaySun: sun,
  /** Most that any wallet earns in a day: a young account's limit grows to it. */
  fullCapSun: sun,
  /** What all players of the request's network together can still earn today. */
  networkLeftSun: sun,
  /** What the house still pays out today, to all players together. */
  budgetLeftSun: sun,
  /** What the house still pays out in this hour, and when the next hour begins. */
  hourLeftSun: sun,
  nextHourAt: timeMs,
  /** When the limits of the day are reset. */
  renewsAt: timeMs,
  /** Upgrades that the next round would be played with. */
  loadout: z.array(upgradeId),
});
export type SoloTerms = z.infer<typeof soloTerms>;

/** From the opening of a streamed solo round to its first second, ms. */
export const SOLO_DELAY_MS = 5_000;

/**
 * A streamed solo round that is open, and its player's seat. It is a battle with one seat (docs/battle-protocol.md): `id` is the battle's session id, and
 * later the id of the round and of its receipt.
 */
export const soloSeat = z.object({
  id,
  /** The player's address. */
  userId: address,
  /** Secret: authenticates the player of this seat on the game socket. */
  token: z.string(),
  rulesId: z.string(),
  rulesVersion: z.int(),
  loadout: z.array(upgradeId),
  openedAt: timeMs,
  /** First ms of the round by the server's clock. An outage of the server moves it. */
  startsAt: timeMs,
  /** Whether this call has opened it. False: it was open before, and the player joins it. */
  isNew: z.boolean(),
});
export type SoloSeat = z.infer<typeof soloSeat>;

/** The player's open round; null without one. */
export const openSoloRound = z.object({ round: soloSeat.nullable() });

/** What became of a paid round's reward. */
export const ROUND_STATUSES = ['credited', 'held', 'refused'] as const;

/**
 * The limit that has reduced a reward: of a round, of a young account, of any wallet's day, of a network's day, of the hour's share of the budget, or
 * the budget of the day.
 */
export const REWARD_CUTS = ['round', 'account', 'wallet', 'network', 'hour', 'budget'] as const;
export type RewardCut = (typeof REWARD_CUTS)[number];

/**
 * Why a round is held, or was held before it was refused: for its player alone. Absent of a round that was credited, and from older servers. A reason that this
 * version does not know makes it absent, too, so that a page from before an update still receives the end of its round.
 */
const ownReasons = z.array(z.enum(HOLD_REASONS)).optional().catch(undefined);

/** What a streamed solo round was credited. It is part of the receipt, so it has nothing that only the player may read. */
export const soloReward = z.object({
  /** What the rules give, and what was credited of it: less when a limit has reduced it, 0 while it is held. */
  earnedSun: sun,
  creditedSun: sun,
  status: z.enum(ROUND_STATUSES),
  /** The limit that has reduced it; null when none has. */
  cutBy: z.enum(REWARD_CUTS).nullable(),
});
export type SoloReward = z.infer<typeof soloReward>;

/** What a streamed solo round was credited, in the message to its player at its end. */
export const ownSoloReward = soloReward.extend({ reasons: ownReasons });
export type OwnSoloReward = z.infer<typeof ownSoloReward>;

/** A paid round as the server played it. Its id is that of its battle. */
export const round = z.object({
  id,
  address,
  username: z.string(),
  rulesId: z.string(),
  rulesVersion: z.int(),
  loadout: z.array(upgradeId),
  score: z.int(),
  popped: z.int(),
  bestCombo: z.int(),
  /** What the rules give, and what was credited of it: less when a cap or the budget ran out, 0 while held. */
  earnedSun: sun,
  creditedSun: sun,
  /** The limit that has reduced the reward; null when none has, or for a round from before the reason was stored. */
  cutBy: z.enum(REWARD_CUTS).nullable(),
  status: z.enum(ROUND_STATUSES),
  playedAt: timeMs,
  /** The replay as base64url text, with the path of the pointer as its track, unless the round is held or has none. */
  replay: z.string(),
});
export type VerifiedRound = z.infer<typeof round>;

/** A round as its player sees it. */
const ownRound = round.omit({ replay: true }).extend({
  reasons: ownReasons,
  /** Why the operator refused it; absent of any other. */
  refusal: z.string().optional(),
});
export type OwnRound = z.infer<typeof ownRound>;

/** A player's own rounds, newest first. */
export const roundPage = z.object({
  rounds: z.array(ownRound),
  next: timeMs.nullable(),
});
export type RoundPage = z.infer<typeof roundPage>;
