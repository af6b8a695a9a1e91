import { failureText } from '../../data/api/failure-text.ts';
import {
  SEAT_CALLS,
  SESSION_CALLS,
  type FailureCode,
  type PaymentSource,
  type QuickFeeSun,
  type Seated,
  type Session,
  type SessionForm,
} from '@popfray/protocol';
import { account } from '../../data/account/account.ts';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import {
  sendPayment,
  makePayFrom,
  cachePayment,
  paymentsQuery,
  cancelPayment,
  followPayment,
  signPayment,
  describeWalletError,
  entryToasts,
  refreshMoney,
  handlePaymentResult,
  signings,
  unwatch,
  storeSession,
} from '../payments/index.ts';
import { sessionToasts } from './toasts.ts';
import { cacheSession, refreshSessions } from './sessions.ts';

/** Delay after creating a session before the list is fetched again, ms. SPEC section 4. */
const LIST_REFRESH_MS = 500;

/**
 * Creates a session and pays the creator's fee, by default from the wallet. Shows a toast for every outcome. Resolves with the session when
 * the user has nothing left to do: it waits for players, or for its payment to be final. Resolves with null when there is no session.
 */
export async function createSession(form: SessionForm, source: PaymentSource = 'wallet'): Promise<Session | null> {
  const address = account.getState().player?.address;
  if (address === undefined) {
    sessionToasts.signIn('create');
    return null;
  }
  const pay = makePayFrom(source);
  const body = { ...form, creatorAddress: address, pay };
  const seated = await sendPayment(pay, async () => callApi(SESSION_CALLS.createSession, { body })).catch(
    showNotCreated,
  );
  if (seated === null) {
    if (source === 'balance') void refreshMoney(address);
    return null;
  }
  const { session } = seated;
  if (!(await payForSeat(seated, address))) return null;
  if (seated.payment === null) entryToasts.created(session.sessionName);
  setTimeout(() => void refreshSessions(), LIST_REFRESH_MS);
  return session;
}

/**
 * Takes a seat in a session and pays for it, by default from the wallet. Shows a toast for every outcome. Resolves with the session when the
 * user has nothing left to do; null when there is no seat.
 */
export const joinSession = (id: string, source?: PaymentSource): Promise<Session | null> =>
  takeSeat(SEAT_CALLS.joinSession, id, source);

/**
 * The same in a new session with the terms of one that is over. The first player who asks creates it. Another player can join after the
 * creator has paid; until then there is no seat.
 */
export const rematchSession = (id: string, source?: PaymentSource): Promise<Session | null> =>
  takeSeat(SESSION_CALLS.rematch, id, source);

/**
 * Takes a seat in a quick battle, whose fee is paid from the balance. Shows a toast for every failure. Resolves with the session; null without a
 * seat. `policyVersion` is that of the terms that the player was shown.
 */
export async function joinQuickBattle(entryFeeSun: QuickFeeSun, policyVersion: number): Promise<Session | null> {
  const address = account.getState().player?.address;
  if (address === undefined) {
    sessionToasts.signIn('join');
    return null;
  }
  const pay = makePayFrom(entryFeeSun === 0 ? 'wallet' : 'balance');
  const paid = pay.source === 'balance' ? { paymentId: pay.paymentId, policyVersion } : {};
  const body = { entryFeeSun, ...paid };
  const seated = await sendPayment(pay, async () => callApi(SESSION_CALLS.joinQuickBattle, { body })).catch(
    showNotJoined,
  );
  if (seated === null) {
    if (entryFeeSun > 0) void refreshMoney(address);
    return null;
  }
  return (await payForSeat(seated, address)) ? seated.session : null;
}

async function takeSeat(
  call: typeof SEAT_CALLS.joinSession | typeof SESSION_CALLS.rematch,
  id: string,
  source: PaymentSource = 'wallet',
): Promise<Session | null> {
  const address = account.getState().player?.address;
  if (address === undefined) {
    sessionToasts.signIn('join');
    return null;
  }
  const pay = makePayFrom(source);
  const seated = await sendPayment(pay, async () => callApi(call, { params: { id }, body: { pay } })).catch(
    showNotJoined,
  );
  if (seated === null) {
    void refreshSessions(id);
    if (source === 'balance') void refreshMoney(address);
    return null;
  }
  if (!(await payForSeat(seated, address))) return null;
  if (seated.payment === null && seated.session.status !== 'draft') entryToasts.joined();
  return seated.session;
}

/**
 * Asks the wallet to pay for a seat, unless it was paid from the balance. Returns false when nothing was paid; the seat is then released.
 */
async function payForSeat({ session, payment }: Seated, address: string): Promise<boolean> {
  cacheSession(session);
  storeSession(session);
  if (payment === null) return true;
  if (payment.status === 'applied') {
    await cachePayment(address, payment);
    await handlePaymentResult(payment, address);
    return true;
  }
  await followPayment(payment, address);
  entryToasts.processing(payment.amountSun);
  const refusal = await signPayment(payment, address);
  const reason = refusal === null ? declineReason(payment.id) : describeWalletError(refusal, address);
  if (reason === null) return !isCancelled(payment.id, address);
  entryToasts.failed(reason);
  await releaseSeat(payment.id, address);
  void refreshSessions(session.id);
  return false;
}

/** Why the server refused a signed payment, as text for the user; null when it accepted the payment. */
function declineReason(paymentId: string): string | null {
  const signing = signings.getState()[paymentId];
  return signing?.step === 'declined' ? failureText(signing.code) : null;
}

/** Whether the payment was cancelled in the panel while the wallet was asking. */
const isCancelled = (paymentId: string, address: string): boolean =>
  queryClient
    .getQueryData(paymentsQuery(address).queryKey)
    ?.some(({ id, status }) => id === paymentId && status === 'cancelled') === true;

/** Cancels the payment, so that others can have the seat. If that fails, the panel shows the open payment. */
async function releaseSeat(paymentId: string, address: string): Promise<void> {
  try {
    await cancelPayment(paymentId, address);
    unwatch([paymentId]);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

function showNotCreated(error: unknown): null {
  switch (codeOf(error)) {
    case 'ERR_SIGNED_OUT':
      sessionToasts.signIn('create');
      break;
    case 'ERR_BALANCE':
    case 'ERR_BALANCE_SHORT':
      entryToasts.failed(error instanceof ApiError ? error.message : '');
      break;
    case 'ERR_CHAIN':
    case null:
      sessionToasts.notCreated();
      break;
    default:
      sessionToasts.refused(error instanceof ApiError ? error.message : '');
  }
  return null;
}

function showNotJoined(error: unknown): null {
  switch (codeOf(error)) {
    case 'ERR_SIGNED_OUT':
      sessionToasts.signIn('join');
      break;
    case 'ERR_BALANCE':
    case 'ERR_BALANCE_SHORT':
      entryToasts.failed(error instanceof ApiError ? error.message : '');
      break;
    case 'ERR_SESSION_UNKNOWN':
      sessionToasts.lost();
      break;
    case null:
      sessionToasts.notJoined('');
      break;
    default:
      sessionToasts.notJoined(error instanceof ApiError ? error.message : '');
  }
  return null;
}

/** Failure code of a call; null without a code. Rethrows an error that is not a failed call: that is a bug. */
function codeOf(error: unknown): FailureCode | null {
  if (!(error instanceof ApiError)) throw error;
  return error.code;
}
