import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { address, storableText, upgradeId } from '../field.ts';
import { payment } from '../payment.ts';
import { activeUpgradeList, purchaseRecordList, upgradeList } from '../upgrade.ts';
import { PROTECTION_FAILURES } from '../protection-terms.ts';
import { TOPICS } from './topics.ts';

/** Calls about upgrades: the catalogue, and what a player has bought. */
export const UPGRADE_CALLS = {
  getUpgrades: call({
    method: 'GET',
    path: '/api/upgrades',
    topic: TOPICS.upgrades,
    needsSignIn: false,
    summary: 'The upgrades on sale.',
    answer: upgradeList,
    failures: [],
  }),
  getPlayerUpgrades: call({
    method: 'GET',
    path: '/api/player-upgrades/{address}',
    topic: TOPICS.upgrades,
    needsSignIn: false,
    summary: "A player's upgrades in force.",
    answer: activeUpgradeList,
    failures: ['ERR_ADDRESS'],
  }),
  findPlayerUpgrades: call({
    method: 'POST',
    path: '/api/get-player-upgrades',
    topic: TOPICS.upgrades,
    needsSignIn: false,
    summary: "A player's purchases, the newest 200 first: of all, or of those that were made before a time.",
    body: z.strictObject({ address, before: z.iso.datetime().optional() }),
    answer: purchaseRecordList,
    failures: ['ERR_ADDRESS'],
  }),
  purchaseUpgrade: call({
    method: 'POST',
    path: '/api/purchase-upgrade',
    topic: TOPICS.upgrades,
    needsSignIn: true,
    summary:
      'Names the transaction that a wallet has paid an upgrade with. Price and duration are those of the catalogue; the given ones are ignored.',
    body: z.strictObject({
      walletAddress: address,
      upgradeId,
      price: z.number().optional(),
      duration: z.number().optional(),
      txHash: storableText.max(100),
    }),
    answer: payment,
    limit: 'recovery',
    failures: [
      ...PROTECTION_FAILURES,
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
} as const satisfies Readonly<Record<string, Call>>;
