import type { ActiveUpgrade, UpgradeOffer } from '@popfray/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../../data/account/state.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { connectivity } from '../../data/api/connectivity.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { json } from '../../testing/money.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import { show } from '../../testing/show.tsx';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import { Upgrades } from './Upgrades.tsx';

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

let server: TestServer;

const card = (name: string) => page.getByRole('article', { name });
const all = page.getByRole('region', { name: 'All upgrades' });

/** Opens the store for a player whose wallet has a balance in sun. */
async function openSignedIn(balanceSun: number, upgrades: readonly ActiveUpgrade[] = []): Promise<void> {
  server.instead = (_, path) => {
    if (path === '/api/payments/me') return json([]);
    if (path === '/api/skins/me') return json({ skins: [], questDays: 0 });
    return path.startsWith('/api/player-upgrades/') ? json(upgrades) : null;
  };
  account.setState({ wallet: 'connected', address: ADDRESS, player: makePlayer(ADDRESS) });
  queryClient.setQueryData(['wallet-balance', ADDRESS], balanceSun);
  await show(<Upgrades />, '/upgrades');
}

/** An upgrade that ends after a number of ms. */
const makeActive = (upgradeId: string, leftMs: number): ActiveUpgrade => ({
  upgradeId,
  playerId: ADDRESS,
  txHash: 'ab'.repeat(32),
  purchasedAt: Date.now() - 60_000,
  expiresAt: Date.now() + leftMs,
});

beforeAll(async () => {
  server = await openServer();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});
beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  account.setState(INITIAL_ACCOUNT, true);
});
afterEach(async () => {
  await cleanup();
  Object.assign(server, { isAway: false, instead: null });
  connectivity.setState({ status: 'online' });
  account.setState(INITIAL_ACCOUNT, true);
});

