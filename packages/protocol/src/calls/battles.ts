import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { heldShareList } from '../held-share.ts';
import { battlePage } from '../own-records.ts';
import { COMMITMENT_PAGE, commitmentDay, commitmentPage } from '../receipt/commitments.ts';
import { receipt } from '../receipt/receipt.ts';
import { TOPICS } from './topics.ts';

/** Calls about battles that are over: a player's own, and receipts. */
export const BATTLE_CALLS = {
  getMyBattles: call({
    method: 'GET',
    path: '/api/battles/me',
    topic: TOPICS.battles,
    needsSignIn: true,
    summary: "The player's own battles that were settled, newest first.",
    query: z.strictObject({
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    answer: battlePage,
    failures: ['ERR_SIGNED_OUT'],
  }),
  getMyHeldShares: call({
    method: 'GET',
    path: '/api/battles/held-shares',
    topic: TOPICS.battles,
    needsSignIn: true,
    summary: "The player's own shares of battles that wait for a review, then those decided, with the reasons.",
    answer: heldShareList,
    failures: ['ERR_SIGNED_OUT'],
  }),
  getCommitments: call({
    method: 'GET',
    path: '/api/commitments',
    topic: TOPICS.battles,
    needsSignIn: false,
    summary:
      'The commitments of a day (UTC) in their order, those of cancelled battles too, for anybody to check. Without `day`: of today.',
    query: z.strictObject({
      day: commitmentDay.optional(),
      /** Only entries with a higher number. */
      after: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(COMMITMENT_PAGE).default(COMMITMENT_PAGE),
    }),
    answer: commitmentPage,
    failures: [],
  }),
  getReceipt: call({
    method: 'GET',
    path: '/api/receipts/{id}',
    topic: TOPICS.battles,
    needsSignIn: false,
    summary: 'Everything that a battle was played and paid by, for anybody to check. `{id}` is the session’s.',
    answer: receipt,
    failures: ['ERR_SESSION_UNKNOWN', 'ERR_RECEIPT_UNKNOWN'],
  }),
} as const satisfies Readonly<Record<string, Call>>;
