import { makeSeatText, PROOF_MS, SEAT_CALLS, type Player, type SeatProof, type Session } from '@popfray/protocol';
import { account } from '../../data/account/account.ts';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { createTranslator } from '../../data/messages/texts.ts';
import { describeWalletError, entryToasts, storeSession } from '../payments/index.ts';
import { wallet } from '../../data/wallet/wallet.ts';
import { sessionToasts } from './toasts.ts';
import { cacheSession, refreshSessions } from './sessions.ts';

const t = createTranslator('sessions.hosted');

/** Whether another chain's platform hosts a session. Joining it then needs a signature of the wallet. */
export const isHostedElsewhere = ({ isHostedHere }: Session): boolean => !isHostedHere;

/**
 * Takes a seat in a free session that another chain's platform hosts, with a signature of the wallet. Shows a toast for every outcome.
 * Resolves with the session; null when there is no seat.
 */
export async function joinHosted(session: Session): Promise<Session | null> {
  const { player } = account.getState();
  if (player === null) {
    sessionToasts.signIn('join');
    return null;
  }
  try {
    const proof = await signSeat(session.id, player);
    if (proof === null) return null;
    const joined = await callApi(SEAT_CALLS.joinSession, { params: { id: session.id }, body: { proof } });
    cacheSession(joined.session);
    storeSession(joined.session);
    entryToasts.joined();
    return joined.session;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'ERR_SIGNED_OUT') sessionToasts.signIn('join');
    else if (error.code === 'ERR_SESSION_UNKNOWN') sessionToasts.lost();
    else sessionToasts.notJoined(error.code === null ? '' : error.message);
    void refreshSessions(session.id);
    return null;
  }
}

/** Asks the wallet to sign for a seat; null, after a toast, when it did not. */
async function signSeat(sessionId: string, { address, username }: Player): Promise<SeatProof | null> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  // Half of the longest validity of a proof, so that a clock that is slightly ahead does not invalidate it.
  const expiresAt = Date.now() + PROOF_MS / 2;
  const claim = { sessionId, blockchain: 'tron', walletAddress: address, username, nonce, expiresAt } as const;
  const signed = await (await wallet()).signMessage(makeSeatText(claim));
  if (signed.ok) return { nonce, expiresAt, signature: signed.value };
  const { code } = signed.error;
  sessionToasts.notJoined(code === 'ERR_WALLET_REJECTED' ? t('notSigned') : describeWalletError(code, address));
  return null;
}
