import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from './browsers.ts';
import { readAddress, stopProgram } from './server-program.ts';

/** Enough for two builds on a slow machine, ms. */
const START_MS = 180_000;
/** A battle of a minute, and as long again for everything around it on a slow machine, ms. */
const BATTLE_MS = 180_000;
/** As long as money may take to be final, ms. */
const FINAL_MS = 40_000;
/** A hand's clicks: between two of them, ms. */
const CLICK_MS = 330;
/** Of these, blind as they are, one hits long before the last. */
const MOST_CLICKS = 100;

const ROOT = join(import.meta.dirname, '..');
const SOL_DEMO = join(ROOT, 'apps/sol-demo');
const VITE = join(SOL_DEMO, 'node_modules/vite/bin/vite.js');
const folder = mkdtempSync(join(tmpdir(), 'popfray-battle-'));
const { NODE_ENV: _, ...env } = process.env;

let program: ChildProcess;
let other: ChildProcess;
let browser: Browser;
let url: string;
let otherUrl: string;
/** What pages threw. */
const complaints: string[] = [];

function build(name: string, ...args: string[]): string {
  const outDir = join(folder, name);
  const command = ['--filter', `@popfray/${name}`, 'exec', 'vite', 'build', '--outDir', outDir, ...args];
  const built = spawnSync('pnpm', command, { cwd: ROOT, env, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`${name} was not built: ${built.stdout}${built.stderr}`);
  return outDir;
}

/** Starts what `pnpm start` starts, and the other chain's site on a different origin. */
beforeAll(async () => {
  const site = build('web', '--mode', 'dev-chain');
  other = spawn(
    process.execPath,
    [VITE, 'preview', '--outDir', build('sol-demo'), '--port', '0', '--host', '127.0.0.1'],
    {
      cwd: SOL_DEMO,
      env: { ...env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  otherUrl = await readAddress(other, /Local:\s+(http:\/\/[\w.:]+)/);
  program = spawn(process.execPath, ['apps/server/src/start/main.ts'], {
    cwd: ROOT,
    env: {
      ...env,
      PORT: '0',
      HOST: '',
      WEB_ROOT: site,
      DATA_DIR: join(folder, 'data'),
      DEV_CHAIN_PORT: '0',
      DEV_CHAIN_BLOCK_MS: '1000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  url = await readAddress(program);
  browser = await launchChromium();
}, START_MS);

afterAll(async () => {
  await browser?.close();
  await stopProgram(other);
  await stopProgram(program);
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page in a separate browser context, which shares no storage or cookies with the others. */
async function openPage(address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  page.setDefaultTimeout(25_000);
  page.on('pageerror', (error) => complaints.push(error.message));
  // What is pressed before the scripts have loaded has to be pressed again.
  await page.goto(address, { waitUntil: 'networkidle' });
  return page;
}

/** Connects the dev wallet, and signs in with it. */
async function signIn(page: Page): Promise<void> {
  await press(page, 'Connect TronLink');
  await press(page, 'Confirm');
  await page.getByText('Wallet Connected', { exact: true }).waitFor();
  await press(page, 'Confirm');
  await page.getByText('Welcome to Popfray!', { exact: true }).waitFor();
}

/** Presses a button. */
const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Clicks at a place of the field: shares of its width and height. */
async function clickAt(page: Page, right: number, down: number): Promise<void> {
  const box = await page.locator('canvas').last().boundingBox();
  if (box === null) throw new Error('There is no field.');
  await page.mouse.click(box.x + box.width * right, box.y + box.height * down);
  await page.waitForTimeout(CLICK_MS);
}

/** Clicks all over the field, as a beginner does, until the score is above zero. Returns the score. */
async function clickTillScored(page: Page): Promise<number> {
  for (let clicks = 0; clicks < MOST_CLICKS; clicks++) {
    await clickAt(page, 0.1 + Math.random() * 0.8, 0.15 + Math.random() * 0.7);
    const score = await readScore(page);
    if (score > 0) return score;
  }
  return 0;
}

describe('a battle between two chains', () => {
  it(
    'is made, paid, joined, talked about, played, left and come back to, settled, paid out and verified by anybody',
    { timeout: BATTLE_MS, retry: 0 },
    async () => {
      // A player on TRON connects, and pays for a battle of three.
      const tron = await openPage(url);
      await signIn(tron);
      await tron.goto(`${url}/lobby`);
      await press(tron, 'Create Battle');
      const form = tron.getByRole('dialog', { name: 'Create Session' });
      await form.getByLabel('Session name').fill('Friday night');
      await form.getByLabel('Max players').selectOption('3');
      await form.getByLabel('Entry fee (TRX)').fill('20');
      await form.getByRole('button', { name: 'Pay 20 TRX and create' }).click();
      await press(tron, 'Confirm');
      await tron.getByRole('dialog', { name: 'Share Session' }).waitFor({ timeout: FINAL_MS });
      const link = await tron
        .getByRole('dialog', { name: 'Share Session' })
        .getByLabel('Link to the session')
        .inputValue();
      const sessionId = link.split('/').at(-1) ?? '';
      await tron.keyboard.press('Escape');

      // A player of the other chain finds it on another site, proves a wallet, and gets ready.
      const sol = await openPage(`${otherUrl}/?server=${url}`);
      await press(sol, 'Connect wallet');
      await press(sol, 'Approve');
      await sol.getByRole('link', { name: 'Open Friday night' }).click();
      await press(sol, 'Join');
      await press(sol, 'Approve');
      await press(sol, 'Ready up');

      // So does a second player on TRON, who follows the link and pays: a battle for money needs two who have paid.
      const second = await openPage(link);
      await signIn(second);
      await press(second, 'Pay 20 TRX and join');
      await press(second, 'Confirm');
      await second.getByRole('button', { name: 'Ready Up' }).click({ timeout: FINAL_MS });

      // They talk, across chains and languages.
      await sol.getByRole('textbox', { name: 'Message' }).fill('good luck');
      await sol.keyboard.press('Enter');
      await tron.getByText('good luck').waitFor();
      await tron.getByRole('textbox', { name: 'Message to everybody here' }).fill('你好');
      await tron.keyboard.press('Enter');
      await sol.getByText('你好').waitFor();

      // They start, and play the same minute; one page goes away in the middle of it, and comes back.
      await press(tron, 'Ready Up');
      await tron.getByRole('button', { name: 'Start Battle' }).click();
      await tron.getByText('The battle starts in').waitFor();
      await tron.getByText('The battle starts in').waitFor({ state: 'hidden' });
      // So early nothing has floated up there yet: it is played, and brings nothing.
      await clickAt(sol, 0.5, 0.05);
      const beforeReload = await clickTillScored(tron);
      expect(beforeReload).toBeGreaterThan(0);
      await tron.reload();
      await tron.locator('canvas').last().waitFor();
      await tron.waitForTimeout(2_000);
      expect(await readScore(tron)).toBeGreaterThanOrEqual(beforeReload);
      for (let clicks = 0; clicks < 20; clicks++) await clickAt(tron, 0.5, 0.5);

      // The server's own rounds decide, and the winner is paid to the wallet.
      await tron.getByRole('heading', { name: 'You won!' }).waitFor({ timeout: 60_000 });
      await tron.getByText('38.4 TRX').first().waitFor();
      await sol
        .getByText(/place 2/)
        .first()
        .waitFor();

      // A visitor who did not take part verifies the receipt.
      const witness = await openPage(`${url}/receipt/${sessionId}`);
      await witness.getByRole('button', { name: 'Verify now' }).click();
      await witness.getByText('Everything holds.').waitFor();
      await witness.getByText('Paid to the wallet').first().waitFor({ timeout: FINAL_MS });
      expect(complaints).toEqual([]);
    },
  );
});

/** The player's own score on the battle's screen. */
const readScore = async (page: Page): Promise<number> =>
  Number((await page.locator('.hud dd').first().textContent())?.replaceAll(/\D/g, ''));
