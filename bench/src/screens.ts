import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { ROOT, WEB_DEV_CHAIN } from './build.ts';
import type { Progress } from './metric.ts';

/** The languages of the product. */
const LANGUAGES = ['en', 'zh', 'ja'] as const;

/** A telephone and a laptop. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
] as const;

/** Screens that anybody sees, from the list of the build. One with an id shows that there is no such thing. */
function listOpenScreens(): string[] {
  const list = JSON.parse(readFileSync(join(ROOT, dirname(WEB_DEV_CHAIN.output), 'static/screens.json'), 'utf8')) as {
    readonly screens: readonly string[];
  };
  const paths = list.screens.filter((path) => !path.startsWith('/admin'));
  const examples = paths.map((path) => path.replace(/\/:\w+\?$/, '').replace(/:\w+$/, 'there-is-no-such-thing'));
  return [...examples, '/nowhere'];
}

/** Screens that look otherwise to a player who is signed in; `{session}` is a session of the player's own. */
const SIGNED_IN = [
  '/',
  '/lobby',
  '/arena?mode=solo',
  '/upgrades',
  '/profile',
  '/season',
  '/statement',
  '/play-responsibly',
  '/session/{session}',
  '/cross-chain-session/{session}',
] as const;

/** The operator's, in English alone. */
const OPERATOR = [
  'overview',
  'players',
  'financial',
  'system',
  'transactions',
  'review',
  'chat',
  'payouts',
  'solvency',
  'settings',
  'audit',
].map((tab) => `/admin?tab=${tab}`);

/** How long a screen may still be at work after the network is quiet, ms. */
const SETTLE_MS = 400;

/** Layout shifts above this are printed with their screens. */
const SHIFT_TOLD = 0.01;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A rule that a screen breaks. */
export interface Violation {
  readonly screen: string;
  readonly rule: string;
  readonly at: readonly string[];
}

/** What was found on all screens. */
export interface Inspection {
  readonly violations: readonly Violation[];
  /** Largest cumulative layout shift of a screen while it loads. */
  readonly cls: number;
}

/** A screen as it was found. */
interface Visit {
  readonly screen: string;
  readonly violations: readonly Violation[];
  readonly cls: number;
}

/**
 * Loads every screen in every language and size, as a visitor, a player and the operator. Has axe-core inspect it by all of its rules, and
 * reads how far its content shifted.
 */
export async function inspectScreens(browser: Browser, url: string, progress: Progress): Promise<Inspection> {
  const found: Visit[] = [];
  const open = listOpenScreens();
  for (const size of SIZES) {
    const visitor = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
    for (const language of LANGUAGES)
      found.push(...(await sweep(visitor, url, open, language, `visitor ${String(size.width)}`)));
    await visitor.close();

    const player = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
    const session = await becomePlayer(player, url);
    const screens = SIGNED_IN.map((path) => path.replace('{session}', session));
    for (const language of LANGUAGES)
      found.push(...(await sweep(player, url, screens, language, `player ${String(size.width)}`)));
    await player.close();

    const operator = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
    await becomeOperator(operator, url);
    found.push(...(await sweep(operator, url, OPERATOR, 'en', `operator ${String(size.width)}`)));
    await operator.close();
  }
  const violations = found.flatMap((visit) => visit.violations);
  for (const { screen, rule, at } of violations) progress(`web: ${screen}: ${rule} at ${at.join(' | ')}`);
  for (const { screen, cls } of found) if (cls > SHIFT_TOLD) progress(`web: ${screen}: shifts by ${cls.toFixed(3)}`);
  return { violations, cls: Math.max(...found.map(({ cls }) => cls)) };
}

async function sweep(
  context: BrowserContext,
  url: string,
  screens: readonly string[],
  language: string,
  who: string,
): Promise<Visit[]> {
  const found: Visit[] = [];
  const page = await context.newPage();
  for (const path of screens) {
    await page.goto(`${url}${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
    await page.waitForTimeout(SETTLE_MS);
    const cls = await readShift(page);
    const screen = `${path} ${language} ${who}`;
    const violations = (await look(page)).map((violation) => ({ screen, ...violation }));
    found.push({ screen, violations, cls });
  }
  await page.close();
  return found;
}

/** Cumulative layout shift of the page since it was loaded: the largest sum within 5 s of shifts that are less than 1 s apart. */
async function readShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          let worst = 0;
          let sum = 0;
          let startMs = Number.NEGATIVE_INFINITY;
          let lastMs = Number.NEGATIVE_INFINITY;
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
            if (entry.hadRecentInput) continue;
            const isNew = entry.startTime - lastMs > 1_000 || entry.startTime - startMs > 5_000;
            if (isNew) startMs = entry.startTime;
            sum = isNew ? entry.value : sum + entry.value;
            lastMs = entry.startTime;
            worst = Math.max(worst, sum);
          }
          resolve(worst);
        }).observe({ type: 'layout-shift', buffered: true });
        // The observer is not called where nothing shifted.
        setTimeout(() => resolve(0), 300);
      }),
  );
}

/** Runs axe-core in an isolated world, where the page's content security policy does not block it. */
async function look(page: Page): Promise<Omit<Violation, 'screen'>[]> {
  const devtools = await page.context().newCDPSession(page);
  const { frameTree } = await devtools.send('Page.getFrameTree');
  const { executionContextId: contextId } = await devtools.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  await devtools.send('Runtime.evaluate', { contextId, expression: AXE });
  const { result } = await devtools.send('Runtime.evaluate', {
    contextId,
    awaitPromise: true,
    returnByValue: true,
    expression: `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ rule: id, at: nodes.map(({ html }) => html.slice(0, 120)) })))`,
  });
  await devtools.detach();
  return (result.value ?? []) as Omit<Violation, 'screen'>[];
}

/** Presses of the dev wallet that make it the house's, as it offers on a dev chain. */
const TO_THE_HOUSE = ['Dev wallet · Play money', 'Switch account', 'Use the house account', 'Close the dev wallet'];

/** Signs in with the dev wallet, after some presses on it. */
export async function signIn(page: Page, url: string, first: readonly string[] = []): Promise<void> {
  await page.goto(`${url}/lobby?lang=en`);
  for (const name of [...first, 'Connect TronLink', 'Confirm', 'Confirm'])
    await page.getByRole('button', { name, exact: true }).first().click();
  await page.getByRole('button', { name: 'Create Battle' }).and(page.locator(':enabled')).waitFor();
}

/** Has the context be a player with a free session; gives its id. */
async function becomePlayer(context: BrowserContext, url: string): Promise<string> {
  const page = await context.newPage();
  await signIn(page, url);
  const id = await page.evaluate(async () => {
    const response = await fetch('/api/popfray/sessions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ sessionName: 'Bench', maxPlayers: 4, timeLimit: 1_200 }),
    });
    return ((await response.json()) as { readonly session: { readonly id: string } }).session.id;
  });
  await page.close();
  return id;
}

/** Has the context be the house. */
async function becomeOperator(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await signIn(page, url, TO_THE_HOUSE);
  await page.close();
}
