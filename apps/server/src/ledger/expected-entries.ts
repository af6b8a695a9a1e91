import { sql as fragment } from 'kysely';
import type { Database } from '../platform/database/index.ts';

/** The text of a column after a constant text. */
const prefixed = (prefix: string, column: string) =>
  fragment<string>`${fragment.lit(prefix)} || ${fragment.ref(column)}`;

/** The key of the entry of an applied payment: `entryKeyOf` in payments/ makes the same. */
const PAYMENT_KEY = fragment<string>`coalesce('payment:' || txid, 'balance-payment:' || id)`;

const BALANCE_OR_CHAIN = fragment<string>`case when source = 'balance' then 'player' else 'chain-in' end`;

/** Amounts by sign: what leaves an account is below zero. */
const LEAVING = fragment<number>`-amount_sun`;

/** The shares of a battle that its settlement held, sun. */
const HELD_AT_END = fragment<number>`(select coalesce(sum(examinations.share_sun), 0) from examinations where examinations.session_id = battles.session_id)`;

/** The entries of decisions about held shares: what was paid, and what of refused shares was passed on to players and the house. */
const expectedShares = (db: Pick<Database, 'selectFrom'>) =>
  db
    .selectFrom('examinations')
    .select([
      prefixed('share:', 'id').as('key'),
      fragment.lit<string>('battle-share').as('entry_kind'),
      'session_id as reference',
      fragment.lit<string>('player').as('kind'),
      'address as owner',
      'amount_sun',
    ])
    .where('status', '=', 'paid')
    .unionAll(
      db
        .selectFrom('examinations')
        .select([
          prefixed('share:', 'id').as('key'),
          fragment.lit<string>('battle-share').as('entry_kind'),
          'session_id as reference',
          fragment.lit<string>('escrow').as('kind'),
          'session_id as owner',
          LEAVING.as('amount_sun'),
        ])
        .where('status', '=', 'paid'),
    )
    .unionAll(
      db
        .selectFrom('passed_shares')
        .select([
          prefixed('share:', 'from_id').as('key'),
          fragment.lit<string>('battle-share').as('entry_kind'),
          'session_id as reference',
          fragment<string>`case when address = '' then 'house' else 'player' end`.as('kind'),
          'address as owner',
          'amount_sun',
        ])
        .where('is_held', '=', 0),
    )
    .unionAll(
      db
        .selectFrom('passed_shares')
        .select(({ fn }) => [
          prefixed('share:', 'from_id').as('key'),
          fragment.lit<string>('battle-share').as('entry_kind'),
          'session_id as reference',
          fragment.lit<string>('escrow').as('kind'),
          'session_id as owner',
          fragment<number>`-${fn.sum<number>('amount_sun')}`.as('amount_sun'),
        ])
        .where('is_held', '=', 0)
        .groupBy(['from_id', 'session_id']),
    );

