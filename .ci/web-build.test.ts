import { globSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from './browsers.ts';
import { BUILD_MS, buildSite } from './site-builds.ts';
import { makeNextVersion, openSite, type Site } from './web-site.ts';

/** Strings that every build with the dev wallet contains. */
const DEV_WALLET = ['popfray.dev-wallet', '/dev/faucet', 'TriggerSmartContract'];

/** The web app's table of screens. It is imported by a path that TypeScript does not follow, because the screens are compiled with other settings. */
const SCREENS_MODULE = new URL('../apps/web/src/app/screens.ts', import.meta.url).href;
interface ScreensModule {
  readonly SCREENS: readonly { readonly paths: readonly string[] }[];
  readonly REDIRECTS: readonly (readonly [from: string, to: string])[];
}

/** Chunks of a build by name. */
type Chunks = ReadonlyMap<string, string>;

/** Reads the chunks of a build. */
const readChunks = (folder: string): Chunks =>
  new Map(globSync(`${folder}/assets/*.js`).map((path) => [basename(path), readFileSync(path, 'utf8')] as const));

/** Chunks that are loaded first: the entry and its static imports. */
const initial = (chunks: Chunks): readonly string[] =>
  importsOf(
    chunks,
    [...chunks.keys()].filter((name) => name.startsWith('index-')),
  );

/** Some chunks with all their static imports. */
function importsOf(chunks: Chunks, names: readonly string[]): readonly string[] {
  const needed = new Set<string>();
  const add = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const [, imported = ''] of (chunks.get(name) ?? '').matchAll(
      /(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g,
    ))
      add(imported);
  };
  for (const name of names) add(name);
  return [...needed];
}

const codeOf = (chunks: Chunks, names: readonly string[]): string =>
  names.map((name) => chunks.get(name) ?? '').join('\n');

/** Folder of the build for players. Other test files open the same builds. */
let folder: string;
let production: Chunks;
let devChain: Chunks;

beforeAll(async () => {
  folder = await buildSite('web', 'production');
  production = readChunks(folder);
  devChain = readChunks(await buildSite('web', 'dev-chain'));
}, BUILD_MS);

describe('the build for players', () => {
  test.each(DEV_WALLET)('does not contain the dev wallet: %s', (words) => {
    const found = [...production].filter(([, code]) => code.includes(words)).map(([name]) => name);
    expect(found).toEqual([]);
  });

  test('tells the server the path of each screen, and of each old address', async () => {
    const { SCREENS, REDIRECTS } = (await import(SCREENS_MODULE)) as ScreensModule;
    const paths: unknown = JSON.parse(readFileSync(join(folder, 'static/screens.json'), 'utf8'));
    expect(paths).toEqual({
      screens: SCREENS.flatMap((screen) => screen.paths),
      redirects: REDIRECTS.map(([from]) => from),
    });
    expect(paths).toMatchObject({
      screens: expect.arrayContaining(['/', '/race/:id?', '/admin/player/:address']),
      redirects: expect.arrayContaining(['/support']),
    });
  });
});

