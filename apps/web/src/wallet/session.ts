import type { Wallet } from '@popfray/chain';
import type { Platform, Player } from '@popfray/protocol';
import { mirrorPlayer, readPlayerAddress } from '../account/profile.ts';
import { account } from '../account/state.ts';
import {
  browserStorage,
  CONNECTED_KEY,
  keepText,
  PROFILE_KEY,
  wasConnected,
  type KeptText,
} from '../account/storage.ts';
import { networkName } from '../account/network-name.ts';
import { reach } from '../api/reach.ts';
import { say, type RefusalContext } from './say.ts';
import { proveAccount, resumeSignIn, signOut } from './sign-in.ts';

/** Looks at the wallet after a page has loaded, and ms between two of them. SPEC section 9, timings. */
const STARTUP_LOOKS = 10;
const STARTUP_MS = 500;
/** ms between two looks later on. SPEC section 9: wallet status poll 5 s. */
const POLL_MS = 5_000;
/** ms between a wallet's yes and the look that counts. SPEC section 9: post-request wait 1 s. */
const AGREED_MS = 1_000;
/** ms in which the wallet's app, where there is one, has come to the front. */
const APP_MS = 1_500;
/** ms after which a wallet that names no account is asked once more before it is believed. */
const GONE_MS = 500;

/** What a session is made of. */
export interface SessionParts {
  readonly wallet: Wallet;
  readonly platform: Platform;
  readonly storage?: KeptText;
  /** Opens a page in a new tab. */
  readonly openTab?: (url: string) => void;
  /** Follows a link that an app on the phone may take. */
  readonly openApp?: (url: string) => void;
}

/** The wallet and the sign-in of this page: what the account's state is brought about by. Nothing of it rejects. */
export interface Session {
  /** Asks the person to connect, and to sign in. */
  connect(): Promise<void>;
  /** Asks the person to sign the connected account in. */
  signIn(): Promise<void>;
  /** Lets go of the wallet and signs out. */
  disconnect(): Promise<void>;
  /** Takes up a wallet that was connected before, and follows it until the returned function is called. */
  follow(): () => void;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates the session of a page. */
export function createSession({
  wallet,
  platform,
  storage = browserStorage(),
  openTab = (url) => void window.open(url, '_blank', 'noopener'),
  openApp = (url) => {
    location.href = url;
  },
}: SessionParts): Session {
  const words: RefusalContext = {
    downloadUrl: wallet.downloadUrl,
    get network() {
      return networkName(platform.network);
    },
  };
  /** While the person is being asked, looks wait: what they would see is on its way. */
  let isConnecting = false;
  let looking: Promise<boolean> | null = null;
  let mustLookAgain = false;

  const isCurrent = (address: string | null): boolean => account.getState().address === address;

  /** On a phone the wallet may be there all the same, with a browser of its own. */
  async function askToInstall(): Promise<void> {
    say.absent();
    const link = matchMedia('(pointer: coarse)').matches ? wallet.deepLink(location.href) : null;
    if (link !== null) {
      openApp(link);
      await pause(APP_MS);
      if (document.visibilityState === 'hidden') return;
    }
    openTab(wallet.downloadUrl);
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
      drop();
      return;
    }
    keepText(CONNECTED_KEY, 'true', storage);
    say.connected(address);
    take(address);
    await enter(address, true);
  }

  /** The account that the person agreed to; null when there is none, which has been told. */
  async function askToConnect(): Promise<string | null> {
    const { isInstalled, isCompatible } = await wallet.discover();
    if (!isInstalled) {
      await askToInstall();
      return null;
    }
    if (!isCompatible) {
      say.refused({ code: 'ERR_WALLET_INCOMPATIBLE', reason: '' }, words);
      return null;
    }
    const agreed = await wallet.connect();
    if (!agreed.ok) {
      say.refused(agreed.error, words);
      return null;
    }
    await pause(AGREED_MS);
    const { address } = wallet.status();
    if (address === null) say.failed();
    return address;
  }

  /** The wallet speaks for this account now. */
  function take(address: string): void {
    account.setState({ wallet: 'connected', address, player: null, isSigningIn: false });
    void compareNetwork();
  }

  async function compareNetwork(): Promise<void> {
    const { address, walletChainId: before } = account.getState();
    const chainId = await wallet.network();
    if (address === null || !isCurrent(address)) return;
    account.setState({ walletChainId: chainId });
    if (chainId !== null && chainId !== before && chainId !== platform.network.chainId)
      say.otherNetwork(networkName(platform.network));
  }