/** The entries that rounds, payments, payouts and battles require: for each, the entry and one of its postings. */
export const expectedEntries = (db: Pick<Database, 'selectFrom'>) =>
  db
    .selectFrom('rounds')
    .select([
      prefixed('round:', 'id').as('key'),
      fragment.lit<string>('round-reward').as('entry_kind'),
      'id as reference',
      fragment.lit<string>('player').as('kind'),
      'address as owner',
      'credited_sun as amount_sun',
    ])
    .where('credited_sun', '>', 0)
    .unionAll(
      db
        .selectFrom('payments')
        .select([
          PAYMENT_KEY.as('key'),
          fragment<string>`case purpose when 'entry' then 'entry-fee' when 'deposit' then 'deposit' else 'purchase' end`.as(
            'entry_kind',
          ),
          'id as reference',
          BALANCE_OR_CHAIN.as('kind'),
          fragment<string>`case when source = 'balance' then address else '' end`.as('owner'),
          LEAVING.as('amount_sun'),
        ])
        .where('status', '=', 'applied'),
    )
    .unionAll(
      db
        .selectFrom('payments')
        .select([
          PAYMENT_KEY.as('key'),
          fragment.lit<string>('entry-fee').as('entry_kind'),
          'id as reference',
          fragment.lit<string>('escrow').as('kind'),
          fragment<string>`coalesce(session_id, '')`.as('owner'),
          'amount_sun',
        ])
        .where('status', '=', 'applied')
        .where('purpose', '=', 'entry'),
    )
    .unionAll(
      db
        .selectFrom('payments')
        .select([
          PAYMENT_KEY.as('key'),
          fragment.lit<string>('deposit').as('entry_kind'),
          'id as reference',
          fragment.lit<string>('player').as('kind'),
          'address as owner',
          'amount_sun',
        ])
        .where('status', '=', 'applied')
        .where('purpose', '=', 'deposit'),
    )
    .unionAll(
      db
        .selectFrom('payments')
        .select([
          prefixed('refund:', 'id').as('key'),
          fragment.lit<string>('entry-refund').as('entry_kind'),
          fragment<string>`coalesce(session_id, '')`.as('reference'),
          fragment.lit<string>('player').as('kind'),
          'address as owner',
          'amount_sun',
        ])
        .where('status', '=', 'applied')
        .where('purpose', '=', 'entry')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('seats')
                .select('seats.payment_id')
                .whereRef('seats.payment_id', '=', 'payments.id')
                .where('seats.fee_sun', '>', 0),
            ),
          ),
        ),
    )
    .unionAll(
      db
        .selectFrom('payments')
        .select([
          prefixed('payment:', 'txid').as('key'),
          fragment.lit<string>('refund').as('entry_kind'),
          'id as reference',
          fragment.lit<string>('player').as('kind'),
          'address as owner',
          'amount_sun',
        ])
        .where('status', '=', 'refunded'),
    )
    .unionAll(
      db
        .selectFrom('payouts')
        .select([
          prefixed('withdrawal:', 'id').as('key'),
          fragment.lit<string>('withdrawal').as('entry_kind'),
          'id as reference',
          fragment.lit<string>('player').as('kind'),
          'address as owner',
          fragment<number>`-amount_sun - fee_sun`.as('amount_sun'),
        ]),
    )
    .unionAll(
      db
        .selectFrom('payouts')
        .select([
          prefixed('withdrawal:', 'id').as('key'),
          fragment.lit<string>('withdrawal').as('entry_kind'),
          'id as reference',
          fragment.lit<string>('house').as('kind'),
          fragment.lit<string>('').as('owner'),
          'fee_sun as amount_sun',
        ])
        .where('fee_sun', '>', 0),
    )
    .unionAll(
      db
        .selectFrom('payouts')
        .select([
          prefixed('withdrawal-sent:', 'id').as('key'),
          fragment.lit<string>('withdrawal-sent').as('entry_kind'),
          'id as reference',
          fragment.lit<string>('chain-out').as('kind'),
          fragment.lit<string>('').as('owner'),
          'amount_sun',
        ])
        .where('status', '=', 'confirmed'),
    )
    .unionAll(
      db
        .selectFrom('payouts')
        .select([
          prefixed('withdrawal-return:', 'id').as('key'),
          fragment.lit<string>('withdrawal-return').as('entry_kind'),
          'id as reference',
          fragment.lit<string>('player').as('kind'),
          'address as owner',
          fragment<number>`amount_sun + fee_sun`.as('amount_sun'),
        ])
        .where('status', '=', 'returned'),
    )
    .unionAll(
      db
        .selectFrom('battles')
        .select([
          prefixed('settle:', 'session_id').as('key'),
          fragment.lit<string>('battle-share').as('entry_kind'),
          'session_id as reference',
          fragment.lit<string>('escrow').as('kind'),
          'session_id as owner',
          fragment<number>`${HELD_AT_END} - pool_sun`.as('amount_sun'),
        ])
        .where(({ eb }) => eb('pool_sun', '>', HELD_AT_END)),
    )
    .unionAll(
      db
        .selectFrom('battles')
        .select([
          prefixed('settle:', 'session_id').as('key'),
          fragment.lit<string>('battle-share').as('entry_kind'),
          'session_id as reference',
          fragment.lit<string>('house').as('kind'),
          fragment.lit<string>('').as('owner'),
          'house_sun as amount_sun',
        ])
        .where('house_sun', '>', 0),
    )
    .unionAll(
      db
        .selectFrom((eb) =>
          eb
            .selectFrom('results')
            .select(['session_id', 'address', 'share_sun as part_sun'])
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('examinations')
                    .select('examinations.id')
                    .whereRef('examinations.session_id', '=', 'results.session_id')
                    .whereRef('examinations.place', '=', 'results.place')
                    .where('examinations.share_sun', '>', 0),
                ),
              ),
            )
            .unionAll(
              eb
                .selectFrom('battles')
                .innerJoin('sessions', 'sessions.id', 'battles.session_id')
                .select(['session_id', 'creator_address as address', 'creator_sun as part_sun']),
            )
            .as('parts'),
        )
        .select(({ fn }) => [
          prefixed('settle:', 'session_id').as('key'),
          fragment.lit<string>('battle-share').as('entry_kind'),
          'session_id as reference',
          fragment.lit<string>('player').as('kind'),
          'address as owner',
          fn.sum<number>('part_sun').as('amount_sun'),
        ])
        .where('part_sun', '>', 0)
        .groupBy(['session_id', 'address']),
    )
    .unionAll(expectedShares(db));
