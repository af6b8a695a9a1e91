import { z } from 'zod';
import { timeMs } from '../field.ts';
import { SUN_PER_TRX } from '../money.ts';
import { auditLine, reason } from './review.ts';

/** Units of settings. `sun` is shown in TRX. */
export const SETTING_UNITS = ['sun', 'percent', 'hours'] as const;

/** Highest amount of a setting, sun. */
const MAX_SUN = 100_000 * SUN_PER_TRX;

/** Settings that operators change at the desk: their unit, and the bounds of their whole numbers. docs/operations.md explains each. */
export const OPERATOR_SETTINGS = {
  'round-cap': { unit: 'sun', min: 0, max: MAX_SUN },
  'new-account-cap': { unit: 'sun', min: 0, max: MAX_SUN },
  'growth-day': { unit: 'sun', min: 0, max: MAX_SUN },
  'growth-round': { unit: 'sun', min: 0, max: MAX_SUN },
  'growth-deposit': { unit: 'percent', min: 0, max: 1_000 },
  'network-cap': { unit: 'percent', min: 0, max: 100 },
  'hour-share': { unit: 'percent', min: 1, max: 100 },
  'first-withdrawal-wait': { unit: 'hours', min: 0, max: 720 },
} as const satisfies Readonly<
  Record<string, { readonly unit: (typeof SETTING_UNITS)[number]; readonly min: number; readonly max: number }>
>;
export type SettingName = keyof typeof OPERATOR_SETTINGS;

/** Names of the settings in the order in which they are listed. */
export const SETTING_NAMES = Object.keys(OPERATOR_SETTINGS) as [SettingName, ...SettingName[]];

const settingName = z.enum(SETTING_NAMES);

/** A setting with its default and the value in force. */
export const operatorSetting = z.object({
  name: settingName,
  unit: z.enum(SETTING_UNITS),
  min: z.int(),
  max: z.int(),
  defaultValue: z.int(),
  value: z.int(),
  /** The operator who has changed it last, and when; null while the default is in force. */
  changedBy: z.string().nullable(),
  changedAt: timeMs.nullable(),
});
export type OperatorSetting = z.infer<typeof operatorSetting>;

/** All settings, and their newest changes. */
export const operatorSettings = z.object({ settings: z.array(operatorSetting), changes: z.array(auditLine) });
export type OperatorSettings = z.infer<typeof operatorSettings>;

/** A change of a setting. The value null restores the default. */
export const settingChange = z.strictObject({ name: settingName, value: z.int().nullable(), reason });
