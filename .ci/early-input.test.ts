import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium } from './browsers.ts';
import { BUILD_MS, buildSite } from './site-builds.ts';
import { openSite, type Site } from './web-site.ts';

// A prerendered page in a real browser, whose script comes late.

let site: Site;
let browser: Browser;
let page: Page;
/** Lets the page have its script. */
let sendScript: () => void;

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
  await page.addInitScript(() => localStorage.setItem('popfray.tutorial.v1', 'done'));
  const { promise, resolve } = Promise.withResolvers<void>();
  sendScript = resolve;
  await page.route(/\/assets\/react-/, async (route) => {
    await promise;
    await route.continue();
  });
});
afterEach(async () => page.context().close());

/** Opens a page without its script, and waits for the module that keeps the input: it marks a pressed button as busy. */
async function openEarly(path: string): Promise<void> {
  await page.goto(`${site.url}${path}`, { waitUntil: 'commit' });
  await page.locator('#content').waitFor();
  const isKept = () =>
    page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('button'));
      probe.click();
      probe.remove();
      return probe.ariaBusy;
    });
  await expect.poll(isKept).toBe('true');
}

test('a button that was pressed before the script came is pressed again', async () => {
  await openEarly('/free-play');
  const start = page.getByRole('button', { name: 'Start Free Play' });
  await start.click();
  expect(await start.getAttribute('aria-busy')).toBe('true');
  sendScript();
  await page.getByRole('heading', { name: 'Ready to Pop Some Bubbles?' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Pause' }).waitFor();
});

test('what was entered and opened before the script came is kept, with the focus', async () => {
  await openEarly('/faq');
  await page.locator('#cannot-connect summary').click();
  await page.getByRole('radio', { name: 'Wallet' }).check({ force: true });
  await page.getByRole('searchbox').fill('a');
  sendScript();
  await page.getByText('4 questions', { exact: true }).waitFor();
  const search = page.getByRole('searchbox');
  expect(await search.inputValue()).toBe('a');
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await page.getByRole('radio', { name: 'Wallet' }).isChecked()).toBe(true);
  expect(await page.locator('#cannot-connect').getAttribute('open')).not.toBeNull();
});

test('the script is requested when the styles have come, and its links are preloaded then', async () => {
  sendScript();
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
