import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT, type AccountState } from '../data/account/state.ts';
import { gameSocket } from '../data/game-socket/state.ts';
import { connectivity } from '../data/api/connectivity.ts';
import { LocaleProvider } from '../data/messages/locale.tsx';
import { loadLanguage } from '../data/messages/texts.ts';
import { expectAccessible } from '../testing/accessibility.ts';
import { makePlayer, PLATFORM } from '../testing/sign-in-desk.ts';
import { FIRST } from '../testing/tronlink.ts';
import './style.css';
import { Header } from './Header.tsx';
import { ConnectivityNotice } from './ConnectivityNotice.tsx';

/** The longest name of a network. */
const DEV_CHAIN = { ...PLATFORM, network: { ...PLATFORM.network, id: 'dev' } } as const;
const CONNECTED = { wallet: 'connected', address: FIRST, platform: PLATFORM } as const;
const STATES: readonly (readonly [name: string, state: Partial<AccountState>])[] = [
  ['disconnected', {}],
  ['connecting', { wallet: 'connecting' }],
  ['connected', CONNECTED],
  ['signing in', { ...CONNECTED, isSigningIn: true }],
  ['signed in', { ...CONNECTED, player: makePlayer(FIRST) }],
  ['on another network', { ...CONNECTED, player: makePlayer(FIRST), walletChainId: '0x1' }],
];

const banner = page.getByRole('banner');
/** Name of the button of the connected wallet; a signed-in player's balance follows. */
const WALLET = /^Wallet TJRabP…RTv8/;
const button = (name: string | RegExp) => banner.getByRole('button', { name, exact: true });

/** Number of lines of a control's text. */
function linesOf(element: Element): number {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const words = document.createRange();
  let lines = 0;
  while (texts.nextNode() !== null) {
    words.selectNodeContents(texts.currentNode);
    lines = Math.max(lines, words.getClientRects().length);
  }
  return lines;
}

const set = (state: Partial<AccountState>): void => account.setState({ ...INITIAL_ACCOUNT, ...state }, true);

async function open(state: Partial<AccountState>): Promise<void> {
  set(state);
  history.replaceState(null, '', '/');
  await render(
    <LocaleProvider>
      <Header />
      <main>
        <h1>Page</h1>
      </main>
      <ConnectivityNotice />
    </LocaleProvider>,
  );
}

beforeEach(() => localStorage.clear());
afterEach(async () => {
  await cleanup();
  await page.viewport(1366, 768);
  account.setState(INITIAL_ACCOUNT, true);
  gameSocket.setState(gameSocket.getInitialState(), true);
  connectivity.setState({ status: 'online' });
});

