import { err, ok, type Result } from '@popfray/engine/result';
import { makeTrx } from '@popfray/protocol';
import { OPERATOR_SETTINGS, SETTING_NAMES, type OperatorSettings, type SettingName } from '@popfray/protocol/admin';
import { auditEventsOfAct, recordAuditEvent } from '../platform/audit/index.ts';
import type { SettingValues } from '../platform/config/index.ts';
import type { Context } from '../platform/context/index.ts';
import { type Database, prepareQuery } from '../platform/database/index.ts';

/** Most changes that the desk lists beside the settings. */
const LISTED = 20;

/** All values that operators have set. Compiled once, because every reward reads them. */
const findRows = prepareQuery((db: Database) => db.selectFrom('operator_settings').selectAll());

/** What reading settings needs. */
type SettingsContext = Pick<Context, 'db' | 'settings'>;

/** The values in force: an operator's, or the defaults. */
export async function readSettings({ db, settings }: SettingsContext): Promise<SettingValues> {
  const rows = await findRows(db);
  return { ...settings.limitDefaults, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) };
}

/** An operator's change of a setting. */
interface SettingChange {
  readonly name: SettingName;
  /** Null restores the default. */
  readonly value: number | null;
  readonly reason: string;
  /** The operator's address. */
  readonly by: string;
}

/** Changes a setting, with an audit event that states the old and the new value. The value that is in force already changes nothing. */
export async function changeSetting(
  context: Pick<Context, 'db' | 'settings' | 'now'>,
  { name, value, reason, by }: SettingChange,
): Promise<Result<null, 'ERR_SETTING_VALUE'>> {
  const { db, settings, now } = context;
  const { min, max } = OPERATOR_SETTINGS[name];
  if (value !== null && (!Number.isSafeInteger(value) || value < min || value > max)) return err('ERR_SETTING_VALUE');
  const nowMs = Math.floor(now());
  await db.inTransaction(async () => {
    const stored = (await findRows(db)).find((row) => row.name === name)?.value ?? null;
    if (stored === value) return;
    const defaultValue = settings.limitDefaults[name];
    await store(db, name, value, by, nowMs);
    const change = `${describe(name, stored ?? defaultValue)} → ${describe(name, value ?? defaultValue)}`;
    const what = value === null ? `${change} (default)` : change;
    await recordAuditEvent(db, { by, act: 'setting', subject: name, reason: `${what}: ${reason}` }, nowMs);
  });
  return ok(null);
}

async function store(db: Database, name: SettingName, value: number | null, by: string, nowMs: number): Promise<void> {
  if (value === null) {
    await db.deleteFrom('operator_settings').where('name', '=', name).execute();
    return;
  }
  const columns = { value, changed_by: by, changed_at: nowMs };
  await db
    .insertInto('operator_settings')
    .values({ name, ...columns })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
    .execute();
}

/** A value with its unit, for the audit log. */
function describe(name: SettingName, value: number): string {
  switch (OPERATOR_SETTINGS[name].unit) {
    case 'sun':
      return `${makeTrx(value)} TRX`;
    case 'percent':
      return `${value} %`;
    case 'hours':
      return `${value} h`;
  }
}

/** All settings as the desk shows them, with their newest changes. */
export async function showSettings({ db, settings }: SettingsContext): Promise<OperatorSettings> {
  return db.inSnapshot(async () => {
    const rows = new Map((await findRows(db)).map((row) => [row.name, row]));
    const listed = SETTING_NAMES.map((name) => {
      const row = rows.get(name);
      const defaultValue = settings.limitDefaults[name];
      return {
        name,
        ...OPERATOR_SETTINGS[name],
        defaultValue,
        value: row?.value ?? defaultValue,
        changedBy: row?.changed_by ?? null,
        changedAt: row?.changed_at ?? null,
      };
    });
    return { settings: listed, changes: await auditEventsOfAct(db, 'setting', LISTED) };
  });
}
