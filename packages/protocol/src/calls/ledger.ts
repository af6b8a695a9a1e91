import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { ledgerPage } from '../ledger.ts';
import { TOPICS } from './topics.ts';

/** Calls that read the ledger lines of the signed-in player. */
export const LEDGER_CALLS = {
  getMyLedger: call({
    method: 'GET',
    path: '/api/ledger/me',
    topic: TOPICS.money,
    needsSignIn: true,
    summary: "The player's own account, newest first.",
    query: z.strictObject({
      before: z.coerce.number().int().positive().optional(),
      direction: z.enum(['in', 'out']).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    answer: ledgerPage,
    failures: ['ERR_SIGNED_OUT'],
  }),
} as const satisfies Readonly<Record<string, Call>>;
