import { z } from 'zod';
import { chatMessage } from '../chat.ts';
import { address, id, storableText, sun, timeMs, txid } from '../field.ts';
import { HOLD_REASONS } from '../held-share.ts';
import { round } from '../round.ts';
import { comparison } from './statistic.ts';
import { PAYMENT_PURPOSES, PAYMENT_SOURCES, PAYMENT_STATUSES, WITHDRAWAL_STATUSES } from '../payment.ts';

/** Why something is done at the desk: kept in the audit log, and shown to the player where it concerns one. */
export const reason = storableText.trim().min(3).max(300);

/** How a round was played, in figures. */
const conduct = z.object({
  suspicions: z.array(z.enum(HOLD_REASONS)),
  /** Server time from the opening of the round to its end, ms. */
  elapsedMs: z.int(),
  clicks: z.int(),
  /** Null of too few. */
  reactionMedianMs: z.int().nullable(),
  intervalVariationPct: z.int().nullable(),
  aimOffsetPct: z.int().nullable(),
  /** Score of the pointer's path, above 0 when a program is more likely than a person; null without enough of a path. */
  pathScore: z.number().nullable(),
  /** Clicks that the path contradicts; null without a path. */
  contradicted: z.int().nullable(),
});

/** What was decided about a held round. */
export const decision = z.object({
  outcome: z.enum(['paid', 'refused']),
  reason: z.string(),
  by: address,
  at: timeMs,
});

/** A round that is or was held. */
export const review = round.omit({ replay: true }).extend({ conduct, decision: decision.nullable() });
export type Review = z.infer<typeof review>;

/** Held rounds, the oldest first, or those decided, the newest decision first. */
export const reviewPage = z.object({ reviews: z.array(review), next: z.string().nullable() });
export type ReviewPage = z.infer<typeof reviewPage>;

/** Bars of the same width: `counts[i]` lie from `i * width` on; the last has everything beyond. */
export const histogram = z.object({ width: z.int(), counts: z.array(z.int()) });
export type Histogram = z.infer<typeof histogram>;

/** The limits of clicks that apply to a round. They depend on whether it has enough of a path. */
export const appliedLimits = z.object({
  /** A round is held for a median time to a strike below this, ms. */
  fastMs: z.int(),
  /** A round is held for a variation of the times between clicks below this, per cent. */
  regularPct: z.int(),
  /** A round is held for a median distance and a median time to a strike that are both below these, per cent and ms; null where this does not hold a round. */
  precise: z.object({ offsetPct: z.int(), reactionMs: z.int() }).nullable(),
  /** A round is held for more clicks than these. */
  tirelessClicks: z.int(),
  /**
   * A round with so many clicks is held if fewer of them than this land on a bubble, per cent; and below the higher share of `doubtful` if they land hardly more often than
   * by chance (`aimScore`).
   */
  aimless: z.object({
    hitPct: z.int(),
    fromClicks: z.int(),
    doubtful: z.object({ hitPct: z.int(), score: z.number() }),
  }),
});
export type AppliedLimits = z.infer<typeof appliedLimits>;

/** A held round as the review desk looks at it. */
export const reviewStory = review.extend({
  /** The replay as base64url text, with `path` as its track. */
  replay: z.string(),
  /** The pointer's path (`decodePath`) as base64url text; null for a client that sent none, and for rounds from before it was stored. */
  path: z.string().nullable(),
  /** From one click to the next, ms. */
  intervals: histogram,
  /** To each strike, from the bubble's spawn or the click before, ms. */
  reactions: histogram,
  /** Distance of each strike from the bubble's centre over its radius, per cent. */
  offsets: histogram,
  /** Where each strike landed: from the centre in per cent of the radius, right and down; at most 1,000. */
  aims: z.array(z.object({ x: z.int(), y: z.int() })),
  /** Clicks that land on a bubble, per cent of all clicks, rounded down; null of too few. */
  hitPct: z.int().nullable(),
  /** By how many standard deviations more clicks land than they would by chance, rounded down to a tenth; null of too few. */
  aimScore: z.number().nullable(),
  /** What the clicks were made with: `mouse` includes pens. Null without a path, which alone shows it. */
  clicksByDevice: z.object({ mouse: z.int(), touch: z.int(), keyboard: z.int() }).nullable(),
  /** How it was played, against people. */
  comparison,
  limits: appliedLimits,
  /** The player's rounds by what became of them, this one among them. */
  playerRounds: z.object({ credited: z.int(), held: z.int(), refused: z.int() }),
  /** What paying it now would credit: less than earned where the player's cap of its day is reached. */
  payableSun: sun,
  /** What is left of today's reward budget: it can be paid only while this is enough. */
  budgetLeftSun: sun,
});
export type ReviewStory = z.infer<typeof reviewStory>;

