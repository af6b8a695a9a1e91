import type { FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { Database, ProtectionRow } from '../platform/database/index.ts';
import { isCountryRefused } from './country.ts';
import { isExceeded, nextReset } from './limits.ts';
import { playAt } from './play.ts';
import { change, isAgeConfirmed, later, protectionOf } from './protection.ts';

/** The gate in front of every paid action: docs/decisions/0071-protection-of-players.md. */

/** What the gate reads of the context. */
type GateContext = Pick<Context, 'db' | 'now' | 'settings' | 'country'>;

/**
 * Why a player cannot make a paid action of an amount now; null when the player can. Call it in the transaction of the action, so that two actions at
 * the same time cannot both pass. The amount is 0 for what costs nothing, such as a solo round.
 */
export async function refusePaidAction(
  context: GateContext,
  address: string,
  amountSun: number,
): Promise<FailureCode | null> {
  return refuse(context, await protectionOf(context.db, address), amountSun);
}

/** The same, and notes the paid play when it is allowed. Call it where the action becomes final. */
export async function admitPaidAction(
  context: GateContext,
  address: string,
  amountSun: number,
): Promise<FailureCode | null> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const row = await protectionOf(db, address);
  const refusal = await refuse(context, row, amountSun);
  if (refusal !== null) return refusal;
  const isNew = playAt(row, nowMs) === null;
  await change(db, address, { ...(isNew && { play_since: nowMs, checked_at: nowMs }), last_paid_at: nowMs });
  return null;
}

/**
 * Why a player cannot deposit an amount now; null when the player can. Call it in the transaction that accepts the deposit, so that two deposits at the
 * same time cannot both pass. A deposit is no paid play: it does not begin or prolong a period of play.
 */
export async function refuseDeposit(
  context: GateContext,
  address: string,
  amountSun: number,
): Promise<FailureCode | null> {
  const { db, now } = context;
  const refusal = refusePlayer(context, await protectionOf(db, address));
  if (refusal !== null) return refusal;
  return (await isExceeded(db, address, { kind: 'deposit', amountSun }, now())) ? 'ERR_LIMIT_DEPOSIT' : null;
}

/** When a refusal ends without an action of the player, epoch ms; null when it does not, or when there is none. */
export async function refusalEnd(
  db: Database,
  address: string,
  code: FailureCode,
  nowMs: number,
): Promise<number | null> {
  switch (code) {
    case 'ERR_SELF_EXCLUDED':
      return later((await protectionOf(db, address)).excluded_until, nowMs);
    case 'ERR_ON_BREAK':
      return later((await protectionOf(db, address)).break_until, nowMs);
    case 'ERR_LIMIT_LOSS':
      return nextReset(db, address, 'loss', nowMs);
    case 'ERR_LIMIT_DEPOSIT':
      return nextReset(db, address, 'deposit', nowMs);
    default:
      return null;
  }
}

async function refuse(context: GateContext, row: ProtectionRow, amountSun: number): Promise<FailureCode | null> {
  const { db, now } = context;
  const refusal = refusePlayer(context, row);
  if (refusal !== null) return refusal;
  return (await isExceeded(db, row.address, { kind: 'loss', amountSun }, now())) ? 'ERR_LIMIT_LOSS' : null;
}

/** Why a player can neither play for money nor deposit now. */
function refusePlayer(context: GateContext, row: ProtectionRow): FailureCode | null {
  const nowMs = context.now();
  if (!context.settings.isPaidPlayOn) return 'ERR_PAID_PLAY_OFF';
  if (isCountryRefused(context)) return 'ERR_COUNTRY_REFUSED';
  if (later(row.excluded_until, nowMs) !== null) return 'ERR_SELF_EXCLUDED';
  if (later(row.break_until, nowMs) !== null) return 'ERR_ON_BREAK';
  if (!isAgeConfirmed(row)) return 'ERR_AGE_UNCONFIRMED';
  const play = playAt(row, nowMs);
  return play !== null && play.checkAt <= nowMs ? 'ERR_REALITY_CHECK' : null;
}
