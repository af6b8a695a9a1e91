import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, openAddress } from './browsers.ts';
import { readAddress, stopProgram } from './server-program.ts';

/** Enough for a build on a slow machine, in ms. */
const START_MS = 180_000;

let program: ChildProcess;
let browser: Browser;
let url: string;
const dataDir = mkdtempSync(join(tmpdir(), 'popfray-product-'));

/** The web app's own list of its addresses. */
const WEB = join(import.meta.dirname, '../apps/web/src');
const { PATHS } = (await import(join(WEB, 'data/paths.ts'))) as { readonly PATHS: Readonly<Record<string, string>> };
const { REDIRECTS } = (await import(join(WEB, 'app/screens.ts'))) as {
  readonly REDIRECTS: readonly (readonly [from: string, to: string])[];
};

/** Names of addresses that end in an id. */
const WITH_ID: ReadonlySet<string> = new Set(['round', 'session', 'battle', 'watch', 'receipt']);

/** What a newcomer types, on any free port, and the address that it prints. */
beforeAll(async () => {
  // Without vitest's own NODE_ENV, with which the build would be one for tests.
  const { NODE_ENV: _, ...env } = process.env;
  program = spawn('pnpm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...env, PORT: '0', HOST: '', WEB_ROOT: '', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  url = await readAddress(program);
  browser = await launchChromium();
}, START_MS);

afterAll(async () => {
  await browser?.close();
  await stopProgram(program);
  rmSync(dataDir, { recursive: true, force: true });
});

/** Opens a page that keeps everything it complains about: errors, failed loads, breaches of the security policy. */
async function open(path: string): Promise<{ page: Page; complaints: string[]; status: number | undefined }> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  // The browser reports what its policy has blocked only to the page when the code has caught the error.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`The policy ${violatedDirective} has blocked ${blockedURI}.`),
    ),
  );
  const response = await openAddress(page, url + path);
  return { page, complaints, status: response?.status() };
}

describe('pnpm start', () => {
  it.each(['/', '/free-play', '/arena', '/replay', '/lobby', '/daily', '/about'])(
    'serves %s, which runs under its own security policy',
    async (path) => {
      const { page, complaints, status } = await open(path);
      expect(status).toBe(200);
      await page.getByRole('heading').first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(complaints).toEqual([]);
      await page.close();
    },
  );

  it.each([
    ...Object.entries(PATHS).map(([name, path]) => (WITH_ID.has(name) ? `${path}/some-id` : path)),
    ...REDIRECTS.map(([from]) => from),
  ])('knows %s, an address of the web app', async (path) => {
    expect((await fetch(url + path)).status).toBe(200);
  });

  it('serves the not-found screen with status 404', async () => {
    const { page, complaints, status } = await open('/nowhere');
    expect(status).toBe(404);
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
    expect(complaints).toEqual([expect.stringContaining('404')]);
    await page.close();
  });

  it('serves a game that can be played: the field draws and the clock runs', async () => {
    const { page, complaints } = await open('/free-play');
    await page.getByRole('button', { name: 'Start Free Play' }).click();
    await page.locator('canvas').waitFor();
    // The page notes the time itself, because a browser without a graphics card may answer only every few seconds.
    const clock = await page.evaluateHandle(() => {
      const shown: string[] = [];
      new MutationObserver(() => {
        const time = document.querySelectorAll('.hud dd')[1]?.textContent ?? '';
        if (time !== shown.at(-1)) shown.push(time);
      }).observe(document.body, { childList: true, subtree: true, characterData: true });
      return shown;
    });
    await page.getByRole('button', { name: 'Skip tutorial' }).click();
    await expect
      .poll(async () => {
        // The round pauses when a busy machine draws no frame for a second.
        const resume = page.getByRole('button', { name: 'Resume', exact: true });
        if (await resume.isVisible()) await resume.click();
        return clock.jsonValue();
      })
      .toContainEqual(expect.stringMatching(/^5\d ?s$/));
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('serves a first page that fetches what is below the first screen some seconds after it has loaded', async () => {
    const { page, complaints } = await open('/');
    await page.getByRole('heading', { name: 'How it works' }).waitFor({ state: 'attached' });
    const times = await page.waitForFunction(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const asked = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/api/leaderboard'));
      // A request is listed once it is answered.
      return navigation !== undefined && asked !== undefined && [navigation.loadEventStart, asked.startTime];
    });
    const [loadedMs = Infinity, askedMs = 0] = (await times.jsonValue()) || [];
    expect(askedMs - loadedMs).toBeGreaterThan(2_990);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('serves scripts compressed and for a year', async () => {
    const html = await (await fetch(url)).text();
    const [, script = ''] = /href="(\/assets\/react-[^"]+\.js)"/.exec(html) ?? [];
    const { headers, status } = await fetch(url + script, { headers: { 'Accept-Encoding': 'gzip, deflate, br' } });
    expect(status).toBe(200);
    expect(headers.get('Content-Encoding')).toBe('br');
    expect(headers.get('Cache-Control')).toContain('immutable');
  });
});
