import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, openAddress, openLightContext } from './browsers.ts';
import { playRound, popFirst, readScore, RoundWatcher, type WatchedRound } from './player.ts';
import { readAddress, stopProgram } from './server-program.ts';
import { buildSite } from './site-builds.ts';

/** Enough for a build on a slow machine, in ms. */
const START_MS = 180_000;
/** Enough to pay an upgrade from the balance, and to withdraw something after that, TRX. */
const LEAST_TRX = 10;
/** Rounds in which that is earned at the latest: a busy machine lets a hand hit less. */
const MOST_ROUNDS = 3;
/** Time limit, ms: those rounds of a minute, one more that is left and returned to, and as long again for everything else on a busy machine. */
const JOURNEY_MS = (MOST_ROUNDS + 2) * 120_000;
/** Time limit for a visit of a few screens, several times as long as on an idle machine, ms. */
const VISIT_MS = 180_000;
/** Time limit for the rest of a round, ms. */
const ROUND_MS = 75_000;
/** As long as money may take to be final, ms. */
const FINAL_MS = 60_000;

/** What Chromium reports of a request that the server refuses. */
const REFUSED = 'Failed to load resource: the server responded with a status of 403 (Forbidden)';

const ROOT = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'popfray-journey-'));

let program: ChildProcess;
let browser: Browser;
let page: Page;
let url: string;
/** Errors, failed loads, breaches of the security policy. */
const complaints: string[] = [];
/** What the page's sockets receive of its rounds. */
let watcher: RoundWatcher;

