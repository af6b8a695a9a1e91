import type { Database } from '../platform/database/index.ts';
import { expectedEntries } from './expected-entries.ts';

/** Messages about rounds, payments, payouts and battles whose entry is missing or different. */
export async function findMissingEntries(db: Database): Promise<string[]> {
  const rows = await db
    .with((cte) => cte('expected').materialized(), expectedEntries)
    .selectFrom('expected')
    .leftJoin('entries', (join) =>
      join
        .onRef('entries.key', '=', 'expected.key')
        .onRef('entries.kind', '=', 'expected.entry_kind')
        .onRef('entries.reference', '=', 'expected.reference'),
    )
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.kind', '=', 'expected.kind').onRef('accounts.owner', '=', 'expected.owner'),
    )
    .leftJoin('postings', (join) =>
      join.onRef('postings.entry_id', '=', 'entries.id').onRef('postings.account_id', '=', 'accounts.id'),
    )
    .select([
      'expected.key',
      'expected.entry_kind',
      'expected.reference',
      'expected.kind',
      'expected.owner',
      'expected.amount_sun',
      'postings.amount_sun as posted_sun',
    ])
    .where('postings.amount_sun', 'is distinct from', ({ ref }) => ref('expected.amount_sun'))
    .orderBy('expected.key')
    .orderBy('expected.kind')
    .orderBy('expected.owner')
    .execute();
  return rows.map(
    (row) =>
      `entry ${row.key} (${row.entry_kind} for ${row.reference}) must move ${row.amount_sun} sun on account ${row.kind} ` +
      `${row.owner}; ${row.posted_sun === null ? 'it does not' : `it moves ${row.posted_sun}`}`,
  );
}

/** Messages about entries for rounds, payments, payouts and battles that are missing or have another status. */
export async function findSurplusEntries(db: Database): Promise<string[]> {
  const rows = await db
    .with((cte) => cte('expected').materialized(), expectedEntries)
    .selectFrom('entries')
    .select(['entries.key', 'entries.kind', 'entries.reference'])
    .where(({ eb, or, and, selectFrom }) =>
      or([
        and([
          eb('entries.kind', 'in', [
            'round-reward',
            'deposit',
            'purchase',
            'refund',
            'withdrawal',
            'withdrawal-sent',
            'withdrawal-return',
            'entry-fee',
            'entry-refund',
            'battle-share',
          ]),
          eb('entries.key', 'not in', selectFrom('expected').select('expected.key')),
        ]),
        and([
          eb('entries.kind', '=', 'network-fee'),
          eb(
            'entries.reference',
            'not in',
            selectFrom('payouts').select('payouts.id').where('payouts.status', '=', 'confirmed'),
          ),
        ]),
      ]),
    )
    .orderBy('entries.id')
    .execute();
  return rows.map(
    ({ key, kind, reference }) => `entry ${key} (${kind}) is for ${reference}, which does not call for it`,
  );
}
