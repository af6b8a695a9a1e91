import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { address, storableText } from '../field.ts';
import {
  adminFinancial,
  adminPlayers,
  adminStats,
  adminSystem,
  adminTransactionPage,
  day,
  EXPORT_TABLES,
  reconciliation,
  solvency,
  TRANSACTION_TYPES,
} from './figures.ts';
import {
  auditPage,
  chatReport,
  chatReportPage,
  deskPayout,
  deskPayoutList,
  deskSharePage,
  muteList,
  reason,
  reviewPage,
  reviewStory,
  shareStory,
} from './review.ts';
import { payoutFreeze } from './restore.ts';
import { operatorSettings, settingChange } from './setting.ts';
import { findingList, playerStory, sessionStory } from './story.ts';

/** What every call of the desk shares. */
const DESK = { topic: 'Admin', needsSignIn: true, needsAdmin: true, limit: 'desk' } as const;
const COMMON = ['ERR_SIGNED_OUT', 'ERR_ADMIN', 'ERR_RATE'] as const;

const pageSize = z.coerce.number().int().min(1).max(100).default(25);
/** Where the next page begins: `next` of the page before. */
const cursor = z
  .string()
  .regex(/^\d{1,16}:[\w.-]{1,80}$/)
  .optional();
const transactionFilter = {
  address: address.optional(),
  type: z.enum(TRANSACTION_TYPES).optional(),
  day: day.optional(),
};
const because = z.strictObject({ reason });
const isOpen = z.enum(['open', 'decided']).default('open');