/** Does what `pnpm start` does, in a temporary folder: the build with the dev wallet, and a server with a dev chain. */
beforeAll(async () => {
  const { NODE_ENV: _, ...env } = process.env;
  program = spawn(process.execPath, ['apps/server/src/start/main.ts'], {
    cwd: ROOT,
    env: {
      ...env,
      PORT: '0',
      HOST: '',
      WEB_ROOT: await buildSite('web', 'dev-chain'),
      DATA_DIR: join(folder, 'data'),
      DEV_CHAIN_PORT: '0',
      DEV_CHAIN_BLOCK_MS: '1000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  url = await readAddress(program);
  browser = await launchChromium();
  page = await (await openLightContext(browser)).newPage();
  listen(page);
  watcher = new RoundWatcher(page);
}, START_MS);

afterAll(async () => {
  await browser?.close();
  await stopProgram(program);
  rmSync(folder, { recursive: true, force: true });
});

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const panel = (): Locator => page.getByRole('complementary', { name: 'Payments' });
const over = (): Locator => page.getByRole('region', { name: 'Game Complete' });

/** Between two looks at a figure that may still count up, ms. */
const COUNTING_MS = 200;

/** An amount on the page, e.g. `1,000.5 TRX`, in TRX. A figure that counts up is read at its end. */
async function readTrx(shown: Locator): Promise<number> {
  for (let before: string | null = null; ; await delay(COUNTING_MS)) {
    const text = await shown.textContent();
    if (text === before) return Number(text?.replaceAll(/[^\d.]/g, ''));
    before = text;
  }
}

/** Starts a paid round by a button. */
async function startRound(name: 'Start Game' | 'Play Again' = 'Start Game', isFirst = false): Promise<WatchedRound> {
  const before = watcher.round?.id;
  await button(name).click();
  // The server refuses the first paid action until the age is confirmed, which the browser reports once.
  if (isFirst) {
    await button('I am 18 or older').click();
    await expect.poll(() => complaints).toEqual([expect.stringContaining(REFUSED)]);
    complaints.length = 0;
  }
  await page.locator('.field-canvas canvas').waitFor();
  await expect.poll(() => watcher.round?.id).not.toBe(before);
  const { round } = watcher;
  if (round === null) throw new Error('There is no round.');
  return round;
}

/** What a page of the product complains of: errors, failed loads, breaches of the security policy. */
function listen(to: Page): void {
  to.setDefaultTimeout(60_000);
  to.on('pageerror', (error) => complaints.push(error.message));
  to.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
}

describe('a newcomer who reads Japanese', () => {
  it(
    'finds a page in that language, learns to play, plays as a guest, asks the FAQ, and reads on in English',
    { timeout: VISIT_MS },
    async () => {
      const context = await openLightContext(browser, { locale: 'ja-JP', viewport: { width: 390, height: 844 } });
      const visit = await context.newPage();
      listen(visit);
      // The link of the page's first markup works without the script, and then starts no guest's game: wait for the script.
      await openAddress(visit, url);
      expect(await visit.locator('html').getAttribute('lang')).toBe('ja');
      await visit.getByRole('main').getByRole('link', { name: 'フリープレイ', exact: true }).click();
      await visit.getByText('フリープレイモード', { exact: true }).waitFor();
      await visit.getByRole('button', { name: 'ゲーム開始' }).first().click();
      await visit.locator('.field-canvas canvas').waitFor();
      await visit.getByRole('button', { name: 'スキップ' }).click();
      await expect
        .poll(async () => {
          // The round pauses when a busy machine draws no frame for a second.
          const resume = visit.getByRole('button', { name: '再開', exact: true });
          if (await resume.isVisible()) await resume.click();
          return visit.locator('.hud dd').nth(1).textContent();
        })
        .toMatch(/^5\d 秒$/);

      await visit.goto(`${url}/faq`);
      await visit.getByRole('searchbox').fill('出金');
      await expect.poll(() => visit.locator('main details').count()).toBeLessThan(10);
      await visit.goto(`${url}/settings`);
      await visit.getByRole('main').getByText('English', { exact: true }).click();
      await visit.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
      await visit.goto(url);
      await visit.getByRole('heading', { level: 1, name: 'Sixty seconds. Pop everything.' }).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});

describe('a player on a laptop with no network and no extension', () => {
  it(
    'connects, signs in, earns, buys, sees the effect, pays from the balance, withdraws and signs out',
    { timeout: JOURNEY_MS, retry: 0 },
    async () => {
      // Connect and sign in.
      await openAddress(page, url);
      await button('Connect TronLink').click();
      await button('Confirm').click();
      await page.getByText('Wallet Connected', { exact: true }).waitFor();
      await button('Confirm').click();
      await page.getByText('Welcome to Popfray!', { exact: true }).waitFor();

      // A Solo TRX round, played by clicks.
      await page.getByRole('banner').getByRole('link', { name: 'Play', exact: true }).click();
      await page.getByText('Solo Training', { exact: true }).click();
      await page.getByText('1 TRX per 100 points · Free entry').waitFor();
      let earned = 0;
      for (let round = 0; earned < LEAST_TRX && round < MOST_ROUNDS; round++) {
        await playRound(page, await startRound(round === 0 ? 'Start Game' : 'Play Again', round === 0));
        await over().getByText('Credited to your Popfray balance.').waitFor();
        earned += await readTrx(over().locator('dd').nth(1));
      }
      expect(earned).toBeGreaterThanOrEqual(LEAST_TRX);
      await over().getByRole('link', { name: 'Round page' }).click();
      await page.getByText(/^Played again from its inputs by the server, and just now in your browser/).waitFor();
      const roundPage = page.url();
      await page.getByRole('link', { name: 'View receipt' }).click();
      await button('Verify now').click();
      await page.getByText('Everything holds.').waitFor();

      // An upgrade, its payment interrupted by a reload before and after it is signed.
      await page.getByRole('banner').getByRole('link', { name: 'Upgrade Store' }).click();
      await button('Purchase: Score Multiplier').click();
      // The balance would cover it.
      await page
        .getByRole('dialog')
        .getByText(/^Takes about a minute/)
        .click();
      await button('Pay 8 TRX').click();
      await button('Reject').waitFor();
      await page.reload({ waitUntil: 'networkidle' });
      await panel().getByText('Nothing has been paid yet. Continue in your wallet, or cancel.').waitFor();
      await panel().getByRole('button', { name: 'Confirm in wallet' }).click();
      await button('Confirm').click();
      await panel()
        .getByText(/^(?:The network takes it into a block|A block of the dev chain is final)/)
        .waitFor();
      await page.reload({ waitUntil: 'networkidle' });
      await panel()
        .getByText(/^Confirmed in block \d+$/)
        .waitFor({ timeout: FINAL_MS });
      await panel().getByRole('button', { name: 'Close' }).click();
      await button('Active: Score Multiplier').waitFor();

      // Its effect in the next round, which continues while its player is away and while the page is loaded again.
      await openAddress(page, `${url}/arena?mode=solo`);
      const upgraded = await startRound();
      expect(upgraded.loadout).toEqual(['score-multiplier']);
      const { basePoints, score } = await popFirst(page, upgraded);
      expect(score).toBe(2 * basePoints);
      await page.getByRole('link', { name: 'Back to Lobby' }).click();
      await page
        .getByRole('dialog', { name: 'Leave the round?' })
        .getByRole('button', { name: /^Leave/ })
        .click();
      await page.getByRole('heading', { name: 'Multi-Chain Gaming Lobby' }).waitFor();
      await openAddress(page, `${url}/arena?mode=solo`);
      await expect.poll(() => readScore(page)).toBeGreaterThanOrEqual(score);
      await page.reload();
      await expect.poll(() => readScore(page)).toBeGreaterThanOrEqual(score);
      await over().getByText('Credited to your Popfray balance.').waitFor({ timeout: ROUND_MS });
      earned += await readTrx(over().locator('dd').nth(1));

      // Another upgrade from what was earned, at once.
      await page.getByRole('banner').getByRole('link', { name: 'Upgrade Store' }).click();
      await button('Purchase: TRX Boost').click();
      await button('Pay 5 TRX').click();
      await button('Active: TRX Boost').waitFor();

      // Every sun that is left withdrawn to the chain.
      await page.getByRole('button', { name: /^Wallet T/ }).click();
      await page.getByRole('menuitem', { name: 'Profile' }).click();
      const balance = page.getByRole('region', { name: 'Popfray balance', exact: true });
      expect(await readTrx(balance.locator('.figure'))).toBeCloseTo(earned - 5, 1);
      await button('Withdraw').click();
      await page.getByRole('button', { name: 'Max' }).click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('dialog', { name: 'On its way' }).getByRole('button', { name: 'Done' }).click();
      await page.getByRole('tab', { name: 'Withdrawals' }).click();
      await page.getByText(/^Confirmed in block \d/).waitFor({ timeout: FINAL_MS });
      await balance.getByText('0 TRX', { exact: true }).waitFor();
      await page.getByRole('tab', { name: 'Ledger' }).click();
      // A busy machine takes more than one round to earn enough.
      await page.getByText('Solo TRX round', { exact: true }).first().waitFor();
      expect(complaints).toEqual([]);

      // Out, and the round's page is still there for anybody.
      await page.getByRole('button', { name: /^Wallet T/ }).click();
      await page.getByRole('menuitem', { name: 'Disconnect' }).click();
      await page.getByText('Successfully disconnected from TronLink wallet.', { exact: true }).waitFor();
      await page.getByRole('heading', { name: 'Wallet Required' }).waitFor();
      expect((await page.request.get(`${url}/api/me`)).status()).toBe(401);
      await openAddress(page, roundPage);
      await page.getByText('Verified score').waitFor();
    },
  );
});

describe('the operator', () => {
  it('sees the day’s money at the desk, looks a payment up, and pauses paid play', { timeout: VISIT_MS }, async () => {
    const context = await openLightContext(browser, { acceptDownloads: true });
    const desk = await context.newPage();
    listen(desk);
    const press = (name: string | RegExp): Promise<void> => desk.getByRole('button', { name, exact: true }).click();
    await openAddress(desk, `${url}/lobby`);
    for (const name of ['Dev wallet · Play money', 'Switch account', 'Be the house', 'Close the dev wallet'])
      await press(name);
    for (const name of ['Connect TronLink', 'Confirm', 'Confirm']) await press(name);
    await desk.getByRole('button', { name: /^Wallet T/ }).click();
    await desk.getByRole('menuitem', { name: 'Admin Dashboard' }).click();
    const cards = desk.getByRole('region', { name: 'Figures at a glance' });
    // Two upgrades were sold: a Score Multiplier for 8 TRX and a TRX Boost for 5.
    await cards.getByText('13 TRX today').waitFor();

    await desk.getByRole('main').getByRole('link', { name: 'Transactions', exact: true }).click();
    const table = desk.getByRole('table').first();
    await table
      .getByText(/upgrade/i)
      .first()
      .waitFor();
    const download = desk.waitForEvent('download');
    await desk
      .getByRole('button', { name: /CSV/ })
      .or(desk.getByRole('link', { name: /CSV/ }))
      .first()
      .click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);

    await desk.goto(`${url}/admin?tab=solvency`);
    await press('Pause paid play');
    await desk
      .getByRole('dialog')
      .getByLabel(/reason/i)
      .fill('A look at the books');
    await desk
      .getByRole('dialog')
      .getByRole('button', { name: /^Pause/ })
      .click();
    await desk.getByText('Paid play is paused').first().waitFor();
    const stats = await desk.request.get(`${url}/api/platform-stats`);
    expect(await stats.json()).toMatchObject({ isPaidPlayPaused: true });
    expect((await desk.request.get(`${url}/api/admin/stats`)).status()).toBe(200);
    expect((await page.request.get(`${url}/api/admin/stats`)).status()).toBe(401);
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
    await context.close();
  });
});
