import type { Context } from '../platform/context/index.ts';
import type { Database } from '../platform/database/index.ts';
import { limitRowsOf, setLimit } from './limits.ts';

/** Interval of deleting protections that have ended, ms. */
const SWEEP_MS = 3_600_000;

/**
 * Deletes what is stored about a player whose profile was just deleted, in the caller's transaction. A break and a self-exclusion stay until they end, and
 * limits for the 24 hours that a removal takes, so that deleting a profile lifts nothing.
 */
export async function forgetProtection(db: Database, address: string, nowMs: number): Promise<void> {
  for (const { kind, period, next_at, next_sun } of await limitRowsOf(db, address)) {
    const isGoing = next_at !== null && next_sun === null;
    if (!isGoing) await setLimit(db, address, { kind, period, amountSun: null }, nowMs);
  }
  await db
    .updateTable('protections')
    .set({ age_version: null, age_confirmed_at: null, play_since: null, checked_at: null, last_paid_at: null })
    .where('address', '=', address)
    .execute();
  await sweepProtections(db, nowMs);
}

/** Deletes removed limits, and the rows of deleted profiles whose break and self-exclusion are over. */
export async function sweepProtections(db: Database, nowMs: number): Promise<void> {
  await db
    .deleteFrom('player_limits')
    .where((row) =>
      row.or([
        row.and([row('amount_sun', 'is', null), row('next_at', 'is', null)]),
        row.and([row('next_sun', 'is', null), row('next_at', '<=', Math.floor(nowMs))]),
      ]),
    )
    .execute();
  await db
    .deleteFrom('protections')
    .where('address', 'in', (eb) => eb.selectFrom('players').select('address').where('deleted_at', 'is not', null))
    .where((row) => row.or([row('break_until', 'is', null), row('break_until', '<=', Math.floor(nowMs))]))
    .where((row) => row.or([row('excluded_until', 'is', null), row('excluded_until', '<=', Math.floor(nowMs))]))
    .execute();
}

/** The worker's task that deletes protections that have ended, once an hour. */
export function createProtectionTask({ db, now }: Pick<Context, 'db' | 'now'>): () => Promise<void> {
  let nextMs = -Infinity;
  return async () => {
    const nowMs = now();
    if (nowMs < nextMs && nextMs - nowMs <= SWEEP_MS) return;
    nextMs = nowMs + SWEEP_MS;
    await db.inTransaction(async () => sweepProtections(db, nowMs));
  };
}
