import { err, ok, type Result } from '@popfray/engine/result';
import {
  ENTRY_FEE_STEP_SUN,
  MAX_ENTRY_FEE_SUN,
  MAX_LOCAL_PLAYERS,
  MAX_SESSION_NAME,
  parseTrx,
  PAYMENT_MS,
  REVENUES,
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
import { isPaused } from '../ledger/index.ts';
import { cancelSession } from './cancel.ts';
import { noteNetwork, refuseNetwork } from './network-limit.ts';
import { addSeat, seatHolderOf } from './seat.ts';
import { addSession, countOpenSessions, findRematch, findSession, showSession, tellSession } from './session.ts';

/** Most sessions of a creator that are not over. */
const MAX_OPEN_SESSIONS = 3;

/** What a session is made with, whoever asked for it. */
export type SessionTerms = Pick<
  SessionRow,
  'scope' | 'name' | 'game_mode' | 'max_players' | 'fee_sun' | 'time_limit_s' | 'policy' | 'rematch_of'
>;

/** A session that was made, and the payment of its player's seat: what is left to pay, or was just paid from the balance. */
export interface MadeSession {
  readonly session: SessionRow;
  readonly payment: PaymentRow | null;
}

/**
 * Makes a session as somebody asks for it, with a seat for its creator. A free one waits for players at once; a paid one is a draft, and
 * its creator's fee is left to pay. `network` is where the request comes from; null for the server's own.
 */
export async function createSession(
  context: Context,
  address: string,
  form: SessionPlan,
  network: string | null = null,
): Promise<Result<Seated, FailureCode>> {
  const terms = parseTerms(form);
  if (!terms.ok) return terms;
  const { creationTxHash = '' } = form;
  const isPaid = terms.value.fee_sun > 0 && creationTxHash !== '';
  const made = isPaid
    ? await makePaidSession(context, address, terms.value, creationTxHash)
    : await makeSession(context, address, terms.value, form.pay, network);
  return made.ok ? ok(showSeated(context, made.value)) : made;
}

/** The terms that a form states, checked. A local game is for at most `MAX_LOCAL_PLAYERS` TRON players, and `classic` is always local. */
function parseTerms(form: SessionPlan): Result<SessionTerms, FailureCode> {
  const name = parseName(form.sessionName, MAX_SESSION_NAME);
  if (name === null) return err('ERR_SESSION_NAME');
  const feeSun = parseTrx(String(form.entryFee));
  if (feeSun === null || feeSun > MAX_ENTRY_FEE_SUN || feeSun % ENTRY_FEE_STEP_SUN !== 0) return err('ERR_SESSION_FEE');
  const isClassic = form.gameMode === 'classic';
  const scope = form.scope ?? (isClassic ? 'local' : 'cross-chain');
  const isPossible = scope === 'local' ? form.maxPlayers <= MAX_LOCAL_PLAYERS : !isClassic;
  if (!isPossible) return err('ERR_SESSION_MODE');
  return ok({
    scope,
    name,
    game_mode: form.gameMode,
    max_players: form.maxPlayers,
    fee_sun: feeSun,
    time_limit_s: form.timeLimit,
    policy: form.policy,
    rematch_of: null,
  });
}

/** Makes a session by its terms, with a seat for its creator, and an intent for its fee unless the balance pays it. */
export async function makeSession(
  context: Context,
  address: string,
  terms: SessionTerms,
  pay: PayFrom | undefined,
  network: string | null = null,
): Promise<Result<MadeSession, FailureCode>> {
  const { db } = context;
  if (terms.fee_sun > 0 && pay?.source === 'balance')
    return makeSessionFromBalance(context, { address, paymentId: pay.paymentId }, terms);
  const isCounted = network !== null && terms.fee_sun === 0;
  const refusal = refuseTerms(context, address, terms) ?? (isCounted ? refuseNetwork(context, network) : null);
  if (refusal !== null) return err(refusal);
  const plan = terms.fee_sun > 0 ? await planPayment(context, address, terms.fee_sun) : null;
  if (plan?.ok === false) return plan;
  const made = db.transaction(() => addAll(context, address, terms, plan?.value ?? null));
  if (!made.ok) return made;
  if (isCounted) noteNetwork(context, made.value.session.id, network);
  if (made.value.payment !== null) context.onStep('payment.created');
  tellSession(context, made.value.session.id);
  return made;
}

/** Makes a session whose fee is paid from its creator's balance: it waits for players at once. The same plan again makes no other. */
async function makeSessionFromBalance(
  context: Context,
  plan: BalancePlan,
  terms: SessionTerms,
): Promise<Result<MadeSession, FailureCode>> {
  const { db } = context;
  const paid = await payOnce(context, plan, null, () => {
    const refusal = refuseBalance(context, plan.address, terms.fee_sun);
    if (refusal !== null) return err(refusal);
    const drafted = addAll(context, plan.address, terms, null);
    if (!drafted.ok) return drafted;
    const { id } = drafted.value.session;
    const payment = payFromBalance(context, plan, { purpose: 'entry', id });
    // Nothing of the draft stays.
    if (!payment.ok) throw new Error(`session ${id} cannot be paid: ${payment.error}`);
    return payment;
  });
  if (!paid.ok) return paid;
  const session = findSession(db, paid.value?.session_id ?? '');
  // The id may be that of a fee which the player has paid for a seat in another player's session.
  const isSame = session?.creator_address === plan.address && session.rematch_of === terms.rematch_of;
  return isSame ? ok({ session, payment: paid.value }) : err('ERR_PAYMENT_ID');
}

/** Makes a session whose fee the wallet has paid by itself. A transaction that is no payment of it leaves a draft cancelled. */
async function makePaidSession(
  context: Context,
  address: string,
  terms: SessionTerms,
  txHash: string,
): Promise<Result<MadeSession, FailureCode>> {
  const { db } = context;
  const made = db.transaction(() => addAll(context, address, terms, null));
  if (!made.ok) return made;
  const { session } = made.value;
  const named = await nameTransaction(context, address, { purpose: 'entry', id: session.id }, txHash);
  if (!named.ok) {
    cancelSession(context, session.id, address);
    return named;
  }
  const payment = named.value.status === 'applied' ? null : named.value;
  return ok({ session: findSession(db, session.id) ?? session, payment });
}

/** Why nobody, or not this player, can make such a session for now. */
function refuseTerms({ db }: Context, address: string, { fee_sun: feeSun }: SessionTerms): FailureCode | null {
  if (feeSun > 0 && isPaused(db)) return 'ERR_PAUSED';
  return countOpenSessions(db, address) >= MAX_OPEN_SESSIONS ? 'ERR_SESSION_LIMIT' : null;
}

/** Session, seat and payment, or none of them. */
function addAll(
  context: Context,
  address: string,
  terms: SessionTerms,
  plan: PlannedPayment | null,
): Result<MadeSession, FailureCode> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  // Other requests may have been quicker while the node was asked.
  const refusal = refuseTerms(context, address, terms);
  if (refusal !== null) return err(refusal);
  if (terms.rematch_of !== null && findRematch(db, terms.rematch_of) !== undefined) return err('ERR_SESSION_STATE');
  if (plan !== null && isUsed(db, plan)) return err('ERR_CHAIN');

  const isFree = terms.fee_sun === 0;
  // Nobody else wants the seat: it has as long as its transaction.
  const unpaidUntil = plan?.transaction.expiresAtMs ?? nowMs + PAYMENT_MS;
  const session: SessionRow = {
    ...terms,
    id: createId(context),
    creator_address: address,
    start_delay_s: START_DELAY_S,
    policy_version: REVENUES[terms.policy].version,
    status: isFree ? 'waiting' : 'draft',
    reason: '',
    created_at: nowMs,
    expires_at: isFree ? nowMs + terms.time_limit_s * 1_000 : unpaidUntil,
    starts_at: null,
    ended_at: null,
    is_shared: 0,
  };
  addSession(db, session);
  const payment = plan && addIntent(context, address, { purpose: 'entry', id: session.id }, plan);
  const beginning = isFree
    ? ({ status: 'taken', reserved_until: null } as const)
    : ({ status: 'reserved', reserved_until: unpaidUntil, payment_id: payment?.id ?? null } as const);
  addSeat(db, session, seatHolderOf(context, address), beginning, nowMs);
  return ok({ session, payment });
}

/** A session, and the payment of a seat in it, as its player sees them. */
export const showSeated = (context: Context, { session, payment }: MadeSession): Seated => ({
  success: true,
  session: showSession(context, session),
  payment: payment && serializePayment(context, payment),
});
