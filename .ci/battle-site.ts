/** The product and the other chain's site for tests of whole battles, and what a player does on their pages. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { expect } from 'vitest';
import { launchChromium, openAddress, openLightContext } from './browsers.ts';
import { readAddress, stopProgram } from './server-program.ts';
import { buildSite } from './site-builds.ts';

/** Enough for two builds on a slow machine, ms. */
export const START_MS = 180_000;
/** A battle of a minute, and four times as long for everything around it on a busy machine, ms. */
export const BATTLE_MS = 300_000;
/** Between two blocks of the dev chain, ms: a payment is final after about twenty. */
const BLOCK_MS = 300;
/** Time between two clicks of a person, ms: the shortest, and how much longer it may be. A share of a player whose clicks are regular is held for review. */
const CLICK_MS = 240;
const CLICK_SPREAD_MS = 240;
/** The most points of one click in a battle, without a combo: 39 for the smallest bubble, and a half more for one of the other chain. */
export const MOST_POINTS_OF_A_CLICK = 58;
/** Most clicks until one has hit. A bubble may have moved away before the click arrives at a busy machine. */
const MOST_CLICKS = 100;

const ROOT = join(import.meta.dirname, '..');
const SOL_DEMO = join(ROOT, 'apps/sol-demo');
const VITE = join(SOL_DEMO, 'node_modules/vite/bin/vite.js');
const { NODE_ENV: _, ...env } = process.env;

/** A running product with the other chain's site. */
export interface BattleSite {
  /** Where the product is. */
  readonly url: string;
  /** Where the other chain's site is: a different origin. Empty without it. */
  readonly otherUrl: string;
  /** Errors that pages have thrown. */
  readonly pageErrors: readonly string[];
  /** Starts a server in the same folder and returns its URL. It is stopped with the site. */
  start(file: string, variables: Readonly<Record<string, string>>): Promise<string>;
  /** Opens a page in a separate browser context, which shares no storage or cookies with the others. */
  openPage(address: string): Promise<Page>;
  stop(): Promise<void>;
}