describe('the wallet in the header', () => {
  test('offers to connect, and shows the progress', async () => {
    await open({});
    await expect.element(button('Connect TronLink')).toBeEnabled();
    document.querySelector<HTMLElement>('header button[aria-disabled]')?.focus();
    set({ wallet: 'connecting' });
    await expect.element(button('Connecting...')).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button('Connecting...')).toHaveFocus();
  });

  test('shows the address, its first six and last four characters, with a named menu', async () => {
    await open({
      ...CONNECTED,
      player: makePlayer(FIRST, { username: 'Bubble <b>Queen</b>', balanceSun: 12_345_678 }),
    });
    // The Popfray balance is below the address, named apart from the wallet's.
    await expect.element(button('Wallet TJRabP…RTv8 Popfray 12.34 TRX')).toBeVisible();
    await expect.element(page.getByText('Popfray 12.34 TRX')).toBeVisible();
    await button(WALLET).click();
    const menu = page.getByRole('menu');
    await expect.element(menu.getByText('Bubble <b>Queen</b>')).toBeVisible();
    await expect.element(menu.getByText('12.345678 TRX')).toBeVisible();
    await expect.element(menu.getByText('Nile testnet')).toBeVisible();
    expect(
      menu
        .getByRole('menuitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Deposit', 'Profile', 'Play responsibly', 'Settings', 'Disconnect']);
    await expectAccessible();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.poll(() => location.pathname).toBe('/profile');
    await expect.element(menu).not.toBeInTheDocument();
  });

  test('lets the page scroll and be used while its menu is open', async () => {
    await open({ ...CONNECTED, player: makePlayer(FIRST) });
    const styles = document.querySelectorAll('style').length;
    await button(WALLET).click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    expect(getComputedStyle(document.body).overflow).toBe('visible');
    // The page's policy forbids style elements.
    expect(document.querySelectorAll('style')).toHaveLength(styles);
    await page.getByRole('heading', { name: 'Page' }).click();
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  });

  test('offers to sign in a wallet that is only connected', async () => {
    await open(CONNECTED);
    await expect.element(button('Sign in')).toBeVisible();
    set({ ...CONNECTED, isSigningIn: true });
    await expect.element(button('Signing in…')).toHaveAttribute('aria-disabled', 'true');
    set({ ...CONNECTED, player: makePlayer(FIRST) });
    await expect.element(button('Signing in…')).not.toBeInTheDocument();
  });

  test('keeps the keyboard focus while one control replaces another', async () => {
    await open({});
    document.querySelector<HTMLElement>('header button[aria-disabled]')?.focus();
    set(CONNECTED);
    await expect.element(button('Sign in')).toHaveFocus();
    set({ ...CONNECTED, player: makePlayer(FIRST) });
    await expect.element(button(WALLET)).toHaveFocus();
    set({});
    await expect.element(button('Connect TronLink')).toHaveFocus();
  });

  test('does not steal the keyboard focus', async () => {
    await open(CONNECTED);
    document.querySelector('h1')?.focus();
    set({ ...CONNECTED, player: makePlayer(FIRST) });
    await expect.element(button(WALLET)).toBeVisible();
    await expect.element(button(WALLET)).not.toHaveFocus();
  });

  test('shows that it is play money, and the network to switch to', async () => {
    await open({ ...CONNECTED, player: makePlayer(FIRST) });
    await expect.element(banner.getByText('Nile testnet').first()).toBeVisible();
    set({ ...CONNECTED, walletChainId: '0x1' });
    await expect.element(banner.getByText('Switch to Nile testnet').first()).toBeVisible();
    const real = { ...PLATFORM, network: { ...PLATFORM.network, isPlayMoney: false } };
    set({ ...CONNECTED, platform: real, walletChainId: PLATFORM.network.chainId });
    await expect.element(banner.getByText('Nile testnet').first()).not.toBeInTheDocument();
  });
});

