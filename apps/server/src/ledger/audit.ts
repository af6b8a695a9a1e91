import type { AccountKind, Database } from '../platform/database/index.ts';

/** Kinds of errors in the ledger. */
export type DifferenceCode =
  /** An entry with fewer than two postings, or whose postings do not sum to zero. */
  | 'ERR_ENTRY_SUM'
  /** A posting whose number or balance does not follow from the posting before it. */
  | 'ERR_ACCOUNT_CARRY'
  /** A negative balance of an account that must not have one. */
  | 'ERR_ACCOUNT_OVERDRAWN'
  /** A round, payment, payout or battle whose entry is missing or different. */
  | 'ERR_ENTRY_MISSING'
  /** An entry for a round, payment, payout or battle that is missing or has another status. */
  | 'ERR_ENTRY_SURPLUS'
  /** An applied payment that does not match its purchase. */
  | 'ERR_PURCHASE'
  /** A seat whose fee differs from its payment. */
  | 'ERR_SEAT'
  /** A session's escrow that differs from the fees of its seats, or is not empty after the end. */
  | 'ERR_ESCROW'
  /** A settled session that does not match its battle, or a battle whose shares do not sum to its pool. */
  | 'ERR_BATTLE'
  /** The debts of players after a restore differ from the account of these debts. */
  | 'ERR_RESTORED_DEBT';

/** An error in the ledger. */
export interface Difference {
  readonly code: DifferenceCode;
  /** Describes for the operator what is wrong. */
  readonly message: string;
}

/** The accounts of one kind, summed up. */
export interface KindTotal {
  readonly kind: AccountKind;
  readonly accounts: number;
  readonly balanceSun: number;
}

/** The result of an audit. */
export interface Audit {
  readonly entries: number;
  readonly totals: readonly KindTotal[];
  readonly differences: readonly Difference[];
}

/** Each query finds one kind of error. A row is the message of a difference; no row means no error. */
const QUERIES: readonly (readonly [DifferenceCode, string])[] = [
  [
    'ERR_ENTRY_SUM',
    `SELECT format('entry %s has %d postings that sum to %d sun', key, count(amount_sun), coalesce(sum(amount_sun), 0))
     FROM entries LEFT JOIN postings ON entry_id = entries.id
     GROUP BY entries.id HAVING count(amount_sun) < 2 OR sum(amount_sun) != 0`,
  ],
  [
    'ERR_ACCOUNT_CARRY',
    `SELECT format('account %s %s: posting %d of %d sun leaves %d, after posting %d left %d',
       kind, owner, number, amount_sun, balance_sun, last_number, last_balance_sun)
     FROM (
       SELECT *, lag(number, 1, 0) OVER account AS last_number, lag(balance_sun, 1, 0) OVER account AS last_balance_sun
       FROM postings WINDOW account AS (PARTITION BY account_id ORDER BY number)
     ) JOIN accounts ON accounts.id = account_id
     WHERE number != last_number + 1 OR balance_sun != last_balance_sun + amount_sun`,
  ],
  [
    'ERR_ACCOUNT_OVERDRAWN',
    `SELECT format('account %s %s: posting %d leaves %d sun', kind, owner, number, balance_sun)
     FROM postings JOIN accounts ON accounts.id = account_id
     WHERE balance_sun < 0 AND kind NOT IN ('house', 'fees', 'chain-in', 'chain-out')`,
  ],
];

