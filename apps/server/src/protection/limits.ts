import {
  LIMIT_KINDS,
  LIMIT_PERIODS,
  LIMIT_RAISE_MS,
  type LimitKind,
  type LimitPlan,
  type PlayerLimit,
} from '@popfray/protocol';
import { type Database, type PlayerLimitRow, prepareQuery } from '../platform/database/index.ts';
import { depositsOf, type Movement, movementsOf, type Pending, pendingOf, resultOf } from './movements.ts';
import { periodOf } from './period.ts';

/** A player's limits. Compiled once, because every paid action runs it. */
const findLimits = prepareQuery((db: Database, address: string) =>
  db.selectFrom('player_limits').selectAll().where('address', '=', address),
);

/** The amount of a limit that is in force at a time, sun; null for none. */
export const amountAt = ({ amount_sun, next_sun, next_at }: PlayerLimitRow, nowMs: number): number | null =>
  next_at !== null && next_at <= nowMs ? next_sun : amount_sun;

/** Rows of a player's limits. */
export const limitRowsOf = async (db: Database, address: string): Promise<PlayerLimitRow[]> => findLimits(db, address);

/**
 * Sets a limit, in the caller's transaction. A lower amount is in force at once; a higher one, or null for none, after 24 hours. The amount that is
 * in force already cancels a planned change.
 */
export async function setLimit(
  db: Database,
  address: string,
  { kind, period, amountSun }: LimitPlan,
  nowMs: number,
): Promise<void> {
  const known = (await findLimits(db, address)).find((row) => row.kind === kind && row.period === period);
  const current = known === undefined ? null : amountAt(known, nowMs);
  const isLater = current !== null && (amountSun === null || amountSun > current);
  const change = isLater
    ? { amount_sun: current, next_sun: amountSun, next_at: Math.floor(nowMs) + LIMIT_RAISE_MS }
    : { amount_sun: amountSun, next_sun: null, next_at: null };
  await db
    .insertInto('player_limits')
    .values({ address, kind, period, ...change })
    .onConflict((conflict) => conflict.columns(['address', 'kind', 'period']).doUpdateSet(change))
    .execute();
}

/** How a player's money has moved as far as limits count it, and what is still on its way. */
interface Usage {
  readonly movements: readonly Movement[];
  readonly pending: Pending;
}

/** What a limit has counted in its current period, sun. */
function usedOf({ kind, period }: Pick<PlayerLimitRow, 'kind' | 'period'>, usage: Usage, nowMs: number): number {
  const { startMs } = periodOf(period, nowMs);
  if (kind === 'deposit') return usage.pending.depositsSun + depositsOf(usage.movements, startMs);
  return usage.pending.spentSun - resultOf(usage.movements, startMs);
}

/** Whether an amount would exceed a limit of a kind. An amount of 0 exceeds one that is reached. */
export async function isExceeded(
  db: Database,
  address: string,
  { kind, amountSun }: { readonly kind: LimitKind; readonly amountSun: number },
  nowMs: number,
): Promise<boolean> {
  const inForce = (await findLimits(db, address)).flatMap((row) => {
    const limitSun = row.kind === kind ? amountAt(row, nowMs) : null;
    return limitSun === null ? [] : [{ row, limitSun }];
  });
  if (inForce.length === 0) return false;
  const sinceMs = Math.min(...inForce.map(({ row }) => periodOf(row.period, nowMs).startMs));
  const usage = await readUsage(db, address, sinceMs, nowMs);
  return inForce.some(({ row, limitSun }) => usedOf(row, usage, nowMs) + Math.max(1, amountSun) > limitSun);
}

/** When the limit of a kind with the least left starts its next period, epoch ms; null without a limit. */
export async function nextReset(db: Database, address: string, kind: LimitKind, nowMs: number): Promise<number | null> {
  const [tightest] = (await showLimits(db, address, nowMs))
    .flatMap(({ amountSun, usedSun, resetsAt, ...limit }) =>
      limit.kind === kind && amountSun !== null ? [{ leftSun: amountSun - usedSun, resetsAt }] : [],
    )
    .toSorted((a, b) => a.leftSun - b.leftSun || b.resetsAt - a.resetsAt);
  return tightest?.resetsAt ?? null;
}

const readUsage = async (db: Database, address: string, sinceMs: number, nowMs: number): Promise<Usage> => ({
  movements: await movementsOf(db, address, sinceMs),
  pending: await pendingOf(db, address, nowMs),
});

/** All limits that a player can have, with what they have counted. */
export async function showLimits(db: Database, address: string, nowMs: number): Promise<PlayerLimit[]> {
  const rows = await findLimits(db, address);
  const sinceMs = Math.min(periodOf('week', nowMs).startMs, periodOf('month', nowMs).startMs);
  const usage = await readUsage(db, address, sinceMs, nowMs);
  return LIMIT_KINDS.flatMap((kind) =>
    LIMIT_PERIODS.map((period): PlayerLimit => {
      const row = rows.find((known) => known.kind === kind && known.period === period);
      const isPlanned = row !== undefined && row.next_at !== null && row.next_at > nowMs;
      return {
        kind,
        period,
        amountSun: row === undefined ? null : amountAt(row, nowMs),
        next: isPlanned ? { amountSun: row.next_sun, at: row.next_at ?? 0 } : null,
        usedSun: usedOf({ kind, period }, usage, nowMs),
        resetsAt: periodOf(period, nowMs).endMs,
      };
    }),
  );
}
