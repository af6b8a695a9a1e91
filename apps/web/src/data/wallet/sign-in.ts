import type { Wallet, WalletError } from '@popfray/chain';
import { err, ok, type Result } from '@popfray/engine/result';
import { PLAYER_CALLS, SIGN_IN_CALLS, type Player } from '@popfray/protocol';
import { callApi, callApiOrNull } from '../api/call-api.ts';
import { removePlayerProfile, readStoredPlayerAddress } from '../account/profile.ts';
import { browserStorage, writeText, readText, type TextStorage } from '../storage/storage.ts';

/** Storage key of a sign-out that the server has not received yet. */
const PENDING_SIGN_OUT_KEY = 'popfray.sign-out-owed';

/** The player who signed in, and whether for the first time. */
export interface SignInResult {
  readonly player: Player;
  readonly isNew: boolean;
}

/**
 * Ends the sign-in on the server. If the server cannot be reached, the sign-out is stored and sent before the next sign-in, so that
 * an abandoned sign-in is never restored. Never rejects.
 */
export async function signOut(storage: TextStorage = browserStorage()): Promise<void> {
  removePlayerProfile(storage);
  writeText(PENDING_SIGN_OUT_KEY, 'true', storage);
  await flushSignOut(storage).catch((error: unknown) =>
    console.warn('The server could not be told to sign out.', error),
  );
}

/** The sign-out in progress: a second one could end the sign-in that follows the first. */
let pendingSignOut: Promise<void> | null = null;

function flushSignOut(storage: TextStorage): Promise<void> {
  pendingSignOut ??= sendSignOut(storage).finally(() => {
    pendingSignOut = null;
  });
  return pendingSignOut;
}

async function sendSignOut(storage: TextStorage): Promise<void> {
  if (readText(PENDING_SIGN_OUT_KEY, storage) === null) return;
  await callApi(SIGN_IN_CALLS.signOut, { body: {} });
  writeText(PENDING_SIGN_OUT_KEY, null, storage);
}

/**
 * The player of the server's cookie if it belongs to the wallet's account; null when there is none. A cookie of another account is
 * deleted. Sends a request only if this browser has a stored player. Rejects with an `ApiError` when the server does not answer.
 */
export async function restoreSignIn(address: string, storage: TextStorage = browserStorage()): Promise<Player | null> {
  await flushSignOut(storage);
  if (readStoredPlayerAddress(storage) === null) return null;
  const player = await callApiOrNull(PLAYER_CALLS.getMe);
  if (player?.address === address) return player;
  if (player === null) removePlayerProfile(storage);
  else await signOut(storage);
  return null;
}

/**
 * Signs an account in with a signature of its wallet. The signature is sent only if the account is still connected by then. Rejects
 * with an `ApiError` when the server refuses it.
 */
export async function signInWithWallet(
  wallet: Wallet,
  address: string,
  isWanted: () => boolean,
): Promise<Result<SignInResult, WalletError>> {
  const challenge = await callApi(SIGN_IN_CALLS.createChallenge, { body: { address } });
  const signature = await wallet.signMessage(challenge.text);
  if (!signature.ok) return err(signature.error);
  if (!isWanted()) return err({ code: 'ERR_WALLET_ACCOUNT', reason: 'The wallet went to another account.' });
  const body = { address, nonce: challenge.nonce, signature: signature.value };
  return ok(await callApi(SIGN_IN_CALLS.signIn, { body }));
}
