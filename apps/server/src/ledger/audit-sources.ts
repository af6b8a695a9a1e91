import type { Database } from '../platform/database/index.ts';
import { balanceOf, RESTORED_DEBTS } from './ledger.ts';

/** Messages about payments that do not match their purchase. */
export async function findWrongPurchases(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .leftJoin('purchases', 'purchases.id', 'payments.id')
    .select(['payments.id', 'payments.status', 'purchases.id as purchase_id'])
    .where(({ eb, or, and, ref }) =>
      or([
        and([
          eb('payments.status', '=', 'applied'),
          eb('payments.purpose', 'not in', ['entry', 'deposit', 'skin']),
          or([
            eb('purchases.address', 'is distinct from', ref('payments.address')),
            eb('purchases.upgrade_id', 'is distinct from', ref('payments.upgrade_id')),
            eb('purchases.price_sun', 'is distinct from', ref('payments.amount_sun')),
            eb('purchases.txid', 'is distinct from', ref('payments.txid')),
          ]),
        ]),
        and([
          or([eb('payments.status', '!=', 'applied'), eb('payments.purpose', 'in', ['entry', 'deposit', 'skin'])]),
          eb('purchases.id', 'is not', null),
        ]),
      ]),
    )
    .orderBy('payments.id')
    .execute();
  return rows.map(
    ({ id, status, purchase_id }) =>
      `payment ${id} is ${status}, and its purchase ${purchase_id === null ? 'is not there' : 'says something else'}`,
  );
}

