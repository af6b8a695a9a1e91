import { failureText } from '../api/failure-text.ts';
import {
  CALLS,
  type FailureCode,
  type PaymentSource,
  type Seated,
  type Session,
  type SessionForm,
} from '@popfray/protocol';
import { account } from '../account/account.ts';
import { AskError } from '../api/ask-error.ts';
import { ask } from '../api/ask.ts';
import { queryClient } from '../api/Queries.tsx';
import { askPaying, makePayFrom } from '../payment/pay-source.ts';
import { noteAnswer, paymentsQuery } from '../payment/payments.ts';
import { cancelPayment, followPayment, signPayment } from '../payment/purchase.ts';
import { describeWalletError } from '../payment/refusal.ts';
import { sayEntry } from '../payment/say-entry.ts';
import { refreshMoney, settle } from '../payment/settlement.ts';
import { signings } from '../payment/signing.ts';
import { unwatch } from '../payment/watch-list.ts';
import { keepSession } from './kept-names.ts';
import { say } from './say.ts';
import { noteSession, refreshSessions } from './sessions.ts';

/** ms after a session was made before the list is asked for anew. SPEC section 4. */
const LISTED_MS = 500;

/**
 * Makes a session and pays its creator's fee, from the wallet unless it is said otherwise. Tells every outcome by toasts. Resolves with the session once nothing is left for the
 * person to do: it waits for players, or for its payment to be final; null when there is none.
 */
export async function createSession(form: SessionForm, source: PaymentSource = 'wallet'): Promise<Session | null> {
  const address = account.getState().player?.address;
  if (address === undefined) {
    say.signIn('create');
    return null;
  }
  const pay = makePayFrom(source);
  const body = { ...form, creatorAddress: address, pay };
  const seated = await askPaying(pay, async () => ask(CALLS.createSession, { body })).catch(sayNotCreated);
  if (seated === null) {
    if (source === 'balance') void refreshMoney(address);
    return null;
  }
  const { session } = seated;
  if (!(await payFor(seated, address))) return null;
  if (seated.payment === null) sayEntry.created(session.sessionName);
  setTimeout(() => void refreshSessions(), LISTED_MS);
  return session;
}

/**
 * Takes a seat in a session and pays for it, from the wallet unless it is said otherwise. Tells every outcome by toasts. Resolves with the session once nothing is left for the
 * person to do; null when there is no seat.
 */
export const joinSession = (id: string, source?: PaymentSource): Promise<Session | null> =>
  takeSeat(CALLS.joinSession, id, source);

/**
 * The same in a new session with the terms of one that is over, which the first of its players to ask makes. A draft of somebody else's
 * can be joined once that one has paid: then there is no seat yet.
 */
export const rematchSession = (id: string, source?: PaymentSource): Promise<Session | null> =>
  takeSeat(CALLS.rematch, id, source);

async function takeSeat(
  call: typeof CALLS.joinSession | typeof CALLS.rematch,
  id: string,
  source: PaymentSource = 'wallet',
): Promise<Session | null> {
  const address = account.getState().player?.address;
  if (address === undefined) {
    say.signIn('join');
    return null;
  }
  const pay = makePayFrom(source);
  const seated = await askPaying(pay, async () => ask(call, { params: { id }, body: { pay } })).catch(sayNotJoined);
  if (seated === null) {
    void refreshSessions(id);
    if (source === 'balance') void refreshMoney(address);
    return null;
  }
  if (!(await payFor(seated, address))) return null;
  if (seated.payment === null && seated.session.status !== 'draft') sayEntry.joined();
  return seated.session;
}

/**
 * Has the wallet pay for a seat, unless the balance has paid it. False when nothing was paid, and then the seat is given back.
 */
async function payFor({ session, payment }: Seated, address: string): Promise<boolean> {
  noteSession(session);
  keepSession(session);
  if (payment === null) return true;
  if (payment.status === 'applied') {
    await noteAnswer(address, payment);
    await settle(payment, address);
    return true;
  }
  await followPayment(payment, address);
  sayEntry.processing(payment.amountSun);
  const refusal = await signPayment(payment, address);
  const reason = refusal === null ? whyDeclined(payment.id) : describeWalletError(refusal, address);
  if (reason === null) return !isGivenUp(payment.id, address);
  sayEntry.failed(reason);
  await giveBack(payment.id, address);
  void refreshSessions(session.id);
  return false;
}

/** Why the server would not have a signed payment, in words for a person; null when it took it. */
function whyDeclined(paymentId: string): string | null {
  const signing = signings.getState()[paymentId];
  return signing?.step === 'declined' ? failureText(signing.code) : null;
}

/** Whether a payment was given up in the panel, while the wallet was still asking. */
const isGivenUp = (paymentId: string, address: string): boolean =>
  queryClient
    .getQueryData(paymentsQuery(address).queryKey)
    ?.some(({ id, status }) => id === paymentId && status === 'cancelled') === true;

/** Others may have the seat at once. Where that cannot be said now, the panel shows what is left to do. */
async function giveBack(paymentId: string, address: string): Promise<void> {
  try {
    await cancelPayment(paymentId, address);
    unwatch([paymentId]);
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
  }
}

function sayNotCreated(error: unknown): null {
  switch (codeOf(error)) {
    case 'ERR_SIGNED_OUT':
      say.signIn('create');
      break;
    case 'ERR_BALANCE':
    case 'ERR_BALANCE_SHORT':
      sayEntry.failed(error instanceof AskError ? error.message : '');
      break;
    case 'ERR_CHAIN':
    case null:
      say.notCreated();
      break;
    default:
      say.refused(error instanceof AskError ? error.message : '');
  }
  return null;
}

function sayNotJoined(error: unknown): null {
  switch (codeOf(error)) {
    case 'ERR_SIGNED_OUT':
      say.signIn('join');
      break;
    case 'ERR_BALANCE':
    case 'ERR_BALANCE_SHORT':
      sayEntry.failed(error instanceof AskError ? error.message : '');
      break;
    case 'ERR_SESSION_UNKNOWN':
      say.lost();
      break;
    case null:
      say.notJoined('');
      break;
    default:
      say.notJoined(error instanceof AskError ? error.message : '');
  }
  return null;
}

/** Why a call failed; null without a code. Throws what is no failed call: that is a bug. */
function codeOf(error: unknown): FailureCode | null {
  if (!(error instanceof AskError)) throw error;
  return error.code;
}
