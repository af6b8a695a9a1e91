import { createTronLinkWallet } from '@popfray/tron/browser';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../../data/account/state.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { connectivity } from '../../data/api/connectivity.ts';
import { loadLanguage } from '../../data/messages/texts.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, json } from '../../testing/money.ts';
import { show } from '../../testing/show.tsx';
import { PLATFORM } from '../../testing/sign-in-desk.ts';
import { FIRST, installTronLink } from '../../testing/tronlink.ts';
import { About } from './About.tsx';
import { Contact } from './Contact.tsx';
import { Faq } from './Faq.tsx';
import { HowToPlay } from './HowToPlay.tsx';
import { WalletSetup } from './WalletSetup.tsx';
import { WalletTroubleshooting } from './WalletTroubleshooting.tsx';

const PAGES: readonly (readonly [path: string, screen: ReactElement])[] = [
  ['/about', <About key="about" />],
  ['/how-to-play', <HowToPlay key="how-to-play" />],
  ['/wallet-setup', <WalletSetup key="wallet-setup" />],
  ['/faq', <Faq key="faq" />],
  ['/contact', <Contact key="contact" />],
  ['/wallet-troubleshooting', <WalletTroubleshooting key="wallet-troubleshooting" />],
];

const ABOUT = {
  version: '1.2.3',
  supportEmail: 'help@play.example',
  dailyCapSun: 12_500_000,
  publicNodeUrl: '',
  walletIssue: null,
};

/** Texts that are the same in every language: names, and texts in Latin letters. */
const NAMES = new Set(
  `Popfray TRX TRON TronLink SOL UTC GMT FAQ API MIT WebGL Tab Esc Chrome Edge Brave Chromium Firefox Safari Cookie iOS Android App Store
   Google Play Nile Shasta Discover TRC sun tronlink org www help play example AM PM ID`.split(/\s+/),
);

let isAway: boolean;
let platform: typeof PLATFORM;

const link = (name: string) => page.getByRole('link', { name });
const text = (words: string | RegExp) => page.getByText(words);
const open = (screen: ReactElement, path: string): Promise<void> => show(screen, path);

beforeEach(() => {
  isAway = false;
  platform = PLATFORM;
  account.setState(INITIAL_ACCOUNT);
  const realFetch = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const path = typeof input === 'string' ? input : '';
    if (path.startsWith('/api/') && isAway) return Promise.reject(new TypeError('Failed to fetch'));
    if (path === '/api/about') return Promise.resolve(json(ABOUT));
    if (path === '/api/platform') return Promise.resolve(json(platform));
    if (path.startsWith('/api/')) return Promise.resolve(failure('ERR_INTERNAL'));
    return realFetch(input, init);
  });
});
afterEach(async () => {
  await cleanup();
  await loadLanguage('en');
  vi.restoreAllMocks();
  queryClient.clear();
  connectivity.setState({ status: 'online' });
  account.setState(INITIAL_ACCOUNT);
});

describe('each page', () => {
  test.each(PAGES)(
    '%s has a heading, no text that lacks a figure, and nothing that axe finds',
    async (path, screen) => {
      await open(screen, path);
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(document.body.textContent).not.toMatch(/NaN|undefined|\{\w+/);
      await expectAccessible();
    },
  );

  test.each(PAGES.flatMap(([path, screen]) => [['zh', path, screen] as const, ['ja', path, screen] as const]))(
    'has no English left in %s: %s',
    async (language, path, screen) => {
      await open(screen, path);
      await loadLanguage(language);
      await expect.poll(() => document.documentElement.lang).toMatch(language);
      for (const details of document.querySelectorAll('details')) details.open = true;
      const attributes = [...document.querySelectorAll('[aria-label], [alt], [placeholder]')].flatMap((element) =>
        ['aria-label', 'alt', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
      );
      const words = [document.querySelector('main')?.innerText ?? '', ...attributes]
        .join(' ')
        .replace(PLATFORM.houseAddress, '')
        .match(/[A-Za-z]{2,}/g);
      expect((words ?? []).filter((word) => !NAMES.has(word))).toEqual([]);
    },
  );
});

test('the table of contents links to its sections', async () => {
  await open(<HowToPlay />, '/how-to-play');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'Battles' }).click();
  await expect.poll(() => location.hash).toBe('#battles');
  await expect.poll(() => document.querySelector('#battles')?.getBoundingClientRect().top).toBeLessThan(200);
  for (const { hash } of document.querySelectorAll<HTMLAnchorElement>('nav a[href^="#"]'))
    expect(document.querySelector(hash)).not.toBeNull();
});

