import { createTronLinkWallet } from '@popfray/tron/browser';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { saveGuest, createGuest, savePlayerProfile, readGuest, readProfile } from '../account/profile.ts';
import { account, isOnOtherChain, INITIAL_ACCOUNT } from '../account/state.ts';
import { CONNECTED_KEY } from '../storage/storage.ts';
import { connectivity } from '../api/connectivity.ts';
import { toasts } from '../../ui/toast.ts';
import { makePlayer, openSignInDesk, PLATFORM, type SignInDesk } from '../../testing/sign-in-desk.ts';
import { loadAllTexts } from '../../testing/texts.ts';
import {
  FIRST,
  installTronLink,
  SECOND,
  walletError,
  type TestPage,
  type TestTronLink,
} from '../../testing/tronlink.ts';
import { missingWallet } from './missing-wallet.ts';
import { createWalletSession, type WalletSession } from './session.ts';

let desk: SignInDesk;
let page: TestPage;
let tron: TestTronLink;
const stops: (() => void)[] = [];
const openTab = vi.fn<(url: string) => void>();

/** A newly loaded page with the given wallet, storage and cookie. */
function load(): WalletSession {
  account.setState({ ...INITIAL_ACCOUNT, platform: PLATFORM });
  const wallet = createTronLinkWallet({ page: page as unknown as Window, chainId: PLATFORM.network.chainId });
  const session = createWalletSession({ wallet, platform: PLATFORM, openTab });
  stops.push(session.follow());
  return session;
}

/** Advances the time until all timers have fired. */
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** Connects and approves everything. */
async function connect(session: WalletSession): Promise<void> {
  const done = session.connect();
  await pass(2_000);
  await done;
}

const toast = () => {
  const { message } = toasts.getState();
  return message === null ? null : [message.title, message.text];
};

/** All toasts since the start of the test. */
const told: string[] = [];

beforeAll(loadAllTexts);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.spyOn(console, 'warn').mockReturnValue();
  localStorage.clear();
  connectivity.setState({ status: 'online' });
  toasts.setState({ message: null });
  told.length = 0;
  stops.push(toasts.subscribe(({ message }) => message !== null && told.push(message.title)));
  openTab.mockClear();
  missingWallet.setState({ isShown: false });
  desk = openSignInDesk();
  ({ page, tron } = installTronLink());
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  account.setState(INITIAL_ACCOUNT);
});

