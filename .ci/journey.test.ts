import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { press, signIn } from './battle-site.ts';
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
/** Longest time limit of a new battle, s. It must not end before the test does. */
const LONGEST_WAIT_S = 1_200;
/** Amounts of the test, TRX. */
const DEPOSIT_TRX = 50;
const OWN_FEE_TRX = 3;
const OTHER_FEE_TRX = 2;
const WITHDRAWAL_TRX = 3;
const LOSS_LIMIT_TRX = 1;
/** What the two upgrades cost: a Score Multiplier, paid from the wallet, and a TRX Boost, paid from the balance. */
const MULTIPLIER_TRX = 8;
const BOOST_TRX = 5;
/** More than any reward of the rounds above, so that the loss limit always refuses it. */
const REFUSED_FEE_TRX = 30;

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

/** Opens the wallet's menu and chooses an item. */
async function chooseFromMenu(item: string): Promise<void> {
  await button(/^Wallet T\S+ Popfray/).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Fills the form of a new battle in the lobby and submits it. */
async function createBattle(on: Page, name: string, feeTrx: number): Promise<void> {
  await on.getByRole('banner').getByRole('link', { name: 'Game Lobby', exact: true }).click();
  await press(on, 'Create Battle');
  const form = on.getByRole('dialog', { name: 'Create Session' });
  await form.getByLabel('Session name').fill(name);
  await form.getByLabel('Time limit').selectOption(String(LONGEST_WAIT_S));
  await form.getByLabel('Entry fee (TRX)').fill(String(feeTrx));
  await form.getByRole('button', { name: `Pay ${feeTrx} TRX and create` }).click();
}

/** The link that is offered after a battle was created. */
async function readShareLink(on: Page): Promise<string> {
  const dialog = on.getByRole('dialog', { name: 'Share Session' });
  await dialog.waitFor({ timeout: FINAL_MS });
  const link = await dialog.getByLabel('Link to the session').inputValue();
  await on.keyboard.press('Escape');
  return link;
}

/** Another player creates a battle, pays from the wallet, and leaves. Returns the battle's link. */
async function hostBattle(): Promise<string> {
  const context = await openLightContext(browser);
  const host = await context.newPage();
  host.setDefaultTimeout(60_000);
  await openAddress(host, url);
  await signIn(host);
  await createBattle(host, 'Evening battle', OTHER_FEE_TRX);
  await press(host, 'I am 18 or older');
  await press(host, 'Confirm');
  const link = await readShareLink(host);
  await context.close();
  return link;
}

/** The first month of the statement, TRX. */
async function readStatement(): Promise<Readonly<Record<string, number>>> {
  const table = page.getByRole('table');
  const cells = table.locator('tbody tr').first().locator('td');
  await cells.first().waitFor();
  const names = await table.locator('thead th').allTextContents();
  const amounts = await cells.allTextContents();
  // The month is the header of its row.
  return Object.fromEntries(
    amounts.map((text, place) => [names[place + 1] ?? '', Number(text.replace('−', '-').replaceAll(',', ''))]),
  );
}

describe('a player on a laptop with no network and no extension', () => {
  it(
    'connects, signs in, earns, buys, sees the effect, deposits, enters two battles from the balance, is stopped by an own limit, withdraws, reads the statement and signs out',
    { timeout: JOURNEY_MS, retry: 0 },
    async () => {
      // Connect and sign in.
      await openAddress(page, url);
      await signIn(page);

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
        .getByText(/^A few seconds, and a network fee/)
        .click();
      await button(`Pay ${MULTIPLIER_TRX} TRX`).click();
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
      await button(`Pay ${BOOST_TRX} TRX`).click();
      await button('Active: TRX Boost').waitFor();

      // One deposit, and two battles that are paid from it, for which the wallet is not asked: an own one, and one of another player.
      const link = await hostBattle();
      await chooseFromMenu('Deposit');
      const deposit = page.getByRole('dialog');
      await deposit.getByRole('button', { name: `${DEPOSIT_TRX} TRX`, exact: true }).click();
      await deposit.getByRole('button', { name: `Deposit ${DEPOSIT_TRX} TRX`, exact: true }).click();
      await button('Confirm').click();
      await page.getByText(`${DEPOSIT_TRX} TRX is on your Popfray balance.`).first().waitFor({ timeout: FINAL_MS });
      await page.keyboard.press('Escape');
      await createBattle(page, 'My first battle', OWN_FEE_TRX);
      await readShareLink(page);
      await openAddress(page, link);
      await button(`Pay ${OTHER_FEE_TRX} TRX and join`).click();
      await button('Ready Up').waitFor();

      // A limit that the next entry would exceed after any round. Nothing is paid.
      await chooseFromMenu('Play responsibly');
      await button('Set a limit: Loss limit, Each day').click();
      await page.getByLabel('Limit in TRX').fill(String(LOSS_LIMIT_TRX));
      await button('Save the limit').click();
      await page.getByText(`${LOSS_LIMIT_TRX} TRX`, { exact: true }).waitFor();
      await createBattle(page, 'One too many', REFUSED_FEE_TRX);
      await page.getByRole('dialog', { name: 'This payment is not possible now' }).waitFor();
      await button('OK').click();
      // The form opens again for another fee.
      await page.getByRole('dialog', { name: 'Create Session' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      // A small amount withdrawn to the chain, then every sun that is left.
      await chooseFromMenu('Profile');
      const balance = page.getByRole('region', { name: 'Popfray balance', exact: true });
      const left = earned - BOOST_TRX + DEPOSIT_TRX - OWN_FEE_TRX - OTHER_FEE_TRX;
      await expect.poll(() => readTrx(balance.locator('.figure'))).toBeCloseTo(left, 1);
      await button('Withdraw').click();
      await page.getByLabel('Amount in TRX').fill(String(WITHDRAWAL_TRX));
      await button('Continue').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('dialog', { name: 'On its way' }).getByRole('button', { name: 'Done' }).click();
      await page.getByRole('tab', { name: 'Withdrawals' }).click();
      const confirmed = page.getByText(/^Confirmed in block \d/);
      await confirmed.waitFor({ timeout: FINAL_MS });
      await expect.poll(() => readTrx(balance.locator('.figure'))).toBeCloseTo(left - WITHDRAWAL_TRX, 1);
      await button('Withdraw').click();
      await button('Max').click();
      await button('Continue').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('dialog', { name: 'On its way' }).getByRole('button', { name: 'Done' }).click();
      await expect.poll(() => confirmed.count(), { timeout: FINAL_MS }).toBe(2);
      await balance.getByText('0 TRX', { exact: true }).waitFor();
      await page.getByRole('tab', { name: 'Ledger' }).click();
      // A busy machine takes more than one round to earn enough.
      await page.getByText('Solo TRX round', { exact: true }).first().waitFor();

      // The statement has all of it.
      await chooseFromMenu('Play responsibly');
      await page.getByRole('link', { name: 'Open the statement' }).click();
      await page.getByRole('heading', { level: 1, name: 'Statement' }).waitFor();
      const { Prizes: prizes, 'Net result': net, ...others } = await readStatement();
      expect(others).toEqual({
        Deposits: DEPOSIT_TRX,
        'Entry fees': -(OWN_FEE_TRX + OTHER_FEE_TRX),
        'Fees returned': 0,
        'Upgrades and skins': -(MULTIPLIER_TRX + BOOST_TRX),
        Withdrawals: expect.closeTo(-left, 1) as number,
        Corrections: 0,
      });
      expect(prizes).toBeCloseTo(earned, 1);
      expect(net).toBeCloseTo(earned - 13 - OWN_FEE_TRX - OTHER_FEE_TRX, 1);
      // The server refused the entry above the limit, which the browser reports once.
      expect(complaints).toEqual([expect.stringContaining(REFUSED)]);
      complaints.length = 0;
      await chooseFromMenu('Profile');

      // Out, and the round's page is still there for anybody.
      await page.getByRole('button', { name: /^Wallet T\S+ Popfray/ }).click();
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
    await openAddress(desk, `${url}/lobby`);
    for (const name of ['Dev wallet · Play money', 'Switch account', 'Use the house account', 'Close the dev wallet'])
      await press(desk, name);
    await signIn(desk);
    await desk.getByRole('button', { name: /^Wallet T\S+ Popfray/ }).click();
    await desk.getByRole('menuitem', { name: 'Admin Dashboard' }).click();
    const cards = desk.getByRole('region', { name: 'Figures at a glance' });
    // The two upgrades that were sold.
    await cards.getByText(`${MULTIPLIER_TRX + BOOST_TRX} TRX today`).waitFor();

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
    await press(desk, 'Pause paid play');
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