describe('the upgrade store', () => {
  test('shows all nine to a visitor, and how to get a wallet', async () => {
    await show(<Upgrades />, '/upgrades');
    await expect.element(page.getByRole('heading', { name: 'Upgrade Store', level: 1 })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    await expect.element(page.getByRole('heading', { name: 'Connect your wallet to buy' })).toBeVisible();
    await expect.element(page.getByText('No effect in cross-chain battles.')).toBeVisible();
    await expect.poll(() => all.getByRole('article').elements().length).toBe(9);
    await expect.element(page.getByRole('button', { name: 'Connect Wallet: TRX Boost' })).toBeEnabled();
    expect(document.title).toBe('Upgrade Store · Popfray');
    await expectAccessible();
  });

  /** SPEC section 9, upgrades. */
  test.each([
    ['TRX Boost', 'Common', 'Economy', '5 TRX', '30 minutes', ['+25% TRX']],
    ['Score Multiplier', 'Rare', 'Economy', '8 TRX', '15 minutes', ['2x Points']],
    ['Golden Touch', 'Epic', 'Economy', '15 TRX', '45 minutes', ['1.5x Points', '+50% TRX']],
    ['Rapid Fire', 'Common', 'Combat', '6 TRX', '20 minutes', ['1.5x Spawn Rate']],
    ['Bubble Storm', 'Epic', 'Special', '12 TRX', '10 minutes', ['2x Spawn Rate']],
    ['Boss Buster', 'Rare', 'Combat', '10 TRX', '25 minutes', ['-50% Boss HP']],
    ['Lucky Streak', 'Rare', 'Special', '9 TRX', '20 minutes', ['+30% Special']],
    ['Precision Strike', 'Epic', 'Combat', '14 TRX', '15 minutes', ['3x Click Power']],
    [
      'Divine Blessing',
      'Legendary',
      'Special',
      '50 TRX',
      '60 minutes',
      ['2x Points', '+75% TRX', '1.5x Spawn Rate', '+25% Special'],
    ],
  ])('sells %s: %s, %s, %s for %s', async (name, rarity, category, price, minutes, chips) => {
    await show(<Upgrades />, '/upgrades');
    for (const text of [rarity, category, price, minutes])
      await expect.element(card(name).getByText(text, { exact: true })).toBeVisible();
    expect(
      card(name)
        .getByRole('listitem')
        .elements()
        .map((chip) => chip.textContent),
    ).toEqual(chips);
  });

  test('asks a connected wallet to sign in', async () => {
    account.setState({ wallet: 'connected', address: ADDRESS });
    await show(<Upgrades />, '/upgrades');
    await expect.element(page.getByRole('heading', { name: 'Sign in to buy' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Sign in: TRX Boost' })).toBeEnabled();
    await expectAccessible();
  });

  test('shows the wallet’s balance and the active upgrades, to the second', async () => {
    await openSignedIn(5_999_999, [makeActive('boss-buster', 68_500), makeActive('rapid-fire', -1)]);
    const balance = page.getByRole('region', { name: 'Wallet balance' });
    await expect.element(balance.getByText('5.999999 TRX')).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Popfray balance' })).toBeVisible();
    const active = page.getByRole('region', { name: 'Active upgrades' });
    await expect.element(active.getByText('Boss Buster')).toBeVisible();
    await expect.element(active.getByText('Rapid Fire')).not.toBeInTheDocument();
    await expect.element(active.getByText(/^1:0\d$/)).toBeVisible();
    const left = active.getByText(/^1:0\d$/).element().textContent;
    await expect.poll(() => active.getByText(/^\d:\d\d$/).element().textContent).not.toBe(left);
    await expect
      .element(page.getByRole('button', { name: 'Active: Boss Buster' }))
      .toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByRole('button', { name: 'Purchase: TRX Boost' })).toBeEnabled();
    await expect.element(page.getByRole('button', { name: 'Insufficient TRX: Rapid Fire' })).toBeEnabled();
    await expectAccessible();
  });

  test('sells an upgrade that only the balance covers', async () => {
    await openSignedIn(1_000_000);
    account.setState({ player: { ...makePlayer(ADDRESS), balanceSun: 6_000_000 } });
    await expect.element(page.getByRole('button', { name: 'Purchase: Rapid Fire' })).toBeEnabled();
    await expect.element(page.getByRole('button', { name: 'Insufficient TRX: Score Multiplier' })).toBeVisible();
  });

  test('ends an upgrade without an update from the server', async () => {
    await openSignedIn(100_000_000, [makeActive('trx-boost', 10_000)]);
    await expect.element(page.getByRole('button', { name: 'Active: TRX Boost' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Purchase: TRX Boost' })).toBeVisible();
    await expect.element(page.getByText('None at the moment.')).toBeVisible();
  });
});

describe('a store whose upgrades', () => {
  test('are loading shows placeholders', async () => {
    const upgrades = new Promise<readonly UpgradeOffer[]>(() => undefined);
    queryClient.query({ queryKey: ['upgrades'], queryFn: () => upgrades }).catch(() => undefined);
    await show(<Upgrades />, '/upgrades');
    await expect.element(all.getByRole('status', { name: 'Loading…' })).toBeVisible();
    expect(document.querySelectorAll('[data-place]')).toHaveLength(9);
    await expectAccessible();
  });

  test('are missing shows a message', async () => {
    server.instead = (_, path) => (path === '/api/upgrades' ? json([]) : null);
    await show(<Upgrades />, '/upgrades');
    await expect.element(page.getByText('There are no upgrades on sale at the moment.')).toBeVisible();
  });

  test('could not be fetched retries', async () => {
    server.instead = (_, path) => (path === '/api/upgrades' ? new Response('<html>', { status: 500 }) : null);
    await show(<Upgrades />, '/upgrades');
    await expect.element(page.getByText('This could not be loaded.')).toBeVisible();
    await expectAccessible();
    server.instead = null;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(card('TRX Boost')).toBeVisible();
  });

  test('cannot be reached recovers automatically', async () => {
    server.isAway = true;
    await show(<Upgrades />, '/upgrades');
    await expect.element(page.getByText(/^The server cannot be reached/)).toBeVisible();
    server.isAway = false;
    await expect.element(card('TRX Boost')).toBeVisible();
  });

  test.each([1366, 390, 320])('fits %i px', async (width) => {
    await page.viewport(width, 768);
    await openSignedIn(5_000_000);
    await expect.element(card('Divine Blessing')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await page.viewport(1366, 768);
  });
});