describe('connecting', () => {
  test('connects, waits a second, signs in and welcomes a new player', async () => {
    const session = load();
    const done = session.connect();
    expect(account.getState().wallet).toBe('connecting');
    await pass(900);
    expect(account.getState()).toMatchObject({ wallet: 'connecting', address: null });
    await pass(200);
    await done;
    expect(account.getState()).toMatchObject({ wallet: 'connected', address: FIRST, isSigningIn: false });
    expect(account.getState().player?.address).toBe(FIRST);
    expect(told).toEqual(['Wallet Connected', 'Welcome to Popfray!']);
    expect(toast()).toEqual(['Welcome to Popfray!', 'Profile created for TRON_TJRabP']);
    expect(localStorage.getItem(CONNECTED_KEY)).toBe('true');
    expect(readProfile()).toMatchObject({ address: FIRST, username: 'TRON_TJRabP', gamesPlayed: 0 });
  });

  test('shows the connected address', async () => {
    tron.onSign = () => new Promise(() => undefined);
    void load().connect();
    await pass(1_100);
    expect(toast()).toEqual(['Wallet Connected', 'Connected to TJRabP…RTv8']);
    expect(account.getState()).toMatchObject({ wallet: 'connected', isSigningIn: true, player: null });
  });

  test('does not welcome a returning player', async () => {
    await connect(load());
    await pass(6_000);
    const session = load();
    localStorage.clear();
    told.length = 0;
    await connect(session);
    expect(account.getState().player?.address).toBe(FIRST);
    expect(told).toEqual(['Wallet Connected']);
  });

  test.each([
    [
      'the person says no',
      () => Promise.reject(walletError(4001, 'User rejected the request.')),
      'Connection cancelled by user. Please try again and approve the connection.',
    ],
    [
      'it breaks without a word',
      () => Promise.reject(new Error('')),
      'TronLink extension API issue detected. This is a known compatibility problem. Visit /wallet-troubleshooting for help.',
    ],
    ['it breaks with words', () => Promise.reject(new Error('Provider is paused')), 'Provider is paused'],
    [
      'it stays locked',
      () => Promise.reject(walletError(-32_000, 'locked')),
      'TronLink not ready. Please unlock your wallet and try again.',
    ],
    [
      'it is still being asked something else',
      () => Promise.reject(walletError(-32_002, 'already pending')),
      'TronLink is waiting for an answer to an earlier request. Please open it, answer, and try again.',
    ],
    [
      'it agrees and never has an account',
      () => {
        tron.account = null;
        return Promise.resolve([FIRST]);
      },
      'TronWeb not ready',
    ],
  ])('says why when %s', async (_, onConnect, text) => {
    tron.onConnect = onConnect;
    const done = load().connect();
    await pass(5_000);
    await done;
    expect(toast()).toEqual(['Wallet Connection Failed', text]);
    expect(account.getState()).toMatchObject({ wallet: 'disconnected', address: null });
    expect(localStorage.getItem(CONNECTED_KEY)).toBeNull();
    expect(desk.calls).toEqual([]);
  });

  test('gives up on a wallet that never answers', async () => {
    tron.onConnect = () => new Promise(() => undefined);
    const done = load().connect();
    await pass(121_000);
    await done;
    expect(toast()).toEqual([
      'Wallet Connection Failed',
      'Connection timeout. Please ensure TronLink is unlocked. Visit /wallet-troubleshooting for help.',
    ]);
  });

  test('opens the download where there is no wallet, and shows the next steps within 3 seconds', async () => {
    delete page.tron;
    const done = load().connect();
    await pass(2_500);
    await done;
    expect(toast()).toEqual(['TronLink Not Found', 'Please install the TronLink wallet extension to continue.']);
    expect(openTab).toHaveBeenCalledExactlyOnceWith('https://www.tronlink.org/');
    expect(missingWallet.getState().isShown).toBe(true);
    expect(account.getState().wallet).toBe('disconnected');
  });

  test('shows only the next steps on a phone, which has no extensions', async () => {
    delete page.tron;
    vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ media, matches: true }) as MediaQueryList);
    const done = load().connect();
    await pass(2_500);
    await done;
    expect(missingWallet.getState().isShown).toBe(true);
    expect(openTab).not.toHaveBeenCalled();
    expect(told).toEqual([]);
    expect(account.getState().wallet).toBe('disconnected');
  });

  test('closes the next steps when a wallet is found after all', async () => {
    delete page.tron;
    const session = load();
    const done = session.connect();
    await pass(2_500);
    await done;
    page.tron = tron;
    await pass(6_000);
    expect(missingWallet.getState().isShown).toBe(false);
    await connect(session);
    expect(account.getState()).toMatchObject({ wallet: 'connected', address: FIRST });
  });

  test('shows an error when the extension is removed while it asks', async () => {
    tron.onConnect = () => Promise.reject(new Error('Extension context invalidated.'));
    const done = load().connect();
    await pass(2_000);
    await done;
    expect(toast()).toEqual([
      'Wallet Connection Failed',
      'TronLink extension not found. Please install from www.tronlink.org',
    ]);
  });

  test('reports an incompatible wallet', async () => {
    Object.assign(tron, { request: 'nothing' });
    await connect(load());
    expect(toast()?.[1]).toMatch(/^TronLink extension API issue detected\./);
  });

  test('fails when the wallet is locked again before the deciding poll', async () => {
    const done = load().connect();
    await pass(500);
    tron.account = null;
    tron.tronWeb = false;
    await pass(1_000);
    await done;
    expect(toast()).toEqual(['Connection Failed', 'Unable to connect to TronLink wallet.']);
    expect(account.getState().wallet).toBe('disconnected');
  });

  test('asks once, even if it is clicked repeatedly', async () => {
    const onConnect = vi.fn<() => Promise<void>>(() => Promise.resolve());
    tron.onConnect = onConnect;
    const session = load();
    void session.connect();
    void session.connect();
    await pass(2_000);
    expect(onConnect).toHaveBeenCalledOnce();
    expect(told.filter((title) => title === 'Wallet Connected')).toHaveLength(1);
  });

  test('names the network to switch to', async () => {
    tron.leaveChain();
    tron.onSign = () => Promise.reject(new Error('Confirmation declined by user'));
    await connect(load());
    expect(toast()).toEqual(['Wrong Network', 'Please switch TronLink to Nile testnet before you pay.']);
    expect(isOnOtherChain(account.getState())).toBe(true);
  });

  test('notices a change of network later on', async () => {
    await connect(load());
    await pass(1_000);
    tron.leaveChain();
    await pass(1_000);
    expect(toast()?.[0]).toBe('Wrong Network');
  });
});