test('an address with a section in it opens there', async () => {
  await open(<HowToPlay />, '/how-to-play#tips');
  await expect.poll(() => document.querySelector('#tips')?.getBoundingClientRect().top).toBeLessThan(700);
});

test('the rules on the page are the rules of the engine', async () => {
  await open(<HowToPlay />, '/how-to-play');
  await expect.element(text(/^15 hits: 15 points each, 150 for the last one\./)).toBeVisible();
  await expect.element(text(/25 for the smallest, 10 for the largest$/)).toBeVisible();
  // The cap is configured on this server.
  await expect.element(text(/^A wallet earns at most 12\.5 TRX a day/)).toBeVisible();
});

describe('about the server', () => {
  test('shows its network, its money, its house and its version', async () => {
    await open(<About />, '/about');
    await expect.element(text(PLATFORM.houseAddress)).toBeVisible();
    await expect.element(text('Nile testnet')).toBeVisible();
    await expect.element(text('1.2.3')).toBeVisible();
  });

  test('shows an error when the server does not answer', async () => {
    isAway = true;
    await open(<About />, '/about');
    await expect.element(text('The server does not answer at the moment.')).toBeVisible();
  });
});

describe('the wallet setup', () => {
  test.each([
    ['nile', /runs on the Nile testnet$/, 'https://nileex.io/join/getJoinPage'],
    ['shasta', /runs on the Shasta testnet$/, 'https://www.trongrid.io/shasta'],
    ['dev', /dev chain: play money$/, null],
    ['mainnet', /^Buy TRX at an exchange/, null],
  ] as const)('is for the network that the server is on: %s', async (id, words, faucet) => {
    platform = { ...PLATFORM, network: { ...PLATFORM.network, id } };
    await open(<WalletSetup />, '/wallet-setup');
    await expect.element(text(words)).toBeVisible();
    const found = link('Open the faucet (opens in a new tab)');
    if (faucet === null) await expect.element(found).not.toBeInTheDocument();
    else await expect.element(found).toHaveAttribute('href', faucet);
  });

  test('without an answer of the server shows what applies everywhere', async () => {
    isAway = true;
    await open(<WalletSetup />, '/wallet-setup');
    await expect.element(text(/^Send TRX to your address/)).toBeVisible();
    await expect.element(text(/Anybody who does is a thief\.$/)).toBeVisible();
  });
});

describe('the contact page', () => {
  test('has the address from the server’s configuration as a mail link and to copy', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open(<Contact />, '/contact');
    await expect
      .element(link('Write to us'))
      .toHaveAttribute('href', 'mailto:help@play.example?subject=Popfray%20support');
    await page.getByRole('button', { name: 'Copy the address' }).click();
    expect(copy).toHaveBeenCalledExactlyOnceWith('help@play.example');
    await expect.element(text('Monday to Friday, 9:00 AM to 6:00 PM UTC')).toBeVisible();
    await expect.element(text(/^In your time zone: /)).toBeVisible();
    await expect.element(text(/^(?:Open now, until|Closed now, opens) /)).toBeVisible();
  });

  test('fetches the address again after a failure', async () => {
    isAway = true;
    await open(<Contact />, '/contact');
    await expect.element(text('The server does not tell its address at the moment.')).toBeVisible();
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(text('help@play.example')).toBeVisible();
  });

  test('has a report with what support needs, and without secrets', async () => {
    localStorage.setItem('popfray.secret', 'TOP SECRET');
    document.cookie = 'session=TOP SECRET';
    account.setState({ ...INITIAL_ACCOUNT, platform: PLATFORM, address: FIRST });
    const wallet = createTronLinkWallet({ page: installTronLink().page as unknown as Window });
    const openWallet = () => Promise.resolve(wallet);
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open(<Contact openWallet={openWallet} />, '/contact');
    const report = page.getByRole('textbox', { name: 'Report' });
    await expect.poll(() => (report.element() as HTMLTextAreaElement).value).toMatch(/^Popfray 1\.2\.3\n/);
    await expect.poll(() => (report.element() as HTMLTextAreaElement).value).toContain('TronLink: locked');
    await page.getByRole('button', { name: 'Copy the report' }).click();
    const [copied = ''] = copy.mock.lastCall ?? [];
    expect(copied).toContain(`Address: ${FIRST}`);
    expect(copied).toContain(navigator.userAgent);
    expect(copied).not.toContain('SECRET');
    localStorage.removeItem('popfray.secret');
  });

  test('names the last failed call by its documented path', async () => {
    isAway = true;
    await open(<Contact />, '/contact');
    const report = page.getByRole('textbox', { name: 'Report' });
    await expect
      .poll(() => (report.element() as HTMLTextAreaElement).value)
      .toMatch(/Last failed call: GET \/api\/(?:about|platform), 0/);
  });
});
