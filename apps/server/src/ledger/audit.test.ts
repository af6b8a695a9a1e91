import { afterEach, describe, expect, it } from 'vitest';
import { fetchValue } from '../platform/database/raw-query.fixture.ts';
import { damage } from '../platform/database/damage.fixture.ts';
import { openDatabase, type Database } from '../platform/database/index.ts';
import type { PaymentRow, PayoutRow } from '../platform/database/schema.ts';
import { addPlayer } from '../testing/context.fixture.ts';
import { testLocation } from '../testing/test-location.fixture.ts';
import { auditLedger } from './audit.ts';
import {
  CHAIN_IN,
  CHAIN_OUT,
  postEntry,
  FEES,
  HOUSE,
  PAYOUTS,
  playerAccount,
  REWARD_BUDGET,
  type Entry,
} from './ledger.ts';

const opened: Database[] = [];
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
});

const NOW_MS = 1_700_000_000_000;
const ANN = playerAccount('ann');
const TXID = 'ab'.repeat(32);

const posting = (account: Entry['postings'][number]['account'], amountSun: number): Entry['postings'][number] => ({
  account,
  amountSun,
});

/** The books of a small house: a round paid, an upgrade bought, a payment refunded, and withdrawals in three states. */
async function open(): Promise<Database> {
  const db = await openDatabase(await testLocation());
  if ('code' in db) throw new Error(db.message);
  opened.push(db);
  await addPlayer(db, 'ann', NOW_MS);
  const put = async (
    key: string,
    kind: Entry['kind'],
    reference: string,
    ...postings: Entry['postings']
  ): Promise<void> => {
    if ((await postEntry(db, { key, kind, reference, postings }, NOW_MS)) !== 'posted') throw new Error(key);
  };
  await put(
    'reward-budget:2026-01-15',
    'reward-budget',
    '2026-01-15',
    posting(HOUSE, -500),
    posting(REWARD_BUDGET, 500),
  );

  await addRound(db, 'round-1', 300, 200, 'credited');
  await addRound(db, 'round-2', 300, 0, 'held');
  await put('round:round-1', 'round-reward', 'round-1', posting(REWARD_BUDGET, -200), posting(ANN, 200));

  await addPayment(db, 'bought', 'applied', TXID, 50);
  await put(`payment:${TXID}`, 'purchase', 'bought', posting(CHAIN_IN, -50), posting(HOUSE, 50));
  const purchase = { id: 'bought', address: 'ann', upgrade_id: 'trx-boost', price_sun: 50, txid: TXID };
  await db
    .insertInto('purchases')
    .values({ ...purchase, purchased_at: NOW_MS, expires_at: NOW_MS + 1 })
    .execute();
  await addPayment(db, 'back', 'refunded', 'cd'.repeat(32), 30);
  await put(`payment:${'cd'.repeat(32)}`, 'refund', 'back', posting(CHAIN_IN, -30), posting(ANN, 30));
  await addPayment(db, 'given-up', 'cancelled', 'ef'.repeat(32), 50);

  for (const [id, status] of [
    ['out', 'confirmed'],
    ['home', 'returned'],
    ['wait', 'queued'],
  ] as const) {
    await addPayout(db, id, status, 20);
    await put(`withdrawal:${id}`, 'withdrawal', id, posting(ANN, -20), posting(PAYOUTS, 20));
  }
  await put('withdrawal-sent:out', 'withdrawal-sent', 'out', posting(PAYOUTS, -20), posting(CHAIN_OUT, 20));
  await put('withdrawal-fee:out', 'network-fee', 'out', posting(HOUSE, -1), posting(FEES, 1));
  await put('withdrawal-return:home', 'withdrawal-return', 'home', posting(PAYOUTS, -20), posting(ANN, 20));
  return db;
}