describe('signing in', () => {
  test('stays connected and signed out when the user does not sign, and asks again on request', async () => {
    tron.onSign = () => Promise.reject(new Error('Confirmation declined by user'));
    const session = load();
    await connect(session);
    expect(account.getState()).toMatchObject({ wallet: 'connected', player: null, isSigningIn: false });
    expect(told).toEqual(['Wallet Connected']);
    tron.onSign = () => Promise.resolve(`0x${'2'.repeat(130)}`);
    await session.signIn();
    expect(account.getState().player?.address).toBe(FIRST);
  });

  test.each([
    ['does not believe the signature', () => void (desk.failure = 'ERR_SIGNATURE')],
    ['is broken', () => void (desk.failure = 'ERR_INTERNAL')],
    ['cannot be reached', () => void (desk.isAway = true)],
  ])('says so when the server %s', async (_, spoil) => {
    spoil();
    await connect(load());
    expect(toast()).toEqual(['Authentication Failed', 'Unable to create user profile. Please try again.']);
    expect(account.getState()).toMatchObject({ wallet: 'connected', player: null, isSigningIn: false });
  });

  test('shows why the wallet did not sign when the user did not decline', async () => {
    tron.onSign = () => Promise.reject(new Error('wallet is locked'));
    await connect(load());
    expect(toast()).toEqual([
      'Wallet Connection Failed',
      'TronLink not ready. Please unlock your wallet and try again.',
    ]);
  });

  test('does not sign in an account that the wallet has left in the meantime', async () => {
    const session = load();
    tron.onSign = async () => {
      tron.switchTo(SECOND);
      await pass(1_000);
      return `0x${'3'.repeat(130)}`;
    };
    await connect(session);
    expect(account.getState()).toMatchObject({ wallet: 'connected', address: SECOND, player: null });
    expect(desk.cookie).toBeNull();
    expect(desk.calls).not.toContain('POST /api/sign-in');
  });
});