/** The entries that rounds, payments, payouts and battles require: for each, the entry and one of its postings. */
const EXPECTED = `
  WITH expected (key, entry_kind, reference, kind, owner, amount_sun) AS MATERIALIZED (
    SELECT 'round:' || id, 'round-reward', id, 'player', address, credited_sun FROM rounds WHERE credited_sun > 0
    UNION ALL
    SELECT coalesce('payment:' || txid, 'balance-payment:' || id), iif(purpose = 'entry', 'entry-fee', 'purchase'), id,
      iif(source = 'balance', 'player', 'chain-in'), iif(source = 'balance', address, ''), -amount_sun
    FROM payments WHERE status = 'applied'
    UNION ALL
    SELECT coalesce('payment:' || txid, 'balance-payment:' || id), 'entry-fee', id, 'escrow', session_id, amount_sun
    FROM payments WHERE status = 'applied' AND purpose = 'entry'
    UNION ALL
    SELECT 'refund:' || id, 'entry-refund', session_id, 'player', address, amount_sun
    FROM payments WHERE status = 'applied' AND purpose = 'entry'
      AND id NOT IN (SELECT payment_id FROM seats WHERE fee_sun > 0 AND payment_id IS NOT NULL)
    UNION ALL
    SELECT 'payment:' || txid, 'refund', id, 'player', address, amount_sun FROM payments WHERE status = 'refunded'
    UNION ALL
    SELECT 'withdrawal:' || id, 'withdrawal', id, 'player', address, -amount_sun - fee_sun FROM payouts
    UNION ALL
    SELECT 'withdrawal:' || id, 'withdrawal', id, 'house', '', fee_sun FROM payouts WHERE fee_sun > 0
    UNION ALL
    SELECT 'withdrawal-sent:' || id, 'withdrawal-sent', id, 'chain-out', '', amount_sun FROM payouts
    WHERE status = 'confirmed'
    UNION ALL
    SELECT 'withdrawal-return:' || id, 'withdrawal-return', id, 'player', address, amount_sun + fee_sun FROM payouts
    WHERE status = 'returned'
    UNION ALL
    SELECT 'settle:' || session_id, 'battle-share', session_id, 'escrow', session_id, -pool_sun FROM battles
    WHERE pool_sun > 0
    UNION ALL
    SELECT 'settle:' || session_id, 'battle-share', session_id, 'house', '', house_sun FROM battles WHERE house_sun > 0
    UNION ALL
    SELECT 'settle:' || session_id, 'battle-share', session_id, 'player', address, sum(part_sun) FROM (
      SELECT session_id, address, share_sun AS part_sun FROM results
      UNION ALL
      SELECT session_id, creator_address, creator_sun FROM battles JOIN sessions ON sessions.id = session_id
    ) WHERE part_sun > 0 GROUP BY session_id, address
  )`;

