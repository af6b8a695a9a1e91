import type { ChainError } from '@popfray/chain';
import { FARTHEST_MS, takeTurn } from '../chain/index.ts';
import { memoOf } from '../commitments/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { PayoutAttemptRow, PayoutRow } from '../platform/database/index.ts';
import { confirm, die } from './ending.ts';
import { arePayoutsFrozen } from './freeze.ts';
import { PAYOUT_LIFE_MS } from './lifetime.ts';
import { raiseHighWater } from './high-water.ts';
import { changePayout, findLiving, findPayout, movePayout } from './payout.ts';

/** Most payouts that one turn processes. */
const TURN = 25;

/** Interval of looking up a payout on its way, ms. The worker's interval may be longer. */
const LOOK_MS = 1_000;

/** Delay before the same bytes are sent again to a busy node, or a late transaction is looked up, ms. */
const BACK_OFF_MS = 5_000;

/** Delay after the house's balance was too low, ms. */
const FUNDS_MS = 30_000;

/** Longest interval of looking up a first withdrawal that waits, ms. It is below `FARTHEST_MS`, which a check after a change of the clock is. */
const FIRST_WAIT_MS = 30 * 60_000;

/** What the desk shows of a first withdrawal that waits. */
const FIRST_WAIT_REASON = 'it is the player’s first withdrawal, which waits as long as the settings say';

/** Reserve in the house's wallet for the fees of a payout, sun: 1.1 TRX for a recipient never seen, 0.268 for bandwidth (TRON.md). */
const FEE_RESERVE_SUN = 1_500_000;

/** What TRON takes besides for a transaction with a memo, sun. */
const MEMO_FEE_SUN = 1_000_000;

/**
 * The worker's task on payouts: signs queued ones, stores and sends the transactions, and looks them up until they are final. It may be skipped,
 * repeated or interrupted. A fault of one payout does not affect the others.
 */
export async function settlePayouts(context: Context): Promise<void> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const query = db
    .selectFrom('payouts')
    .selectAll()
    .where((row) => row.or([row('check_at', '<=', nowMs), row('check_at', '>', nowMs + FARTHEST_MS)]))
    .orderBy('check_at')
    .orderBy('created_at')
    .limit(TURN);
  await takeTurn(context, {
    name: 'payouts',
    rows: await query.execute(),
    async follow(row) {
      const attempt = await findLiving(db, row.id);
      return attempt === undefined ? begin(context, row) : follow(context, row, attempt);
    },
    async putOff({ id }, dueMs) {
      const row = await findPayout(db, id);
      if (row !== undefined && row.check_at !== null) await changePayout(db, row, { check_at: dueMs });
    },
  });
}

/** Builds, signs and stores the transaction of a payout without a live one, and then sends it to the chain. */
async function begin(context: Context, row: PayoutRow): Promise<ChainError | null> {
  const { db, chain, house } = context;
  if (row.status !== 'queued') {
    await changePayout(db, row, { check_at: null });
    return null;
  }
  if (row.address === house.address) {
    await stop(context, row, 'its recipient is the house itself');
    return null;
  }
  const waitMs = (row.not_before ?? 0) - context.now();
  if (waitMs > 0) {
    const checkAt = later(context, Math.ceil(Math.min(waitMs, FIRST_WAIT_MS)));
    await changePayout(db, row, { trouble: FIRST_WAIT_REASON, check_at: checkAt });
    return null;
  }
  if (await arePayoutsFrozen(db)) {
    await changePayout(db, row, { check_at: later(context, BACK_OFF_MS) });
    return null;
  }
  const memo = await memoOf(db, row.id);
  const reserveSun = FEE_RESERVE_SUN + (memo === undefined ? 0 : MEMO_FEE_SUN);
  const balance = await chain.balance(house.address);
  if (!balance.ok) return balance.error;
  if (balance.value - (await committedSun(context)) - reserveSun < row.amount_sun) {
    await wait(context, row, 'the house’s wallet does not hold enough for it', FUNDS_MS);
    return null;
  }
  const head = await chain.head();
  if (!head.ok) return head.error;
  const builtAt = await nextBuiltAt(context);
  // Uses the chain's clock when it is ahead, because a slow clock here would only make expired transactions.
  const expiresAtMs = Math.max(Math.floor(context.now()), head.value.timestampMs) + PAYOUT_LIFE_MS;
  const plan = {
    from: house.address,
    to: row.address,
    amount: row.amount_sun,
    expiresAtMs,
    timestampMs: builtAt,
    memo,
  };
  const built = await chain.buildPayment(plan);
  if (!built.ok) return built.error;
  context.onStep('payout.built');
  const signed = chain.signPayment(built.value.unsigned, house.privateKey, memo);
  context.onStep('payout.signed');
  const checked = chain.checkSigned(built.value.unsigned, signed, memo);
  if (!checked.ok || checked.value.txid !== built.value.txid) {
    await stop(context, row, 'what was signed is not what was built');
    return null;
  }
  const attempt: PayoutAttemptRow = {
    txid: built.value.txid,
    payout_id: row.id,
    signed,
    expires_at: built.value.expiresAtMs,
    built_at: builtAt,
    state: 'live',
    last_verdict: '',
  };
  const sent = await db.inTransaction(async () => {
    // The node was asked meanwhile.
    if (await arePayoutsFrozen(db)) return null;
    const moved = await movePayout(db, row, 'sent', { txid: attempt.txid, check_at: later(context, 0) });
    if (moved !== null) await db.insertInto('payout_attempts').values(attempt).execute();
    return moved;
  });
  if (sent === null) return null;
  context.onStep('payout.persisted');
  return broadcast(context, sent, attempt);
}

