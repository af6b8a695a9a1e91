import { z } from 'zod';
import { signedSun, sun, timeMs } from './field.ts';
import { LIMIT_KINDS, LIMIT_PERIODS, MAX_LIMIT_SUN } from './protection-terms.ts';

/** An amount of a limit, sun; null for no limit. */
const limitSun = z.int().min(1).max(MAX_LIMIT_SUN).nullable();

/** A limit that a player asks for. */
export const limitPlan = z.strictObject({
  kind: z.enum(LIMIT_KINDS),
  period: z.enum(LIMIT_PERIODS),
  amountSun: limitSun,
});
export type LimitPlan = z.infer<typeof limitPlan>;

/** A limit of a player. */
const playerLimit = z.object({
  kind: z.enum(LIMIT_KINDS),
  period: z.enum(LIMIT_PERIODS),
  /** In force now; null for none. */
  amountSun: sun.nullable(),
  /** The higher limit, or its removal, that the player has asked for, and when it will be in force; null for none. */
  next: z.object({ amountSun: sun.nullable(), at: timeMs }).nullable(),
  /** Counted in the current period so far. A net win is negative. */
  usedSun: signedSun,
  /** When the next period begins. */
  resetsAt: timeMs,
});
export type PlayerLimit = z.infer<typeof playerLimit>;

/** What protects a player, with all times. */
export const protection = z.object({
  /** Whether the operator offers paid play. */
  isPaidPlayOn: z.boolean(),
  /** Whether the operator refuses the country from which the request comes. */
  isCountryRefused: z.boolean(),
  /** When the player confirmed the current text about the age; null when the player has not. */
  ageConfirmedAt: timeMs.nullable(),
  breakUntil: timeMs.nullable(),
  excludedUntil: timeMs.nullable(),
  limits: z.array(playerLimit),
  /** The player's current period of paid play; null when there is none. */
  play: z
    .object({
      since: timeMs,
      /** When the next reality check is due. */
      checkAt: timeMs,
      /** Whether the server refuses paid play until the check is answered. */
      isCheckDue: z.boolean(),
      /** What was won, or below 0 lost, since it began. */
      netSun: signedSun,
    })
    .nullable(),
});
export type Protection = z.infer<typeof protection>;

/** A month (UTC) of a player's statement. Amounts are at least 0, but for the net result. */
const statementMonth = z.object({
  /** `2026-01` */
  month: z.string(),
  depositsSun: sun,
  feesSun: sun,
  /** Entry fees that were given back. */
  refundsSun: sun,
  prizesSun: sun,
  upgradesSun: sun,
  /** Paid out, the network's fee included, less what was returned. It is negative when more of an earlier month was returned. */
  withdrawalsSun: signedSun,
  /** Corrections of the operator. */
  adjustmentsSun: signedSun,
  /** Prizes and refunds less fees and upgrades. */
  netSun: signedSun,
});
export type StatementMonth = z.infer<typeof statementMonth>;

/** A player's statement, the newest month first. */
export const statement = z.object({ months: z.array(statementMonth) });
