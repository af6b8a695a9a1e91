import { CALLS, type PlayedDay } from '@popfray/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { connectWallet } from '../../data/wallet/wallet-actions.ts';
import { account } from '../../data/account/state.ts';
import { App } from '../../app/App.tsx';
import { queryClient } from '../../data/api/Queries.tsx';
import { toasts } from '../../ui/toast.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, json, press, signInByDevWallet } from '../../testing/money.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import '../../app/style.css';

let server: TestServer;
let address: string;

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');

async function open(path = '/profile'): Promise<void> {
  history.replaceState(null, '', path);
  await render(<App />);
  await expect.element(main.getByRole('heading', { name: 'Over time' })).toBeVisible();
}

beforeAll(async () => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockReturnValue();
  server = await openServer();
  address = await signInByDevWallet();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});
beforeEach(() => queryClient.clear());
afterEach(async () => {
  await cleanup();
  server.instead = null;
  toasts.setState({ message: null });
});

/** Days of which only the last three have games. */
const makeDays = (count: number): PlayedDay[] =>
  Array.from({ length: count }, (_, at) => {
    const isPlayed = at >= count - 3;
    return {
      date: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
      games: isPlayed ? 2 : 0,
      points: isPlayed ? 1_000 : 0,
      best: isPlayed ? 700 + at : null,
      earnedSun: isPlayed ? 5_500_000 : 0,
      battles: isPlayed ? 1 : 0,
      won: at === count - 1 ? 1 : 0,
    };
  });

describe('the charts', () => {
  test('show that they are empty, or that they could not be loaded', async () => {
    await open();
    await expect.element(main.getByText(/^Nothing was played in these days/)).toBeVisible();
    server.instead = (_, path) => (path.startsWith('/api/me/series') ? failure('ERR_RATE') : null);
    await main.getByText('90 days', { exact: true }).click();
    const charts = main.getByRole('region', { name: 'Over time' });
    await expect.element(charts.getByText('This could not be loaded.')).toBeVisible();
  });

  test('show 30 or 90 days, each with its total for screen readers, and a table of all', async () => {
    server.instead = (_, path) => {
      const [, count] = /^\/api\/me\/series\?days=(\d+)$/.exec(path) ?? [];
      return count === undefined ? null : json({ days: makeDays(Number(count)) });
    };
    await open();
    for (const name of [
      'Points: 3,000 points in 30 days.',
      'TRX earned: 16.5 TRX earned in 30 days.',
      'Best score: Best score of each day: 729 at the most in 30 days.',
      'Battles won: 1 of 3 battles won in 30 days.',
    ])
      await expect.element(main.getByRole('img', { name })).toBeVisible();
    await main.getByRole('img', { name: /^Points/ }).hover({ position: { x: 0, y: 10 } });
    await expect.element(main.getByText('Jan 1: 0')).toBeVisible();
    await main.getByText('Show as a table').click();
    expect(main.getByRole('table').getByRole('row').elements()).toHaveLength(31);
    await expect.element(main.getByRole('row', { name: 'Jan 30, 2026 2 1,000 729 5.5 1 / 1' })).toBeVisible();
    await expectAccessible();
    await main.getByText('90 days', { exact: true }).click();
    await expect.element(main.getByRole('img', { name: 'Points: 3,000 points in 90 days.' })).toBeVisible();
  });
});

test('battles have a separate address, and link to receipts and rematches', async () => {
  const sessionId = 'session-0001';
  const battle = {
    number: 4,
    sessionId,
    sessionName: 'Evening battle',
    gameMode: 'cross-chain-battle',
    settledAt: Date.now(),
    position: 1,
    score: 900,
    feeSun: 1_000_000,
    shareSun: 1_920_000,
    opponents: [
      { username: 'Bob', blockchain: 'sol', isBot: false, position: 2 },
      { username: 'Robo', blockchain: 'tron', isBot: true, position: 3 },
    ],
  };
  server.instead = (_, path) => {
    if (path === '/api/battles/me')
      return json({ battles: [battle, { ...battle, number: 3, position: 3, feeSun: 0, shareSun: 0 }], next: 3 });
    return path === '/api/battles/me?before=3'
      ? json({ battles: [{ ...battle, number: 2, sessionName: 'An older one' }], next: null })
      : null;
  };
  await open('/profile?tab=battles');
  await expect.element(main.getByText('Against Bob and Robo (bot)').first()).toBeVisible();
  await expect.element(main.getByText('+1.92 TRX')).toBeVisible();
  await expect.element(main.getByText('Place 3 of 3')).toBeVisible();
  await expect
    .element(main.getByRole('link', { name: 'Receipt' }).first())
    .toHaveAttribute('href', `/receipt/${sessionId}`);
  await expect
    .element(main.getByRole('link', { name: 'Rematch' }).first())
    .toHaveAttribute('href', `/cross-chain-session/${sessionId}`);
  await expectAccessible();
  await main.getByRole('button', { name: 'Show more' }).click();
  await expect.element(main.getByText('An older one')).toBeVisible();
  await main.getByRole('tab', { name: 'Payments' }).click();
  expect(location.search).toBe('?tab=payments');
});

