import type { Wallet } from '@popfray/chain';
import type { Platform, Player } from '@popfray/protocol';
import { savePlayerProfile, readStoredPlayerAddress } from '../account/profile.ts';
import { account } from '../account/state.ts';
import {
  browserStorage,
  CONNECTED_KEY,
  writeText,
  PROFILE_KEY,
  wasConnected,
  type TextStorage,
} from '../storage/storage.ts';
import { networkName } from '../account/network-name.ts';
import { connectivity } from '../api/connectivity.ts';
import { missingWallet } from './missing-wallet.ts';
import { walletToasts, type RefusalContext } from './toasts.ts';
import { signInWithWallet, restoreSignIn, signOut } from './sign-in.ts';

/** Number and interval (ms) of the wallet polls after the page has loaded. SPEC section 9, timings. */
const STARTUP_POLLS = 10;
const STARTUP_POLL_MS = 500;
/** Interval of the later polls, ms. SPEC section 9: wallet status poll 5 s. */
const POLL_MS = 5_000;
/** Delay between the wallet's approval and the poll that decides, ms. SPEC section 9: post-request wait 1 s. */
const POST_REQUEST_WAIT_MS = 1_000;
/** Longest search for a wallet before the next steps are shown, ms. A wallet that is found later still connects on the next request. */
const NEXT_STEPS_MS = 2_000;
/** A wallet without an account is asked again after this delay before it counts as disconnected, ms. */
const MISSING_RECHECK_MS = 500;

/** Dependencies of a wallet session. */
export interface SessionDependencies {
  readonly wallet: Wallet;
  readonly platform: Platform;
  readonly storage?: TextStorage;
  /** Opens a URL in a new tab. */
  readonly openTab?: (url: string) => void;
}