async function addRound(
  db: Database,
  id: string,
  earnedSun: number,
  creditedSun: number,
  status: 'credited' | 'held',
): Promise<void> {
  const rules = { rules_id: 'arena', rules_version: 1, loadout: '[]' };
  const ticket = {
    id,
    address: 'ann',
    seed: id,
    issued_at: NOW_MS,
    expires_at: NOW_MS,
    state: 'finished',
    ...rules,
  } as const;
  await db.insertInto('tickets').values(ticket).execute();
  const round = {
    id,
    address: 'ann',
    replay: new Uint8Array(1),
    score: 1,
    popped: 1,
    best_combo: 1,
    suspicions: '',
    ...rules,
  };
  const money = { earned_sun: earnedSun, credited_sun: creditedSun, status };
  const conduct = { clicks: 1, reaction_median_ms: null, interval_variation_pct: null, aim_offset_pct: null };
  await db
    .insertInto('rounds')
    .values({ ...round, ...money, ...conduct, elapsed_ms: 1, played_at: NOW_MS })
    .execute();
}

async function addPayment(
  db: Database,
  id: string,
  status: PaymentRow['status'],
  txid: string,
  amountSun: number,
): Promise<void> {
  const rows = (await fetchValue<number>(db, 'SELECT count(*) FROM payments')) ?? 0;
  const payment: PaymentRow = {
    id,
    address: 'ann',
    source: 'wallet',
    purpose: 'upgrade',
    upgrade_id: 'trx-boost',
    skin_id: null,
    session_id: null,
    recipient: 'house',
    amount_sun: amountSun,
    status,
    created_at: NOW_MS + rows,
    expires_at: NOW_MS,
    txid,
    claim: null,
    unsigned: null,
    signed: null,
    block_number: 1,
    settled_at: NOW_MS,
    check_at: null,
  };
  await db.insertInto('payments').values(payment).execute();
}

async function addPayout(db: Database, id: string, status: PayoutRow['status'], amountSun: number): Promise<void> {
  const payout = {
    id,
    address: 'ann',
    amount_sun: amountSun,
    fee_sun: 0,
    status,
    created_at: NOW_MS,
    trouble: '',
    check_at: null,
  };
  const end = { confirmed_at: NOW_MS, txid: id, block_number: 1 };
  await db
    .insertInto('payouts')
    .values({ ...payout, ...end })
    .execute();
}

const at = (kind: string, owner = ''): string =>
  `(SELECT id FROM accounts WHERE kind = '${kind}' AND owner = '${owner}')`;

