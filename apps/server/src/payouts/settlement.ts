import type { ChainError } from '@popfray/chain';
import { FARTHEST_MS, takeTurn } from '../chain/index.ts';
import type { Context } from '../platform/context/index.ts';
import { type PayoutAttemptRow, type PayoutRow, sql } from '../platform/database/index.ts';
import { confirm, die } from './ending.ts';
import { arePayoutsFrozen } from './freeze.ts';
import { PAYOUT_LIFE_MS } from './lifetime.ts';
import { raiseHighWater } from './high-water.ts';
import { changePayout, findLiving, findPayout, movePayout } from './payout.ts';

/** Most payouts worked on in one turn. */
const TURN = 25;

/** Between two looks at one that is on its way, ms. The worker's own pace may be slower. */
const LOOK_MS = 1_000;

/** Before the same bytes are sent again to a node that is busy, or the end of a late transaction is looked for, ms. */
const BACK_OFF_MS = 5_000;

/** Before money that was not there is looked for again, ms. */
const FUNDS_MS = 30_000;

/** Kept back in the house's wallet for the fees of a payout, sun: 1.1 TRX for a recipient never seen, 0.268 for bandwidth (TRON.md). */
const FEE_RESERVE_SUN = 1_500_000;

/**
 * The worker's turn on payouts: signs what is queued, writes it down, sends it, looks it up until it is final. It can be left out,
 * repeated and killed anywhere. One payout's trouble is its own.
 */
export async function settlePayouts(context: Context): Promise<void> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const query = sql
    .selectFrom('payouts')
    .selectAll()
    .where((row) => row.or([row('check_at', '<=', nowMs), row('check_at', '>', nowMs + FARTHEST_MS)]))
    .orderBy('check_at')
    .orderBy('created_at')
    .limit(TURN);
  await takeTurn(context, {
    name: 'payouts',
    rows: db.all<PayoutRow>(query),
    async follow(row) {
      const attempt = findLiving(db, row.id);
      return attempt === undefined ? begin(context, row) : follow(context, row, attempt);
    },
    putOff({ id }, dueMs) {
      const row = findPayout(db, id);
      if (row !== undefined && row.check_at !== null) changePayout(db, row, { check_at: dueMs });
    },
  });
}