describe('a page that is loaded again', () => {
  async function connectAndReload(): Promise<void> {
    await connect(load());
    for (const stop of stops.splice(0)) stop();
    told.length = 0;
    desk.calls.length = 0;
    stops.push(toasts.subscribe(({ message }) => message !== null && told.push(message.title)));
  }

  test('signs in silently by its cookie', async () => {
    await connectAndReload();
    load();
    await pass(100);
    expect(account.getState()).toMatchObject({ wallet: 'connected', address: FIRST });
    expect(account.getState().player?.address).toBe(FIRST);
    expect(told).toEqual([]);
    expect(desk.calls).toEqual(['GET /api/me']);
  });

  test('ends the sign-in of another account than the wallet’s, without asking the user', async () => {
    await connectAndReload();
    tron.switchTo(SECOND);
    load();
    await pass(100);
    expect(account.getState()).toMatchObject({ wallet: 'connected', address: SECOND, player: null });
    expect(desk.cookie).toBeNull();
    expect(desk.calls).toEqual(['GET /api/me', 'POST /api/sign-out']);
  });

  test('waits for a wallet that is injected late: ten polls, half a second apart', async () => {
    await connectAndReload();
    tron.account = null;
    tron.tronWeb = false;
    load();
    await pass(3_000);
    expect(account.getState().wallet).toBe('disconnected');
    tron.account = FIRST;
    Object.assign(tron, { tronWeb: { defaultAddress: { base58: FIRST } } });
    await pass(500);
    expect(account.getState()).toMatchObject({ wallet: 'connected', address: FIRST });
  });

  test('does not restore a wallet that was disconnected here', async () => {
    await connectAndReload();
    localStorage.removeItem(CONNECTED_KEY);
    load();
    await pass(20_000);
    expect(account.getState().wallet).toBe('disconnected');
    expect(desk.calls).toEqual([]);
  });

  test('is signed out when the cookie has expired, without asking the user', async () => {
    await connectAndReload();
    desk.cookie = null;
    load();
    await pass(100);
    expect(account.getState()).toMatchObject({ wallet: 'connected', player: null });
    expect(told).toEqual([]);
    // No further request is sent on the next visit.
    expect(readProfile()).toBeNull();
  });

  test('signs in once the server is back', async () => {
    await connectAndReload();
    desk.isAway = true;
    load();
    await pass(1_000);
    expect(account.getState()).toMatchObject({ wallet: 'connected', player: null });
    expect(connectivity.getState().status).toBe('offline');
    desk.isAway = false;
    await pass(6_000);
    expect(connectivity.getState().status).toBe('online');
    expect(account.getState().player?.address).toBe(FIRST);
  });
});

describe('a change of the wallet', () => {
  test('to another account ends the session and asks to sign in the new one', async () => {
    const session = load();
    await connect(session);
    tron.switchTo(SECOND);
    await pass(1_000);
    expect(account.getState()).toMatchObject({ wallet: 'connected', address: SECOND, player: null });
    expect(toast()).toEqual(['Account Changed', 'Sign in as TXLAQ6…qcdj to continue.']);
    expect(desk.cookie).toBeNull();
    await session.signIn();
    expect(account.getState().player?.address).toBe(SECOND);
    expect(readProfile()?.address).toBe(SECOND);
  });

  test('to another account does not affect the guest of this browser', async () => {
    const guest = createGuest(5, () => 0);
    saveGuest(guest);
    tron.onSign = () => Promise.reject(new Error('Confirmation declined by user'));
    const session = load();
    await connect(session);
    tron.switchTo(SECOND);
    await pass(1_000);
    await session.disconnect();
    expect(readGuest()).toMatchObject(guest);
  });

  test('by locking disconnects, and unlocking restores it', async () => {
    await connect(load());
    tron.switchTo(null);
    await pass(2_000);
    expect(account.getState()).toMatchObject({ wallet: 'disconnected', address: null, player: null });
    expect(toast()).toEqual(['Wallet Disconnected', 'Your wallet has been disconnected.']);
    tron.switchTo(FIRST);
    await pass(1_000);
    expect(account.getState().player?.address).toBe(FIRST);
  });

  test('by removing the extension disconnects', async () => {
    await connect(load());
    delete page.tron;
    await pass(12_000);
    expect(account.getState().wallet).toBe('disconnected');
    expect(toast()?.[0]).toBe('Wallet Disconnected');
  });

  test('to no account counts only when it lasts', async () => {
    await connect(load());
    told.length = 0;
    tron.switchTo(null);
    await pass(100);
    tron.switchTo(FIRST);
    await pass(10_000);
    expect(told).toEqual([]);
    expect(account.getState().player?.address).toBe(FIRST);
  });

  test('without an event is detected within 5 seconds', async () => {
    await connect(load());
    // After the more frequent polls of a new page.
    await pass(10_000);
    // The second one follows a poll: it waits for a whole interval.
    for (const address of [SECOND, FIRST, SECOND]) {
      tron.account = address;
      Object.assign(tron, { tronWeb: { defaultAddress: { base58: address } } });
      for (let waitedMs = 0; account.getState().address !== address; waitedMs += 100) {
        expect(waitedMs).toBeLessThanOrEqual(5_000);
        await pass(100);
      }
    }
  });

  test('while the page is hidden is detected when it is visible again', async () => {
    await connect(load());
    tron.account = SECOND;
    Object.assign(tron, { tronWeb: { defaultAddress: { base58: SECOND } } });
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    expect(account.getState().address).toBe(SECOND);
  });
});

