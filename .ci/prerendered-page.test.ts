import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchChromium } from './browsers.ts';
import { BUILD_MS, buildSite } from './site-builds.ts';
import { openSite, type Site } from './web-site.ts';

// Prerendered pages in a real browser, whose scripts come late.

let site: Site;
let browser: Browser;
let page: Page;
/** Lets the page have the script that a test holds back. */
let send: () => void;
/** Whether the page has asked for it. */
let isRequested: boolean;

beforeAll(async () => {
  [site, browser] = await Promise.all([openSite(await buildSite('web', 'production')), launchChromium()]);
}, BUILD_MS);
afterAll(async () => {
  await browser.close();
  await site.close();
});
beforeEach(async () => {
  // Without the service worker, whose answers a route does not see.
  const context = await browser.newContext({ locale: 'en', serviceWorkers: 'block' });
  page = await context.newPage();
});
afterEach(async () => page.context().close());

/** The delay after which a field starts without an input, in `import-field.ts`, ms. A busy machine may need longer for the steps of a test. */
const MAX_DELAY_MS = 5_000;

/** Ignores timers of a delay, ms. This runs in pages. */
function ignoreTimers(ignoredMs: number): void {
  const { setTimeout: startTimer } = globalThis;
  globalThis.setTimeout = ((run: TimerHandler, delayMs?: number, ...rest: unknown[]) =>
    delayMs === ignoredMs ? 0 : startTimer(run, delayMs, ...rest)) as typeof setTimeout;
}

/** Stores items as an earlier visit has. */
const store = (items: Readonly<Record<string, string>>): Promise<unknown> =>
  page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, items);

/** Holds a script back until `send`. */
async function hold(script: RegExp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  send = resolve;
  isRequested = false;
  await page.route(script, async (route) => {
    isRequested = true;
    await promise;
    await route.continue();
  });
}

const startButton = () => page.getByRole('button', { name: 'Start Free Play' });
const readyHeading = () => page.getByRole('heading', { name: 'Ready to Pop Some Bubbles?' });

describe('a page whose script has not come', () => {
  beforeEach(async () => {
    await store({ 'popfray.tutorial.v1': 'done' });
    await hold(/\/assets\/react-/);
  });

  /** Whether the module that keeps the input has come: it marks a pressed button as busy. */
  const isInputKept = (): Promise<boolean> =>
    page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('button'));
      probe.click();
      probe.remove();
      return probe.ariaBusy === 'true';
    });

  /** Opens a page without its script, and waits for the module that keeps the input. */
  async function openEarly(path: string): Promise<void> {
    await page.goto(`${site.url}${path}`, { waitUntil: 'commit' });
    await page.locator('#content').waitFor();
    await expect.poll(isInputKept).toBe(true);
  }

  /** Opens a question of the FAQ, and searches. */
  async function searchFaq(): Promise<void> {
    await page.locator('#cannot-connect summary').click();
    await page.getByRole('radio', { name: 'Wallet' }).check({ force: true });
    await page.getByRole('searchbox').fill('a');
  }

  async function expectSearched(): Promise<void> {
    await page.getByText('4 questions', { exact: true }).waitFor();
    const search = page.getByRole('searchbox');
    expect(await search.inputValue()).toBe('a');
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await page.getByRole('radio', { name: 'Wallet' }).isChecked()).toBe(true);
    expect(await page.locator('#cannot-connect').getAttribute('open')).not.toBeNull();
  }

  test('a button that was pressed before the script came is pressed again', async () => {
    await openEarly('/free-play');
    await startButton().click();
    expect(await startButton().getAttribute('aria-busy')).toBe('true');
    send();
    await readyHeading().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  });

  test('what was entered and opened before the script came is kept, with the focus', async () => {
    await openEarly('/faq');
    await searchFaq();
    send();
    await expectSearched();
  });

  test('what was entered and opened before the module that keeps it came is kept too', async () => {
    const sendReact = send;
    await hold(/\/assets\/early-input-/);
    await page.goto(`${site.url}/faq`, { waitUntil: 'commit' });
    await searchFaq();
    expect(await isInputKept()).toBe(false);
    send();
    sendReact();
    await expectSearched();
  });

  test('the script is requested when the styles have come, and its links are preloaded then', async () => {
    send();
    await page.goto(`${site.url}/faq`);
    const timesOf = (name: RegExp, key: 'startTime' | 'responseEnd') =>
      page.evaluate(
        ([source, wanted]) =>
          performance
            .getEntriesByType('resource')
            .filter((entry) => new RegExp(source).test(entry.name))
            .map((entry) => (entry as PerformanceResourceTiming)[wanted]),
        [name.source, key] as const,
      );
    const scriptTimes = () => timesOf(/\/assets\/(?:react|first|Faq)-.*\.js$/, 'startTime');
    // An entry is made when its response has ended.
    await expect.poll(scriptTimes).toHaveLength(3);
    const styles = await timesOf(/\.css$/, 'responseEnd');
    expect(styles).toHaveLength(2);
    expect(Math.min(...(await scriptTimes()))).toBeGreaterThan(Math.max(...styles));
    expect(await page.locator('link[rel="after-paint"]').count()).toBe(0);
  });
});