const MATCHES: readonly (readonly [DifferenceCode, string])[] = [
  [
    'ERR_ENTRY_MISSING',
    `${EXPECTED}
     SELECT format('entry %s (%s for %s) must move %d sun on account %s %s; %s',
       expected.key, entry_kind, expected.reference, expected.amount_sun, expected.kind, expected.owner,
       iif(postings.amount_sun IS NULL, 'it does not', format('it moves %d', postings.amount_sun)))
     FROM expected
     LEFT JOIN entries
       ON entries.key = expected.key AND entries.kind = entry_kind AND entries.reference = expected.reference
     LEFT JOIN accounts ON accounts.kind = expected.kind AND accounts.owner = expected.owner
     LEFT JOIN postings ON entry_id = entries.id AND account_id = accounts.id
     WHERE postings.amount_sun IS NOT expected.amount_sun`,
  ],
  [
    'ERR_ENTRY_SURPLUS',
    `${EXPECTED}
     SELECT format('entry %s (%s) is for %s, which does not call for it', key, kind, reference) FROM entries
     WHERE (kind IN ('round-reward', 'purchase', 'refund', 'withdrawal', 'withdrawal-sent', 'withdrawal-return',
           'entry-fee', 'entry-refund', 'battle-share')
         AND key NOT IN (SELECT key FROM expected))
       OR (kind = 'network-fee' AND reference NOT IN (SELECT id FROM payouts WHERE status = 'confirmed'))`,
  ],
  [
    'ERR_PURCHASE',
    `SELECT format('payment %s is %s, and its purchase %s', payments.id, status,
       iif(purchases.id IS NULL, 'is not there', 'says something else'))
     FROM payments LEFT JOIN purchases ON purchases.id = payments.id
     WHERE iif(status = 'applied' AND purpose != 'entry',
       (purchases.address, purchases.upgrade_id, purchases.price_sun, purchases.txid)
         IS NOT (payments.address, payments.upgrade_id, payments.amount_sun, payments.txid),
       purchases.id IS NOT NULL)`,
  ],
  [
    'ERR_SEAT',
    `SELECT format('seat %s of session %s says that %d sun were paid for it by payment %s; %s',
       seats.user_id, seats.session_id, fee_sun, payment_id,
       iif(payments.id IS NULL, 'there is none', format('that is %s, and of %d', payments.status, amount_sun)))
     FROM seats LEFT JOIN payments ON payments.id = payment_id
     WHERE fee_sun > 0 AND (seats.status, fee_sun, seats.session_id, seats.address, 'entry', 'applied')
       IS NOT ('taken', amount_sun, payments.session_id, payments.address, purpose, payments.status)`,
  ],
  [
    'ERR_ESCROW',
    `SELECT format('session %s is %s, its escrow holds %d sun, and %d are to be there', id, status, held, due)
     FROM (
       SELECT id, status,
         coalesce((
           SELECT balance_sun FROM accounts JOIN postings ON account_id = accounts.id
           WHERE kind = 'escrow' AND owner = sessions.id ORDER BY number DESC LIMIT 1
         ), 0) AS held,
         iif(ended_at IS NULL,
           coalesce((SELECT sum(fee_sun) FROM seats WHERE session_id = sessions.id), 0), 0) AS due
       FROM sessions
     ) WHERE held != due
     UNION ALL
     SELECT format('escrow %s is of no session', owner) FROM accounts
     WHERE kind = 'escrow' AND owner NOT IN (SELECT id FROM sessions)`,
  ],
  [
    'ERR_RESTORED_DEBT',
    `SELECT format('players owe %d sun after a restore, and its account holds %d', owed, held)
     FROM (
       SELECT (SELECT coalesce(sum(debt_sun), 0) FROM found_transfers) AS owed,
         coalesce((
           SELECT balance_sun FROM accounts JOIN postings ON account_id = accounts.id
           WHERE kind = 'house' AND owner = 'restored-debts' ORDER BY number DESC LIMIT 1
         ), 0) AS held
     ) WHERE held != -owed`,
  ],
  [
    'ERR_BATTLE',
    `SELECT format('session %s is %s, %d sun were paid and kept for its seats, and its battle %s', id, status, fees,
       iif(battles.session_id IS NULL, 'is not there',
         format('has a pool of %d, of which %d are shared out', pool_sun, creator_sun + house_sun + shares)))
     FROM (
       SELECT id, status,
         coalesce((SELECT sum(fee_sun) FROM seats WHERE session_id = sessions.id), 0) AS fees,
         coalesce((SELECT sum(share_sun) FROM results WHERE session_id = sessions.id), 0) AS shares
       FROM sessions WHERE ended_at IS NOT NULL
     ) LEFT JOIN battles ON session_id = id
     WHERE iif(status = 'settled',
       (pool_sun, creator_sun + house_sun + shares) IS NOT (fees, fees),
       battles.session_id IS NOT NULL OR fees != 0)
     UNION ALL
     SELECT format('the share of %s in battle %s is %d sun, and its payout %s of another', user_id, session_id, share_sun,
       payout_id)
     FROM results JOIN payouts ON payouts.id = payout_id
     WHERE (payouts.address, amount_sun, fee_sun) IS NOT (results.address, share_sun, 0)`,
  ],
];

const TOTALS = `
  SELECT kind, count(*) AS accounts, sum(balance_sun) AS balanceSun
  FROM accounts JOIN postings ON account_id = accounts.id
  WHERE number = (SELECT max(number) FROM postings WHERE account_id = accounts.id)
  GROUP BY kind ORDER BY kind`;

/**
 * Checks that the ledger is consistent and matches the rounds, payments, payouts and battles, in one snapshot of the database. It changes nothing and
 * blocks no writer. A million postings take some seconds.
 */
export function auditLedger(db: Database): Audit {
  return db.snapshot(() => ({
    entries: db.prepare<[], number>('SELECT count(*) FROM entries').pluck().get() ?? 0,
    totals: db.prepare<[], KindTotal>(TOTALS).all(),
    differences: [...QUERIES, ...MATCHES].flatMap(([code, query]) =>
      db
        .prepare<[], string>(query)
        .pluck()
        .all()
        .map((message) => ({ code, message })),
    ),
  }));
}