describe('an audit', () => {
  it('of sound books finds nothing, and gives each kind of account its total', async () => {
    const { differences, totals, entries } = await auditLedger(await open());
    expect(differences).toEqual([]);
    expect(entries).toBe(10);
    expect(Object.fromEntries(totals.map(({ kind, balanceSun }) => [kind, balanceSun]))).toEqual({
      'chain-in': -80,
      'chain-out': 20,
      fees: 1,
      house: -451,
      payouts: 20,
      player: 190,
      'reward-budget': 300,
    });
    expect(totals.reduce((sum, { balanceSun }) => sum + balanceSun, 0)).toBe(0);
  });

  it('of no books finds nothing', async () => {
    const db = await openDatabase(await testLocation());
    if ('code' in db) throw new Error(db.message);
    opened.push(db);
    expect(await auditLedger(db)).toEqual({ entries: 0, totals: [], differences: [] });
  });

  it.each<[string, string, readonly string[], RegExp]>([
    [
      'an amount that was changed',
      `UPDATE postings SET amount_sun = 201 WHERE account_id = ${at('player', 'ann')} AND number = 1`,
      ['ERR_ENTRY_SUM', 'ERR_ACCOUNT_CARRY', 'ERR_ENTRY_MISSING'],
      /round:round-1 has 2 postings that sum to 1 sun/,
    ],
    [
      'a balance that was changed',
      `UPDATE postings SET balance_sun = 999 WHERE account_id = ${at('player', 'ann')} AND number = 2`,
      // Into it, and out of it again.
      ['ERR_ACCOUNT_CARRY', 'ERR_ACCOUNT_CARRY'],
      /account player ann: posting 2 of 30 sun leaves 999, after posting 1 left 200/,
    ],
    [
      'a posting that is gone',
      `DELETE FROM postings WHERE account_id = ${at('fees')}`,
      ['ERR_ENTRY_SUM'],
      /withdrawal-fee:out has 1 postings/,
    ],
    [
      'an entry without postings',
      `INSERT INTO entries (key, kind, reference, created_at) VALUES ('empty', 'adjustment', '', 0)`,
      ['ERR_ENTRY_SUM'],
      /entry empty has 0 postings/,
    ],
    [
      'numbers with a gap',
      `UPDATE postings SET number = 9 WHERE account_id = ${at('chain-in')} AND number = 2`,
      ['ERR_ACCOUNT_CARRY'],
      /chain-in : posting 9/,
    ],
    [
      'a player below zero',
      `INSERT INTO postings SELECT ${at('player', 'ann')}, 7, 1, -200, -10`,
      ['ERR_ENTRY_SUM', 'ERR_ACCOUNT_OVERDRAWN'],
      /account player ann: posting 7 leaves -10 sun/,
    ],
    [
      'a round credited without an entry',
      `UPDATE rounds SET status = 'credited', credited_sun = 300 WHERE id = 'round-2'`,
      ['ERR_ENTRY_MISSING'],
      /round:round-2 \(round-reward for round-2\) must move 300 sun on account player ann; it does not/,
    ],
    [
      'a round credited with another amount',
      `UPDATE rounds SET credited_sun = 201 WHERE id = 'round-1'`,
      ['ERR_ENTRY_MISSING'],
      /must move 201 sun on account player ann; it moves 200/,
    ],
    [
      'a reward for a round that is held',
      `UPDATE rounds SET credited_sun = 0, status = 'held'`,
      ['ERR_ENTRY_SURPLUS'],
      /round:round-1/,
    ],
    [
      'a payment applied twice over',
      `UPDATE payments SET status = 'applied' WHERE id = 'given-up'`,
      ['ERR_ENTRY_MISSING', 'ERR_PURCHASE'],
      /must move -50 sun on account chain-in/,
    ],
    [
      'a payment undone after its entry',
      `UPDATE payments SET status = 'failed' WHERE id = 'back'`,
      ['ERR_ENTRY_SURPLUS'],
      /\(refund\) is for back, which does not call for it/,
    ],
    [
      'an upgrade for less than was paid',
      `UPDATE purchases SET price_sun = 1`,
      ['ERR_PURCHASE'],
      /payment bought is applied, and its purchase says something else/,
    ],
    [
      'a payment from the balance that took nothing from it',
      `UPDATE payments SET source = 'balance', txid = NULL WHERE id = 'bought'`,
      ['ERR_ENTRY_MISSING', 'ERR_ENTRY_SURPLUS', 'ERR_PURCHASE'],
      /balance-payment:bought \(purchase for bought\) must move -50 sun on account player ann; it does not/,
    ],
    [
      'a payout whose player paid no fee for it',
      `UPDATE payouts SET fee_sun = 3 WHERE id = 'wait'`,
      ['ERR_ENTRY_MISSING', 'ERR_ENTRY_MISSING'],
      /must move -23 sun on account player ann; it moves -20/,
    ],
    ['an upgrade that is gone', `DELETE FROM purchases`, ['ERR_PURCHASE'], /its purchase is not there/],
    [
      'a payout sent and not entered',
      `UPDATE payouts SET status = 'confirmed' WHERE id = 'wait'`,
      ['ERR_ENTRY_MISSING'],
      /withdrawal-sent:wait .* must move 20 sun on account chain-out/,
    ],
    ['a payout that was lost', `DELETE FROM payouts WHERE id = 'wait'`, ['ERR_ENTRY_SURPLUS'], /withdrawal:wait/],
    [
      'a payout both sent and returned',
      `UPDATE payouts SET status = 'returned' WHERE id = 'out'`,
      ['ERR_ENTRY_MISSING', 'ERR_ENTRY_SURPLUS', 'ERR_ENTRY_SURPLUS'],
      /withdrawal-return:out/,
    ],
  ])('names %s', async (_, statement, codes, message) => {
    const db = await open();
    await damage(db, statement);
    const { differences } = await auditLedger(db);
    expect(differences.map(({ code }) => code)).toEqual(codes);
    expect(differences.map((difference) => difference.message).join('\n')).toMatch(message);
  });
});
