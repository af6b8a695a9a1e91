import type { Browser, Page } from 'playwright';
import type { Progress } from './metric.ts';
import { signIn } from './screens.ts';

/** How much slower the processor is made. */
const THROTTLING = 4;

/** Screens whose controls are pressed, and the button that opens the dialog on it, if it is a dialog. */
const SCREENS = [
  { name: 'landing', path: '/', dialog: null },
  { name: 'lobby', path: '/lobby', dialog: null },
  { name: 'create dialog', path: '/lobby', dialog: 'Create Battle' },
  { name: 'profile', path: '/profile', dialog: null },
] as const;

/** What a pointer or a key can press. A link to another site would leave the product. */
const CONTROLS =
  'button:enabled, a[href^="/"], summary, select, input:enabled, textarea, [role="tab"], [role="switch"]';

/** How long the browser has to show what a press did before it is read, ms. */
const SHOWN_MS = 400;

/** The browser does not report interactions that are shown sooner than this, ms. They count as this long. */
const QUICKEST_MS = 16;

/** The time from a press to the next frame. */
interface Interaction {
  readonly ms: number;
  readonly at: string;
}

/** Presses every control of the screens of a signed-in player, one after the other. Returns the slowest interaction, ms, and prints the slowest ones. */
export async function findSlowestInteraction(browser: Browser, url: string, progress: Progress): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    Object.assign(globalThis, { popfrayInteractions: [] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId !== 0)
          (globalThis as unknown as { popfrayInteractions: number[] }).popfrayInteractions.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  await signIn(page, url);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLING });
  const found: Interaction[] = [];
  for (const screen of SCREENS) {
    progress(`web: every control of the ${screen.name}`);
    found.push(...(await pressAll(page, url, screen)));
  }
  await context.close();
  const slowest = found.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  progress(`web: slowest of ${found.length} controls: ${slowest.map(({ ms, at }) => `${ms} ms at ${at}`).join(', ')}`);
  if (found.length < SCREENS.length) throw new Error('The screens have no controls');
  return slowest[0]?.ms ?? Number.NaN;
}

async function pressAll(page: Page, url: string, screen: (typeof SCREENS)[number]): Promise<Interaction[]> {
  const found: Interaction[] = [];
  for (let at = 0; ; at++) {
    await openScreen(page, url, screen);
    const scope = screen.dialog === null ? page.getByRole('main') : page.getByRole('dialog');
    const controls = scope.locator(CONTROLS).filter({ visible: true });
    if (at >= (await controls.count())) return found;
    const control = controls.nth(at);
    const name = await control.evaluate((element) => (element.textContent || element.getAttribute('aria-label')) ?? '');
    // Playwright's own scrolling waits until an element no longer moves, which one in an animation never does.
    await control.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await page.evaluate(() => Object.assign(globalThis, { popfrayInteractions: [] }));
    // A radio button may be covered by its label, which then is what a player presses.
    const box = await control.boundingBox();
    if (box === null) continue;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(SHOWN_MS);
    const ms = await page.evaluate(() =>
      (globalThis as unknown as { popfrayInteractions: number[] }).popfrayInteractions.reduce(
        (a, b) => Math.max(a, b),
        0,
      ),
    );
    found.push({ ms: Math.max(ms, QUICKEST_MS), at: `${screen.name}: ${name.trim().slice(0, 40)}` });
  }
}

/** Loads a screen again, so that each control is pressed in the same state. */
async function openScreen(page: Page, url: string, { path, dialog }: (typeof SCREENS)[number]): Promise<void> {
  await page.goto(`${url}${path}`);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  if (dialog === null) return;
  await page.getByRole('button', { name: dialog }).and(page.locator(':enabled')).first().click();
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(SHOWN_MS);
}
