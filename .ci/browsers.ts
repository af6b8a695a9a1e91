/**
 * Finds the Chromium that tests and benchmarks drive. Run as a program (`node .ci/browsers.ts`) it also installs one when
 * there is none, so that `pnpm test` works on a bare machine.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Response,
} from 'playwright';
import { canInstallPackages, installPackage, run } from './debian.ts';

/** What the executable is called in the places that install one. */
const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Where installers put it without touching the PATH. */
const PLACES = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Launch arguments: Chromium runs as root in a container and makes no request except those of the page under test. */
export const CHROMIUM_ARGS: readonly string[] = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Path of a Chromium on this machine: `CHROMIUM_PATH` when set, else a system one, else the one Playwright installed.
 * `undefined` when there is none.
 */
export function chromiumPath(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return named;
  const onPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((dir) => NAMES.map((name) => join(dir, name)));
  return [...onPath, ...PLACES, chromium.executablePath()].find(isExecutable);
}

/** Starts headless Chromium, Playwright's own where no other is found. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = chromiumPath();
  return chromium.launch({ args: [...CHROMIUM_ARGS], ...(executablePath !== undefined && { executablePath }) });
}

/** With the wait for the next frame of a screen with 60 a second, this makes 20 frames a second, ms. */
const FRAME_DELAY_MS = 40;

/**
 * Opens a browser context whose pages have a quarter of the pixels of a usual screen, at the same layout, and 20 frames a second. Without a graphics card,
 * Chromium takes a whole processor to draw a field at full rate, which the servers and the other pages of a test need.
 */
export async function openLightContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    deviceScaleFactor: 0.5,
    ...options,
  });
  await context.addInitScript(slowFrames, FRAME_DELAY_MS);
  return context;
}

/** Calls the callbacks of `requestAnimationFrame` in the first frame after a delay, ms. This runs in pages. */
function slowFrames(delayMs: number): void {
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  const waiting = new Map<number, FrameRequestCallback>();
  let lastId = 0;
  let isScheduled = false;
  const callDue = (timeMs: number): void => {
    isScheduled = false;
    const lastDueId = lastId;
    for (const [id, callback] of waiting) {
      // Those that a callback requests are due in a later frame.
      if (id > lastDueId) break;
      waiting.delete(id);
      try {
        callback(timeMs);
      } catch (error) {
        reportError(error);
      }
    }
  };
  globalThis.requestAnimationFrame = (callback) => {
    waiting.set(++lastId, callback);
    if (!isScheduled) setTimeout(() => request(callDue), delayMs);
    isScheduled = true;
    return lastId;
  };
  globalThis.cancelAnimationFrame = (id) => void waiting.delete(id);
}

/**
 * Opens an address, and waits until React has rendered the page. The server sends the markup of a screen before its script runs, and a press on that does
 * nothing: on a busy machine the network is idle long before.
 */
export async function openAddress(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => {
    const [first] = document.querySelector('#root')?.children ?? [];
    return first !== undefined && Object.keys(first).some((key) => key.startsWith('__react'));
  });
  return response;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function install(): boolean {
  if (canInstallPackages()) {
    console.error('The tests need Chromium and there is none: installing it with apt (as root on Debian).');
    return installPackage('chromium');
  }
  console.error("The tests need Chromium and there is none: installing Playwright's own.");
  const playwright = join(import.meta.dirname, '../node_modules/playwright/cli.js');
  // Root can install the system libraries that it needs as well.
  const isRoot = process.getuid?.() === 0;
  return run(process.execPath, playwright, 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium');
}

const MISSING = `
No Chromium could be found or installed, so the browser tests cannot run. Do one of these and try again:
  - Debian or Ubuntu:   sudo apt-get update && sudo apt-get install -y chromium
  - anywhere else:      npx --yes pnpm@12.21.0 exec playwright install --with-deps chromium
  - a Chromium or Chrome you already have:   CHROMIUM_PATH=/path/to/it npx --yes pnpm@12.21.0 test
`;

/** Exit code of the program: 0 when there is a browser to drive, 1 when there is none and none could be installed. */
function main(): number {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '' && !isExecutable(named)) {
    console.error(`CHROMIUM_PATH is ${named}, which is not a program that can be run.`);
    return 1;
  }
  if (chromiumPath() !== undefined || (install() && chromiumPath() !== undefined)) return 0;
  console.error(MISSING);
  return 1;
}

if (import.meta.main) process.exitCode = main();
