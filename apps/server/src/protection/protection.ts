import { err, ok, type Result } from '@popfray/engine/result';
import { AGE_TEXT_VERSION, type FailureCode, type Protection } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { type Database, prepareQuery, type ProtectionRow } from '../platform/database/index.ts';
import { DAY_MS } from '../platform/clock/index.ts';
import { isCountryRefused } from './country.ts';
import { showLimits } from './limits.ts';
import { movementsOf, resultOf } from './movements.ts';
import { addMonths } from './period.ts';
import { playAt } from './play.ts';

/** Compiled once, because every paid action runs it. */
const findRow = prepareQuery((db: Database, address: string) =>
  db.selectFrom('protections').selectAll().where('address', '=', address),
);

/** The row of a player for whom nothing is stored. */
const NONE: Omit<ProtectionRow, 'address'> = {
  age_version: null,
  age_confirmed_at: null,
  break_until: null,
  excluded_until: null,
  play_since: null,
  checked_at: null,
  last_paid_at: null,
};

/** What protects a player. */
export async function protectionOf(db: Database, address: string): Promise<ProtectionRow> {
  const [row] = await findRow(db, address);
  return row ?? { ...NONE, address };
}

/** Stores a change of what protects a player, in the caller's transaction. */
export async function change(
  db: Database,
  address: string,
  columns: Partial<Omit<ProtectionRow, 'address'>>,
): Promise<void> {
  const changed = await db.countChanges(db.updateTable('protections').set(columns).where('address', '=', address));
  if (changed > 0) return;
  await db
    .insertInto('protections')
    .values({ ...NONE, ...columns, address })
    .execute();
}

/** A time that is still to come; null for one that is over. */
export const later = (untilMs: number | null, nowMs: number): number | null =>
  untilMs !== null && untilMs > nowMs ? untilMs : null;

/** Whether a player has confirmed the current text about the age. */
export const isAgeConfirmed = ({ age_version: version }: ProtectionRow): boolean =>
  version !== null && version >= AGE_TEXT_VERSION;

/** Stores that a player has confirmed a version of the text about the age. The first confirmation of a version stays. */
export async function confirmAge(
  { db, now }: Pick<Context, 'db' | 'now'>,
  address: string,
  version: number,
): Promise<Result<null, FailureCode>> {
  if (version !== AGE_TEXT_VERSION) return err('ERR_AGE_VERSION');
  await db.inTransaction(async () => {
    if (isAgeConfirmed(await protectionOf(db, address))) return;
    await change(db, address, { age_version: version, age_confirmed_at: Math.floor(now()) });
  });
  return ok(null);
}

/** Refuses a player's paid actions for a number of days. A break that ends later stays. */
export const takeBreak = async (
  context: Pick<Context, 'db' | 'now'>,
  address: string,
  days: number,
): Promise<Result<null, FailureCode>> =>
  extend(context, address, 'break_until', Math.floor(context.now()) + days * DAY_MS);

/** Refuses a player's paid actions for a number of months. Nothing ends it before. */
export const excludeSelf = async (
  context: Pick<Context, 'db' | 'now'>,
  address: string,
  months: number,
): Promise<Result<null, FailureCode>> =>
  extend(context, address, 'excluded_until', addMonths(Math.floor(context.now()), months));

async function extend(
  { db }: Pick<Context, 'db'>,
  address: string,
  column: 'break_until' | 'excluded_until',
  untilMs: number,
): Promise<Result<null, FailureCode>> {
  return db.inTransaction(async (): Promise<Result<null, FailureCode>> => {
    const known = (await protectionOf(db, address))[column];
    if (known !== null && known > untilMs) return err('ERR_PROTECTION_SHORTER');
    await change(db, address, { [column]: untilMs });
    return ok(null);
  });
}

/** Stores the answer to a reality check. Without one that is due, nothing changes, so that no answer can be given ahead. */
export async function answerCheck({ db, now }: Pick<Context, 'db' | 'now'>, address: string): Promise<void> {
  const nowMs = Math.floor(now());
  await db.inTransaction(async () => {
    const play = playAt(await protectionOf(db, address), nowMs);
    if (play !== null && play.checkAt <= nowMs) await change(db, address, { checked_at: nowMs });
  });
}

/** Serializes what protects a player. */
export async function showProtection(context: Context, address: string): Promise<Protection> {
  return context.db.inSnapshot(async () => readProtection(context, address));
}

async function readProtection(context: Context, address: string): Promise<Protection> {
  const { db, settings } = context;
  const nowMs = Math.floor(context.now());
  const row = await protectionOf(db, address);
  const play = playAt(row, nowMs);
  return {
    isPaidPlayOn: settings.isPaidPlayOn,
    isCountryRefused: isCountryRefused(context),
    ageConfirmedAt: isAgeConfirmed(row) ? row.age_confirmed_at : null,
    breakUntil: later(row.break_until, nowMs),
    excludedUntil: later(row.excluded_until, nowMs),
    limits: await showLimits(db, address, nowMs),
    play: play && {
      ...play,
      isCheckDue: play.checkAt <= nowMs,
      netSun: resultOf(await movementsOf(db, address, play.since), play.since),
    },
  };
}
