import { fileURLToPath } from 'node:url';
import { parseReplayText, verifyReplay } from '@popfray/engine';
import type { BrowserContext, CDPSession, Page } from 'playwright';
import { rolldown } from 'rolldown';
import { VIEWPORT } from './browser.ts';
import type { Outcome } from './pilot.ts';
import type { FrameReport } from './probe.ts';

/** Drives pages from outside, over Chromium's developer tools protocol; the pilot is its hands within. */

/** How much slower the processor is made. */
const THROTTLING = 4;

/** Longest that a 60 s round may take by the clock on the wall, ms. */
const TIMEOUT_MS = 150_000;

/** How long a player looks at the page before the press on Start, ms. */
const READING_MS = 1_000;

/** Fewer clicks than this in a round, and the bot did not play. */
const LEAST_CLICKS = 200;

/** What a round did to its page. */
export interface Played {
  readonly report: FrameReport;
  readonly outcome: Outcome;
  /** Heap in use after the round less that before, both after collection. */
  readonly heapGrowthBytes: number;
  /** Time of all tasks on the page's main thread, s. */
  readonly tasksS: number;
}

/** Puts the pilot into every page of a context, and has it play without the lesson before a first round, which is no round. */
export async function preparePages(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: await bundlePilot() });
  await context.addInitScript(() => {
    if (location.protocol !== 'data:') localStorage.setItem('popfray.tutorial.v1', 'done');
  });
}

