import type { Answer, ChainError } from '@popfray/chain';
import { ok } from '@popfray/engine/result';
import { PAYMENT_MS } from '@popfray/protocol';
import { FARTHEST_MS, type PaidLookup, takeTurn } from '../chain/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { PaymentRow } from '../platform/database/index.ts';
import { credit, isExact } from './credit.ts';
import { findByTxid, move, postpone } from './payment.ts';
import { purposeOf } from './purpose.ts';

/** Most payments that one turn looks up. */
const TURN = 25;

/** Interval of looking up a payment on its way, ms. The worker's interval may be longer. */
const LOOK_MS = 1_000;

/** Interval of looking up a transaction that was only named, ms. */
const CLAIM_LOOK_MS = 3_000;

/** First and longest interval of looking up a transaction of a cancelled or expired payment, ms. */
const LAPSED_MS = 10_000;
const LONGEST_MS = 10 * 60_000;

/** How long a transaction can wait for its block, ms: at most a day on TRON. */
const CLAIM_MS = 25 * 60 * 60_000;

/** How much older than its purchase a wallet's transaction may be, ms, because it contains the time of an earlier block. */
export const BLOCK_SLACK_MS = 6_000;

/** The worker's task on payments: looks up those that are due and updates them. It may be skipped, repeated or interrupted. */
export async function settlePayments(context: Context): Promise<void> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const query = db
    .selectFrom('payments')
    .selectAll()
    .where((row) => row.or([row('check_at', '<=', nowMs), row('check_at', '>', nowMs + FARTHEST_MS)]))
    // Signed payments come first, because unsigned and named ones cost nothing and can be many.
    .orderBy((row) => row('status', 'not in', ['sent', 'confirming']))
    .orderBy((row) => row('claim', 'is not', null))
    .orderBy('check_at')
    .limit(TURN);
  await takeTurn(context, {
    name: 'payments',
    rows: await query.execute(),
    follow: async (row) => follow(context, row),
    putOff: async (row, dueMs) => postpone(db, row, dueMs),
  });
}

/** Sends a payment's signed bytes to the chain. The answer proves nothing, so it is only logged. */
export async function send(context: Context, { id, signed }: PaymentRow): Promise<ChainError | null> {
  if (signed === null) return null;
  const sent = await context.chain.broadcast(signed);
  context.onStep('payment.broadcast');
  if (!sent.ok) return sent.error;
  if (sent.value.verdict === 'invalid') note(context, id, `the chain refuses it: ${sent.value.reason}`);
  return null;
}

/** Looks up one payment and updates it. Returns the error of a request that the node did not answer, or null. */
export async function follow(context: Context, row: PaymentRow): Promise<ChainError | null> {
  const { db } = context;
  const txid = row.txid ?? row.claim;
  if (txid === null) throw new Error(`payment ${row.id} is due and has no transaction`);
  const found = await context.chain.findPayment(txid);
  if (!found.ok) return found.error;
  const lookup = found.value;
  switch (lookup.state) {
    case 'paid':
      if (row.txid === null) await settleClaim(context, row, lookup);
      else if (isExact(row, lookup)) await publishPayment(context, await credit(context, row, lookup));
      else await doubt(context, row, 'the node shows another transfer under its id');
      return null;
    case 'failed':
      await fail(context, row, lookup.blockNumber);
      return null;
    case 'foreign':
      if (row.txid === null) await fail(context, row, null);
      else await doubt(context, row, lookup.reason);
      return null;
    case 'pending':
      if (lookup.blockNumber === null && row.expires_at <= context.now()) return followLapsed(context, row, true);
      await see(context, row, lookup.blockNumber);
      return null;
    case 'absent':
      if (row.expires_at <= context.now()) return followLapsed(context, row, false);
      await postpone(db, row, nextLook(context, row));
      return row.status === 'sent' || row.status === 'confirming' ? send(context, row) : null;
  }
}

/** Handles a transaction in a block that is not final. */
async function see(context: Context, row: PaymentRow, blockNumber: number | null): Promise<void> {
  const { db } = context;
  const change = { block_number: blockNumber, check_at: nextLook(context, row) };
  const seen = row.status === 'confirming' ? null : await move(db, row, 'confirming', change);
  if (seen === null) await postpone(db, row, change.check_at);
  await publishPayment(context, seen);
}

