import type { Browser } from 'playwright';
import { launchBrowser } from './browser.ts';
import { ROOT, WEB, WEB_DEV_CHAIN } from './build.ts';
import { CATEGORIES, mark, type Marks } from './lighthouse.ts';
import { countClicksToFirstTrx } from './first-trx.ts';
import { findSlowestInteraction } from './interactions.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';
import { median } from './sample.ts';
import { inspectScreens } from './screens.ts';
import { startSite } from './site.ts';

/** Screens that any visitor can open. */
const MARKED = [
  '/',
  '/free-play',
  '/arena',
  '/replay',
  '/daily',
  '/lobby',
  '/upgrades',
  '/about',
  '/how-to-play',
  '/wallet-setup',
  '/faq',
  '/contact',
  '/wallet-troubleshooting',
] as const;

/** Least marks, of 100. */
const LEAST: Marks = { performance: 95, accessibility: 100, best_practices: 100, seo: 100 };

const METRICS: readonly Metric[] = [
  ...Object.values(CATEGORIES).map((category) => ({
    name: `web.lighthouse_${category}`,
    bar: { atLeast: LEAST[category] },
    note: `mobile preset, the least of ${MARKED.length} screens, middle of three loads where one load is below the bar`,
  })),
  {
    name: 'web.inp_ms_4x',
    bar: { atMost: 100 },
    note: 'slowest press of any control on landing, lobby, create dialog and profile',
  },
  { name: 'web.cls', bar: { atMost: 0.02 }, note: 'largest layout shift of any screen, in all languages, two sizes' },
  {
    name: 'web.clicks_to_first_trx',
    bar: { atMost: 4 },
    note: 'clicks of a visitor with a wallet from the landing page to a running Solo TRX round',
  },
  { name: 'web.axe_violations', bar: { atMost: 0 }, note: 'all rules, over all screens, languages, two sizes' },
  { name: 'web.lcp_ms_4x', bar: { atMost: 1_500 }, note: 'largest contentful paint of /, middle of five loads' },
  {
    name: 'web.tbt_ms_4x',
    bar: { atMost: 100 },
    note: 'tasks of / beyond 50 ms each, first paint to 10 s, middle of five',
  },
  { name: 'web.i18n_missing', bar: { atMost: 0 }, note: 'texts missing, or left in English, in any language' },
];

/** How often the landing page is loaded. */
const LOADS = 5;

/** How much slower the processor is made. */
const THROTTLING = 4;

/** How long a page is watched for tasks that block it, ms. */
const WATCHED_MS = 10_000;

/** The pages as visitors get them. */
export const webSuite: Suite = { name: 'web', metrics: METRICS, measure };

async function measure(progress: Progress): Promise<Readings> {
  const readings: Record<string, number> = {};
  const { missingTexts } = (await import(`${ROOT}/apps/web/missing-texts.ts`)) as {
    missingTexts(): Promise<readonly string[]>;
  };
  readings['web.i18n_missing'] = (await missingTexts()).length;

  const site = await startSite(progress, WEB);
  try {
    for (const path of MARKED) {
      const marks = await mark(`${site.url}${path}`, LEAST);
      progress(`web: Lighthouse on ${path}: ${Object.values(marks).join(', ')}`);
      for (const [category, value] of Object.entries(marks)) {
        const name = `web.lighthouse_${category}`;
        readings[name] = Math.min(readings[name] ?? 100, value);
      }
    }
    progress('web: loads of the landing page');
    const browser = await launchBrowser();
    try {
      const loads: Load[] = [];
      for (let load = 0; load < LOADS; load++) loads.push(await loadLanding(browser, site.url));
      readings['web.lcp_ms_4x'] = median(loads.map(({ lcpMs }) => lcpMs));
      readings['web.tbt_ms_4x'] = median(loads.map(({ tbtMs }) => tbtMs));
    } finally {
      await browser.close();
    }
  } finally {
    await site.stop();
  }

  const devSite = await startSite(progress, WEB_DEV_CHAIN);
  const browser = await launchBrowser();
  try {
    progress('web: clicks to the first TRX');
    readings['web.clicks_to_first_trx'] = await countClicksToFirstTrx(browser, devSite.url);
    readings['web.inp_ms_4x'] = await findSlowestInteraction(browser, devSite.url, progress);
    progress('web: axe-core on every screen');
    const { violations, cls } = await inspectScreens(browser, devSite.url, progress);
    readings['web.axe_violations'] = violations.reduce((sum, { at }) => sum + at.length, 0);
    readings['web.cls'] = cls;
  } finally {
    await browser.close();
    await devSite.stop();
  }
  return readings;
}

/** A load of a page. */
interface Load {
  readonly lcpMs: number;
  readonly tbtMs: number;
}

/** Loads the landing page with nothing cached, on a processor four times as slow. */
async function loadLanding(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLING });
  await page.goto(`${url}/`);
  await page.waitForTimeout(WATCHED_MS);
  const load = await page.evaluate(
    () =>
      new Promise<Load>((resolve) => {
        let lcpMs = Number.NaN;
        let tbtMs = 0;
        new PerformanceObserver((list) => {
          lcpMs = list.getEntries().at(-1)?.startTime ?? lcpMs;
        }).observe({ type: 'largest-contentful-paint', buffered: true });
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        new PerformanceObserver((list) => {
          for (const { startTime, duration } of list.getEntries())
            if (startTime + duration > (paint?.startTime ?? 0)) tbtMs += Math.max(0, duration - 50);
        }).observe({ type: 'longtask', buffered: true });
        setTimeout(() => resolve({ lcpMs, tbtMs }), 500);
      }),
  );
  await context.close();
  return load;
}