/** Builds, signs and writes down the transaction of a payout that has none alive; only then does the chain hear of it. */
async function begin(context: Context, row: PayoutRow): Promise<ChainError | null> {
  const { db, chain, house } = context;
  if (row.status !== 'queued') {
    changePayout(db, row, { check_at: null });
    return null;
  }
  if (row.address === house.address) {
    stop(context, row, 'its recipient is the house itself');
    return null;
  }
  if (arePayoutsFrozen(db)) {
    changePayout(db, row, { check_at: later(context, BACK_OFF_MS) });
    return null;
  }
  const balance = await chain.balance(house.address);
  if (!balance.ok) return balance.error;
  if (balance.value - committedSun(context) - FEE_RESERVE_SUN < row.amount_sun) {
    wait(context, row, 'the house’s wallet does not hold enough for it', FUNDS_MS);
    return null;
  }
  const head = await chain.head();
  if (!head.ok) return head.error;
  const builtAt = nextBuiltAt(context);
  // By the chain's clock where that is ahead of ours, or a slow clock here would make only dead transactions.
  const expiresAtMs = Math.max(Math.floor(context.now()), head.value.timestampMs) + PAYOUT_LIFE_MS;
  const plan = { from: house.address, to: row.address, amount: row.amount_sun, expiresAtMs, timestampMs: builtAt };
  const built = await chain.buildPayment(plan);
  if (!built.ok) return built.error;
  context.onStep('payout.built');
  const signed = chain.signPayment(built.value.unsigned, house.privateKey);
  context.onStep('payout.signed');
  const checked = chain.checkSigned(built.value.unsigned, signed);
  if (!checked.ok || checked.value.txid !== built.value.txid) {
    stop(context, row, 'what was signed is not what was built');
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
  const sent = db.transaction(() => {
    // The node was asked meanwhile.
    if (arePayoutsFrozen(db)) return null;
    const moved = movePayout(db, row, 'sent', { txid: attempt.txid, check_at: later(context, 0) });
    if (moved !== null) db.run(sql.insertInto('payout_attempts').values(attempt));
    return moved;
  });
  if (sent === null) return null;
  context.onStep('payout.persisted');
  return broadcast(context, sent, attempt);
}

/** Asks the chain about a transaction that may be included, and moves its payout on. */
async function follow(context: Context, row: PayoutRow, attempt: PayoutAttemptRow): Promise<ChainError | null> {
  const { db, chain } = context;
  const found = await chain.findPayment(attempt.txid);
  if (!found.ok) return found.error;
  const lookup = found.value;
  switch (lookup.state) {
    case 'paid':
      if (lookup.transfer.to === row.address && lookup.transfer.amount === row.amount_sun)
        confirm(context, row, attempt, lookup);
      else wait(context, row, 'the node shows another transfer under its id', FUNDS_MS);
      return null;
    case 'failed':
      die(context, row, attempt, `it failed in block ${lookup.blockNumber}`, true);
      return null;
    case 'foreign':
      wait(context, row, `the node shows something else under its id: ${lookup.reason}`, FUNDS_MS);
      return null;
    case 'pending':
      if (lookup.blockNumber !== null) {
        changePayout(db, row, { block_number: lookup.blockNumber, trouble: '', check_at: later(context, LOOK_MS) });
        return null;
      }
      return press(context, row, attempt);
    case 'absent':
      return press(context, row, attempt);
  }
}

/** In no block yet: sent again while it can be included, given up when it can be in none any more. */
async function press(context: Context, row: PayoutRow, attempt: PayoutAttemptRow): Promise<ChainError | null> {
  const isLate = attempt.expires_at <= context.now();
  if (isLate || attempt.last_verdict.startsWith('expired')) {
    const dead = await context.chain.isDead(attempt.txid, attempt.expires_at);
    if (!dead.ok) return dead.error;
    if (dead.value) {
      die(context, row, attempt, 'it was not included before it expired', false);
      return null;
    }
  }
  if (!isLate && row.status === 'sent') return broadcast(context, row, attempt);
  changePayout(context.db, row, { check_at: later(context, BACK_OFF_MS) });
  return null;
}

/** Hands the same bytes to the chain, as often as it takes. What it says is kept, and proves nothing. */
async function broadcast(context: Context, row: PayoutRow, attempt: PayoutAttemptRow): Promise<ChainError | null> {
  // Before the chain sees it: a database that does not have this attempt is then known to be older than the money's way.
  raiseHighWater(context.db, attempt);
  const sent = await context.chain.broadcast(attempt.signed);
  context.onStep('payout.broadcast');
  if (!sent.ok) return sent.error;
  const { verdict } = sent.value;
  const reason = 'reason' in sent.value ? sent.value.reason : '';
  keepVerdict(context, attempt, `${verdict} ${reason}`.trim());
  switch (verdict) {
    case 'accepted':
    case 'known':
      changePayout(context.db, row, { trouble: '', check_at: later(context, LOOK_MS) });
      return null;
    case 'later':
    case 'expired':
      changePayout(context.db, row, { check_at: later(context, BACK_OFF_MS) });
      return null;
    case 'unfunded':
      wait(context, row, `the house’s wallet cannot pay it: ${reason}`, FUNDS_MS);
      return null;
    case 'invalid':
      stop(context, row, `the chain refuses it: ${reason}`);
      return null;
  }
}

/** A payout waits for something to change; the log hears of it once. */
function wait(context: Context, row: PayoutRow, trouble: string, delayMs: number): void {
  changePayout(context.db, row, { trouble, check_at: later(context, delayMs) });
  if (row.trouble !== trouble) note(context, row, `waits: ${trouble}`);
}

/** A payout goes no further without the operator. Its money stays among the payouts; a transaction that lives is watched on. */
function stop(context: Context, row: PayoutRow, trouble: string): void {
  if (movePayout(context.db, row, 'stuck', { trouble, check_at: later(context, BACK_OFF_MS) }) === null) return;
  note(context, row, `is stuck: ${trouble}`);
}

const note = ({ log }: Context, { id }: PayoutRow, what: string): void =>
  log({ event: 'notice', about: 'payout', id, message: `The payout ${what}.` });

const later = ({ now }: Context, delayMs: number): number => Math.floor(now()) + delayMs;

/** Keeps a node's words on a transaction. */
function keepVerdict({ db }: Context, { txid }: PayoutAttemptRow, verdict: string): void {
  db.run(sql.updateTable('payout_attempts').set({ last_verdict: verdict }).where('txid', '=', txid));
}

/** What living transactions may still take out of the house's wallet, sun, their fees included. */
function committedSun({ db }: Context): number {
  const living = db.all<{ amount_sun: number }>(
    sql
      .selectFrom('payouts')
      .innerJoin('payout_attempts', 'payout_attempts.payout_id', 'payouts.id')
      .select('amount_sun')
      // Whatever has a living one is watched. So both are found by an index, however many there ever were.
      .where('check_at', '>', 0)
      .where('state', '=', 'live')
      .where('state', '!=', 'dead'),
  );
  return living.reduce((total, { amount_sun }) => total + amount_sun + FEE_RESERVE_SUN, 0);
}

/** When a new transaction is built, epoch ms: now, or just after the one before, so that no two are equal. */
function nextBuiltAt({ db, now }: Context): number {
  const query = sql.selectFrom('payout_attempts').select('built_at').orderBy('built_at', 'desc').limit(1);
  return Math.max(Math.floor(now()), (db.get<{ built_at: number }>(query)?.built_at ?? 0) + 1);
}
