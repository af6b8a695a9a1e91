import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { battlePage } from '../own-records.ts';
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
