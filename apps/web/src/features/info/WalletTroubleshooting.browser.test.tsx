import type { About } from '@popfray/protocol';
import { createTronLinkWallet } from '@popfray/tron/browser';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../../data/account/state.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { connectivity } from '../../data/api/connectivity.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { json } from '../../testing/money.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import { show } from '../../testing/show.tsx';
import { PLATFORM } from '../../testing/sign-in-desk.ts';
import { installTronLink, type TestPage, type TestTronLink } from '../../testing/tronlink.ts';
import { WalletTroubleshooting } from './WalletTroubleshooting.tsx';

/** Timeout of the wallet in these tests, ms. */
const LIMIT_MS = 250;

/** Address without a listener. */
const NOWHERE = 'http://127.0.0.1:9';

let server: TestServer;
let host: TestPage;
let tron: TestTronLink;
/** Changed values of the server's answers. */
let told: Partial<About>;

const text = (words: string) => page.getByText(words, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name });
/** Text of a badge. */
const badge = (name: string) => () =>
  [...document.querySelectorAll('dt')].find((term) => term.textContent === name)?.nextElementSibling?.textContent;

/** Opens the page with the given content of the fake window. */
async function open(): Promise<void> {
  const wallet = createTronLinkWallet({
    page: host as unknown as Window,
    timeouts: { discoverMs: LIMIT_MS, nodeMs: LIMIT_MS },
  });
  const openWallet = () => Promise.resolve(wallet);
  await show(<WalletTroubleshooting openWallet={openWallet} />, '/wallet-troubleshooting');
}

beforeAll(async () => {
  server = await openServer();
});
afterAll(async () => server.stop());
beforeEach(() => {
  ({ page: host, tron } = installTronLink());
  told = {};
  account.setState({ ...INITIAL_ACCOUNT, platform: PLATFORM });
  server.instead = (_, path) =>
    path === '/api/about'
      ? json({
          version: '1.2.3',
          supportEmail: 'help@play.example',
          dailyCapSun: 100_000_000,
          publicNodeUrl: NOWHERE,
          walletIssue: null,
          ...told,
        } satisfies About)
      : null;
});
afterEach(async () => {
  await cleanup();
  queryClient.clear();
  server.isAway = false;
  connectivity.setState({ status: 'online' });
  account.setState(INITIAL_ACCOUNT);
});

