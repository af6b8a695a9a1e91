import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './browsers.ts';
import { BUILD_MS, buildSite } from './site-builds.ts';
import { openSite, type Site } from './web-site.ts';

// A prerendered screen with a field in a real browser: its component is loaded with the field, after the rest of the page.

/** The chunk of the screen. */
const CHUNK = /\/assets\/FreePlay-/;

let site: Site;
let browser: Browser;
let page: Page;
/** Lets the page have the chunk. */
let sendChunk: () => void;
let isChunkRequested: boolean;

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(await buildSite('web', 'production')), launchChromium()]);
}, BUILD_MS);
afterAll(async () => {
  await browser.close();
  await site.close();
});
afterEach(async () => page.context().close());

interface Visit extends BrowserContextOptions {
  /** What earlier visits have stored. */
  readonly stored?: Readonly<Record<string, string>>;
  /** Whether the chunk is held back until `sendChunk`. Default true. */
  readonly isHeld?: boolean;
}

/** Opens a page in a new browser, and waits until React has rendered its header. */
async function open(address: string, { stored = {}, isHeld = true, ...options }: Visit = {}): Promise<void> {
  // Without the service worker, whose answers a route does not see.
  const context = await browser.newContext({ locale: 'en', serviceWorkers: 'block', ...options });
  page = await context.newPage();
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
  const { promise, resolve } = Promise.withResolvers<void>();
  sendChunk = resolve;
  if (!isHeld) sendChunk();
  isChunkRequested = false;
  await page.route(CHUNK, async (route) => {
    isChunkRequested = true;
    await promise;
    await route.continue();
  });
  await page.goto(`${site.url}${address}`);
  const isRendered = () =>
    page.evaluate(() => Object.keys(document.querySelector('header') ?? {}).some((key) => key.startsWith('__react')));
  await expect.poll(isRendered).toBe(true);
}

const prerendered = () => page.locator('[data-prerendered]');
const startButton = () => page.getByRole('button', { name: 'Start Free Play' });
const readyHeading = () => page.getByRole('heading', { name: 'Ready to Pop Some Bubbles?' });

/** Waits until the component has replaced the prerendered screen. */
const loaded = () => prerendered().waitFor({ state: 'detached' });

test('stays as it was prerendered until its reader does something, and nothing moves then', async () => {
  await open('/free-play');
  await readyHeading().waitFor();
  expect(await prerendered().count()).toBe(1);
  expect(isChunkRequested).toBe(false);
  await page.evaluate(() => {
    Object.assign(globalThis, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (globalThis as unknown as { shifts: number }).shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift' });
  });
  await page.mouse.move(400, 400);
  sendChunk();
  await loaded();
  await page.locator('.field-canvas canvas').waitFor();
  await readyHeading().waitFor();
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts)).toBe(0);
  expect(await page.evaluate(() => document.documentElement.hasAttribute('data-play'))).toBe(true);
});

test('is loaded without an input some seconds after the page', async () => {
  await open('/free-play');
  sendChunk();
  await loaded();
  expect(isChunkRequested).toBe(true);
});

test.each([
  ['an address with a seed', '/free-play?seed=FROM-LINK', {}],
  ['a player who has a score', '/free-play', { 'popfray.best.v1': '{"free-play":12345}' }],
])('is loaded with the page for %s', async (_, address, stored) => {
  await open(address, { stored, isHeld: false });
  expect(await prerendered().count()).toBe(0);
  expect(await page.getByText(/^(?:FROM-LINK|12,345)$/).isVisible()).toBe(true);
});

test('starts the round whose button was pressed before the component came and released after that', async () => {
  await open('/free-play', { stored: { 'popfray.tutorial.v1': 'done' } });
  await startButton().hover();
  await page.mouse.down();
  sendChunk();
  // Longer than the component takes to be rendered, and shorter than a press delays that.
  await page.waitForTimeout(500);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
});

test('keeps the keyboard focus, and what was entered', async () => {
  await open('/free-play');
  await page.getByLabel('Play a seed').fill('EARLY');
  await startButton().focus();
  sendChunk();
  await loaded();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Start Free Play');
  expect(await page.getByLabel('Play a seed').inputValue()).toBe('EARLY');
});

test('does not repeat a press of the header, which is rendered already', async () => {
  await open('/free-play');
  await page.getByRole('button', { name: 'Mute sound', exact: true }).click();
  const muted = page.getByRole('button', { name: 'Unmute sound', exact: true });
  await muted.waitFor();
  sendChunk();
  await loaded();
  await page.locator('.field-canvas canvas').waitFor();
  expect(await muted.isVisible()).toBe(true);
});