describe('the player’s own data', () => {
  test('are downloaded as a file with a size and a date, or an error is shown', async () => {
    const saved: { name: string; text: Promise<string> }[] = [];
    const make = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:own-data');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const [content] = make.mock.lastCall ?? [];
      if (content instanceof Blob) saved.push({ name: this.download, text: content.text() });
    });
    await open();
    const download = main.getByRole('button', { name: 'Download my data' });
    await download.click();
    await expect.element(main.getByText(/^Your file is ready: \d+ kB\.$/)).toBeVisible();
    const file = CALLS.exportMe.answer.parse(JSON.parse((await saved[0]?.text) ?? ''));
    expect(file.address).toBe(address);
    expect(saved).toHaveLength(1);
    server.instead = (_, path) => (path === '/api/me/export' ? failure('ERR_RATE') : null);
    await download.click();
    await expect.element(main.getByText(/^The file could not be made\. Too many requests/)).toBeVisible();
    // An interrupted download does not create a file.
    server.instead = (_, path) => (path === '/api/me/export' ? new Response('{"version":1,"led') : null);
    await download.click();
    await expect
      .element(main.getByText('The file could not be made. The connection was lost on the way.'))
      .toBeVisible();
    expect(saved).toHaveLength(1);
    make.mockRestore();
    click.mockRestore();
  });

  test('are not deleted while something is open: each obstacle has a link', async () => {
    server.instead = (_, path) =>
      path === '/api/me/deletion'
        ? json({
            hindrances: ['payment', 'payout', 'session', 'balance'],
            balanceSun: 12_000_000,
            messages: 0,
            reportedMessages: 0,
          })
        : null;
    await open();
    await main.getByRole('button', { name: 'Delete profile…' }).click();
    await expect.element(dialog.getByText('You have 12 TRX to withdraw. Withdraw it first.')).toBeVisible();
    await expect.element(dialog.getByRole('link', { name: 'To the lobby' })).toHaveAttribute('href', '/lobby');
    await expect.element(dialog.getByRole('button', { name: 'Sign and delete' })).not.toBeInTheDocument();
    await expectAccessible();
    await dialog.getByRole('link', { name: 'See withdrawals' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(main.getByRole('tab', { name: 'Withdrawals' })).toHaveFocus();
  });

  test('are deleted after the name was typed and the wallet has signed, with all data in this browser', async () => {
    const username = account.getState().player?.username ?? '';
    localStorage.setItem(`popfray.withdrawal.v1.${address}`, '{}');
    await open();
    await main.getByRole('button', { name: 'Delete profile…' }).click();
    await expect.element(dialog.getByText('This is deleted permanently')).toBeVisible();
    await expect.element(dialog.getByText('This stays, under your address alone')).toBeVisible();
    const sign = dialog.getByRole('button', { name: 'Sign and delete' });
    await expect.element(sign).toBeDisabled();
    const typed = dialog.getByLabelText(`Type ${username} or DELETE to continue`);
    await typed.fill('delete');
    await expect.element(sign).toBeDisabled();
    await typed.fill(username);
    await expect.element(sign).toBeEnabled();
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await press('Reject');
    await expect.element(dialog.getByText('Your wallet did not sign, so nothing was deleted.')).toBeVisible();
    expect(server.calls).not.toContain('POST /api/me/deletion');
    await sign.click();
    await press('Confirm');
    await expect.element(page.getByText('Profile deleted', { exact: true })).toBeVisible();
    expect(location.pathname).toBe('/');
    expect(account.getState()).toMatchObject({ player: null, wallet: 'disconnected' });
    expect(JSON.stringify(localStorage)).not.toContain(address);
    // The same wallet signs up again. It has approved the page already, and only signs.
    const connected = connectWallet();
    await press('Confirm');
    await connected;
    expect(account.getState().player?.address).toBe(address);
    await expect.element(page.getByText('Welcome to Popfray!', { exact: true })).toBeVisible();
  });
});