/** Looks up a transaction that may be included, and updates its payout. */
async function follow(context: Context, row: PayoutRow, attempt: PayoutAttemptRow): Promise<ChainError | null> {
  const { db, chain } = context;
  const found = await chain.findPayment(attempt.txid);
  if (!found.ok) return found.error;
  const lookup = found.value;
  switch (lookup.state) {
    case 'paid':
      if (lookup.transfer.to === row.address && lookup.transfer.amount === row.amount_sun)
        await confirm(context, row, attempt, lookup);
      else await wait(context, row, 'the node shows another transfer under its id', FUNDS_MS);
      return null;
    case 'failed':
      await die(context, row, attempt, `it failed in block ${lookup.blockNumber}`, true);
      return null;
    case 'foreign':
      await wait(context, row, `the node shows something else under its id: ${lookup.reason}`, FUNDS_MS);
      return null;
    case 'pending':
      if (lookup.blockNumber !== null) {
        await changePayout(db, row, {
          block_number: lookup.blockNumber,
          trouble: '',
          check_at: later(context, LOOK_MS),
        });
        return null;
      }
      return press(context, row, attempt);
    case 'absent':
      return press(context, row, attempt);
  }
}

/** Handles a transaction that is in no block: sends it again while it can be included, and ends it when it cannot any more. */
async function press(context: Context, row: PayoutRow, attempt: PayoutAttemptRow): Promise<ChainError | null> {
  const isLate = attempt.expires_at <= context.now();
  if (isLate || attempt.last_verdict.startsWith('expired')) {
    const dead = await context.chain.isDead(attempt.txid, attempt.expires_at);
    if (!dead.ok) return dead.error;
    if (dead.value) {
      await die(context, row, attempt, 'it was not included before it expired', false);
      return null;
    }
  }
  if (!isLate && row.status === 'sent') return broadcast(context, row, attempt);
  await changePayout(context.db, row, { check_at: later(context, BACK_OFF_MS) });
  return null;
}

/** Sends the same bytes to the chain. The answer is stored, but it proves nothing. */
async function broadcast(context: Context, row: PayoutRow, attempt: PayoutAttemptRow): Promise<ChainError | null> {
  // Recorded before the chain sees it, so that a database without this attempt is recognized as too old.
  raiseHighWater(context.db, attempt);
  const sent = await context.chain.broadcast(attempt.signed);
  context.onStep('payout.broadcast');
  if (!sent.ok) return sent.error;
  const { verdict } = sent.value;
  const reason = 'reason' in sent.value ? sent.value.reason : '';
  await keepVerdict(context, attempt, `${verdict} ${reason}`.trim());
  switch (verdict) {
    case 'accepted':
    case 'known':
      await changePayout(context.db, row, { trouble: '', check_at: later(context, LOOK_MS) });
      return null;
    case 'later':
    case 'expired':
      await changePayout(context.db, row, { check_at: later(context, BACK_OFF_MS) });
      return null;
    case 'unfunded':
      await wait(context, row, `the house’s wallet cannot pay it: ${reason}`, FUNDS_MS);
      return null;
    case 'invalid':
      await stop(context, row, `the chain refuses it: ${reason}`);
      return null;
  }
}

/** Delays a payout until something changes, and logs that once. */
async function wait(context: Context, row: PayoutRow, trouble: string, delayMs: number): Promise<void> {
  await changePayout(context.db, row, { trouble, check_at: later(context, delayMs) });
  if (row.trouble !== trouble) note(context, row, `waits: ${trouble}`);
}

/** Sets a payout to stuck, so that it waits for the operator. Its money stays in the account of payouts; a live transaction is still watched. */
async function stop(context: Context, row: PayoutRow, trouble: string): Promise<void> {
  if ((await movePayout(context.db, row, 'stuck', { trouble, check_at: later(context, BACK_OFF_MS) })) === null) return;
  note(context, row, `is stuck: ${trouble}`);
}

const note = ({ log }: Context, { id }: PayoutRow, what: string): void =>
  log({ event: 'notice', about: 'payout', id, message: `The payout ${what}.` });

const later = ({ now }: Context, delayMs: number): number => Math.floor(now()) + delayMs;

/** Stores a node's answer about a transaction. */
async function keepVerdict({ db }: Context, { txid }: PayoutAttemptRow, verdict: string): Promise<void> {
  await db.updateTable('payout_attempts').set({ last_verdict: verdict }).where('txid', '=', txid).execute();
}

/** What live transactions may still take from the house's wallet, sun, with their fees. */
async function committedSun({ db }: Context): Promise<number> {
  const living = await db
    .selectFrom('payouts')
    .innerJoin('payout_attempts', 'payout_attempts.payout_id', 'payouts.id')
    .select('amount_sun')
    // Every payout with a live transaction is watched, so an index finds both.
    .where('check_at', '>', 0)
    .where('state', '=', 'live')
    .where('state', '!=', 'dead')
    .execute();
  return living.reduce((total, { amount_sun }) => total + amount_sun + FEE_RESERVE_SUN, 0);
}

/** Build time of a new transaction, epoch ms: now, but later than that of the last one, so that no two transactions are equal. */
async function nextBuiltAt({ db, now }: Context): Promise<number> {
  const newest = await db
    .selectFrom('payout_attempts')
    .select('built_at')
    .orderBy('built_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Math.max(Math.floor(now()), (newest?.built_at ?? 0) + 1);
}
