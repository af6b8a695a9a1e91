import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../data/account/state.ts';
import { expectAccessible } from '../testing/accessibility.ts';
import { show } from '../testing/show.tsx';
import { FIRST } from '../testing/tronlink.ts';
import { Toast } from './Toast.tsx';
import { showToast } from '../ui/toast.ts';
import { WalletControl } from './WalletControl.tsx';

// Simulates a connection that was lost before the chunks were requested.
vi.mock('./RadixToast.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
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

test('a toast is shown and announced without its chunk', async () => {
  await show(<Toast />, '/');
  showToast({ kind: 'bad', title: 'Connection Failed', text: 'Unable to connect to TronLink wallet.' });
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText('Connection Failed', { exact: true })).toBeVisible();
  showToast({ kind: 'plain', title: 'Disconnected', text: 'Successfully disconnected from TronLink wallet.' });
  await expect.element(alert.getByText('Disconnected', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Connection Failed', { exact: true })).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(page.getByText('Disconnected', { exact: true })).not.toBeInTheDocument();
});

test('the account’s address is shown without its menu', async () => {
  account.setState({ wallet: 'connected', address: FIRST });
  await show(<WalletControl />, '/');
  await expect.element(page.getByText('TJRabP…RTv8')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