/** Handles a transaction that is in no block: the payment ends when it can be in none any more. `isSeen`: a node has it in its queue. */
async function followLapsed(context: Context, row: PaymentRow, isSeen: boolean): Promise<ChainError | null> {
  const { db } = context;
  const dead = await isDead(context, row, isSeen);
  if (!dead.ok) return dead.error;
  // The player's time is over. The chain may accept the transaction a little longer, so it is still watched.
  const isOver = dead.value || row.status === 'awaiting';
  const checkAt = dead.value ? null : nextLook(context, row);
  const over = isOver ? await move(db, row, 'expired', { check_at: checkAt }) : null;
  if (over === null) await postpone(db, row, checkAt);
  await publishPayment(context, over);
  return null;
}

/** Whether a payment's transaction can never be included any more. The expiry of a named one is unknown: see `CLAIM_MS`. */
async function isDead({ chain, now }: Context, row: PaymentRow, isSeen: boolean): Answer<boolean> {
  if (row.txid !== null) return chain.isDead(row.txid, row.expires_at);
  return ok(!isSeen || now() >= row.created_at + CLAIM_MS);
}

/**
 * Handles a final transaction that a player only named. A transfer from the player to the house counts: as the purchase if amount and time match,
 * otherwise it is added to the balance. Any other transfer, or one that was used meanwhile, does not count.
 */
async function settleClaim(context: Context, row: PaymentRow, paid: PaidLookup): Promise<void> {
  const { transfer } = paid;
  const isTheirs = transfer.from === row.address && transfer.to === row.recipient;
  if (!isTheirs || (await findByTxid(context.db, transfer.txid)) !== undefined)
    return fail(context, row, paid.blockNumber);
  await publishPayment(context, await credit(context, row, paid, isMadeSince(paid, row.created_at - PAYMENT_MS)));
}

/** Whether a payment was made, and included, no earlier than a time, with a tolerance for different clocks. */
export const isMadeSince = ({ transfer, blockTimestampMs }: PaidLookup, sinceMs: number): boolean =>
  Math.min(transfer.timestampMs, blockTimestampMs) >= sinceMs - BLOCK_SLACK_MS;

/** Ends a payment that can never be paid any more. */
async function fail(context: Context, row: PaymentRow, blockNumber: number | null): Promise<void> {
  const failed = await move(context.db, row, 'failed', { block_number: blockNumber, check_at: null });
  if (failed === null) await postpone(context.db, row, null);
  await publishPayment(context, failed);
}

/** Handles a wrong answer: the id is a hash of the transaction, so a node that shows another one is wrong and is asked again later. */
async function doubt(context: Context, row: PaymentRow, detail: string): Promise<void> {
  note(context, row.id, detail);
  await postpone(context.db, row, Math.floor(context.now()) + LAPSED_MS);
}

const note = (context: Context, id: string, message: string): void =>
  context.log({ event: 'notice', about: 'payment', id, message });

/** When the chain is asked about a payment next, epoch ms. */
function nextLook(context: Context, { status, expires_at, txid }: PaymentRow): number {
  const nowMs = Math.floor(context.now());
  const lapsedMs = nowMs - expires_at;
  if (lapsedMs >= 0) return nowMs + Math.min(LONGEST_MS, Math.max(LAPSED_MS, Math.floor(lapsedMs / 4)));
  if (txid === null) return nowMs + CLAIM_LOOK_MS;
  return status === 'sent' || status === 'confirming' ? nowMs + LOOK_MS : Math.min(expires_at, nowMs + LONGEST_MS);
}

/** Publishes a payment's new status, after the commit. */
async function publishPayment(context: Context, row: PaymentRow | null): Promise<void> {
  switch (row?.status) {
    case 'confirming':
      context.onStep('payment.seen');
      break;
    case 'applied':
    case 'refunded':
    case 'failed':
    case 'expired':
      context.onStep(`payment.${row.status}`);
      await purposeOf(context, row)?.notify(context, row);
      break;
    default:
  }
}
