import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { restoreAccount, connectWallet, recordGame, startGuest } from './wallet-actions.ts';
import { readGuest } from '../account/profile.ts';
import { account, INITIAL_ACCOUNT } from '../account/state.ts';
import { CONNECTED_KEY } from '../storage/storage.ts';
import { App } from '../../app/App.tsx';
import { connectivity } from '../api/connectivity.ts';
import { toasts } from '../../ui/toast.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;

const banner = page.getByRole('banner');
const said = (title: string) => page.getByText(title, { exact: true });
const address = () => account.getState().address ?? '';

beforeAll(async () => {
  localStorage.clear();
  server = await openServer();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  history.replaceState(null, '', '/');
  await render(<App />);
});
afterEach(async () => {
  await cleanup();
  server.isAway = false;
  server.instead = null;
  toasts.setState({ message: null });
  vi.mocked(console.warn).mockRestore();
});

describe('a new visitor', () => {
  test('plays as a guest, with a stored name and statistics in this browser', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Free Play', exact: true }).click();
    await expect.element(said('Free Play Mode')).toBeVisible();
    const { guest } = account.getState();
    await expect.element(said(`Playing as ${guest?.username ?? ''} - Connect wallet for full features`)).toBeVisible();
    expect(location.pathname).toBe('/arena');
    await recordGame({ score: 120, category: 'free-play', address: 'guest_1' });
    expect(account.getState().guest).toMatchObject({ gamesPlayed: 0 });
    await recordGame({ score: 120, category: 'free-play', address: guest?.address ?? '' });
    await expect.element(said('Score: 120 points added to your profile!')).toBeVisible();
    expect(readGuest()).toMatchObject({ username: guest?.username, gamesPlayed: 1, totalScore: 120 });
    account.setState(INITIAL_ACCOUNT);
    await startGuest();
    expect(account.getState().guest).toMatchObject({ username: guest?.username, totalScore: 120 });
    // Requests of the first page are not about a player.
    expect(server.calls.filter((call) => call !== 'GET /api/platform-stats')).toEqual([]);
  });

  test('sees an error when the server cannot be reached', async () => {
    server.isAway = true;
    await page.getByRole('main').getByRole('button', { name: 'Connect Wallet' }).first().click();
    await expect.element(said('Wallet Connection Failed')).toBeVisible();
    await expect.element(said('Network connection failed. Please check your connection and try again.')).toBeVisible();
    await expect.element(said('Offline. Practice and replays still work.')).toBeVisible();
    await expect.element(banner.getByRole('button', { name: 'Connect TronLink' })).toBeVisible();
    await expectAccessible();
    server.isAway = false;
    await expect.poll(() => connectivity.getState().status).toBe('online');
    await expect.element(said('Offline. Practice and replays still work.')).not.toBeInTheDocument();
  });
});

test('a server that fails while the page loads is asked again', async () => {
  server.instead = (_, path) => (path === '/api/platform' ? new Response('', { status: 503 }) : null);
  localStorage.setItem(CONNECTED_KEY, 'true');
  account.setState(INITIAL_ACCOUNT);
  server.calls.length = 0;
  restoreAccount();
  await expect.poll(() => server.calls).toContain('GET /api/platform');
  await expect.poll(() => account.getState().wallet).toBe('disconnected');
  server.instead = null;
  await expect.poll(() => account.getState().platform).not.toBeNull();
  localStorage.removeItem(CONNECTED_KEY);
});

describe('with the dev wallet and the real server', () => {
  test('connects, refuses to sign, signs in, looks around and disconnects', async () => {
    await banner.getByRole('button', { name: 'Connect TronLink' }).click();
    await expect.element(banner.getByRole('button', { name: 'Connecting...' })).toBeVisible();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect.element(said('Wallet Connected')).toBeVisible();
    await page.getByRole('button', { name: 'Reject' }).click();
    const signIn = banner.getByRole('button', { name: 'Sign in' });
    await expect.element(signIn).toBeVisible();
    await expect.element(page.getByRole('main').getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    expect(account.getState()).toMatchObject({ wallet: 'connected', player: null });
    await expectAccessible();

    await signIn.click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect.element(said('Welcome to Popfray!')).toBeVisible();
    await expect.element(said(`Profile created for TRON_${address().slice(0, 6)}`)).toBeVisible();
    await expect.element(signIn).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'Start Playing' })).toHaveAttribute('href', '/lobby');
    await expect
      .element(page.getByRole('link', { name: 'Cross-Chain Battles' }))
      .toHaveAttribute('href', '/cross-chain-lobby');
    await expect.element(banner.getByText('Dev chain: play money').first()).toBeVisible();

    const shortened = `${address().slice(0, 6)}…${address().slice(-4)}`;
    await banner.getByRole('button', { name: new RegExp(`^Wallet ${shortened}`) }).click();
    const menu = page.getByRole('menu');
    await expect.element(menu.getByText(`TRON_${address().slice(0, 6)}`)).toBeVisible();
    await expect.element(menu.getByText('0 TRX')).toBeVisible();
    await expect.element(menu.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', '/profile');
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(banner.getByRole('button', { name: new RegExp(`^Wallet ${shortened}`) })).toHaveFocus();

    await userEvent.keyboard('{Enter}');
    await expect.element(menu.getByRole('menuitem', { name: 'Deposit' })).toHaveFocus();
    await userEvent.keyboard('{End}');
    await expect.element(menu.getByRole('menuitem', { name: 'Disconnect' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(said('Successfully disconnected from TronLink wallet.')).toBeVisible();
    await expect.element(banner.getByRole('button', { name: 'Connect TronLink' })).toBeVisible();
    expect(account.getState().player).toBeNull();
    await expect.poll(() => server.calls.at(-1)).toBe('POST /api/sign-out');
  });

  test('is restored after a reload, with the same wallet and the same cookie', async () => {
    const connected = connectWallet();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await connected;
    const { player } = account.getState();
    expect(player).not.toBeNull();
    account.setState(INITIAL_ACCOUNT);
    server.calls.length = 0;
    restoreAccount();
    await expect.element(banner.getByRole('button', { name: 'Connecting...' })).toBeVisible();
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => account.getState().player).toEqual(player);
    expect(server.calls).not.toContain('POST /api/sign-in/challenge');
  });
});
