import { z } from 'zod';
import { chatMessage } from '../chat.ts';
import { address, id, signedSun, sun, timeMs } from '../field.ts';
import { ledgerLine } from '../ledger.ts';
import { session } from '../session.ts';
import { purchaseRecord } from '../upgrade.ts';
import { chatReport, deskPayment, deskPayout, mute, review } from './review.ts';

/** One result of the search on the desk. */
export const finding = z.object({
  kind: z.enum(['player', 'session', 'payment', 'payout', 'round']),
  id: z.string(),
  /** For a person: a player's name, a session's name, an amount. */
  label: z.string(),
  /** The player that it belongs to; empty for a session. */
  address: z.string(),
});
export type Finding = z.infer<typeof finding>;
export const findingList = z.array(finding);

/** How many rows a list of a player's story has at most: the newest. */
export const STORY_ROWS = 50;

/** Everything about one address. Its lists have the newest `STORY_ROWS`, the newest first. */
export const playerStory = z.object({
  address,
  /** Null for an address that never signed in, or has deleted its profile. */
  profile: z
    .object({
      username: z.string(),
      gamesPlayed: z.int(),
      totalScore: z.int(),
      createdAt: timeMs,
      lastConnected: timeMs,
      isHouse: z.boolean(),
      isOperator: z.boolean(),
    })
    .nullable(),
  balanceSun: sun,
  /** Sign-ins that are in force: when the wallet signed, when the token was last renewed, when it ends. */
  signIns: z.array(z.object({ createdAt: timeMs, renewedAt: timeMs, expiresAt: timeMs })),
  rounds: z.array(review),
  payments: z.array(deskPayment),
  payouts: z.array(deskPayout),
  ledger: z.array(ledgerLine),
  sessions: z.array(
    z.object({
      id,
      name: z.string(),
      status: session.shape.status,
      isCreator: z.boolean(),
      feeSun: sun,
      score: z.int().nullable(),
      position: z.int().nullable(),
      shareSun: sun.nullable(),
      createdAt: timeMs,
    }),
  ),
  purchases: z.array(purchaseRecord),
  /** Reported messages that this player wrote. */
  reports: z.array(chatReport),
  mute: mute.nullable(),
});
export type PlayerStory = z.infer<typeof playerStory>;

/** One thing that happened to a session. */
export const storyEvent = z.discriminatedUnion('type', [
  /** It came to this status. */
  z.object({ type: z.literal('status'), at: timeMs, status: session.shape.status, reason: z.string() }),
  z.object({
    type: z.literal('seat'),
    at: timeMs,
    userId: z.string(),
    username: z.string(),
    chain: session.shape.hostBlockchain,
    status: z.enum(['reserved', 'taken', 'left']),
    isBot: z.boolean(),
    feeSun: sun,
  }),
  z.object({ type: z.literal('payment'), at: timeMs, payment: deskPayment }),
  z.object({ type: z.literal('chat'), at: timeMs, message: chatMessage, isHidden: z.boolean() }),
  z.object({
    type: z.literal('battle'),
    at: timeMs,
    poolSun: sun,
    creatorSun: sun,
    houseSun: sun,
    results: z.array(
      z.object({
        userId: z.string(),
        username: z.string(),
        status: z.enum(['finished', 'left', 'absent']),
        score: z.int(),
        position: z.int(),
        shareSun: sun,
      }),
    ),
  }),
  /** A ledger entry, with what it moved on each account. */
  z.object({
    type: z.literal('entry'),
    at: timeMs,
    key: z.string(),
    kind: z.string(),
    postings: z.array(z.object({ account: z.string(), owner: z.string(), amountSun: signedSun })),
  }),
  z.object({ type: z.literal('payout'), at: timeMs, payout: deskPayout }),
  /** The newest of what the desk did about it. */
  z.object({ type: z.literal('desk'), at: timeMs, by: z.string(), act: z.string(), reason: z.string() }),
]);
export type StoryEvent = z.infer<typeof storyEvent>;

/** A session's whole story, in the order of time. */
export const sessionStory = z.object({ session, events: z.array(storyEvent) });
export type SessionStory = z.infer<typeof sessionStory>;
