import { PLAYER_CALLS } from '@popfray/protocol';
import { savePlayerProfile, readGuest } from '../account/profile.ts';
import { account } from '../account/state.ts';
import { ApiError } from '../api/api-error.ts';
import { callApiOrNull } from '../api/call-api.ts';
import { permanentFailureOf, retryDelayMs, waitForRetry } from '../api/retry.ts';
import { submitPractice } from './submit-practice.ts';
import { walletToasts } from './toasts.ts';
import { createWalletSession, type WalletSession } from './session.ts';
import { wallet } from './wallet.ts';

export { submitPractice } from './submit-practice.ts';

// Rounds that an earlier visit could not submit are submitted when their player signs in.
account.subscribe(({ player }, before) => {
  if (player !== null && player.address !== before.player?.address) void submitPractice();
});

let opened: Promise<WalletSession> | null = null;

/** The wallet session of this page. Rejects with an `ApiError` while the server cannot be reached. */
function openSession(): Promise<WalletSession> {
  opened ??= createPageSession().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function createPageSession(): Promise<WalletSession> {
  const connected = await wallet();
  const { platform } = account.getState();
  if (platform === null) throw new Error('There is a wallet before its platform.');
  const session = createWalletSession({ wallet: connected, platform });
  session.follow();
  return session;
}

/** Restores the wallet or the guest stored in this browser. Waits while the server cannot be reached. */
export async function restore(): Promise<void> {
  const guest = readGuest();
  if (guest !== null && account.getState().player === null) account.setState({ guest });
  for (let failures = 0; ; failures += 1) {
    try {
      await openSession();
      return;
    } catch (error) {
      if (account.getState().wallet === 'connecting') account.setState({ wallet: 'disconnected' });
      if (!(error instanceof ApiError) || permanentFailureOf(error) !== null) {
        console.warn('The wallet could not be taken up.', error);
        return;
      }
      await waitForRetry(retryDelayMs(failures));
    }
  }
}

/** SPEC section 4, wallet. */
export async function connectWallet(): Promise<void> {
  if (account.getState().wallet === 'disconnected') account.setState({ wallet: 'connecting' });
  try {
    const session = await openSession();
    await session.connect();
  } catch (error) {
    console.warn('The wallet could not be connected.', error);
    account.setState({ wallet: 'disconnected', address: null, player: null });
    walletToasts.broken(error instanceof Error ? error.message : '');
  }
}

/** Asks the connected wallet for a signature. */
export const signIn = (): Promise<void> => connectWallet();

/** SPEC section 4: disconnected clears the user. */
export async function disconnectWallet(): Promise<void> {
  // A connected wallet always has a session.
  await (await opened)?.disconnect();
}

/** Fetches the player's profile again. On failure the old one stays. */
export async function refreshPlayer(): Promise<void> {
  if (account.getState().player === null) return;
  try {
    const player = await callApiOrNull(PLAYER_CALLS.getMe);
    if (player === null || player.address !== account.getState().player?.address) return;
    savePlayerProfile(player);
    account.setState({ player });
  } catch (error) {
    console.warn('The profile could not be refreshed.', error);
  }
}