// Its component is loaded with the field, after the rest of the page.
describe('a screen with a field', () => {
  beforeEach(() => hold(/\/assets\/FreePlay-/));

  /** Opens a page, and waits until React has rendered its header. */
  async function open(address: string): Promise<void> {
    await page.goto(`${site.url}${address}`);
    const isRendered = () =>
      page.evaluate(() => Object.keys(document.querySelector('header') ?? {}).some((key) => key.startsWith('__react')));
    await expect.poll(isRendered).toBe(true);
  }

  /** Whether the page has the mark of a screen with a field, on which its layout depends. */
  const isMarked = () => page.evaluate(() => document.documentElement.hasAttribute('data-play'));

  const prerendered = () => page.locator('[data-prerendered]');

  /** Waits until the component has replaced the prerendered screen. */
  const loaded = () => prerendered().waitFor({ state: 'detached' });

  test('stays as it was prerendered until its reader does something, and nothing moves then', async () => {
    await page.addInitScript(ignoreTimers, MAX_DELAY_MS);
    await open('/free-play');
    await readyHeading().waitFor();
    expect(await prerendered().count()).toBe(1);
    expect(isRequested).toBe(false);
    expect(await isMarked()).toBe(true);
    await page.evaluate(() => {
      Object.assign(globalThis, { shifts: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (globalThis as unknown as { shifts: number }).shifts += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift' });
    });
    await page.mouse.move(400, 400);
    send();
    await loaded();
    await page.locator('.field-canvas canvas').waitFor();
    await readyHeading().waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts)).toBe(0);
    expect(await isMarked()).toBe(true);
  });

  test('is loaded without an input some seconds after the page', async () => {
    await open('/free-play');
    send();
    await loaded();
    expect(isRequested).toBe(true);
  });

  test.each([
    ['an address with a seed', '/free-play?seed=FROM-LINK', {}],
    ['a player who has a score', '/free-play', { 'popfray.best.v1': '{"free-play":12345}' }],
  ])('is loaded with the page for %s', async (_, address, stored) => {
    await store(stored);
    send();
    await open(address);
    expect(await prerendered().count()).toBe(0);
    expect(await page.getByText(/^(?:FROM-LINK|12,345)$/).isVisible()).toBe(true);
  });

  test('starts the round whose button was pressed before the component came and released after that', async () => {
    await store({ 'popfray.tutorial.v1': 'done' });
    await open('/free-play');
    await startButton().hover();
    await page.mouse.down();
    send();
    // Longer than the component takes to be rendered, and shorter than a press delays that.
    await page.waitForTimeout(500);
    await page.mouse.up();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
  });

  test('keeps the keyboard focus, and what was entered', async () => {
    await open('/free-play');
    await page.getByLabel('Play a seed').fill('EARLY');
    await startButton().focus();
    send();
    await loaded();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Start Free Play');
    expect(await page.getByLabel('Play a seed').inputValue()).toBe('EARLY');
  });

  test('does not repeat a press of the header, which is rendered already', async () => {
    await open('/free-play');
    await page.getByRole('button', { name: 'Mute sound', exact: true }).click();
    const muted = page.getByRole('button', { name: 'Unmute sound', exact: true });
    await muted.waitFor();
    send();
    await loaded();
    await page.locator('.field-canvas canvas').waitFor();
    expect(await muted.isVisible()).toBe(true);
  });

  test('gives its place to an error message when its component cannot be loaded', async () => {
    await open('/free-play');
    await page.route(/\/assets\/FreePlay-/, (route) => route.abort());
    await page.mouse.move(400, 400);
    await page.getByRole('alert').first().waitFor();
    expect(await prerendered().count()).toBe(0);
    expect(await isMarked()).toBe(false);
  });
});