describe('disconnecting', () => {
  test('signs out, clears the flag and the profile, and says so', async () => {
    const session = load();
    await connect(session);
    await session.disconnect();
    expect(account.getState()).toMatchObject({ wallet: 'disconnected', address: null, player: null });
    expect(toast()).toEqual(['Disconnected', 'Successfully disconnected from TronLink wallet.']);
    expect(localStorage.getItem(CONNECTED_KEY)).toBeNull();
    expect(readProfile()).toBeNull();
    expect(desk.cookie).toBeNull();
    await pass(20_000);
    expect(account.getState().wallet).toBe('disconnected');
  });

  test('offline is sent before the next sign-in', async () => {
    const session = load();
    await connect(session);
    desk.isAway = true;
    await session.disconnect();
    expect(desk.cookie).toBe(FIRST);
    desk.isAway = false;
    desk.calls.length = 0;
    tron.onSign = () => Promise.reject(new Error('Confirmation declined by user'));
    await connect(session);
    expect(desk.calls[0]).toBe('POST /api/sign-out');
    expect(account.getState().player).toBeNull();
  });
});

describe('another tab', () => {
  const tell = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

  test('that disconnects also disconnects this one, without a toast', async () => {
    await connect(load());
    told.length = 0;
    localStorage.removeItem(CONNECTED_KEY);
    tell(CONNECTED_KEY);
    await pass(0);
    expect(account.getState()).toMatchObject({ wallet: 'disconnected', player: null });
    expect(told).toEqual([]);
  });

  test('that connects and signs in also signs in this one', async () => {
    load();
    await pass(100);
    tron.switchTo(FIRST);
    desk.cookie = FIRST;
    localStorage.setItem(CONNECTED_KEY, 'true');
    localStorage.setItem(
      'popfray.profile.v1',
      JSON.stringify({
        address: FIRST,
        username: 'A',
        lastConnected: 1,
        gamesPlayed: 0,
        totalScore: 0,
        preferredGameMode: 'free-play',
      }),
    );
    tell(CONNECTED_KEY);
    await pass(100);
    expect(account.getState().player?.address).toBe(FIRST);
  });

  test('that has signed in the wallet’s new account first keeps its sign-in', async () => {
    await connect(load());
    told.length = 0;
    // Browsers may delay events of background tabs by a minute.
    desk.cookie = SECOND;
    savePlayerProfile(makePlayer(SECOND));
    tron.switchTo(SECOND);
    await pass(1_000);
    expect(account.getState().player?.address).toBe(SECOND);
    expect(desk.cookie).toBe(SECOND);
    expect(told).toEqual([]);
  });
});

describe('a browser without storage', () => {
  test('can still be used', async () => {
    const refuse = (): never => {
      throw new DOMException('', 'QuotaExceededError');
    };
    const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
    account.setState({ ...INITIAL_ACCOUNT, platform: PLATFORM });
    const wallet = createTronLinkWallet({ page: page as unknown as Window });
    const session = createWalletSession({ wallet, platform: PLATFORM, openTab, storage });
    stops.push(session.follow());
    await connect(session);
    await pass(20_000);
    expect(account.getState()).toMatchObject({ wallet: 'connected', address: FIRST, player: { address: FIRST } });
    await session.disconnect();
    expect(account.getState().wallet).toBe('disconnected');
    expect(desk.cookie).toBeNull();
  });
});
