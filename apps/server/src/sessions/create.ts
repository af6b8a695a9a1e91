import { err, ok, type Result } from '@popfray/engine/result';
import {
  ENTRY_FEE_STEP_SUN,
  MAX_ENTRY_FEE_SUN,
  MAX_LOCAL_PLAYERS,
  MAX_SESSION_NAME,
  newRevenue,
  parseTrx,
  PAYMENT_MS,
  START_DELAY_S,
  type FailureCode,
  type PayFrom,
  type Seated,
  type SessionPlan,
} from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { PaymentRow, SessionRow } from '../platform/database/index.ts';
import {
  addIntent,
  type BalancePlan,
  createId,
  isUsed,
  nameTransaction,
  payFromBalance,
  payOnce,
  type PlannedPayment,
  planPayment,
  refuseBalance,
  serializePayment,
} from '../payments/index.ts';
import { parseName } from '../players/index.ts';
import { refusePaidAction } from '../protection/index.ts';
import { isPaused } from '../ledger/index.ts';
import { type BotSkill, seatBot } from './bots.ts';
import { cancelSession } from './cancel.ts';
import { holdNetworkPlace } from './network-limit.ts';
import { findQuickOpponents, findQuickSeat } from './quick-opponents.ts';
import { addSeat, seatHolderOf } from './seat.ts';
import {
  addSession,
  countOpenSessions,
  findRematch,
  findSession,
  publishSessionChange,
  showSession,
} from './session.ts';

/** Most open sessions of one creator. */
const MAX_OPEN_SESSIONS = 3;

/** The terms of a new session, from a request or from the server itself. */
export type SessionTerms = Pick<
  SessionRow,
  | 'scope'
  | 'name'
  | 'game_mode'
  | 'max_players'
  | 'fee_sun'
  | 'time_limit_s'
  | 'policy'
  | 'policy_version'
  | 'rematch_of'
  | 'is_quick'
>;

/** A new session, and the payment of its player's seat, which is open or was just paid from the balance. */
export interface MadeSession {
  readonly session: SessionRow;
  readonly payment: PaymentRow | null;
}

/**
 * Creates a session with a seat for its creator. A free session waits for players at once; a paid one is a draft until the creator's fee is paid.
 * `network` is the network of the request; null for sessions of the server itself.
 */
export async function createSession(
  context: Context,
  address: string,
  form: SessionPlan,
  network: string | null = null,
): Promise<Result<Seated, FailureCode>> {
  const terms = parseTerms(context, form);
  if (!terms.ok) return terms;
  const { creationTxHash = '' } = form;
  const isPaid = terms.value.fee_sun > 0 && creationTxHash !== '';
  const made = isPaid
    ? await makePaidSession(context, address, terms.value, creationTxHash)
    : await makeSession(context, address, terms.value, { pay: form.pay, network });
  return made.ok ? ok(await showSeated(context, made.value)) : made;
}

/** Checks the terms of a form. A local game is for at most `MAX_LOCAL_PLAYERS` TRON players, and `classic` is always local. */
function parseTerms({ settings }: Context, form: SessionPlan): Result<SessionTerms, FailureCode> {
  const name = parseName(form.sessionName, MAX_SESSION_NAME);
  if (name === null) return err('ERR_SESSION_NAME');
  const feeSun = parseTrx(String(form.entryFee));
  if (feeSun === null || feeSun > MAX_ENTRY_FEE_SUN || feeSun % ENTRY_FEE_STEP_SUN !== 0) return err('ERR_SESSION_FEE');
  const isClassic = form.gameMode === 'classic';
  const scope = form.scope ?? (isClassic ? 'local' : 'cross-chain');
  const isPossible = scope === 'local' ? form.maxPlayers <= MAX_LOCAL_PLAYERS : !isClassic;
  if (!isPossible) return err('ERR_SESSION_MODE');
  const { version } = newRevenue(form.policy, settings.otherChainPrizeTo);
  // The operator has changed the setting since the creator read the terms.
  if (feeSun > 0 && (form.policyVersion ?? version) !== version) return err('ERR_SESSION_TERMS');
  return ok({
    scope,
    name,
    game_mode: form.gameMode,
    max_players: form.maxPlayers,
    fee_sun: feeSun,
    time_limit_s: form.timeLimit,
    policy: form.policy,
    policy_version: version,
    rematch_of: null,
    is_quick: 0,
  });
}

