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
/** A hand's clicks: between two of them, ms. */
const CLICK_MS = 330;
/** Of these, blind as they are, one hits long before the last. */
const MOST_CLICKS = 100;

const ROOT = join(import.meta.dirname, '..');
const SOL_DEMO = join(ROOT, 'apps/sol-demo');
const VITE = join(SOL_DEMO, 'node_modules/vite/bin/vite.js');
const folder = mkdtempSync(join(tmpdir(), 'popfray-hosted-'));
const { NODE_ENV: _, ...env } = process.env;

let program: ChildProcess;
let other: ChildProcess;
let host: ChildProcess;
let browser: Browser;
let url: string;
let otherUrl: string;
let hostUrl: string;
/** What pages threw. */
const complaints: string[] = [];

function build(name: string, ...args: string[]): string {
  const outDir = join(folder, name);
  const command = ['--filter', `@popfray/${name}`, 'exec', 'vite', 'build', '--outDir', outDir, ...args];
  const built = spawnSync('pnpm', command, { cwd: ROOT, env, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`${name} was not built: ${built.stdout}${built.stderr}`);
  return outDir;
}

/** Starts what `pnpm start`, `pnpm start:sol-demo` and `pnpm start:sol-host` start. */
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
  host = spawn(process.execPath, ['apps/server/src/start/sol-host/main.ts'], {
    cwd: ROOT,
    env: { ...env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'host-data'), CROSS_CHAIN_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  hostUrl = await readAddress(host);
  browser = await launchChromium();
}, START_MS);

afterAll(async () => {
  await browser?.close();
  await stopProgram(other);
  await stopProgram(host);
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

describe('a battle that the other chain hosts', () => {
  it(
    'is made there, found in the lobby, joined by a signature on the host’s terms, talked about, played, and verified by anybody',
    { timeout: BATTLE_MS, retry: 0 },
    async () => {
      // A player of the other chain has its platform host a free battle.
      const sol = await openPage(`${otherUrl}/?server=${url}&host=${hostUrl}`);
      await press(sol, 'Connect wallet');
      await press(sol, 'Approve');
      await sol.getByLabel('Name').fill('Sol side');
      await press(sol, 'Host it');
      await press(sol, 'Approve');
      await sol.getByRole('heading', { name: 'Sol side' }).waitFor();
      const sessionId = new URL(sol.url()).pathname.split('/').at(-1) ?? '';

      // A player on TRON finds it in Popfray's lobby, reads the terms, and signs for the seat.
      const tron = await openPage(url);
      await press(tron, 'Connect TronLink');
      await press(tron, 'Confirm');
      await tron.getByText('Wallet Connected', { exact: true }).waitFor();
      await press(tron, 'Confirm');
      await tron.getByText('Welcome to Popfray!', { exact: true }).waitFor();
      await tron.goto(`${url}/lobby`);
      await tron.getByRole('button', { name: 'Join Sol side' }).click();
      const terms = tron.getByRole('dialog', { name: 'Join Sol side?' });
      const { host: server } = new URL(hostUrl);
      await terms.getByText(`Fees of this session are handled by ${server}; Popfray cannot refund them.`).waitFor();
      await terms.getByText('Free', { exact: true }).waitFor();
      await terms.getByRole('button', { name: 'Join' }).click();
      await tron.getByText('Popfray: take a seat in a battle').waitFor();
      await press(tron, 'Confirm');
      await tron.getByText('Your seat is kept for two minutes.').waitFor();
      await press(tron, 'Ready Up');

      // They talk by both servers.
      await tron.getByRole('textbox', { name: 'Message to everybody here' }).fill('good luck');
      await tron.keyboard.press('Enter');
      await sol.getByText('good luck').waitFor();
      await sol.getByRole('textbox', { name: 'Message' }).fill('hello TRON');
      await sol.keyboard.press('Enter');
      await tron.getByText('hello TRON').waitFor();

      // They play the same minute on the host's game socket; one page goes away in the middle of it, and comes back.
      await press(sol, 'Ready up');
      await press(sol, 'Start battle');
      await tron.getByText('The battle starts in').waitFor();
      await tron.getByText('The battle starts in').waitFor({ state: 'hidden' });
      const beforeReload = await clickTillScored(tron);
      expect(beforeReload).toBeGreaterThan(0);
      await tron.reload();
      await tron.locator('canvas').last().waitFor();
      await tron.waitForTimeout(2_000);
      expect(await readScore(tron)).toBeGreaterThanOrEqual(beforeReload);
      await clickAt(sol, 0.5, 0.05);
      for (let clicks = 0; clicks < 20; clicks++) await clickAt(tron, 0.5, 0.5);

      // Both see the host's result, and a visitor verifies its receipt on Popfray's page.
      await tron.getByRole('heading', { name: 'You won!' }).waitFor({ timeout: 60_000 });
      await sol
        .getByText(/place 2/)
        .first()
        .waitFor();
      const witness = await openPage(`${url}/receipt/${sessionId}`);
      await witness.getByRole('button', { name: 'Verify now' }).click();
      await witness.getByText('Everything holds.').waitFor();
      expect(complaints).toEqual([]);
    },
  );
});

/** The player's own score on the battle's screen. */
const readScore = async (page: Page): Promise<number> =>
  Number((await page.locator('.hud dd').first().textContent())?.replaceAll(/\D/g, ''));
