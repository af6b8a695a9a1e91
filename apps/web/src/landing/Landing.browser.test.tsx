import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, NOBODY, type AccountState } from '../account/state.ts';
import { expectAccessible } from '../testing/accessibility.ts';
import { show } from '../testing/show.tsx';
import { makePlayer, PLATFORM } from '../testing/sign-in-desk.ts';
import { FIRST } from '../testing/tronlink.ts';
import { Landing } from './Landing.tsx';

const CONNECTED: Partial<AccountState> = { wallet: 'connected', address: FIRST, platform: PLATFORM };

const main = page.getByRole('main');
const open = async (state: Partial<AccountState>): Promise<void> => {
  account.setState({ ...NOBODY, ...state }, true);
  await show(<Landing />, '/');
};

beforeEach(() => localStorage.clear());
afterEach(async () => {
  await cleanup();
  account.setState(NOBODY, true);
});

test('a visitor plays free or connects', async () => {
  await open({});
  await expect.element(main.getByRole('link', { name: 'Free Play', exact: true })).toHaveAttribute('href', '/arena');
  await expect.element(main.getByRole('button', { name: 'Connect Wallet' }).first()).toBeVisible();
  await expect.element(main.getByRole('link', { name: 'Start Playing' })).not.toBeInTheDocument();
  // The mode that earns asks for a wallet first.
  await expect.element(main.getByRole('link', { name: 'Play for TRX' })).not.toBeInTheDocument();
  await expectAccessible();
});

test('a wallet that is connecting or signing in says so', async () => {
  await open({ wallet: 'connecting' });
  await expect
    .element(main.getByRole('button', { name: 'Connecting...' }).first())
    .toHaveAttribute('aria-disabled', 'true');
  account.setState(CONNECTED);
  await expect.element(main.getByRole('button', { name: 'Sign in' }).first()).toHaveAttribute('aria-disabled', 'false');
  account.setState({ isSigningIn: true });
  await expect.element(main.getByRole('button', { name: 'Signing in…' }).first()).toBeVisible();
});

test('the keyboard stays at the hero when signing in is done', async () => {
  await open(CONNECTED);
  document.querySelector<HTMLElement>('main button')?.focus();
  account.setState({ player: makePlayer(FIRST) });
  await expect.element(main.getByRole('link', { name: 'Start Playing' })).toHaveFocus();
});

test('a player starts playing', async () => {
  await open({ ...CONNECTED, player: makePlayer(FIRST) });
  await expect.element(main.getByRole('link', { name: 'Start Playing' })).toHaveAttribute('href', '/lobby');
  await expect
    .element(main.getByRole('link', { name: 'Cross-Chain Battles' }))
    .toHaveAttribute('href', '/cross-chain-lobby');
  await expect.element(main.getByRole('link', { name: 'Play for TRX' })).toHaveAttribute('href', '/arena?mode=solo');
  await expect.element(main.getByRole('link', { name: 'Free Play', exact: true })).not.toBeInTheDocument();
  await expectAccessible();
});