/** How a session is created. */
interface Creation {
  readonly pay?: PayFrom | undefined;
  /** The network of the request, which has a limit of free sessions; null for sessions of the server itself. */
  readonly network: string | null;
  /** Practice bots that get a seat after the creator, as far as there are seats. */
  readonly bots?: readonly BotSkill[];
}

/** Creates a session by its terms, with a seat for its creator, and an intent for the fee unless the balance pays it. */
export async function makeSession(
  context: Context,
  address: string,
  terms: SessionTerms,
  { pay, network, bots = [] }: Creation,
): Promise<Result<MadeSession, FailureCode>> {
  if (terms.fee_sun > 0 && pay?.source === 'balance')
    return makeSessionFromBalance(context, { address, paymentId: pay.paymentId }, terms, bots);
  const refusal = await refuseTerms(context, address, terms);
  if (refusal !== null) return err(refusal);
  if (network === null || terms.fee_sun > 0) return makeUnpaidSession(context, address, terms, bots);
  const place = await holdNetworkPlace(context, network);
  if (!place.ok) return place;
  let sessionId: string | null = null;
  try {
    const made = await makeUnpaidSession(context, address, terms, bots);
    if (made.ok) sessionId = made.value.session.id;
    return made;
  } finally {
    place.value.end(sessionId);
  }
}

/** Creates a free session, or a draft with an intent for its creator's fee. */
async function makeUnpaidSession(
  context: Context,
  address: string,
  terms: SessionTerms,
  bots: readonly BotSkill[],
): Promise<Result<MadeSession, FailureCode>> {
  const { db } = context;
  const plan = terms.fee_sun > 0 ? await planPayment(context, address, terms.fee_sun) : null;
  if (plan?.ok === false) return plan;
  const made = await db.inTransaction(async () => addAll(context, address, terms, bots, plan?.value ?? null));
  if (!made.ok) return made;
  if (made.value.payment !== null) context.onStep('payment.created');
  publishSessionChange(context, made.value.session.id);
  return made;
}

/** Creates a session whose fee the creator's balance pays, so it waits for players at once. The same plan returns the same session. */
async function makeSessionFromBalance(
  context: Context,
  plan: BalancePlan,
  terms: SessionTerms,
  bots: readonly BotSkill[],
): Promise<Result<MadeSession, FailureCode>> {
  const { db } = context;
  const paid = await payOnce(context, plan, null, async () => {
    const refusal = await refuseBalance(context, plan.address, terms.fee_sun);
    if (refusal !== null) return err(refusal);
    const drafted = await addAll(context, plan.address, terms, bots, null);
    if (!drafted.ok) return drafted;
    const { id } = drafted.value.session;
    const payment = await payFromBalance(context, plan, { purpose: 'entry', id });
    // The transaction is rolled back with the draft.
    if (!payment.ok) throw new Error(`session ${id} cannot be paid: ${payment.error}`);
    return payment;
  });
  if (!paid.ok) return paid;
  const session = await findSession(db, paid.value?.session_id ?? '');
  // The id may be that of a fee which the player has paid for a seat in another player's session, or for a session of another kind.
  const isSame =
    session?.creator_address === plan.address &&
    session.rematch_of === terms.rematch_of &&
    session.is_quick === terms.is_quick;
  return isSame ? ok({ session, payment: paid.value }) : err('ERR_PAYMENT_ID');
}