/** The pilot with the bot it needs, as one script for every page of a context. */
async function bundlePilot(): Promise<string> {
  const bundle = await rolldown({ input: fileURLToPath(new URL('pilot.ts', import.meta.url)), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife' });
  return output[0].code;
}

/** Watches a page's frames for some ms. */
export async function watchPage(context: BrowserContext, html: string, ms: number): Promise<FrameReport> {
  const { page, devtools } = await openPage(context);
  await page.goto(`data:text/html,${encodeURIComponent(html)}`);
  await throttle(devtools, THROTTLING);
  await page.evaluate(() => globalThis.popfrayPilot.watch());
  await page.waitForTimeout(ms);
  const report = await page.evaluate(() => globalThis.popfrayPilot.report());
  await page.close();
  return report;
}

/** Has the bot play a whole round on the arena's page. Throws when that was no real round. */
export async function playArena(context: BrowserContext, url: string): Promise<Played> {
  const { page, devtools } = await openPage(context);
  await page.goto(url, { waitUntil: 'networkidle' });
  // The field of a prerendered page starts with the first movement. The replay before a round has a canvas too.
  await page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height / 2);
  await page.locator('.field-canvas canvas').waitFor();
  await page.waitForTimeout(READING_MS);
  const start = page.getByRole('button', { name: /^Start/ }).first();
  const again = page.getByRole('button', { name: /again/i });
  const played = await playRound(
    page,
    devtools,
    () => start.click(),
    () => again.waitFor(),
  );
  await page.close();
  checkReplay(played.outcome);
  return played;
}

/** Plays like `playArena` in a live battle of the page's player against three bots, on the server's dev chain. */
export async function playBattle(context: BrowserContext, url: string): Promise<Played> {
  const { page, devtools } = await openPage(context);
  await page.goto(`${url}/lobby`);
  for (const name of ['Connect TronLink', 'Confirm', 'Confirm'])
    await page.getByRole('button', { name, exact: true }).first().click();
  await page.getByRole('button', { name: 'Create Battle' }).and(page.locator(':enabled')).waitFor();
  const id = await page.evaluate(startBattle);
  await page.goto(`${url}/cross-chain-session/${id}`);
  await page.locator('.field-canvas canvas').waitFor();
  const receipt = page.getByRole('link', { name: 'View receipt' });
  const played = await playRound(
    page,
    devtools,
    () => Promise.resolve(),
    () => receipt.waitFor(),
  );
  const score = await page.evaluate(readVerifiedScore, id);
  await page.close();
  if (score !== played.outcome.score) throw new Error(`The page shows ${played.outcome.score}, the server ${score}`);
  return played;
}

/** Runs in the page: makes a free battle with three bots and starts it. Gives its id. */
async function startBattle(): Promise<string> {
  const post = async (path: string, body: object): Promise<{ readonly session?: { readonly id: string } }> => {
    const response = await fetch(`/api/popfray/sessions${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { readonly session?: { readonly id: string } };
  };
  const { session } = await post('', { sessionName: 'Bench', maxPlayers: 4, timeLimit: 300 });
  const path = `/${session?.id ?? ''}`;
  for (const skill of ['novice', 'regular', 'expert']) await post(`${path}/bots`, { skill });
  await post(`${path}/ready`, { isReady: true });
  await post(`${path}/start`, {});
  return session?.id ?? '';
}

/** Runs in the page: the score of the first seat by the battle's receipt. */
async function readVerifiedScore(id: string): Promise<number> {
  const response = await fetch(`/api/receipts/${id}`);
  const { players } = (await response.json()) as { readonly players: readonly { readonly score: number }[] };
  return players[0]?.score ?? Number.NaN;
}

/** Has the bot play a round from when it begins until the page shows its end. */
async function playRound(
  page: Page,
  devtools: CDPSession,
  begin: () => Promise<void>,
  end: () => Promise<void>,
): Promise<Played> {
  const click = await answerClicks(devtools);
  const heapBefore = await readHeap(devtools);
  await devtools.send('Performance.enable');
  await throttle(devtools, THROTTLING);

  await page.evaluate(() => globalThis.popfrayPilot.play('frames'));
  await begin();
  const tasksBefore = await readTasks(devtools);
  await within(click.over, TIMEOUT_MS);
  const tasksAfter = await readTasks(devtools);
  const report = await page.evaluate(() => globalThis.popfrayPilot.report());

  await throttle(devtools, 1);
  await end();
  const outcome = await page.evaluate(() => globalThis.popfrayPilot.outcome());
  const heapAfter = await readHeap(devtools);
  if (outcome === null || outcome.clicks < LEAST_CLICKS) throw new Error('The bot did not play the round');
  return { report, outcome, heapGrowthBytes: heapAfter - heapBefore, tasksS: tasksAfter - tasksBefore };
}

async function openPage(context: BrowserContext): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`  the page failed: ${error.message}`));
  return { page, devtools: await context.newCDPSession(page) };
}

async function throttle(devtools: CDPSession, rate: number): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Turns what the pilot asks for into clicks of a real mouse, until it says that the round is over. */
async function answerClicks(devtools: CDPSession): Promise<{ readonly over: Promise<void> }> {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const mouse = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', x: number, y: number): void => {
    const button = type === 'mouseMoved' ? {} : ({ button: 'left', clickCount: 1 } as const);
    void devtools.send('Input.dispatchMouseEvent', { type, x, y, ...button });
  };
  devtools.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name !== 'popfrayClick') return;
    if (payload === 'over') {
      end();
      return;
    }
    const [x = 0, y = 0] = payload.split(' ').map(Number);
    mouse('mouseMoved', x, y);
    mouse('mousePressed', x, y);
    mouse('mouseReleased', x, y);
  });
  await devtools.send('Runtime.enable');
  await devtools.send('Runtime.addBinding', { name: 'popfrayClick' });
  return { over };
}

/** Bytes of the page's heap that are in use, after collection. */
async function readHeap(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

/** Time of all tasks on the page's main thread so far, s. */
async function readTasks(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** What a promise resolves to; throws when that takes longer than some ms. */
async function within(promise: Promise<void>, ms: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`The round was not over after ${ms / 1_000} s`)), ms);
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** A round is real when its replay verifies. */
function checkReplay(outcome: Outcome): void {
  const bytes = parseReplayText(outcome.replayText);
  const verified = bytes.ok ? verifyReplay(bytes.value) : bytes;
  if (!verified.ok) throw new Error(`The round's replay is ${verified.error.kind}: ${verified.error.code}`);
  if (verified.value.round.score !== outcome.score) throw new Error('The page shows another score than its replay');
}
