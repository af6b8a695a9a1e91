import type { z } from 'zod';
import type { Call } from './call.ts';
import { BATTLE_CALLS } from './calls/battles.ts';
import { CHAT_CALLS } from './calls/chat.ts';
import { DAILY_CALLS } from './calls/daily.ts';
import { LEDGER_CALLS } from './calls/ledger.ts';
import { PAYMENT_CALLS } from './calls/payments.ts';
import { PLATFORM_CALLS } from './calls/platform.ts';
import { PLAYER_CALLS } from './calls/players.ts';
import { PRACTICE_CALLS } from './calls/practice.ts';
import { PROTECTION_CALLS } from './calls/protection.ts';
import { ROUND_CALLS } from './calls/rounds.ts';
import { SEASON_CALLS } from './calls/seasons.ts';
import { SEAT_CALLS } from './calls/seats.ts';
import { SESSION_CALLS } from './calls/sessions.ts';
import { SHARED_ROUND_CALLS } from './calls/shared-rounds.ts';
import { SIGN_IN_CALLS } from './calls/sign-in.ts';
import { SKIN_CALLS } from './calls/skins.ts';
import { STATISTICS_CALLS } from './calls/statistics.ts';
import { UPGRADE_CALLS } from './calls/upgrades.ts';
import { WATCHING_CALLS } from './calls/watching.ts';
import { WITHDRAWAL_CALLS } from './calls/withdrawals.ts';
import { address, id, storableText, txid } from './field.ts';

/** Every call of the product server's HTTP API, by name. The documentation shows topics in this order. */
export const CALLS = {
  ...PLATFORM_CALLS,
  ...SIGN_IN_CALLS,
  ...PLAYER_CALLS,
  ...LEDGER_CALLS,
  ...PROTECTION_CALLS,
  ...ROUND_CALLS,
  ...PRACTICE_CALLS,
  ...DAILY_CALLS,
  ...SHARED_ROUND_CALLS,
  ...UPGRADE_CALLS,
  ...SKIN_CALLS,
  ...PAYMENT_CALLS,
  ...WITHDRAWAL_CALLS,
  ...STATISTICS_CALLS,
  ...SEASON_CALLS,
  ...SESSION_CALLS,
  ...SEAT_CALLS,
  ...BATTLE_CALLS,
  ...WATCHING_CALLS,
  ...CHAT_CALLS,
} as const satisfies Readonly<Record<string, Call>>;

/** What the parameters of paths look like. */
export const PARAMETERS: Readonly<Record<string, z.ZodType>> = {
  address,
  id,
  userId: storableText.max(100),
  messageId: storableText.max(64),
  txid,
};

/** Name of a call. */
export type CallName = keyof typeof CALLS;
