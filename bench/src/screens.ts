import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Page } from 'playwright';
import type { Progress } from './metric.ts';

/** The languages of the product. */
const LANGUAGES = ['en', 'zh', 'ja'] as const;

/** A telephone and a laptop. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
] as const;

/** Screens that anybody sees. */
const OPEN = [
  '/',
  '/free-play',
  '/arena',
  '/replay',
  '/daily',
  '/lobby',
  '/game',
  '/upgrades',
  '/profile',
  '/settings',
  '/about',
  '/how-to-play',
  '/wallet-setup',
  '/faq',
  '/contact',
  '/wallet-troubleshooting',
  '/session/there-is-no-such-session',
  '/receipt/there-is-no-such-receipt',
  '/round/there-is-no-such-round',
  '/nowhere',
] as const;

/** Screens that look otherwise to a player who is signed in; `{session}` is a session of the player's own. */
const SIGNED_IN = [
  '/',
  '/lobby',
  '/arena?mode=solo',
  '/upgrades',
  '/profile',
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
  'audit',
].map((tab) => `/admin?tab=${tab}`);

/** How long a screen may still be at work after the network is quiet, ms. */
const SETTLE_MS = 400;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A rule that a screen breaks. */
export interface Violation {
  readonly screen: string;
  readonly rule: string;
  readonly at: readonly string[];
}

/** Has axe-core look at every screen in every language and size, as a visitor, a player and the operator. All rules count. */
export async function findViolations(browser: Browser, url: string, progress: Progress): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const size of SIZES) {
    const visitor = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
    for (const language of LANGUAGES)
      found.push(...(await sweep(visitor, url, OPEN, language, `visitor ${String(size.width)}`)));
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
  for (const { screen, rule, at } of found) progress(`web: ${screen}: ${rule} at ${at.join(' | ')}`);
  return found;
}

async function sweep(
  context: BrowserContext,
  url: string,
  screens: readonly string[],
  language: string,
  who: string,
): Promise<Violation[]> {
  const found: Violation[] = [];
  const page = await context.newPage();
  for (const path of screens) {
    await page.goto(`${url}${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
    await page.waitForTimeout(SETTLE_MS);
    const violations = await look(page);
    found.push(...violations.map((violation) => ({ screen: `${path} ${language} ${who}`, ...violation })));
  }
  await page.close();
  return found;
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
const TO_THE_HOUSE = ['Dev wallet · Play money', 'Switch account', 'Be the house', 'Close the dev wallet'];

/** Signs in with the dev wallet, after some presses on it. */
async function signIn(page: Page, url: string, first: readonly string[] = []): Promise<void> {
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
