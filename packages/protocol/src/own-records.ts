import { z } from 'zod';
import { blockchain } from './chain-name.ts';
import { id, sun, timeMs } from './field.ts';
import { shareReview } from './held-share.ts';
import { SESSION_MODES } from './session.ts';

/** Most days (UTC) that a series has: the longer of the two that the profile shows. */
export const MAX_SERIES_DAYS = 90;

/** How much of something there was. */
const count = z.int().min(0);

/** What a player did on one day (UTC). Rounds count once they are credited, battles once they are settled. */
const playedDay = z.object({
  /** ISO 8601: `2026-01-15`. */
  date: z.string(),
  /** Solo rounds and battles. */
  games: count,
  points: count,
  /** The best score of the day; null without a game. */
  best: count.nullable(),
  earnedSun: sun,
  /** Battles without practice bots, which do not count in win rates. */
  battles: count,
  won: count,
});
export type PlayedDay = z.infer<typeof playedDay>;

/** Each of the last days, today last, with those on which nothing happened. */
export const series = z.object({ days: z.array(playedDay) });

/** A battle that a player fought. */
export const fought = z.object({
  /** Counts all battles of everybody: a higher one was settled later. */
  number: z.int(),
  sessionId: id,
  sessionName: z.string(),
  gameMode: z.enum(SESSION_MODES),
  settledAt: timeMs,
  /** 1 for the winner. */
  position: z.int().min(1),
  score: count,
  feeSun: sun,
  shareSun: sun,
  /** What became of a share that is or was held for review; absent when it was paid at once, and without a share. */
  review: shareReview.optional(),
  /** Everybody else, by their places in the battle. */
  opponents: z.array(z.object({ username: z.string(), blockchain, isBot: z.boolean(), position: z.int().min(1) })),
});
export type Fought = z.infer<typeof fought>;

/** A page of a player's battles, newest first. */
export const battlePage = z.object({
  battles: z.array(fought),
  /** Give it as `before` for the next page; null when this is the last. */
  next: z.int().nullable(),
});

/** Why a profile cannot be deleted yet: something of its player's is still open. */
const HINDRANCES = ['payment', 'payout', 'session', 'balance'] as const;
export type Hindrance = (typeof HINDRANCES)[number];

/** What a profile's deletion would do now. */
export const deletion = z.object({
  /** None: it can be deleted. */
  hindrances: z.array(z.enum(HINDRANCES)),
  /** One too small to be withdrawn to any wallet is no hindrance, and stays with the address. */
  balanceSun: sun,
  /** Chat messages that go, and those that stay until the operator has looked at what was reported of them. */
  messages: count,
  reportedMessages: count,
});
export type Deletion = z.infer<typeof deletion>;