/** A share of a battle that is or was held. */
export const deskShare = z.object({
  id: storableText,
  sessionId: id,
  sessionName: z.string(),
  address: z.string(),
  username: z.string(),
  score: z.int(),
  /** By the score: a refusal does not change it. */
  position: z.int(),
  /** The amount that the decision is about: the share, and parts of refused shares of the same battle. */
  amountSun: sun,
  heldAt: timeMs,
  conduct: conduct.omit({ elapsedMs: true }),
  decision: decision.nullable(),
});
export type DeskShare = z.infer<typeof deskShare>;

/** Held shares, the oldest first, or those decided, the newest decision first. */
export const deskSharePage = z.object({ shares: z.array(deskShare), next: z.string().nullable() });
export type DeskSharePage = z.infer<typeof deskSharePage>;

/** A held share as the review desk looks at it. */
export const shareStory = deskShare.extend({
  replay: reviewStory.shape.replay,
  path: reviewStory.shape.path,
  intervals: histogram,
  reactions: histogram,
  offsets: histogram,
  aims: reviewStory.shape.aims,
  hitPct: reviewStory.shape.hitPct,
  aimScore: reviewStory.shape.aimScore,
  clicksByDevice: reviewStory.shape.clicksByDevice,
  comparison: reviewStory.shape.comparison,
  limits: reviewStory.shape.limits,
  /** The player's examined battles by what became of them, this one among them. */
  playerShares: z.object({ clear: z.int(), held: z.int(), paid: z.int(), refused: z.int() }),
});
export type ShareStory = z.infer<typeof shareStory>;

/** A message that players have reported. */
export const chatReport = z.object({
  message: chatMessage,
  sessionName: z.string(),
  /** Whether players see it no more. The text is still there for the desk. */
  isHidden: z.boolean(),
  /** A reporter is a player's address, or `deleted:` and a random name once that profile was deleted. */
  reports: z.array(z.object({ reporter: z.string(), reason: z.string(), createdAt: timeMs })),
  /** What was said just before and after it, in order; this one is among it. */
  context: z.array(chatMessage),
  /** Until when its writer may not write; null when the writer may. */
  mutedUntil: timeMs.nullable(),
  /** Null while it is open. */
  decision: z
    .object({ outcome: z.enum(['hidden', 'dismissed']), reason: z.string(), by: address, at: timeMs })
    .nullable(),
});
export type ChatReport = z.infer<typeof chatReport>;
/** Open reports, the oldest first, or those decided, the newest decision first. */
export const chatReportPage = z.object({ reports: z.array(chatReport), next: z.string().nullable() });
export type ChatReportPage = z.infer<typeof chatReportPage>;

/** A player who may not write. */
export const mute = z.object({ address: z.string(), until: timeMs, reason: z.string(), by: address, since: timeMs });
export type Mute = z.infer<typeof mute>;
export const muteList = z.array(mute);

/** A payout as the desk sees it. */
export const deskPayout = z.object({
  id,
  address,
  /** What arrives, and what the player has paid for the network's fee besides. */
  amountSun: sun,
  feeSun: sun,
  status: z.enum(WITHDRAWAL_STATUSES),
  /** What keeps it waiting; empty when nothing does. */
  trouble: z.string(),
  txid: txid.nullable(),
  explorerUrl: z.string().nullable(),
  createdAt: timeMs,
  confirmedAt: timeMs.nullable(),
  /** The session that its money was won in; null for a withdrawal. */
  sessionId: id.nullable(),
  /** Whether a signed transaction of it may still be included: then nothing can be done yet. */
  isLiving: z.boolean(),
});
export type DeskPayout = z.infer<typeof deskPayout>;
export const deskPayoutList = z.array(deskPayout);

/** A payment in as the desk sees it. */
export const deskPayment = z.object({
  id,
  address,
  source: z.enum(PAYMENT_SOURCES),
  purpose: z.enum(PAYMENT_PURPOSES),
  reference: z.string(),
  amountSun: sun,
  status: z.enum(PAYMENT_STATUSES),
  txid: txid.nullable(),
  explorerUrl: z.string().nullable(),
  createdAt: timeMs,
  settledAt: timeMs.nullable(),
});
export type DeskPayment = z.infer<typeof deskPayment>;

/** An act of the desk. Nothing of the audit log ever changes. */
export const auditLine = z.object({
  id: z.int(),
  at: timeMs,
  /** The house's address; `server` for automatic actions, `command line` for what was done there. */
  by: z.string(),
  act: z.enum([
    'pause',
    'resume',
    'round-paid',
    'round-refused',
    'share-paid',
    'share-refused',
    'chat-hidden',
    'report-dismissed',
    'mute',
    'unmute',
    'payout-retried',
    'payout-returned',
    'transfer-by-hand',
    'transfer-booked',
    'debt-collected',
    'debt-written-off',
    'reconciliation',
    'setting',
  ]),
  /** Id or address of what it was done to; empty when there is none. */
  subject: z.string(),
  reason: z.string(),
});
export type AuditLine = z.infer<typeof auditLine>;
/** A page of the audit log, the newest first. */
export const auditPage = z.object({ lines: z.array(auditLine), next: z.int().nullable() });
export type AuditPage = z.infer<typeof auditPage>;