/** Messages about payments for skins that do not match their purchase. */
export async function findWrongSkins(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .fullJoin('skin_purchases', 'skin_purchases.id', 'payments.id')
    .select(({ fn }) => [fn.coalesce('payments.id', 'skin_purchases.id').as('id')])
    .where(({ eb, or, and, ref }) =>
      or([
        and([
          eb('payments.purpose', '=', 'skin'),
          eb('payments.status', '=', 'applied'),
          eb('skin_purchases.id', 'is', null),
        ]),
        and([
          eb('skin_purchases.id', 'is not', null),
          or([
            eb('payments.status', 'is distinct from', 'applied'),
            eb('payments.address', 'is distinct from', ref('skin_purchases.address')),
            eb('payments.skin_id', 'is distinct from', ref('skin_purchases.skin_id')),
            eb('payments.amount_sun', 'is distinct from', ref('skin_purchases.price_sun')),
          ]),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => `payment ${id} and its skin do not match`);
}

/** Messages about seats whose fee differs from their payment. */
export async function findWrongSeats(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('seats')
    .leftJoin('payments', 'payments.id', 'seats.payment_id')
    .select([
      'seats.user_id',
      'seats.session_id',
      'seats.fee_sun',
      'seats.payment_id',
      'payments.status',
      'payments.amount_sun',
    ])
    .where('seats.fee_sun', '>', 0)
    .where(({ eb, or, ref }) =>
      or([
        eb('seats.status', '!=', 'taken'),
        eb('payments.amount_sun', 'is distinct from', ref('seats.fee_sun')),
        eb('payments.session_id', 'is distinct from', ref('seats.session_id')),
        eb('payments.address', 'is distinct from', ref('seats.address')),
        eb('payments.purpose', 'is distinct from', 'entry'),
        eb('payments.status', 'is distinct from', 'applied'),
      ]),
    )
    .orderBy('seats.session_id')
    .orderBy('seats.user_id')
    .execute();
  return rows.map(
    (row) =>
      `seat ${row.user_id} of session ${row.session_id} says that ${row.fee_sun} sun were paid for it by payment ` +
      `${row.payment_id ?? ''}; ${row.status === null ? 'there is none' : `that is ${row.status}, and of ${row.amount_sun}`}`,
  );
}

/**
 * Messages about sessions whose escrow differs from the fees of their seats or, after their end, from the shares that are held, and about escrows without a
 * session.
 */
export async function findWrongEscrows(db: Database): Promise<string[]> {
  const rows = await db
    .with('escrows', (cte) =>
      cte.selectFrom('sessions').select(({ fn, lit, selectFrom: subquery }) => [
        'sessions.id',
        'sessions.status',
        fn
          .coalesce(
            subquery('accounts')
              .innerJoin('postings', 'postings.account_id', 'accounts.id')
              .select('postings.balance_sun')
              .where('accounts.kind', '=', 'escrow')
              .whereRef('accounts.owner', '=', 'sessions.id')
              .orderBy('postings.number', 'desc')
              .limit(1),
            lit(0),
          )
          .as('held'),
        fn
          .coalesce(
            subquery('seats')
              .select((eb) => eb.fn.sum<number>('seats.fee_sun').as('sum'))
              .whereRef('seats.session_id', '=', 'sessions.id')
              .where('sessions.ended_at', 'is', null),
            subquery('examinations')
              .select((eb) => eb.fn.sum<number>('examinations.amount_sun').as('sum'))
              .whereRef('examinations.session_id', '=', 'sessions.id')
              .where('examinations.status', '=', 'held'),
            lit(0),
          )
          .as('due'),
      ]),
    )
    .selectFrom('escrows')
    .selectAll()
    .whereRef('held', '!=', 'due')
    .orderBy('id')
    .execute();
  const strays = await db
    .selectFrom('accounts')
    .select('owner')
    .where('kind', '=', 'escrow')
    .where('owner', 'not in', ({ selectFrom }) => selectFrom('sessions').select('sessions.id'))
    .orderBy('owner')
    .execute();
  return [
    ...rows.map(
      ({ id, status, held, due }) =>
        `session ${id} is ${status}, its escrow holds ${held} sun, and ${due} are to be there`,
    ),
    ...strays.map(({ owner }) => `escrow ${owner} is of no session`),
  ];
}

/** A message if the debts of players after a restore differ from the account of these debts. */
export async function findWrongDebts(db: Database): Promise<string[]> {
  const debts = await db
    .selectFrom('found_transfers')
    .select(({ fn }) => fn.sum<number | null>('debt_sun').as('sum'))
    .executeTakeFirstOrThrow();
  const owed = debts.sum ?? 0;
  const held = await balanceOf(db, RESTORED_DEBTS);
  return held + owed === 0 ? [] : [`players owe ${owed} sun after a restore, and its account holds ${held}`];
}

/** Messages about sessions that have ended and do not match their battle. */
export async function findWrongBattles(db: Database): Promise<string[]> {
  const rows = await db
    .with('ended', (cte) =>
      cte
        .selectFrom('sessions')
        .leftJoin('battles', 'battles.session_id', 'sessions.id')
        .select(({ fn, lit, selectFrom: subquery }) => [
          'sessions.id',
          'sessions.status',
          'battles.pool_sun',
          'battles.creator_sun',
          'battles.house_sun',
          fn
            .coalesce(
              subquery('seats')
                .select((eb) => eb.fn.sum<number>('seats.fee_sun').as('sum'))
                .whereRef('seats.session_id', '=', 'sessions.id'),
              lit(0),
            )
            .as('fees'),
          fn
            .coalesce(
              subquery('results')
                .select((eb) => eb.fn.sum<number>('results.share_sun').as('sum'))
                .whereRef('results.session_id', '=', 'sessions.id'),
              lit(0),
            )
            .as('shares'),
        ])
        .where('sessions.ended_at', 'is not', null),
    )
    .selectFrom('ended')
    .selectAll()
    .where(({ eb, or, and, ref }) =>
      or([
        and([
          eb('status', '=', 'settled'),
          or([
            eb('pool_sun', 'is distinct from', ref('fees')),
            eb(eb(eb('creator_sun', '+', ref('house_sun')), '+', ref('shares')), 'is distinct from', ref('fees')),
          ]),
        ]),
        and([eb('status', '!=', 'settled'), or([eb('pool_sun', 'is not', null), eb('fees', '!=', 0)])]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id, status, fees, pool_sun, creator_sun, house_sun, shares }) => {
    const sharedSun = (creator_sun ?? 0) + (house_sun ?? 0) + shares;
    const battle =
      pool_sun === null ? 'is not there' : `has a pool of ${pool_sun}, of which ${sharedSun} are shared out`;
    return `session ${id} is ${status}, ${fees} sun were paid and kept for its seats, and its battle ${battle}`;
  });
}

/** Messages about shares of a battle whose payout is to another address or of another amount. */
export async function findWrongPayouts(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('results')
    .innerJoin('payouts', 'payouts.id', 'results.payout_id')
    .select(['results.user_id', 'results.session_id', 'results.share_sun', 'results.payout_id'])
    .where(({ eb, or, ref }) =>
      or([
        eb('payouts.address', '!=', ref('results.address')),
        eb('payouts.amount_sun', '!=', ref('results.share_sun')),
        eb('payouts.fee_sun', '!=', 0),
      ]),
    )
    .orderBy('results.session_id')
    .orderBy('results.user_id')
    .execute();
  return rows.map(
    (row) =>
      `the share of ${row.user_id} in battle ${row.session_id} is ${row.share_sun} sun, and its payout ${row.payout_id} of another`,
  );
}

/** Messages about shares that were held and differ from the result, or from what of refused shares was added to them or passed on. */
export async function findWrongShares(db: Database): Promise<string[]> {
  const rows = await db
    .with('shares', (cte) =>
      cte
        .selectFrom('examinations')
        .leftJoin('results', (join) =>
          join
            .onRef('results.session_id', '=', 'examinations.session_id')
            .onRef('results.place', '=', 'examinations.place'),
        )
        .select(({ fn, lit, selectFrom: subquery }) => [
          'examinations.id',
          'examinations.status',
          'examinations.share_sun',
          'examinations.amount_sun',
          fn.coalesce('results.share_sun', lit(0)).as('won'),
          fn
            .coalesce(
              subquery('passed_shares')
                .select((eb) => eb.fn.sum<number>('passed_shares.amount_sun').as('sum'))
                .whereRef('passed_shares.session_id', '=', 'examinations.session_id')
                .whereRef('passed_shares.to_place', '=', 'examinations.place')
                .where('passed_shares.is_held', '=', 1),
              lit(0),
            )
            .as('added'),
          fn
            .coalesce(
              subquery('passed_shares')
                .select((eb) => eb.fn.sum<number>('passed_shares.amount_sun').as('sum'))
                .whereRef('passed_shares.from_id', '=', 'examinations.id'),
              lit(0),
            )
            .as('passed'),
        ]),
    )
    .selectFrom('shares')
    .selectAll()
    .where(({ eb, or, and, ref }) =>
      or([
        and([eb('share_sun', '!=', 0), eb('share_sun', '!=', ref('won'))]),
        eb('amount_sun', '!=', eb('share_sun', '+', ref('added'))),
        and([eb('status', '=', 'refused'), eb('amount_sun', '!=', ref('passed'))]),
        and([eb('status', '!=', 'refused'), eb('passed', '!=', 0)]),
        and([eb('status', '=', 'clear'), eb('amount_sun', '!=', 0)]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(
    ({ id, status, share_sun, amount_sun, won, added, passed }) =>
      `share ${id} is ${status}: ${share_sun} of ${won} sun were held, ${added} added, ${amount_sun} decided about, and ${passed} passed on`,
  );
}