describe('the links of the header', () => {
  const links = () =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent);
  const SUPPORT = ['How to Play', 'Wallet Setup', 'FAQ', 'Contact Us'];

  test('link to the lobby and the store', async () => {
    await open({});
    expect(links()).toEqual(['Home', 'Game Lobby', 'Upgrade Store', 'Play', 'About']);
    await expect.element(banner.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');
    await expect.element(banner.getByRole('combobox', { name: 'Language' })).toBeVisible();
  });

  test('have the support links in a menu, by pointer', async () => {
    await open({});
    await button('Support').click();
    expect(links()).toEqual(['Home', 'Game Lobby', 'Upgrade Store', 'Play', 'About', ...SUPPORT]);
    await expectAccessible();
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await expect.element(banner.getByRole('link', { name: 'FAQ' })).not.toBeInTheDocument();
    await button('Support').click();
    await banner.getByRole('link', { name: 'FAQ' }).click();
    await expect.poll(() => location.pathname).toBe('/faq');
    await expect.element(button('Support')).toHaveAttribute('aria-expanded', 'false');
  });

  test('and by the keyboard', async () => {
    await open({});
    button('Support').element().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(banner.getByRole('link', { name: 'How to Play' })).toHaveFocus();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(banner.getByRole('link', { name: 'Contact Us' })).toHaveFocus();
    await userEvent.keyboard('{Home}{ArrowDown}');
    await expect.element(banner.getByRole('link', { name: 'Wallet Setup' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Support')).toHaveFocus();
    await expect.element(banner.getByRole('link', { name: 'FAQ' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}{End}{Tab}');
    await expect.element(button('Support')).toHaveAttribute('aria-expanded', 'false');
  });

  test('leave the store out on a small window', async () => {
    await page.viewport(390, 844);
    await open({ platform: PLATFORM });
    await button('Open menu').click();
    await expect.element(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(links().filter((name) => name !== '')).toEqual([
      'Home',
      'Game Lobby',
      'Play',
      'About',
      'Leaderboard',
      ...SUPPORT,
    ]);
    await expect.element(page.getByText('Nile testnet').nth(1)).toBeVisible();
    await expect.element(banner.getByRole('combobox', { name: 'Language' })).toBeVisible();
    await expectAccessible();
  });

  test('lock the scrolling of the page below them, and close', async () => {
    await page.viewport(390, 844);
    await open({});
    await button('Open menu').click();
    await expect.poll(() => getComputedStyle(document.documentElement).overflow).toBe('hidden');
    document.querySelector('main')?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    await expect.element(button('Open menu')).toHaveAttribute('aria-expanded', 'false');
    expect(getComputedStyle(document.documentElement).overflow).not.toBe('hidden');
    await button('Open menu').click();
    await banner.getByRole('link', { name: 'Leaderboard' }).click();
    expect(location.hash).toBe('#leaderboard');
    await expect.element(button('Open menu')).toHaveAttribute('aria-expanded', 'false');
  });
});

test.each([
  [768, false],
  [1023, false],
  [1024, true],
  [1280, true],
  [1366, true],
  [1920, true],
])('the number of players online shows at %d px: %s', async (width, isShown) => {
  await page.viewport(width, 768);
  gameSocket.setState({ playerCount: 12_345 });
  await open({});
  const words = () =>
    banner
      .getByText('12,345 online')
      .elements()
      .filter((element) => element.checkVisibility());
  expect(words()).toHaveLength(isShown ? 1 : 0);
});

describe('the link to the desk', () => {
  test.each([
    [true, 1],
    [false, 0],
  ])('is shown to operators: %s', async (isOperator, count) => {
    await open({ ...CONNECTED, player: makePlayer(FIRST, { isOperator }) });
    await button(WALLET).click();
    await expect.element(page.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', '/profile');
    expect(page.getByRole('menuitem', { name: 'Admin Dashboard' }).elements()).toHaveLength(count);
  });
});

describe.each(STATES)('%s', (_, state) => {
  test.each([
    [320, 640],
    [390, 844],
    [768, 1024],
    [1024, 768],
    [1280, 720],
    [1366, 768],
    [1920, 1080],
  ])('fits %d px in one row', async (width, height) => {
    await page.viewport(width, height);
    gameSocket.setState({ playerCount: 12_345 });
    await open({ ...state, platform: DEV_CHAIN });
    for (const language of ['zh', 'ja', 'en'] as const) {
      await loadLanguage(language);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }
    await expect.element(page.getByRole('heading', { name: 'Page' })).toBeVisible();
    await expect.poll(() => banner.getByRole('button').elements().length).toBeGreaterThan(1);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(banner.element().clientHeight).toBeLessThanOrEqual(57);
    for (const link of banner.getByRole('link').elements()) expect(link.clientHeight).toBeLessThanOrEqual(44);
    for (const element of banner.getByRole('button').elements()) expect(linesOf(element)).toBeLessThanOrEqual(1);
    const right = Math.max(
      ...banner
        .getByRole('button')
        .elements()
        .map((element) => element.getBoundingClientRect().right),
    );
    expect(right).toBeLessThanOrEqual(width);
  });

  test('is accessible', async () => {
    await open(state);
    await expectAccessible();
  });
});

describe('the notice', () => {
  test('is empty while everything works', async () => {
    await open({});
    await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
  });

  test.each([
    ['offline', 'Offline. Practice and replays still work.'],
    ['outdated', 'Popfray has been updated.Reload'],
  ] as const)('says that the page is %s', async (state, words) => {
    await open({});
    connectivity.setState({ status: state });
    await expect.element(page.getByRole('status')).toHaveTextContent(words);
    await expectAccessible();
    connectivity.setState({ status: 'online' });
    await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
  });
});