/** The wallet connection and the sign-in of this page. It updates the account store. No method rejects. */
export interface WalletSession {
  /** Asks the user to connect and to sign in. */
  connect(): Promise<void>;
  /** Asks the user to sign in with the connected account. */
  signIn(): Promise<void>;
  /** Disconnects the wallet and signs out. */
  disconnect(): Promise<void>;
  /** Restores an earlier connection and polls the wallet until the returned function is called. */
  follow(): () => void;
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates the wallet session of a page. */
export function createWalletSession({
  wallet,
  platform,
  storage = browserStorage(),
  openTab = (url) => void window.open(url, '_blank', 'noopener'),
}: SessionDependencies): WalletSession {
  const refusalContext: RefusalContext = {
    downloadUrl: wallet.downloadUrl,
    get network() {
      return networkName(platform.network);
    },
  };
  /** Polls are skipped while the user is being asked: the answer updates the state. */
  let isConnecting = false;
  let looking: Promise<boolean> | null = null;
  let mustLookAgain = false;

  const isCurrent = (address: string | null): boolean => account.getState().address === address;

  /** A desktop browser can have the extension. A phone needs the browser of a wallet app, so nothing is opened that hides the links to it. */
  function showNextSteps(): void {
    if (!matchMedia('(pointer: coarse)').matches) {
      walletToasts.absent();
      openTab(wallet.downloadUrl);
    }
    missingWallet.setState({ isShown: true });
  }

  async function connect(): Promise<void> {
    if (isConnecting) return;
    if (account.getState().wallet === 'connected') {
      await signInNow();
      return;
    }
    isConnecting = true;
    account.setState({ wallet: 'connecting' });
    const address = await askToConnect().finally(() => {
      isConnecting = false;
    });
    if (address === null) {
      clearConnection();
      return;
    }
    writeText(CONNECTED_KEY, 'true', storage);
    walletToasts.connected(address);
    setConnected(address);
    await signInAs(address, true);
  }

  /** The account that the user approved; null when there is none, after a toast with the reason. */
  async function askToConnect(): Promise<string | null> {
    const { isInstalled, isCompatible } = await Promise.race([
      wallet.discover(),
      delay(NEXT_STEPS_MS).then(() => wallet.status()),
    ]);
    if (!isInstalled) {
      showNextSteps();
      return null;
    }
    if (!isCompatible) {
      walletToasts.refused({ code: 'ERR_WALLET_INCOMPATIBLE', reason: '' }, refusalContext);
      return null;
    }
    const agreed = await wallet.connect();
    if (!agreed.ok) {
      walletToasts.refused(agreed.error, refusalContext);
      return null;
    }
    await delay(POST_REQUEST_WAIT_MS);
    const { address } = wallet.status();
    if (address === null) walletToasts.failed();
    return address;
  }

  /** Stores the wallet's account as the connected one. */
  function setConnected(address: string): void {
    account.setState({ wallet: 'connected', address, player: null, isSigningIn: false });
    void checkNetwork();
  }

  async function checkNetwork(): Promise<void> {
    const { address, walletChainId: before } = account.getState();
    const chainId = await wallet.network();
    if (address === null || !isCurrent(address)) return;
    account.setState({ walletChainId: chainId });
    if (chainId !== null && chainId !== before && chainId !== platform.network.chainId)
      walletToasts.otherNetwork(networkName(platform.network));
  }

  /** Signs an account in: with the existing cookie or, if `mayAsk`, with a signature of the wallet. */
  async function signInAs(address: string, mayAsk: boolean): Promise<void> {
    if (account.getState().isSigningIn) return;
    account.setState({ isSigningIn: true });
    try {
      const resumed = await restoreSignIn(address, storage);
      if (resumed !== null) return welcome(resumed, false);
      if (!mayAsk || !isCurrent(address)) return undefined;
      const proof = await signInWithWallet(wallet, address, () => isCurrent(address));
      if (proof.ok) {
        if (isCurrent(address)) return welcome(proof.value.player, proof.value.isNew);
        // The wallet switched to another account in the meantime: end the sign-in of the old one.
        await signOut(storage);
      } else if (proof.error.code !== 'ERR_WALLET_REJECTED' && isCurrent(address))
        walletToasts.refused(proof.error, refusalContext);
    } catch (error) {
      console.warn('Signing in failed.', error);
      if (mayAsk && isCurrent(address)) walletToasts.notAuthenticated();
    } finally {
      if (isCurrent(address)) account.setState({ isSigningIn: false });
    }
    return undefined;
  }

  async function signInNow(): Promise<void> {
    const { address } = account.getState();
    if (address !== null) await signInAs(address, true);
  }

  function welcome(player: Player, isNew: boolean): void {
    if (!isCurrent(player.address)) return;
    savePlayerProfile(player, storage);
    account.setState({ player, guest: null });
    if (isNew) walletToasts.welcome(player.username);
  }

  function clearConnection(): void {
    account.setState({
      wallet: 'disconnected',
      address: null,
      player: null,
      isSigningIn: false,
      walletChainId: null,
    });
  }

  async function disconnect(): Promise<void> {
    writeText(CONNECTED_KEY, null, storage);
    clearConnection();
    walletToasts.disconnected();
    await signOut(storage);
  }

  /** Compares the wallet's account with the page's. Resolves with whether there is an account. */
  function poll(): Promise<boolean> {
    mustLookAgain = looking !== null;
    looking ??= pollOnce().finally(() => {
      looking = null;
      if (mustLookAgain) void poll();
    });
    return looking;
  }

  async function pollOnce(): Promise<boolean> {
    const { wallet: state, address: before } = account.getState();
    if (isConnecting) return false;
    if (!wasConnected(storage)) {
      // Another tab has disconnected.
      if (state !== 'disconnected') clearConnection();
      return false;
    }
    let { address } = wallet.status();
    if (address === null && before !== null) {
      await delay(MISSING_RECHECK_MS);
      ({ address } = wallet.status());
    }
    // The user has connected or disconnected in the meantime.
    if (isConnecting || !isCurrent(before) || !wasConnected(storage)) return false;
    if (address === null) {
      if (state !== 'disconnected') clearConnection();
      if (before !== null) walletToasts.gone();
    } else if (address !== before) {
      setConnected(address);
      // Another tab may have handled the switch first and signed the new account in.
      if (before === null || readStoredPlayerAddress(storage) === address) void signInAs(address, false);
      else {
        walletToasts.switched(address);
        void signOut(storage);
      }
    }
    return address !== null;
  }

  async function restore(isStopped: () => boolean): Promise<void> {
    if (!wasConnected(storage)) return;
    await wallet.discover();
    for (let looks = 0; looks < STARTUP_POLLS && !isStopped(); looks += 1) {
      if (await poll()) return;
      await delay(STARTUP_POLL_MS);
    }
  }

  /** Handles a connection, disconnection or sign-in in another tab. */
  async function handleStorageEvent(event: StorageEvent): Promise<void> {
    if (event.key !== null && event.key !== CONNECTED_KEY && event.key !== PROFILE_KEY) return;
    await poll();
    await retrySignIn();
  }

  /** Tries again to restore the sign-in of the connected account. */
  async function retrySignIn(): Promise<void> {
    const { address, player } = account.getState();
    if (address !== null && player === null) await signInAs(address, false);
  }

  function follow(): () => void {
    let isStopped = false;
    const pollNow = (): void => void poll();
    const pollWhenVisible = (): void => {
      if (document.visibilityState === 'visible') void poll();
    };
    const onStorage = (event: StorageEvent): void => void handleStorageEvent(event);
    const timer = setInterval(pollNow, POLL_MS);
    document.addEventListener('visibilitychange', pollWhenVisible);
    window.addEventListener('storage', onStorage);
    const unsubscribeWallet = wallet.listen((event) => {
      if (event.type === 'presence' && event.isInstalled) missingWallet.setState({ isShown: false });
      void (event.type === 'network' ? checkNetwork() : poll());
    });
    const unsubscribeConnectivity = connectivity.subscribe((now, before) => {
      if (now.status === 'online' && before.status !== 'online') void retrySignIn();
    });
    void restore(() => isStopped);
    return () => {
      isStopped = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', pollWhenVisible);
      window.removeEventListener('storage', onStorage);
      unsubscribeWallet();
      unsubscribeConnectivity();
    };
  }

  return {
    connect,
    disconnect,
    follow,
    signIn: signInNow,
  };
}
