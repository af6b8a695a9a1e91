import { z } from 'zod';
import { BATTLE_SECONDS } from '../battle/constants.ts';
import { hash } from '../battle/messages.ts';
import { blockchain } from '../chain-name.ts';
import { id, sun, timeMs, txid, upgradeId } from '../field.ts';
import { shareReview } from '../held-share.ts';
import { revenue } from '../revenue.ts';
import { soloReward } from '../round.ts';
import { NO_POINTS, PLAYER_COUNTS } from '../session.ts';
import { listing } from './commitments.ts';

/** How much of something there was in a round. */
const count = z.int().min(0);

/** A player's part of it. */
const receiptPlayer = z.object({
  place: count,
  userId: z.string(),
  username: z.string(),
  walletAddress: z.string(),
  blockchain,
  isBot: z.boolean(),
  status: z.enum(['finished', 'left', 'absent']),
  seed: hash.nullable(),
  /** The round as replay text (docs/replay-format.md), with the blocks in it, and with `path` as its track where there is one; null when it was never played. */
  replay: z.string().nullable(),
  /**
   * The pointer's path as base64url text, `decodePath` from `PATH_START`; absent for a client that sent none, for free battles, and while the player's share
   * is held for review.
   */
  path: z.string().max(40_000).optional(),
  score: count,
  popped: count,
  bestCombo: count,
  /** 1 for the winner; null when it was never played. */
  position: z.int().nullable(),
  feeSun: sun,
  /** The fee's transaction; null where there was no fee here, and where the balance paid it. */
  feeTxid: txid.nullable(),
  /**
   * The payment, where the player's balance with the house paid the fee: it moved nothing on the chain, so only the house's books show
   * it. Null or absent otherwise.
   */
  feePaymentId: id.nullish(),
  shareSun: sun,
  /** What became of a share that is or was held for review; null or absent when it was paid at once. */
  review: shareReview.nullish(),
  /** What the player has received of other shares that were refused, on the balance or, when the player's own share is held, with that; absent for nothing. */
  passedOnSun: sun.optional(),
  refundSun: sun,
  /** True for a share that stayed on the player's balance although it costs no fee to withdraw, by the player's choice or because the first withdrawal waits. */
  isOnBalance: z.boolean().optional(),
  /** How the share is paid: at once to the wallet, or to the balance. */
  payout: z
    .object({
      id,
      status: z.enum(['queued', 'sent', 'confirmed', 'returned', 'stuck']),
      txid: txid.nullable(),
      explorerUrl: z.string().nullable(),
    })
    .nullable(),
});
export type ReceiptPlayer = z.infer<typeof receiptPlayer>;

/** Everything that a battle was played and paid by: enough to play it again and to hold each figure against it. */
export const receipt = z.object({
  version: z.literal(1),
  sessionId: id,
  sessionName: z.string(),
  outcome: z.enum(['settled', 'cancelled', 'expired']),
  reason: z.enum(['', 'creator', 'fault', NO_POINTS]),
  /** Name of the network that the money moved on, and whether it is play money. */
  network: z.string(),
  isPlayMoney: z.boolean(),
  createdAt: timeMs,
  startedAt: timeMs.nullable(),
  endedAt: timeMs,
  rulesId: z.string(),
  rulesVersion: z.int(),
  /** Null when it was never played; so are `reveals` (one a second, from the first) then empty. */
  commitment: hash.nullable(),
  reveals: z.array(hash).max(BATTLE_SECONDS),
  /**
   * Where the public list has the commitment (docs/receipts.md). Null or absent without a commitment, and for battles from before there was a
   * list.
   */
  listing: listing.nullish(),
  revenue,
  creatorAddress: z.string(),
  entryFeeSun: sun,
  /** Fees received: what was shared or refunded. */
  poolSun: sun,
  creatorSun: sun,
  houseSun: sun,
  /** What the house has received of refused shares, because there was no other player who paid; absent for nothing. */
  houseRefusedSun: sun.optional(),
  players: z.array(receiptPlayer).max(Math.max(...PLAYER_COUNTS)),
  /** True for a streamed solo round, which may have been called off. Absent for a battle, and in receipts of an older server. */
  isSolo: z.boolean().optional(),
  /**
   * The upgrades and the reward of a streamed solo round, which has one player and no fee. The status changes once, when the review of a held round is
   * decided. Null or absent for a battle, and for a round that was not played.
   */
  solo: soloReward.extend({ loadout: z.array(upgradeId) }).nullish(),
});
export type Receipt = z.infer<typeof receipt>;
