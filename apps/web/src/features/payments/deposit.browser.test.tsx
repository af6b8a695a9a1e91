import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { refreshPlayer } from '../../data/wallet/wallet-actions.ts';
import { account } from '../../data/account/state.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { closeGameSocket } from '../../data/game-socket/game-socket.ts';
import { refusals } from '../../data/api/refusal.ts';
import { App } from '../../app/App.tsx';
import { toasts } from '../../ui/toast.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, json, makePayment, press, signInByDevWallet } from '../../testing/money.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import { closeDeposit, openDeposit } from './deposit-store.ts';
import { signings } from './signing.ts';
import { unwatch, watch, watchList } from './watch-list.ts';
import '../../app/style.css';

const TRX = 1_000_000;

let server: TestServer;
let address: string;

const button = (name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
const dialog = page.getByRole('dialog', { name: /^Deposit/ });
const amount = page.getByRole('textbox', { name: 'Amount in TRX' });
const balanceSun = () => account.getState().player?.balanceSun;
const countPosts = (path: string): number => server.calls.filter((call) => call === `POST ${path}`).length;

async function open(path: string): Promise<void> {
  history.replaceState(null, '', path);
  await render(<App />);
}

/** Answers for a deposit at a status, and shows it in the panel. */
function answerWith(status: 'applied' | 'refunded' | 'expired' | 'failed' | 'confirming'): void {
  const payment = makePayment({ purpose: 'deposit', upgradeId: null, amountSun: 10 * TRX, status, unsigned: null });
  server.instead = (_, path) => (path === '/api/payments/me' ? json([payment]) : null);
  watch({ id: payment.id, address });
}

beforeAll(async () => {
  localStorage.clear();
  sessionStorage.clear();
  vi.spyOn(console, 'warn').mockReturnValue();
  server = await openServer();
  address = await signInByDevWallet();
});
afterAll(async () => {
  closeGameSocket();
  vi.restoreAllMocks();
  await server.stop();
});
beforeEach(() => queryClient.clear());
afterEach(async () => {
  unwatch(watchList.getState().watched.map(({ id }) => id));
  refusals.getState().shown?.close(false);
  closeDeposit();
  await cleanup();
  await page.viewport(1366, 768);
  Object.assign(server, { isAway: false, instead: null, losesAnswer: null });
  signings.setState({}, true);
  toasts.setState({ message: null });
});

test('is begun in the wallet menu, goes from the wallet to its block, and is on the balance', async () => {
  await open('/upgrades');
  await button(/^Wallet /).click();
  await page.getByRole('menuitem', { name: 'Deposit', exact: true }).click();
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByText('0 to 0.268 TRX, from your wallet')).toBeVisible();
  await expectAccessible();
  await page.viewport(390, 844);
  await expectAccessible();
  await page.viewport(1366, 768);
  await dialog.getByRole('button', { name: '50 TRX', exact: true }).click();
  await expect.element(amount).toHaveValue('50');
  await dialog.getByRole('button', { name: 'Deposit 50 TRX', exact: true }).click();
  await expect.element(page.getByRole('dialog', { name: 'Deposit of 50 TRX' })).toBeVisible();
  await expect.element(dialog.getByText(/^Your wallet shows the amount/)).toBeVisible();
  await press('Confirm');
  await expect.element(dialog.getByText(/^The amount is on your Popfray balance/)).toBeVisible();
  await expect.poll(balanceSun).toBe(50 * TRX);
  await expect.poll(() => toasts.getState().message?.title).toBe('Deposit Complete');
  // What was seen here to be complete is not shown in the panel as well.
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(watchList.getState().watched).toEqual([]);
});

test('is followed by the panel when its dialog is closed, and not before', async () => {
  const isInPanel = (): boolean => document.querySelector('aside[aria-label="Payments"]') !== null;
  await open('/profile');
  await button('Deposit').click();
  await amount.fill('3');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(/^Your wallet shows the amount/)).toBeVisible();
  await expect.poll(() => watchList.getState().watched.length).toBe(1);
  expect(isInPanel()).toBe(false);
  await press('Reject');
  await expect.element(dialog.getByText('Transaction cancelled by user')).toBeVisible();
  expect(isInPanel()).toBe(false);
  await userEvent.keyboard('{Escape}');
  await expect.poll(isInPanel).toBe(true);
});

test('that the wallet refuses is confirmed again, and one that is given up leaves nothing', async () => {
  await open('/profile');
  await button('Deposit').click();
  await amount.fill('5');
  await userEvent.keyboard('{Enter}');
  await press('Reject');
  await expect.element(dialog.getByText('Transaction cancelled by user')).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Try again', exact: true }).click();
  await press('Reject');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.element(dialog.getByText('Cancelled, nothing paid')).toBeVisible();
  await dialog.getByRole('button', { name: 'Deposit again', exact: true }).click();
  await expect.element(amount).toBeVisible();
});

test('needs an amount within its bounds and in the wallet', async () => {
  await open('/profile');
  await button('Deposit').click();
  const before = countPosts('/api/deposits');
  for (const [text, note] of [
    ['ten', /^Enter an amount such as/],
    ['0', 'The smallest deposit is 0.000001 TRX.'],
    ['100001', 'The largest single deposit is 100,000 TRX.'],
    ['99999', /^Your wallet holds/],
  ] as const) {
    await amount.fill(text);
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText(note)).toBeVisible();
  }
  expect(countPosts('/api/deposits')).toBe(before);
  server.instead = (_, path) => (path === '/api/deposits' ? failure('ERR_PAUSED') : null);
  await amount.fill('5');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert')).not.toBeEmptyDOMElement();
});

test('past a limit says so', async () => {
  server.instead = (_, path) => (path === '/api/deposits' ? failure('ERR_LIMIT_DEPOSIT') : null);
  await open('/profile');
  await button('Deposit').click();
  await amount.fill('5');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('dialog').getByText('This would exceed the deposit limit that you have set.').first())
    .toBeVisible();
});

test('is offered where the balance is too small to pay', async () => {
  server.instead = null;
  await refreshPlayer();
  await open('/lobby');
  await button('Create Battle').click();
  await page.getByLabelText('Entry fee (TRX)').fill('120');
  await button(/^Deposit \d+ TRX or more/).click();
  await expect.element(amount).toHaveValue(String(120 - (balanceSun() ?? 0) / TRX));
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).toBeVisible();
});

test.each([
  ['refunded', 'Added to Your Popfray Balance', /^It came in although a limit or a break/],
  ['failed', 'Deposit Failed', /^The network refused the transfer/],
  ['expired', 'Deposit Failed', /^It was not confirmed in time/],
  ['applied', 'Deposit Complete', /^The amount is on your Popfray balance/],
] as const)('that ends as %s is reported', async (status, title, text) => {
  answerWith('confirming');
  await open('/profile');
  const panel = page.getByRole('complementary', { name: 'Payments' });
  await expect.element(panel.getByText(/Then the amount is on your Popfray balance/)).toBeVisible();
  answerWith(status);
  await expect.poll(() => toasts.getState().message?.title).toBe(title);
  await expect.element(panel.getByText(text)).toBeVisible();
});

test('opens with an amount from elsewhere on the page', async () => {
  await open('/');
  openDeposit(7 * TRX);
  await expect.element(amount).toHaveValue('7');
});