/** Creates a session whose fee the wallet has paid with a transaction that it built. Any other transaction cancels the draft. */
async function makePaidSession(
  context: Context,
  address: string,
  terms: SessionTerms,
  txHash: string,
): Promise<Result<MadeSession, FailureCode>> {
  const { db } = context;
  const made = await db.inTransaction(async () => addAll(context, address, terms, [], null));
  if (!made.ok) return made;
  const { session } = made.value;
  const named = await nameTransaction(context, address, { purpose: 'entry', id: session.id }, txHash);
  if (!named.ok) {
    await cancelSession(context, session.id, address);
    return named;
  }
  const payment = named.value.status === 'applied' ? null : named.value;
  return ok({ session: (await findSession(db, session.id)) ?? session, payment });
}

/** Why such a session cannot be created now, by any player or by this one; null when it can. */
async function refuseTerms(
  context: Context,
  address: string,
  { fee_sun: feeSun }: SessionTerms,
): Promise<FailureCode | null> {
  const { db, house } = context;
  if (feeSun > 0) {
    if (address === house.address) return 'ERR_HOUSE';
    const refusal = (await isPaused(db)) ? 'ERR_PAUSED' : await refusePaidAction(context, address, feeSun);
    if (refusal !== null) return refusal;
  }
  return (await countOpenSessions(db, address)) >= MAX_OPEN_SESSIONS ? 'ERR_SESSION_LIMIT' : null;
}

/** Stores a session with its creator's seat and payment and its bots, within the caller's transaction. */
async function addAll(
  context: Context,
  address: string,
  terms: SessionTerms,
  bots: readonly BotSkill[],
  plan: PlannedPayment | null,
): Promise<Result<MadeSession, FailureCode>> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  // Another request may have created a session while the node was asked.
  const refusal = await refuseTerms(context, address, terms);
  if (refusal !== null) return err(refusal);
  if (terms.rematch_of !== null && (await findRematch(db, terms.rematch_of)) !== undefined)
    return err('ERR_SESSION_STATE');
  // Another player, or another tab of this one, has created such a session a moment ago: the caller joins it.
  const isTaken =
    terms.is_quick === 1 &&
    ((await findQuickSeat(db, address, terms)) ?? (await findQuickOpponents(context, address, terms))[0]) !== undefined;
  if (isTaken) return err('ERR_SESSION_STATE');
  if (plan !== null && (await isUsed(db, plan))) return err('ERR_CHAIN');

  const isFree = terms.fee_sun === 0;
  // Other players cannot take a draft's seat, so it is reserved for the lifetime of the transaction.
  const unpaidUntil = plan?.transaction.expiresAtMs ?? nowMs + PAYMENT_MS;
  const session: SessionRow = {
    ...terms,
    id: createId(context),
    creator_address: address,
    start_delay_s: START_DELAY_S,
    status: isFree ? 'waiting' : 'draft',
    reason: '',
    created_at: nowMs,
    expires_at: isFree ? nowMs + terms.time_limit_s * 1_000 : unpaidUntil,
    starts_at: null,
    ended_at: null,
    is_shared: 0,
  };
  await addSession(db, session);
  const payment = plan && (await addIntent(context, address, { purpose: 'entry', id: session.id }, plan));
  const beginning = isFree
    ? ({ status: 'taken', reserved_until: null } as const)
    : ({ status: 'reserved', reserved_until: unpaidUntil, payment_id: payment?.id ?? null } as const);
  await addSeat(db, session, await seatHolderOf(context, address), beginning, nowMs);
  for (const skill of bots) await seatBot(db, session, skill, nowMs);
  return ok({ session, payment });
}

/** A session, and the payment of a seat in it, as its player sees them. */
export const showSeated = async (context: Context, { session, payment }: MadeSession): Promise<Seated> => ({
  success: true,
  session: await showSession(context, session),
  payment: payment && serializePayment(context, payment),
});