describe('the style sheets for players', () => {
  const selectors = (): readonly string[] =>
    globSync(`${folder}/assets/*.css`)
      .flatMap((path) => readFileSync(path, 'utf8').split(/[{}]/))
      .filter((text) => text.includes(':has('));

  // Decision 0110: either would make the browser compute the styles of the whole page whenever an element is added.
  test('have no rule that depends on what the root contains', () => {
    expect(selectors().length).toBeGreaterThan(5);
    expect(selectors().filter((selector) => /(?::root|html)[^ ,>+~]*:has\(/.test(selector))).toEqual([]);
  });

  test('find the screen of a prerendered page by the attribute that its script would set', () => {
    const rootOf = (page: string): string =>
      /<html[^>]*>/.exec(readFileSync(join(folder, `static/en/${page}.html`), 'utf8'))?.[0] ?? '';
    expect(rootOf('free-play')).toBe('<html lang="en" data-play>');
    expect(rootOf('about')).toBe('<html lang="en">');
  });

  test('ask for an element, a class or an attribute in each :has()', () => {
    expect(selectors().filter((selector) => /:has\((?:[^)]*[ >+~,])?:/.test(selector))).toEqual([]);
  });
});

describe('the build for a dev chain', () => {
  test.each(DEV_WALLET)('contains the dev wallet, but not in the first load: %s', (words) => {
    expect([...devChain.values()].some((code) => code.includes(words))).toBe(true);
    expect(codeOf(devChain, initial(devChain))).not.toContain(words);
  });
});

describe.each([
  ['players', () => production],
  ['a dev chain', () => devChain],
])('what a page loads first in the build for %s', (_, chunks) => {
  test.each([
    ['zod', 'invalid_union'],
    ['TanStack Query', 'isFetching'],
    ['Radix', 'data-radix-'],
    ['the wallet', 'TIP6963:requestProvider'],
    ['the first page', 'hero-bubble'],
    ['the rules', 'spawnRatePct'],
  ])('is without %s', (_name, words) => {
    expect([...chunks().values()].some((code) => code.includes(words))).toBe(true);
    expect(codeOf(chunks(), initial(chunks()))).not.toContain(words);
  });
});

test.each(['Lobby', 'Profile', 'Landing', 'Upgrades', 'actions'])('%s loads no round', (part) => {
  const chunks = [...production.keys()].filter((name) => name.startsWith(`${part}-`));
  expect(chunks.length).toBeGreaterThan(0);
  const ofRounds = /^(?:round-screen|engine|field)-\S+\.js$/;
  expect([...production.keys()].filter((name) => ofRounds.test(name))).toHaveLength(3);
  expect(importsOf(production, chunks).filter((name) => ofRounds.test(name))).toEqual([]);
});

test.each(['About', 'HowToPlay', 'WalletSetup'])('%s loads the schemas of few calls', (part) => {
  const code = codeOf(
    production,
    importsOf(
      production,
      [...production.keys()].filter((name) => name.startsWith(`${part}-`)),
    ),
  );
  expect(code).toContain('/api/about');
  expect(code).not.toContain('/api/sessions');
});

test.each([
  ['lobby', 30],
  ['upgrades', 30],
  ['profile', 55],
  ['contact', 20],
])('the page /%s loads at most %i chunks', (page, most) => {
  const html = readFileSync(join(folder, `static/en/${page}.html`), 'utf8');
  const chunks = html.match(/<link rel="(?:modulepreload|after-paint)"[^>]*>/g) ?? [];
  expect(chunks.length).toBeGreaterThan(10);
  expect(chunks.length).toBeLessThanOrEqual(most);
});

describe('the field of the build for players', () => {
  test.each([
    ['the canvas renderer', 'mozImageSmoothingEnabled'],
    ['graphics', 'bezierCurveTo'],
    ['text', 'dropShadow'],
    ['sprite sheets', 'related_multi_packs'],
  ])('loads WebGL without %s', (_name, words) => {
    const field = [...production.keys()].filter((name) => name.startsWith('field-'));
    expect(field).toHaveLength(1);
    expect(codeOf(production, importsOf(production, field))).not.toContain(words);
  });
});

describe('the build for players in a browser', () => {
  let site: Site;
  let browser: Browser;
  let page: Page;
  /** Folder of a newer version. */
  let next: string | undefined;

  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(folder), launchChromium()]);
    page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'en' });
    await page.addInitScript(() => {
      localStorage.setItem('popfray.tutorial.v1', 'done');
      navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ readonly entry: string }>) => {
        document.documentElement.dataset['announced'] = data.entry;
      });
    });
    await page.goto(`${site.url}/free-play`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    if (next !== undefined) rmSync(next, { recursive: true });
  });

  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  const keptPaths = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return kept.flat().map(({ url }) => new URL(url).pathname);
    });

  test('announces its version to a page of the same version, which says nothing of it', async () => {
    const announced = () => page.evaluate(() => document.documentElement.dataset['announced'] ?? '');
    await expect.poll(announced).toMatch(/^\/assets\/index-/);
    expect(await page.getByText('Popfray has been updated.').count()).toBe(0);
  });

  test('can be installed', async () => {
    const devTools = await page.context().newCDPSession(page);
    const { errors } = (await devTools.send('Page.getAppManifest')) as { errors: unknown[] };
    expect(errors).toEqual([]);
    const { installabilityErrors } = (await devTools.send('Page.getInstallabilityErrors')) as {
      installabilityErrors: { errorId: string }[];
    };
    // A browser without a profile cannot install pages.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    for (const icon of ['192', '512', 'maskable-512'])
      expect((await page.request.get(`${site.url}/icons/${icon}.png`)).headers()['content-type']).toBe('image/png');
  });

  test('caches what practice needs, and no answers of the server', async () => {
    const paths = await keptPaths();
    for (const part of ['FreePlay', 'Arena', 'Daily', 'ReplayScreen', 'field', 'pop-sprite'])
      expect(paths.some((path) => path.startsWith(`/assets/${part}-`))).toBe(true);
    for (const part of ['Lobby', 'Profile', 'Upgrades', 'SoloPart', 'Receipt', 'Desk'])
      expect(paths.filter((path) => path.startsWith(`/assets/${part}`))).toEqual([]);
    expect(paths.filter((path) => path.startsWith('/api/'))).toEqual([]);
    expect(paths.filter((path) => !path.startsWith('/assets/')).toSorted()).toEqual([
      '/favicon.svg',
      '/icons/192.png',
      '/index.html',
      '/manifest.en.webmanifest',
      '/manifest.ja.webmanifest',
      '/manifest.zh.webmanifest',
    ]);
  });

  test('works offline, says what is not available, and loads it automatically when the connection is back', async () => {
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: 'Start Free Play' }).click();
    await heading('Ready to Pop Some Bubbles?').waitFor({ state: 'detached' });
    await page.locator('.field-canvas canvas').waitFor();
    await page.goto(`${site.url}/arena`);
    await heading('Arena practice').waitFor();
    await page.goto(`${site.url}/lobby`);
    await heading('You are offline').waitFor();
    await page.context().setOffline(false);
    await heading('Multi-Chain Gaming Lobby').waitFor();
  });

  test('comes from the cache when the server fails or does not answer in time', async () => {
    await site.answer((_, response) => void response.writeHead(503).end());
    await page.goto(`${site.url}/free-play`);
    await heading('Ready to Pop Some Bubbles?').waitFor();
    await site.answer(() => undefined);
    await page.goto(`${site.url}/free-play`);
    await heading('Ready to Pop Some Bubbles?').waitFor();
  });

  test('is replaced by a newer version without breaking an open page', async () => {
    next = makeNextVersion(folder);
    // A version whose download was interrupted: it must not replace a complete one.
    const [before] = await page.evaluate(async () => {
      await caches.open('popfray-torn');
      return caches.keys();
    });
    await site.serve(next);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await page.getByText('Popfray has been updated.').waitFor();
    // Its chunks are still cached, although the server no longer has them.
    await page.getByRole('link', { name: 'Daily' }).first().click();
    await heading('Daily Seed').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.waitForFunction(() => document.querySelector('head script[src*="next-"]') !== null);
    await heading('Daily Seed').waitFor();
    // The new version deletes what is torn while it takes over the page, which on a busy machine may be after the reload.
    await expect
      .poll(async () => page.evaluate(async () => caches.keys()))
      .toEqual([before, expect.stringMatching(/-next$/)]);
  });
});
