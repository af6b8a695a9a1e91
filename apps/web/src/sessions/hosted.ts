import { CALLS, makeSeatText, PROOF_MS, type Player, type SeatProof, type Session } from '@popfray/protocol';
import { account } from '../account/account.ts';
import { AskError } from '../api/ask-error.ts';
import { ask } from '../api/ask.ts';
import { speaker } from '../messages/texts.ts';
import { describeWalletError } from '../payment/refusal.ts';
import { sayEntry } from '../payment/say-entry.ts';
import { wallet } from '../wallet/wallet.ts';
import { keepSession } from './kept-names.ts';
import { say } from './say.ts';
import { noteSession, refreshSessions } from './sessions.ts';

const t = speaker('sessions.hosted');

/** Whether another chain's platform hosts a session, so that joining takes the wallet's signature. */
export const isHostedElsewhere = ({ isHostedHere }: Session): boolean => !isHostedHere;

/**
 * Takes a seat in a session that another chain's platform hosts: the wallet signs for it, and nothing is paid. Shows a toast for every
 * outcome. Resolves with the session; null when there is no seat.
 */
export async function joinHosted(session: Session): Promise<Session | null> {
  const { player } = account.getState();
  if (player === null) {
    say.signIn('join');
    return null;
  }
  try {
    const proof = await signSeat(session.id, player);
    if (proof === null) return null;
    const joined = await ask(CALLS.joinSession, { params: { id: session.id }, body: { proof } });
    noteSession(joined.session);
    keepSession(joined.session);
    sayEntry.joined();
    return joined.session;
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    if (error.code === 'ERR_SIGNED_OUT') say.signIn('join');
    else if (error.code === 'ERR_SESSION_UNKNOWN') say.lost();
    else say.notJoined(error.code === null ? '' : error.message);
    void refreshSessions(session.id);
    return null;
  }
}

/** Has the wallet sign for a seat; null, after a toast, when it did not. */
async function signSeat(sessionId: string, { address, username }: Player): Promise<SeatProof | null> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  // Half of the time that a proof may have, so that a clock that is a little ahead does no harm.
  const expiresAt = Date.now() + PROOF_MS / 2;
  const claim = { sessionId, blockchain: 'tron', walletAddress: address, username, nonce, expiresAt } as const;
  const signed = await (await wallet()).signMessage(makeSeatText(claim));
  if (signed.ok) return { nonce, expiresAt, signature: signed.value };
  const { code } = signed.error;
  say.notJoined(code === 'ERR_WALLET_REJECTED' ? t('notSigned') : describeWalletError(code, address));
  return null;
}
