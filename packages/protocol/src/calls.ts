import { z } from 'zod';
import { call, type Call } from './call.ts';
import { address, id, sun, upgradeId } from './field.ts';
import { ledgerPage } from './ledger.ts';
import { payment, paymentList, withdrawal, withdrawalList } from './payment.ts';
import { platform } from './platform.ts';
import { challenge, player, signedIn } from './player.ts';
import { round, roundPage, soloTerms, ticket } from './round.ts';
import { activeUpgradeList, purchaseRecordList, upgradeList } from './upgrade.ts';

const nothing = z.strictObject({});
/** Longest replay text: the engine's most bytes as base64url. */
const MAX_REPLAY_TEXT = 90_000;

const MONEY = 'Payments and withdrawals';
const SIGN_IN = 'Sign-in and profile';
const SOLO = 'Solo TRX';
const UPGRADES = 'Upgrades';

/** Every call of the product server's HTTP API, by name. */
export const CALLS = {
  getPlatform: call({
    method: 'GET',
    path: '/api/platform',
    topic: 'Platform',
    needsSignIn: false,
    summary: 'The network, the house and its limits.',
    answer: platform,
    failures: [],
  }),

  createChallenge: call({
    method: 'POST',
    path: '/api/sign-in/challenge',
    topic: SIGN_IN,
    needsSignIn: false,
    summary: 'A text for the wallet to sign. It can be answered once, within five minutes.',
    body: z.strictObject({ address }),
    answer: challenge,
    limit: 'signIn',
    failures: ['ERR_ADDRESS', 'ERR_RATE'],
  }),
  signIn: call({
    method: 'POST',
    path: '/api/sign-in',
    topic: SIGN_IN,
    needsSignIn: false,
    summary: 'Signs in with a signed challenge. Sets a cookie; the first time, makes a profile.',
    body: z.strictObject({ address, nonce: z.string().max(100), signature: z.string().max(200) }),
    answer: signedIn,
    limit: 'signIn',
    failures: ['ERR_CHALLENGE', 'ERR_SIGNATURE', 'ERR_RATE'],
  }),
  signOut: call({
    method: 'POST',
    path: '/api/sign-out',
    topic: SIGN_IN,
    needsSignIn: false,
    summary: 'Ends the sign-in. Does nothing when there is none.',
    body: nothing,
    answer: nothing,
    failures: [],
  }),
  getMe: call({
    method: 'GET',
    path: '/api/me',
    topic: SIGN_IN,
    needsSignIn: true,
    summary: "The signed-in player's profile and balance.",
    answer: player,
    failures: ['ERR_SIGNED_OUT'],
  }),
  renameMe: call({
    method: 'PATCH',
    path: '/api/me',
    topic: SIGN_IN,
    needsSignIn: true,
    summary: "Changes the player's name.",
    body: z.strictObject({ username: z.string().max(200) }),
    answer: player,
    limit: 'rename',
    failures: ['ERR_SIGNED_OUT', 'ERR_USERNAME', 'ERR_RATE'],
  }),
  getMyLedger: call({
    method: 'GET',
    path: '/api/ledger/me',
    topic: MONEY,
    needsSignIn: true,
    summary: "The player's own account, newest first.",
    query: z.strictObject({
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    answer: ledgerPage,
    failures: ['ERR_SIGNED_OUT'],
  }),

  getSoloTerms: call({
    method: 'GET',
    path: '/api/solo',
    topic: SOLO,
    needsSignIn: true,
    summary: 'What a round can earn now.',
    answer: soloTerms,
    failures: ['ERR_SIGNED_OUT'],
  }),
  createTicket: call({
    method: 'POST',
    path: '/api/solo/tickets',
    topic: SOLO,
    needsSignIn: true,
    summary: 'A ticket for one paid round, which begins now. An earlier ticket that was not finished no longer counts.',
    body: nothing,
    answer: ticket,
    limit: 'ticket',
    failures: ['ERR_SIGNED_OUT', 'ERR_SOLO_PAUSED', 'ERR_RATE'],
  }),
  finishTicket: call({
    method: 'POST',
    path: '/api/solo/tickets/{id}/finish',
    topic: SOLO,
    needsSignIn: true,
    summary: 'Hands in the replay of a ticket. The server plays it again and credits what it earns.',
    body: z.strictObject({ replay: z.string().max(MAX_REPLAY_TEXT) }),
    answer: round,
    failures: [
      'ERR_SIGNED_OUT',
      'ERR_TICKET_UNKNOWN',
      'ERR_TICKET_OTHER',
      'ERR_TICKET_USED',
      'ERR_TICKET_ABANDONED',
      'ERR_TICKET_EXPIRED',
      'ERR_ROUND_EARLY',
      'ERR_REPLAY_MALFORMED',
      'ERR_REPLAY_OTHER',
      'ERR_REPLAY_WRONG',
    ],
  }),
  getRound: call({
    method: 'GET',
    path: '/api/rounds/{id}',
    topic: SOLO,
    needsSignIn: false,
    summary: 'A paid round with its verified score and its replay. For anybody.',
    answer: round,
    failures: ['ERR_ROUND_UNKNOWN'],
  }),
  getMyRounds: call({
    method: 'GET',
    path: '/api/rounds/me',
    topic: SOLO,
    needsSignIn: true,
    summary: "The player's own paid rounds, newest first.",
    query: z.strictObject({
      before: z.coerce.number().int().positive().optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    answer: roundPage,
    failures: ['ERR_SIGNED_OUT'],
  }),

  getUpgrades: call({
    method: 'GET',
    path: '/api/upgrades',
    topic: UPGRADES,
    needsSignIn: false,
    summary: 'The upgrades on sale.',
    answer: upgradeList,
    failures: [],
  }),
  getPlayerUpgrades: call({
    method: 'GET',
    path: '/api/player-upgrades/{address}',
    topic: UPGRADES,
    needsSignIn: false,
    summary: "A player's upgrades in force.",
    answer: activeUpgradeList,
    failures: ['ERR_ADDRESS'],
  }),
  findPlayerUpgrades: call({
    method: 'POST',
    path: '/api/get-player-upgrades',
    topic: UPGRADES,
    needsSignIn: false,
    summary: "A player's purchases, newest first.",
    body: z.strictObject({ address }),
    answer: purchaseRecordList,
    failures: ['ERR_ADDRESS'],
  }),
  purchaseUpgrade: call({
    method: 'POST',
    path: '/api/purchase-upgrade',
    topic: UPGRADES,
    needsSignIn: true,
    summary:
      'Names the transaction that a wallet has paid an upgrade with. Price and duration are the catalogue’s, whatever is given.',
    body: z.strictObject({
      walletAddress: address,
      upgradeId,
      price: z.number().optional(),
      duration: z.number().optional(),
      txHash: z.string().max(100),
    }),
    answer: payment,
    limit: 'recovery',
    failures: [
      'ERR_SIGNED_OUT',
      'ERR_ADDRESS_OTHER',
      'ERR_UPGRADE_UNKNOWN',
      'ERR_TXID',
      'ERR_TX_USED',
      'ERR_TX_FAILED',
      'ERR_TX_FOREIGN',
      'ERR_TX_RECIPIENT',
      'ERR_TX_SENDER',
      'ERR_TX_AMOUNT',
      'ERR_TX_OLD',
      'ERR_CHAIN',
      'ERR_RATE',
    ],
  }),

  createPayment: call({
    method: 'POST',
    path: '/api/payments',
    topic: MONEY,
    needsSignIn: true,
    summary:
      'Begins the purchase of an upgrade: the transaction for the wallet to sign. An open one for the same upgrade is given again.',
    body: z.strictObject({ upgradeId, price: z.unknown().optional(), duration: z.unknown().optional() }),
    answer: payment,
    limit: 'payment',
    failures: [
      'ERR_SIGNED_OUT',
      'ERR_HOUSE',
      'ERR_UPGRADE_UNKNOWN',
      'ERR_UPGRADE_ACTIVE',
      'ERR_BALANCE',
      'ERR_CHAIN',
      'ERR_RATE',
    ],
  }),
  getPayment: call({
    method: 'GET',
    path: '/api/payments/{id}',
    topic: MONEY,
    needsSignIn: true,
    summary: "One of the player's payments.",
    answer: payment,
    failures: ['ERR_SIGNED_OUT', 'ERR_PAYMENT_UNKNOWN'],
  }),
  getMyPayments: call({
    method: 'GET',
    path: '/api/payments/me',
    topic: MONEY,
    needsSignIn: true,
    summary: "The player's newest payments.",
    answer: paymentList,
    failures: ['ERR_SIGNED_OUT'],
  }),
  submitPayment: call({
    method: 'POST',
    path: '/api/payments/{id}/signed',
    topic: MONEY,
    needsSignIn: true,
    summary: 'Hands in the signed transaction. The server sends it to the network and watches it until it is final.',
    body: z.strictObject({ transaction: z.string().max(10_000) }),
    answer: payment,
    limit: 'payment',
    failures: ['ERR_SIGNED_OUT', 'ERR_PAYMENT_UNKNOWN', 'ERR_PAYMENT_STATE', 'ERR_PAYMENT_SIGNED', 'ERR_RATE'],
  }),
  cancelPayment: call({
    method: 'POST',
    path: '/api/payments/{id}/cancel',
    topic: MONEY,
    needsSignIn: true,
    summary: 'Gives a payment up that no wallet has signed.',
    body: nothing,
    answer: payment,
    failures: ['ERR_SIGNED_OUT', 'ERR_PAYMENT_UNKNOWN', 'ERR_PAYMENT_STATE'],
  }),
  recoverPayment: call({
    method: 'POST',
    path: '/api/payments/recover',
    topic: MONEY,
    needsSignIn: true,
    summary: 'Finds a payment by its transaction: gives what it was for, or adds it to the balance.',
    body: z.strictObject({ txid: z.string().max(100) }),
    answer: payment,
    limit: 'recovery',
    failures: [
      'ERR_SIGNED_OUT',
      'ERR_TXID',
      'ERR_TX_USED',
      'ERR_TX_ABSENT',
      'ERR_TX_PENDING',
      'ERR_TX_FAILED',
      'ERR_TX_FOREIGN',
      'ERR_TX_RECIPIENT',
      'ERR_TX_SENDER',
      'ERR_CHAIN',
      'ERR_RATE',
    ],
  }),

  createWithdrawal: call({
    method: 'POST',
    path: '/api/withdrawals',
    topic: MONEY,
    needsSignIn: true,
    summary: 'Pays part of the balance out to the wallet. The same id again gives the same withdrawal.',
    body: z.strictObject({ id, amountSun: sun }),
    answer: withdrawal,
    limit: 'withdrawal',
    failures: [
      'ERR_SIGNED_OUT',
      'ERR_WITHDRAWAL_ID',
      'ERR_HOUSE',
      'ERR_WITHDRAWAL_MIN',
      'ERR_WITHDRAWAL_BALANCE',
      'ERR_RATE',
    ],
  }),
  getMyWithdrawals: call({
    method: 'GET',
    path: '/api/withdrawals/me',
    topic: MONEY,
    needsSignIn: true,
    summary: "The player's newest withdrawals.",
    answer: withdrawalList,
    failures: ['ERR_SIGNED_OUT'],
  }),
} as const satisfies Readonly<Record<string, Call>>;

/** What the parameters of paths look like. */
export const PARAMETERS: Readonly<Record<string, z.ZodType>> = { address, id };

/** Name of a call. */
export type CallName = keyof typeof CALLS;
