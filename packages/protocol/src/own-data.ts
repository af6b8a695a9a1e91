import { z } from 'zod';
import { address, id, sun, timeMs } from './field.ts';
import { HOLD_REASONS } from './held-share.ts';
import { ledgerLine } from './ledger.ts';
import { fought } from './own-records.ts';
import { payment, withdrawal } from './payment.ts';
import { player } from './player.ts';
import { PRACTICE_CATEGORIES } from './practice.ts';
import { roundPage } from './round.ts';
import { LIMIT_KINDS, LIMIT_PERIODS } from './protection-terms.ts';
import { purchaseRecord } from './upgrade.ts';

/** What the path of a paid round says. */
const examined = {
  /** Score of the pointer's path; null without enough of one. */
  pathScore: z.number().nullable(),
  contradictedClicks: z.int().nullable(),
  /** The pointer's path as base64url text: docs/receipts.md; null for a client that sent none. */
  path: z.string().nullable(),
};

/** Everything that the server keeps about one address, as its player downloads it. */
export const ownData = z.object({
  version: z.literal(1),
  address,
  exportedAt: timeMs,
  profile: player,
  /** Whether and until when the player may not write in chat. */
  mute: z.object({ since: timeMs, until: timeMs, reason: z.string() }).nullable(),
  /** What protects the player in paid play. */
  protection: z.object({
    ageVersion: z.int().nullable(),
    ageConfirmedAt: timeMs.nullable(),
    breakUntil: timeMs.nullable(),
    excludedUntil: timeMs.nullable(),
    playSince: timeMs.nullable(),
    checkedAt: timeMs.nullable(),
    lastPaidAt: timeMs.nullable(),
    limits: z.array(
      z.object({
        kind: z.enum(LIMIT_KINDS),
        period: z.enum(LIMIT_PERIODS),
        amountSun: sun.nullable(),
        nextSun: sun.nullable(),
        nextAt: timeMs.nullable(),
      }),
    ),
  }),
  /** Devices that are signed in; never their tokens. */
  signIns: z.array(z.object({ begunAt: timeMs, renewedAt: timeMs, expiresAt: timeMs })),
  /** Solo rounds with their replays as links, and how they were played as the server measured it. */
  rounds: z.array(
    roundPage.shape.rounds.element.extend({
      replayUrl: z.string(),
      clicks: z.int(),
      reactionMedianMs: z.int().nullable(),
      intervalVariationPct: z.int().nullable(),
      aimOffsetPct: z.int().nullable(),
      ...examined,
    }),
  ),
  /** Practice rounds of the last 30 days that the statistics count. */
  practiceRounds: z.array(z.object({ category: z.enum(PRACTICE_CATEGORIES), score: z.int(), playedAt: timeMs })),
  battles: z.array(fought.extend({ receiptUrl: z.string() })),
  /** How paid battles were played, and what was decided about shares that were held. */
  examinations: z.array(
    z.object({
      sessionId: id,
      examinedAt: timeMs,
      reasons: z.array(z.enum(HOLD_REASONS)),
      clicks: z.int(),
      reactionMedianMs: z.int().nullable(),
      intervalVariationPct: z.int().nullable(),
      aimOffsetPct: z.int().nullable(),
      ...examined,
      review: z.enum(['clear', 'held', 'paid', 'refused']),
      /** The share that is or was held, sun. */
      amountSun: sun,
      decisionReason: z.string().nullable(),
      decidedAt: timeMs.nullable(),
    }),
  ),
  /** Results in the daily challenges, with their replays as links. */
  dailyResults: z.array(
    z.object({
      date: z.string(),
      score: z.int(),
      popped: z.int(),
      bestCombo: z.int(),
      playedAt: timeMs,
      replayUrl: z.string(),
    }),
  ),
  /** Rounds shared as challenges: `/race/{id}`. */
  sharedRounds: z.array(z.object({ id, score: z.int(), sharedAt: timeMs, expiresAt: timeMs })),
  /** Seats in sessions, in any state. */
  seats: z.array(z.object({ sessionId: id, joinedAt: timeMs, status: z.enum(['reserved', 'taken', 'left']) })),
  /** Seats in sessions that other platforms host, of the last day. */
  foreignSeats: z.array(z.object({ sessionId: id, socketUrl: z.string(), joinedAt: timeMs })),
  chatMessages: z.array(z.object({ id: z.string(), sessionId: id, text: z.string(), createdAt: timeMs })),
  /** Messages of others that the player has reported. */
  reports: z.array(z.object({ messageId: z.string(), reason: z.string(), createdAt: timeMs })),
  payments: z.array(payment.omit({ unsigned: true })),
  payouts: z.array(withdrawal),
  purchases: z.array(purchaseRecord),
  skins: z.array(z.object({ id: z.string(), skinId: z.string(), priceSun: sun, purchasedAt: timeMs })),
  /** How battles have changed the player's rating, in points. */
  ratings: z.array(
    z.object({
      season: z.int(),
      sessionId: id,
      ratedAt: timeMs,
      before: z.number(),
      after: z.number(),
      deviation: z.number(),
    }),
  ),
  /** What was played on each day (UTC), for the streak and the quests. */
  playDays: z.array(
    z.object({
      day: z.string(),
      rounds: z.int(),
      popped: z.int(),
      bestCombo: z.int(),
      bestScore: z.int(),
      battles: z.int(),
      dailyRounds: z.int(),
      areQuestsComplete: z.boolean(),
    }),
  ),
  ledger: z.array(ledgerLine),
});