/** Every call of the operator's desk, by name. They answer the house's own wallet alone: SPEC section 7. */
export const ADMIN_CALLS = {
  getStats: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/stats',
    summary: 'Revenue, players, the house’s balance and what waits for the operator.',
    answer: adminStats,
    failures: [...COMMON],
  }),
  getPlayers: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/players',
    summary: 'Who has earned most, and who was here last.',
    answer: adminPlayers,
    failures: [...COMMON],
  }),
  getFinancial: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/financial',
    summary: 'Revenue of the last days, a day each, and what it is made of.',
    query: z.strictObject({ days: z.coerce.number().int().min(1).max(366).default(30) }),
    answer: adminFinancial,
    failures: [...COMMON],
  }),
  getSystem: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/system',
    summary: 'Measurements of the server by the server.',
    answer: adminSystem,
    failures: [...COMMON],
  }),
  getTransactions: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/transactions',
    summary: 'Movements of money, the newest first: of everybody, of an address, of a kind, of a day (UTC).',
    query: z.strictObject({ ...transactionFilter, before: cursor, limit: pageSize }),
    answer: adminTransactionPage,
    failures: [...COMMON],
  }),
  exportTable: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/export',
    summary: 'A table as CSV (RFC 4180), the newest 100,000 rows of it. The filters are those of transactions.',
    query: z.strictObject({ table: z.enum(EXPORT_TABLES), ...transactionFilter }),
    mediaType: 'text/csv',
    answer: z.string(),
    failures: [...COMMON],
  }),

  search: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/search',
    summary: 'What an address, a name, an id or a transaction id belongs to. Addresses are found by their beginning.',
    query: z.strictObject({ text: storableText.trim().min(3).max(100) }),
    answer: findingList,
    failures: [...COMMON],
  }),
  getPlayer: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/players/{address}',
    summary: 'Everything about one address.',
    answer: playerStory,
    failures: [...COMMON, 'ERR_ADDRESS'],
  }),
  getSession: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/sessions/{id}',
    summary: 'A session’s whole story, in the order of time.',
    answer: sessionStory,
    failures: [...COMMON, 'ERR_SESSION_UNKNOWN'],
  }),

  getSolvency: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/solvency',
    summary: 'What the house owes, what its wallet holds, and whether paid play is paused.',
    answer: solvency,
    failures: [...COMMON],
  }),
  checkSolvency: call({
    ...DESK,
    method: 'POST',
    path: '/api/admin/solvency/check',
    summary: 'Asks the chain now for what the house’s wallet holds, and pauses or resumes paid play by it.',
    body: z.strictObject({}),
    answer: solvency,
    failures: [...COMMON, 'ERR_CHAIN'],
  }),
  pausePlay: call({
    ...DESK,
    method: 'POST',
    path: '/api/admin/pause',
    summary:
      'Pauses paid play. Running rounds and battles continue, and withdrawals stay possible. A second call replaces the reason.',
    body: because,
    answer: solvency,
    failures: [...COMMON],
  }),
  resumePlay: call({
    ...DESK,
    method: 'POST',
    path: '/api/admin/resume',
    summary:
      'Ends the pause that an operator began. A pause because of missing funds ends automatically and only then.',
    body: because,
    answer: solvency,
    failures: [...COMMON, 'ERR_DECIDED'],
  }),
  getReconciliation: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/reconciliation',
    summary: 'How the last check of the books against themselves and the chain ended, or that it runs.',
    answer: reconciliation,
    failures: [...COMMON],
  }),
  startReconciliation: call({
    ...DESK,
    method: 'POST',
    path: '/api/admin/reconciliation',
    summary: 'Starts that check, unless it runs already.',
    body: z.strictObject({}),
    answer: reconciliation,
    failures: [...COMMON],
  }),

  getReviews: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/reviews',
    summary: 'Rounds that are held, the oldest first, or those decided, the newest first.',
    query: z.strictObject({ status: isOpen, before: cursor, limit: pageSize }),
    answer: reviewPage,
    failures: [...COMMON],
  }),
  getReview: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/reviews/{id}',
    summary: 'A round that is or was held, with its replay and how it was played.',
    answer: reviewStory,
    failures: [...COMMON, 'ERR_ROUND_UNKNOWN'],
  }),
  decideReview: call({
    ...DESK,
    method: 'POST',
    path: '/api/admin/reviews/{id}',
    summary: 'Pays a held round or refuses it, once. The player is shown the reason of a refusal.',
    body: z.strictObject({ outcome: z.enum(['paid', 'refused']), reason }),
    answer: reviewStory,
    failures: [...COMMON, 'ERR_ROUND_UNKNOWN', 'ERR_DECIDED', 'ERR_OWN_ROUND', 'ERR_BUDGET'],
  }),

  getHeldShares: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/held-shares',
    summary: 'Shares of battles that are held, the oldest first, or those decided, the newest first.',
    query: z.strictObject({ status: isOpen, before: cursor, limit: pageSize }),
    answer: deskSharePage,
    failures: [...COMMON],
  }),
  getHeldShare: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/held-shares/{id}',
    summary: 'A share that is or was held, with the replay and how it was played.',
    answer: shareStory,
    failures: [...COMMON, 'ERR_SHARE_UNKNOWN'],
  }),
  decideHeldShare: call({
    ...DESK,
    method: 'POST',
    path: '/api/admin/held-shares/{id}',
    summary:
      'Pays a held share, or refuses it and divides it among the other players who paid, once. The player is shown the reason of a refusal.',
    body: z.strictObject({ outcome: z.enum(['paid', 'refused']), reason }),
    answer: shareStory,
    failures: [...COMMON, 'ERR_SHARE_UNKNOWN', 'ERR_DECIDED', 'ERR_OWN_BATTLE'],
  }),

  getChatReports: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/chat-reports',
    summary: 'Reported messages, the oldest first, or those decided, the newest first.',
    query: z.strictObject({ status: isOpen, before: cursor, limit: pageSize }),
    answer: chatReportPage,
    failures: [...COMMON],
  }),
  decideChatReport: call({
    ...DESK,
    method: 'POST',
    path: '/api/admin/chat-reports',
    summary: 'Hides a reported message from everybody, or dismisses what was said of it. A hidden one stays hidden.',
    body: z.strictObject({ messageId: storableText.max(64), outcome: z.enum(['hidden', 'dismissed']), reason }),
    answer: chatReport,
    failures: [...COMMON, 'ERR_CHAT_UNKNOWN', 'ERR_DECIDED'],
  }),
  getMutes: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/mutes',
    summary: 'Who may not write in chat, until when, and why.',
    answer: muteList,
    failures: [...COMMON],
  }),
  mutePlayer: call({
    ...DESK,
    method: 'POST',
    path: '/api/admin/mutes',
    summary: 'Keeps a player from writing in chat for some minutes; 0 lets the player write again.',
    body: z.strictObject({ address: storableText.min(1).max(100), minutes: z.int().min(0).max(525_600), reason }),
    answer: muteList,
    failures: [...COMMON],
  }),

  getPayouts: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/payouts',
    summary: 'Payouts that are not over, those that need a hand first.',
    answer: deskPayoutList,
    failures: [...COMMON],
  }),
  rescuePayout: call({
    ...DESK,
    method: 'POST',
    path: '/api/admin/payouts/{id}',
    summary: 'Queues a stuck payout again, or gives it back to the player’s balance.',
    body: z.strictObject({ act: z.enum(['retry', 'return']), reason }),
    answer: deskPayout,
    failures: [...COMMON, 'ERR_PAYOUT_UNKNOWN', 'ERR_PAYOUT_STATE', 'ERR_PAYOUT_LIVING', 'ERR_PAYOUTS_FROZEN'],
  }),
  getPayoutFreeze: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/payout-freeze',
    summary:
      'Whether payouts are frozen, how far the chain was read, and the transfers that the database did not know.',
    answer: payoutFreeze,
    failures: [...COMMON],
  }),
  decideTransfer: call({
    ...DESK,
    method: 'POST',
    path: '/api/admin/payout-freeze/transfers/{txid}',
    summary: 'Says whether a transfer with a wallet that no player has was made by hand, or is a player’s and booked.',
    body: z.strictObject({ outcome: z.enum(['by-hand', 'player']), reason }),
    answer: payoutFreeze,
    failures: [...COMMON, 'ERR_TRANSFER_UNKNOWN', 'ERR_DECIDED'],
  }),
  decideDebt: call({
    ...DESK,
    method: 'POST',
    path: '/api/admin/payout-freeze/debts/{txid}',
    summary: 'Collects what a player owes after a restore from what the player earns, or writes it off.',
    body: z.strictObject({ outcome: z.enum(['collect', 'write-off']), reason }),
    answer: payoutFreeze,
    failures: [...COMMON, 'ERR_TRANSFER_UNKNOWN', 'ERR_DECIDED'],
  }),

  getSettings: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/settings',
    summary:
      'The limits of earnings and of first withdrawals: default, value in force, bounds, and the newest changes.',
    answer: operatorSettings,
    failures: [...COMMON],
  }),
  changeSetting: call({
    ...DESK,
    method: 'POST',
    path: '/api/admin/settings',
    summary:
      'Changes a setting, or restores its default with null. It is in force from the next reward or withdrawal on. The audit log has the old and the new value.',
    body: settingChange,
    answer: operatorSettings,
    failures: [...COMMON, 'ERR_SETTING_VALUE'],
  }),

  getAuditLog: call({
    ...DESK,
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'What was done at the desk, the newest first: all of it, or what was done to one thing.',
    query: z.strictObject({
      subject: storableText.max(100).optional(),
      before: z.coerce.number().int().positive().optional(),
      limit: pageSize,
    }),
    answer: auditPage,
    failures: [...COMMON],
  }),
} as const satisfies Readonly<Record<string, Call>>;

/** Name of a call of the desk. */
export type AdminCallName = keyof typeof ADMIN_CALLS;
