import type { Answer, ChainError } from '@popfray/chain';
import { ok } from '@popfray/engine/result';
import { PAYMENT_MS } from '@popfray/protocol';
import { FARTHEST_MS, type PaidLookup, takeTurn } from '../chain/index.ts';
import type { Context } from '../platform/context/index.ts';
import { type PaymentRow, sql } from '../platform/database/index.ts';
import { credit, isExact } from './credit.ts';
import { findByTxid, move, postpone } from './payment.ts';
import { purposeOf } from './purpose.ts';

/** Most payments looked up in one turn. */
const TURN = 25;

/** Between two looks at a payment on its way, ms. The worker's own pace may be slower. */
const LOOK_MS = 1_000;

/** Between two looks at a transaction that was only named, ms. */
const CLAIM_LOOK_MS = 3_000;

/** Between two looks at a transaction that can only end, ms: at first, and at most. */
const LAPSED_MS = 10_000;
const LONGEST_MS = 10 * 60_000;

/** How long a transaction that waits for its block can do so, ms: TRON lets none live for more than a day. */
const CLAIM_MS = 25 * 60 * 60_000;

/** How much older than its purchase a wallet's transaction may say it is, ms: it carries the time of the block before. */
export const BLOCK_SLACK_MS = 6_000;

/** The worker's turn on payments: asks the chain about those that are due and moves them on. It can be left out, repeated and killed anywhere. */
export async function settlePayments(context: Context): Promise<void> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const query = sql
    .selectFrom('payments')
    .selectAll()
    .where((row) => row.or([row('check_at', '<=', nowMs), row('check_at', '>', nowMs + FARTHEST_MS)]))
    // What was signed comes first. Anybody can begin what is never signed, and name what never was, at no cost.
    .orderBy((row) => row('status', 'not in', ['sent', 'confirming']))
    .orderBy((row) => row('claim', 'is not', null))
    .orderBy('check_at')
    .limit(TURN);
  await takeTurn(context, {
    name: 'payments',
    rows: db.all<PaymentRow>(query),
    follow: async (row) => follow(context, row),
    putOff: (row, dueMs) => postpone(db, row, dueMs),
  });
}

/** Hands a payment's signed bytes to the chain. What it says is no proof of anything, so nothing but the log hears of it. */
export async function send(context: Context, { id, signed }: PaymentRow): Promise<ChainError | null> {
  if (signed === null) return null;
  const sent = await context.chain.broadcast(signed);
  context.onStep('payment.broadcast');
  if (!sent.ok) return sent.error;
  if (sent.value.verdict === 'invalid') note(context, id, `the chain refuses it: ${sent.value.reason}`);
  return null;
}

/** Asks the chain about one payment and moves it on. Returns why the node did not answer, or null. */
export async function follow(context: Context, row: PaymentRow): Promise<ChainError | null> {
  const { db } = context;
  const txid = row.txid ?? row.claim;
  if (txid === null) throw new Error(`payment ${row.id} is due and has no transaction`);
  const found = await context.chain.findPayment(txid);
  if (!found.ok) return found.error;
  const lookup = found.value;
  switch (lookup.state) {
    case 'paid':
      if (row.txid === null) settleClaim(context, row, lookup);
      else if (isExact(row, lookup)) tell(context, credit(context, row, lookup));
      else doubt(context, row, 'the node shows another transfer under its id');
      return null;
    case 'failed':
      fail(context, row, lookup.blockNumber);
      return null;
    case 'foreign':
      if (row.txid === null) fail(context, row, null);
      else doubt(context, row, lookup.reason);
      return null;
    case 'pending':
      if (lookup.blockNumber === null && row.expires_at <= context.now()) return followLapsed(context, row, true);
      see(context, row, lookup.blockNumber);
      return null;
    case 'absent':
      if (row.expires_at <= context.now()) return followLapsed(context, row, false);
      postpone(db, row, nextLook(context, row));
      return row.status === 'sent' || row.status === 'confirming' ? send(context, row) : null;
  }
}

/** The chain has it, and may still lose it. */
function see(context: Context, row: PaymentRow, blockNumber: number | null): void {
  const { db } = context;
  const change = { block_number: blockNumber, check_at: nextLook(context, row) };
  const seen = row.status === 'confirming' ? null : move(db, row, 'confirming', change);
  if (seen === null) postpone(db, row, change.check_at);
  tell(context, seen);
}

/** Past its time and in no block: over when it can be in none any more. `isSeen`: some node still has it waiting. */
async function followLapsed(context: Context, row: PaymentRow, isSeen: boolean): Promise<ChainError | null> {
  const { db } = context;
  const dead = await isDead(context, row, isSeen);
  if (!dead.ok) return dead.error;
  // The wallet has had its time. The chain has it a little longer, so the transaction is watched on.
  const isOver = dead.value || row.status === 'awaiting';
  const checkAt = dead.value ? null : nextLook(context, row);
  const over = isOver ? move(db, row, 'expired', { check_at: checkAt }) : null;
  if (over === null) postpone(db, row, checkAt);
  tell(context, over);
  return null;
}

/** Whether a payment's transaction can never be included. One that was only named does not tell when it ends: see `CLAIM_MS`. */
async function isDead({ chain, now }: Context, row: PaymentRow, isSeen: boolean): Answer<boolean> {
  if (row.txid !== null) return chain.isDead(row.txid, row.expires_at);
  return ok(!isSeen || now() >= row.created_at + CLAIM_MS);
}

/**
 * A transaction that its player only named is final. Theirs to the house: it counts, as the purchase when it is exact and new, to
 * their balance otherwise. Anybody else's, or one that was used meanwhile, is no payment of theirs.
 */
function settleClaim(context: Context, row: PaymentRow, paid: PaidLookup): void {
  const { transfer } = paid;
  const isTheirs = transfer.from === row.address && transfer.to === row.recipient;
  if (!isTheirs || findByTxid(context.db, transfer.txid) !== undefined) return fail(context, row, paid.blockNumber);
  tell(context, credit(context, row, paid, isMadeSince(paid, row.created_at - PAYMENT_MS)));
}

/** Whether a payment was made, and included, no earlier than a time, but for what two clocks may differ. */
export const isMadeSince = ({ transfer, blockTimestampMs }: PaidLookup, sinceMs: number): boolean =>
  Math.min(transfer.timestampMs, blockTimestampMs) >= sinceMs - BLOCK_SLACK_MS;

/** Nothing was paid, and nothing will be. */
function fail(context: Context, row: PaymentRow, blockNumber: number | null): void {
  const failed = move(context.db, row, 'failed', { block_number: blockNumber, check_at: null });
  if (failed === null) postpone(context.db, row, null);
  tell(context, failed);
}

/** An id is the hash of what it stands for, so a node that shows something else under it is wrong: it is asked again later. */
function doubt(context: Context, row: PaymentRow, detail: string): void {
  note(context, row.id, detail);
  postpone(context.db, row, Math.floor(context.now()) + LAPSED_MS);
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

/** Where a payment stands now is on the disk. */
function tell(context: Context, row: PaymentRow | null): void {
  switch (row?.status) {
    case 'confirming':
      context.onStep('payment.seen');
      break;
    case 'applied':
    case 'refunded':
    case 'failed':
    case 'expired':
      context.onStep(`payment.${row.status}`);
      purposeOf(context, row)?.notify(context, row);
      break;
    default:
  }
}
