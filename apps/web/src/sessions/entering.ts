import { CALLS, FAILURES, type FailureCode, type Seated, type Session, type SessionForm } from '@popfray/protocol';
import { account } from '../account/account.ts';
import { AskError } from '../api/ask-error.ts';
import { ask } from '../api/ask.ts';
import { cancelPayment, followPayment, signPayment } from '../payment/purchase.ts';
import { describeWalletError } from '../payment/refusal.ts';
import { sayEntry } from '../payment/say-entry.ts';
import { signings } from '../payment/signing.ts';
import { unwatch } from '../payment/watch-list.ts';
import { keepSession } from './kept-names.ts';
import { say } from './say.ts';
import { noteSession, refreshSessions } from './sessions.ts';

/** ms after a session was made before the list is asked for anew. SPEC section 4. */
const LISTED_MS = 500;

/**
 * Makes a session and pays its creator's fee. Tells every outcome by toasts. Resolves with the session once nothing is left for the
 * person to do: it waits for players, or for its payment to be final; null when there is none.
 */
export async function createSession(form: SessionForm): Promise<Session | null> {
  const address = account.getState().player?.address;
  if (address === undefined) {
    say.signIn('create');
    return null;
  }
  const seated = await ask(CALLS.createSession, { body: { ...form, creatorAddress: address } }).catch(sayNotCreated);
  if (seated === null) return null;
  const { session } = seated;
  keepSession(session);
  if (!(await payFor(seated, address))) return null;
  if (seated.payment === null) sayEntry.created(session.sessionName);
  setTimeout(() => void refreshSessions(), LISTED_MS);
  return session;
}

/**
 * Takes a seat in a session and pays for it. Tells every outcome by toasts. Resolves with the session once nothing is left for the
 * person to do; null when there is no seat.
 */
export async function joinSession(id: string): Promise<Session | null> {
  const address = account.getState().player?.address;
  if (address === undefined) {
    say.signIn('join');
    return null;
  }
  const seated = await ask(CALLS.joinSession, { params: { id }, body: {} }).catch(sayNotJoined);
  if (seated === null) {
    void refreshSessions(id);
    return null;
  }
  if (!(await payFor(seated, address))) return null;
  if (seated.payment === null) sayEntry.joined();
  return seated.session;
}

/** Has the wallet pay for a seat. False when nothing was paid, and then the seat is given back. */
async function payFor({ session, payment }: Seated, address: string): Promise<boolean> {
  noteSession(session);
  if (payment === null) return true;
  await followPayment(payment, address);
  sayEntry.processing(payment.amountSun);
  const refusal = await signPayment(payment, address);
  const signing = signings.getState()[payment.id];
  if (refusal === null && signing?.step !== 'declined') return true;
  const isDeclined = refusal === null && signing?.step === 'declined';
  sayEntry.failed(isDeclined ? FAILURES[signing.code].message : refusal === null ? '' : describeWalletError(refusal, address));
  await giveBack(payment.id, address);
  void refreshSessions(session.id);
  return false;
}

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
      sayEntry.failed(FAILURES.ERR_BALANCE.message);
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
      sayEntry.failed(FAILURES.ERR_BALANCE.message);
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
