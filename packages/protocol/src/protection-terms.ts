import type { FailureCode } from './failure.ts';

/** Version of the text that a player confirms about the age. A player who confirmed an older one is asked again. */
export const AGE_TEXT_VERSION = 1;

/** Youngest age of paid play, years. */
export const MINIMUM_AGE = 18;

/** What a limit counts: the net loss of paid play, or the deposits to the balance. */
export const LIMIT_KINDS = ['loss', 'deposit'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** The periods of limits, in UTC: the day, the week from Monday on, and the month. */
export const LIMIT_PERIODS = ['day', 'week', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** Highest limit, sun: one million TRX. */
export const MAX_LIMIT_SUN = 1_000_000_000_000;

/** Delay until a higher limit, or the removal of a limit, is in force, ms. */
export const LIMIT_RAISE_MS = 86_400_000;

/** Shortest and longest break, days. */
export const MIN_BREAK_DAYS = 1;
export const MAX_BREAK_DAYS = 42;

/** Shortest and longest self-exclusion, months. */
export const MIN_EXCLUSION_MONTHS = 6;
export const MAX_EXCLUSION_MONTHS = 120;

/** Paid play after which the server asks for the answer to a reality check, ms. */
export const REALITY_CHECK_MS = 3_600_000;

/** Why a paid action is refused to protect its player. Every paid action can fail with these. */
export const PROTECTION_FAILURES = [
  'ERR_PAID_PLAY_OFF',
  'ERR_COUNTRY_REFUSED',
  'ERR_SELF_EXCLUDED',
  'ERR_ON_BREAK',
  'ERR_AGE_UNCONFIRMED',
  'ERR_REALITY_CHECK',
  'ERR_LIMIT_LOSS',
] as const satisfies readonly FailureCode[];

/** Why a deposit is refused to protect its player. */
export const DEPOSIT_FAILURES = [
  'ERR_PAID_PLAY_OFF',
  'ERR_COUNTRY_REFUSED',
  'ERR_SELF_EXCLUDED',
  'ERR_ON_BREAK',
  'ERR_AGE_UNCONFIRMED',
  'ERR_REALITY_CHECK',
  'ERR_LIMIT_DEPOSIT',
] as const satisfies readonly FailureCode[];

/** A code of the protection of players. */
export type ProtectionFailure = (typeof PROTECTION_FAILURES)[number] | 'ERR_LIMIT_DEPOSIT';

/** Whether a failure protects a player. */
export const isProtectionFailure = (code: string): code is ProtectionFailure =>
  code === 'ERR_LIMIT_DEPOSIT' || (PROTECTION_FAILURES as readonly string[]).includes(code);
