import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../data/account/state.ts';
import { show } from '../testing/show.tsx';
import { FIRST } from '../testing/tronlink.ts';
import { WalletControl } from './WalletControl.tsx';

// Simulates a connection that was lost before the chunk was requested.
vi.mock('../features/wallet/WalletMenu.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(async () => {
  await cleanup();
  account.setState(INITIAL_ACCOUNT);
  vi.restoreAllMocks();
});

test('the account’s address is shown without its menu', async () => {
  account.setState({ wallet: 'connected', address: FIRST });
  await show(<WalletControl />, '/');
  await expect.element(page.getByText('TJRabP…RTv8')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
