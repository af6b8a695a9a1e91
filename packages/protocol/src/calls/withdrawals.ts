import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { id, sun } from '../field.ts';
import { withdrawal, withdrawalList, withdrawalTerms } from '../payment.ts';
import { TOPICS } from './topics.ts';

/** Calls about withdrawals from the balance to the wallet. */
export const WITHDRAWAL_CALLS = {
  createWithdrawal: call({
    method: 'POST',
    path: '/api/withdrawals',
    topic: TOPICS.money,
    needsSignIn: true,
    summary:
      'Takes an amount from the balance and pays it out to the wallet. Below 10 TRX the network’s fee is taken from it: `feeSun` is the most that the caller has agreed to. The same id again gives the same withdrawal.',
    body: z.strictObject({ id, amountSun: sun, feeSun: sun.default(0) }),
    answer: withdrawal,
    limit: 'withdrawal',
    failures: [
      'ERR_SIGNED_OUT',
      'ERR_WITHDRAWAL_ID',
      'ERR_HOUSE',
      'ERR_WITHDRAWAL_MIN',
      'ERR_WITHDRAWAL_FEE',
      'ERR_WITHDRAWAL_BALANCE',
      'ERR_WITHDRAWAL_LIMIT',
      'ERR_CHAIN',
      'ERR_RATE',
    ],
  }),
  getWithdrawalTerms: call({
    method: 'GET',
    path: '/api/withdrawals/terms',
    topic: TOPICS.money,
    needsSignIn: true,
    summary: 'What a withdrawal to the wallet costs now.',
    answer: withdrawalTerms,
    limit: 'terms',
    failures: ['ERR_SIGNED_OUT', 'ERR_CHAIN', 'ERR_RATE'],
  }),
  getMyWithdrawals: call({
    method: 'GET',
    path: '/api/withdrawals/me',
    topic: TOPICS.money,
    needsSignIn: true,
    summary: "The player's withdrawals, the newest 50 first: of all, or of those that began before a time.",
    query: z.strictObject({ before: z.coerce.number().int().positive().optional() }),
    answer: withdrawalList,
    failures: ['ERR_SIGNED_OUT'],
  }),
} as const satisfies Readonly<Record<string, Call>>;
