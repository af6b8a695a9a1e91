import type { Wallet, WalletError } from '@popfray/chain';
import { err, ok, type Result } from '@popfray/engine/result';
import { CALLS, type Player } from '@popfray/protocol';
import { ask, askOrNull } from '../api/ask.ts';
import { forgetPlayer, readPlayerAddress } from '../account/profile.ts';
import { browserStorage, keepText, readText, type KeptText } from '../account/storage.ts';

/** A sign-out that the server has not heard of yet. */
const OWED_KEY = 'popfray.sign-out-owed';

/** Who signed in, and whether for the first time. */
export interface Signed {
  readonly player: Player;
  readonly isNew: boolean;
}

/**
 * Ends the sign-in on the server. One that it cannot be told of now is told of before the next sign-in is believed, so that
 * nobody comes back into an account that was left. Never rejects.
 */
export async function signOut(storage: KeptText = browserStorage()): Promise<void> {
  forgetPlayer(storage);
  keepText(OWED_KEY, 'true', storage);
  await settleSignOut(storage).catch((error: unknown) =>
    console.warn('The server could not be told to sign out.', error),
  );
}

/** The sign-out under way: a second one could end the sign-in that follows the first. */
let leaving: Promise<void> | null = null;

function settleSignOut(storage: KeptText): Promise<void> {
  leaving ??= leave(storage).finally(() => {
    leaving = null;
  });
  return leaving;
}

async function leave(storage: KeptText): Promise<void> {
  if (readText(OWED_KEY, storage) === null) return;
  await ask(CALLS.signOut, { body: {} });
  keepText(OWED_KEY, null, storage);
}

/**
 * The player whom the server's cookie still stands for, when it is the wallet's account; null when there is none. A cookie of
 * another account is ended. Only asked where this browser knows of a player. Rejects with an `AskError` when the server does
 * not tell.
 */
export async function resumeSignIn(address: string, storage: KeptText = browserStorage()): Promise<Player | null> {
  await settleSignOut(storage);
  if (readPlayerAddress(storage) === null) return null;
  const player = await askOrNull(CALLS.getMe);
  if (player?.address === address) return player;
  if (player === null) forgetPlayer(storage);
  else await signOut(storage);
  return null;
}

/**
 * Signs an account in by its wallet's signature, which goes to the server only if the account is still wanted by then. Rejects
 * with an `AskError` when the server does not take it.
 */
export async function proveAccount(
  wallet: Wallet,
  address: string,
  isWanted: () => boolean,
): Promise<Result<Signed, WalletError>> {
  const challenge = await ask(CALLS.createChallenge, { body: { address } });
  const signature = await wallet.signMessage(challenge.text);
  if (!signature.ok) return err(signature.error);
  if (!isWanted()) return err({ code: 'ERR_WALLET_ACCOUNT', reason: 'The wallet went to another account.' });
  const body = { address, nonce: challenge.nonce, signature: signature.value };
  return ok(await ask(CALLS.signIn, { body }));
}