  /** Signs an account in: by the cookie that is still there or, where the person may be asked, by a signature. */
  async function enter(address: string, mayAsk: boolean): Promise<void> {
    if (account.getState().isSigningIn) return;
    account.setState({ isSigningIn: true });
    try {
      const resumed = await resumeSignIn(address, storage);
      if (resumed !== null) return welcome(resumed, false);
      if (!mayAsk || !isCurrent(address)) return undefined;
      const proof = await proveAccount(wallet, address, () => isCurrent(address));
      if (proof.ok) {
        if (isCurrent(address)) return welcome(proof.value.player, proof.value.isNew);
        // The wallet went to another account at the last moment: nobody stays signed in behind its back.
        await signOut(storage);
      } else if (proof.error.code !== 'ERR_WALLET_REJECTED' && isCurrent(address)) say.refused(proof.error, words);
    } catch (error) {
      console.warn('Signing in failed.', error);
      if (mayAsk && isCurrent(address)) say.notAuthenticated();
    } finally {
      if (isCurrent(address)) account.setState({ isSigningIn: false });
    }
    return undefined;
  }

  async function signInNow(): Promise<void> {
    const { address } = account.getState();
    if (address !== null) await enter(address, true);
  }

  function welcome(player: Player, isNew: boolean): void {
    if (!isCurrent(player.address)) return;
    mirrorPlayer(player, storage);
    account.setState({ player, guest: null });
    if (isNew) say.welcome(player.username);
  }

  function drop(): void {
    account.setState({
      wallet: 'disconnected',
      address: null,
      player: null,
      isSigningIn: false,
      walletChainId: null,
    });
  }

  async function disconnect(): Promise<void> {
    keepText(CONNECTED_KEY, null, storage);
    drop();
    say.disconnected();
    await signOut(storage);
  }

  /** Compares what the wallet says with what the page believes. Resolves with whether there is an account. */
  function look(): Promise<boolean> {
    mustLookAgain = looking !== null;
    looking ??= lookOnce().finally(() => {
      looking = null;
      if (mustLookAgain) void look();
    });
    return looking;
  }

  async function lookOnce(): Promise<boolean> {
    const { wallet: state, address: before } = account.getState();
    if (isConnecting) return false;
    if (!wasConnected(storage)) {
      // Another tab has let go of it.
      if (state !== 'disconnected') drop();
      return false;
    }
    let { address } = wallet.status();
    if (address === null && before !== null) {
      await pause(GONE_MS);
      ({ address } = wallet.status());
    }
    // Somebody has connected or disconnected meanwhile.
    if (isConnecting || !isCurrent(before) || !wasConnected(storage)) return false;
    if (address === null) {
      if (state !== 'disconnected') drop();
      if (before !== null) say.gone();
    } else if (address !== before) {
      take(address);
      // Another tab may have heard of the switch first, and have signed the new account in.
      if (before === null || readPlayerAddress(storage) === address) void enter(address, false);
      else {
        say.switched(address);
        void signOut(storage);
      }
    }
    return address !== null;
  }

  async function takeUp(isStopped: () => boolean): Promise<void> {
    if (!wasConnected(storage)) return;
    await wallet.discover();
    for (let looks = 0; looks < STARTUP_LOOKS && !isStopped(); looks += 1) {
      if (await look()) return;
      await pause(STARTUP_MS);
    }
  }

  /** Another tab has connected, disconnected, or signed in. */
  async function hearTab(event: StorageEvent): Promise<void> {
    if (event.key !== null && event.key !== CONNECTED_KEY && event.key !== PROFILE_KEY) return;
    await look();
    await resume();
  }

  /** Looks whether the server knows the account meanwhile. */
  async function resume(): Promise<void> {
    const { address, player } = account.getState();
    if (address !== null && player === null) await enter(address, false);
  }

  function follow(): () => void {
    let isStopped = false;
    const lookNow = (): void => void look();
    const lookWhenSeen = (): void => {
      if (document.visibilityState === 'visible') void look();
    };
    const onStorage = (event: StorageEvent): void => void hearTab(event);
    const poll = setInterval(lookNow, POLL_MS);
    document.addEventListener('visibilitychange', lookWhenSeen);
    window.addEventListener('storage', onStorage);
    const unlisten = wallet.listen((event) => void (event.type === 'network' ? compareNetwork() : look()));
    const unreach = reach.subscribe((now, before) => {
      if (now.reach === 'online' && before.reach !== 'online') void resume();
    });
    void takeUp(() => isStopped);
    return () => {
      isStopped = true;
      clearInterval(poll);
      document.removeEventListener('visibilitychange', lookWhenSeen);
      window.removeEventListener('storage', onStorage);
      unlisten();
      unreach();
    };
  }

  return {
    connect,
    disconnect,
    follow,
    signIn: signInNow,
  };
}