/** Builds both sites, and starts what `pnpm start` and `pnpm start:sol-demo` start; the product alone unless `hasOtherChain`. */
export async function startBattleSite(name: string, hasOtherChain = true): Promise<BattleSite> {
  const folder = mkdtempSync(join(tmpdir(), `popfray-${name}-`));
  const programs: ChildProcess[] = [];
  const pageErrors: string[] = [];
  let browser: Browser | undefined;

  const run = (args: readonly string[], cwd: string, variables: Readonly<Record<string, string>>): ChildProcess => {
    const program = spawn(process.execPath, args, {
      cwd,
      env: { ...env, ...variables },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    programs.push(program);
    return program;
  };
  const start = async (file: string, variables: Readonly<Record<string, string>>): Promise<string> => {
    const data = join(folder, `data-${programs.length}`);
    return readAddress(run([file], ROOT, { PORT: '0', DATA_DIR: data, ...variables }));
  };
  const stop = async (): Promise<void> => {
    await browser?.close();
    for (const program of programs.toReversed()) await stopProgram(program);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [site, demo] = await Promise.all([
      buildSite('web', 'dev-chain'),
      hasOtherChain ? buildSite('sol-demo', 'production') : null,
    ]);
    const preview = demo === null ? null : [VITE, 'preview', '--outDir', demo, '--port', '0', '--host', '127.0.0.1'];
    const chain = { DEV_CHAIN_PORT: '0', DEV_CHAIN_BLOCK_MS: String(BLOCK_MS) };
    const [otherUrl, url, launched] = await Promise.all([
      preview === null ? '' : readAddress(run(preview, SOL_DEMO, { NO_COLOR: '1' }), /Local:\s+(http:\/\/[\w.:]+)/),
      start('apps/server/src/start/main.ts', { HOST: '', WEB_ROOT: site, ...chain }),
      launchChromium(),
    ]);
    browser = launched;
    const openPage = async (address: string): Promise<Page> => {
      const context = await openLightContext(launched);
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      page.on('pageerror', (error) => pageErrors.push(error.message));
      await openAddress(page, address);
      return page;
    };
    return { url, otherUrl, pageErrors, start, openPage, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Connects the dev wallet, and signs in with it. */
export async function signIn(page: Page): Promise<void> {
  await press(page, 'Connect TronLink');
  await press(page, 'Confirm');
  await page.getByText('Wallet Connected', { exact: true }).waitFor();
  await press(page, 'Confirm');
  await page.getByText('Welcome to Popfray!', { exact: true }).waitFor();
}

/** Presses a button. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Clicks at a place of the field: shares of its width and height. */
export async function clickAt(page: Page, right: number, down: number): Promise<void> {
  const box = await page.locator('canvas').last().boundingBox();
  if (box === null) throw new Error('There is no field.');
  // A person moves the mouse to the place of the click.
  await page.mouse.move(box.x + box.width * right, box.y + box.height * down, { steps: 6 });
  await page.mouse.click(box.x + box.width * right, box.y + box.height * down);
  await page.waitForTimeout(CLICK_MS + Math.random() * CLICK_SPREAD_MS);
}

/** Clicks beside the middles of bubbles until the score is above another one. Returns the score. */
export async function clickTillScored(page: Page, before = 0): Promise<number> {
  for (let clicks = 0; clicks < MOST_CLICKS; clicks++) {
    const place = await page.evaluate(findBubble);
    if (place === null) await page.waitForTimeout(CLICK_MS);
    else await clickAt(page, place.right, place.down);
    const score = await readScore(page);
    if (score > before) return score;
  }
  const shown = await page.locator('main').innerText();
  throw new Error(`The score is not above ${before} after ${MOST_CLICKS} clicks. The page shows: ${shown}`);
}

/** A bubble of the field, as the page's round has it. */
interface PageBubble {
  readonly xPx: number;
  readonly yPx: number;
  readonly radiusPx: number;
  readonly isBoss: boolean;
}

/** The part of the page's battle store that is read. */
interface PageStore {
  readonly round?: {
    readonly count: number;
    readonly rules: { readonly field: { readonly widthPx: number; readonly heightPx: number } };
    bubbleAt(place: number, into: object): PageBubble;
  } | null;
}

/** The part of React's tree that is read. `stateNode` of the root has the tree that is shown. */
interface Fiber {
  readonly stateNode: { readonly current?: Fiber } | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly memoizedProps: { readonly store?: PageStore } | null;
}

/**
 * Runs in the page. A place beside the middle of the largest bubble that is inside the field, in shares of the field's width and height; null for none.
 * The round is found among the properties of the components that React shows.
 */
function findBubble(): { readonly right: number; readonly down: number } | null {
  const root = document.querySelector('#root') ?? {};
  const key = Object.keys(root).find((name) => name.startsWith('__reactContainer'));
  const fibers: (Fiber | null | undefined)[] = [(root as Record<string, Fiber>)[key ?? '']?.stateNode?.current];
  while (fibers.length > 0) {
    const fiber = fibers.pop();
    if (!fiber) continue;
    const round = fiber.memoizedProps?.store?.round;
    if (round) {
      const { widthPx, heightPx } = round.rules.field;
      const [bubble] = Array.from({ length: round.count }, (__, place) => round.bubbleAt(place, {}))
        .filter(({ xPx, yPx, radiusPx, isBoss }) => {
          const isInWidth = xPx > radiusPx && xPx < widthPx - radiusPx;
          return !isBoss && isInWidth && yPx > radiusPx && yPx < heightPx - radiusPx / 2;
        })
        .toSorted((a, b) => b.radiusPx - a.radiusPx);
      if (bubble === undefined) return null;
      const aside = (): number => (Math.random() - 0.5) * bubble.radiusPx * 0.8;
      return { right: (bubble.xPx + aside()) / widthPx, down: (bubble.yPx + aside()) / heightPx };
    }
    fibers.push(fiber.child, fiber.sibling);
  }
  return null;
}

/** Waits for the end of a battle's countdown. A busy browser may not draw the countdown at all. */
export async function waitForRound(page: Page): Promise<void> {
  try {
    await page.locator('[data-play-running]').waitFor();
  } catch (error) {
    throw new Error(`The round does not begin. The page shows: ${await page.locator('main').innerText()}`, {
      cause: error,
    });
  }
}

/** Leaves a battle by a reload and comes back: the score that the server has must be shown again. */
export async function reload(page: Page, score: number): Promise<void> {
  await page.reload();
  await page.locator('canvas').last().waitFor();
  await expect.poll(async () => readScore(page)).toBeGreaterThanOrEqual(score);
}

/** The player's own score on the battle's screen. */
async function readScore(page: Page): Promise<number> {
  return Number((await page.locator('.hud dd').first().textContent())?.replaceAll(/\D/g, ''));
}