describe('the live diagnostics', () => {
  test('recognise a working wallet, with its version', async () => {
    Object.assign(tron, { version: '4.3.1' });
    tron.switchTo(tron.account);
    await open();
    await expect.element(text('TronLink status checks completed')).toBeVisible();
    await expect.poll(badge('Extension Installed')).toBe('Yes');
    await expect.poll(badge('API Compatible')).toBe('Yes');
    await expect.poll(badge('Network')).toBe('Connected');
    await expect.poll(badge('Version')).toBe('4.3.1');
    await expect.element(page.getByText(/^Everything works/)).toBeVisible();
    await expect.element(page.getByText(/^Last checked: /)).toBeVisible();
    await expectAccessible();
  });

  test('say that they are checking, then that there is no extension, and where to get it', async () => {
    host = new EventTarget();
    await open();
    await expect.element(button('Checking...')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(text('TronLink extension not detected')).toBeVisible();
    await expect.element(text('TronLink extension is required to connect your wallet')).toBeVisible();
    await expect
      .element(link('Install TronLink (opens in a new tab)'))
      .toHaveAttribute('href', 'https://www.tronlink.org/');
    await expect.poll(badge('Extension Installed')).toBe('No');
    await expect.poll(badge('Version')).toBeUndefined();
  });

  test('explain what to do about an extension with an old API', async () => {
    Object.assign(tron, { request: undefined });
    await open();
    await expect.element(text('TronLink API compatibility issues detected')).toBeVisible();
    await expect.element(text('TronLink API Compatibility Issue')).toBeVisible();
    await expect.element(text('Disable the extension and enable it again.')).toBeVisible();
    await expect.poll(badge('API Compatible')).toBe('No');
  });

  test('recognise a locked wallet, and update automatically when it is unlocked', async () => {
    await open();
    await expect.element(text('TronLink is locked, or not connected to this site')).toBeVisible();
    tron.switchTo(tron.account);
    await expect.element(page.getByText(/^Everything works/)).toBeVisible();
  });

  test('name the network to switch to', async () => {
    tron.leaveChain();
    await open();
    await expect.element(text('Wrong network')).toBeVisible();
    await expect.element(page.getByText(/Switch it to /)).toBeVisible();
  });

  test('recognise an unreachable network, and check again on request', async () => {
    await open();
    await expect.element(text('Network Connection Issue')).toBeVisible();
    await expect
      .element(text('Unable to connect to TRON network. Please check your internet connection.'))
      .toBeVisible();
    await expect.poll(badge('Network')).toBe('Disconnected');
    tron.switchTo(tron.account);
    await button('Refresh').click();
    await expect.poll(badge('Network')).toBe('Connected');
  });

  test('distinguish a wallet’s silent node from an unreachable network', async () => {
    server.instead = null;
    tron.tronWeb = {
      defaultAddress: { base58: tron.account },
      trx: { getBlockByNumber: () => new Promise(() => null) },
    };
    await open();
    await expect.element(text('TronLink’s node does not answer')).toBeVisible();
    await expect.poll(badge('Network')).toBe('Connected');
  });

  test('work while the server does not answer', async () => {
    server.isAway = true;
    account.setState(INITIAL_ACCOUNT);
    tron.switchTo(tron.account);
    await open();
    await expect.element(text('TronLink status checks completed')).toBeVisible();
    await expect.element(link('Email Support')).not.toBeInTheDocument();
    await expect.element(text('Not reachable')).toBeVisible();
  });
});

test('a known issue is shown while the server reports it', async () => {
  told = { walletIssue: { since: '2026-06-15', until: '2026-07-15' } };
  await open();
  await expect
    .element(page.getByRole('complementary', { name: 'Known issue' }).getByText(/^TronLink updates on June 15, 2026/))
    .toBeVisible();
  await cleanup();
  queryClient.clear();
  told = {};
  await open();
  await expect.element(link('Email Support')).toBeVisible();
  await expect.element(page.getByRole('complementary', { name: 'Known issue' })).not.toBeInTheDocument();
});

test('the solutions come in three tabs, which the keyboard reaches', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await open();
  await expect.element(button('Refresh Page')).toBeVisible();
  await expect.element(button('Open TronLink').last()).toBeVisible();
  await page.getByRole('tab', { name: 'Quick Fixes' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect
    .element(text('Warning: Make sure you have your seed phrase backed up before uninstalling!'))
    .toBeVisible();
  await expect.element(page.getByText(/wait 10 seconds/)).toBeVisible();
  await button('Copy Chrome’s extension page').click();
  expect(copy).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^chrome:\/\/extensions\//));
  await expect.element(button('Copied')).toBeVisible();
  await expectAccessible();
  await page.getByRole('tab', { name: 'Alternatives' }).click();
  await expect.element(link('Play Free Play')).toHaveAttribute('href', '/free-play');
  await expect.element(link('To the battles')).toHaveAttribute('href', '/cross-chain');
  await expect.element(link('iOS (opens in a new tab)')).toBeVisible();
  copy.mockRestore();
});

test('further help links to support and the FAQ, and shows what works now', async () => {
  await open();
  await expect.element(link('Back to Home')).toHaveAttribute('href', '/');
  await expect
    .element(link('Email Support'))
    .toHaveAttribute('href', expect.stringMatching(/^mailto:help@play\.example/));
  await expect.element(link('View FAQ')).toHaveAttribute('href', '/support');
  await expect.poll(badge('TRON network')).toBe('OK');
  await expect.poll(badge('TronLink extension')).toBe('OK');
  await expect.element(page.getByText(/^Last updated: /)).toBeVisible();
});
