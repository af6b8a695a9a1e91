import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { connectWallet } from './wallet-actions.ts';
import { account, INITIAL_ACCOUNT } from '../account/state.ts';
import { Queries } from '../api/Queries.tsx';
import { openServer, type TestServer } from '../../testing/server.ts';
import { show } from '../../testing/show.tsx';
import { refreshWalletBalance, useWalletBalance } from './balance.ts';

let server: TestServer;

function Shown() {
  const { data, error } = useWalletBalance();
  return <p>{error === null ? `${data ?? 'none'} sun` : error.message}</p>;
}

/** Uses the dev chain's faucet. */
async function faucet(amountSun: number): Promise<void> {
  const { address, platform } = account.getState();
  await fetch(`${platform?.network.devNodeUrl ?? ''}/dev/faucet`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ address, amountSun }),
  });
}

beforeAll(async () => {
  localStorage.clear();
  server = await openServer();
});
afterAll(async () => {
  vi.restoreAllMocks();
  account.setState(INITIAL_ACCOUNT);
  await server.stop();
});

test('the wallet’s balance is read from the wallet, at once on request, and polled', async () => {
  await show(
    <Queries>
      <Shown />
    </Queries>,
    '/',
  );
  await expect.element(page.getByText('none sun')).toBeVisible();
  const connected = connectWallet();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'Reject' }).click();
  await connected;
  // Amount of the dev wallet's faucet for a new account.
  await expect.element(page.getByText('1000000000 sun')).toBeVisible();
  await faucet(1_000_000);
  await expect
    .poll(async () => {
      await refreshWalletBalance();
      return page.getByText('1001000000 sun').elements().length;
    })
    .toBe(1);
  await faucet(2_000_000);
  await expect.element(page.getByText('1003000000 sun')).toBeVisible();
});
