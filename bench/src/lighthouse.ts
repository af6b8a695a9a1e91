import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { ROOT } from './build.ts';
import { median } from './sample.ts';

/** What Lighthouse gives marks for, and how the figures name it. */
export const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best_practices',
  seo: 'seo',
} as const;

/** Marks of 0 to 100 by category. */
export type Marks = Readonly<Record<(typeof CATEGORIES)[keyof typeof CATEGORIES], number>>;

/** How often a page is loaded of which one load is below the bar: the middle mark counts. */
const RUNS = 3;

/** Loads of a page after which a missing mark is reported as missing. */
const MOST_ATTEMPTS = 10;

/** Has Lighthouse look at a page as a slow telephone would load it: its own mobile preset, each time with nothing cached. */
export async function mark(url: string, least: Marks): Promise<Marks> {
  const { CHROMIUM_ARGS, chromiumPath } = (await import(`${ROOT}/.ci/browsers.ts`)) as {
    readonly CHROMIUM_ARGS: readonly string[];
    chromiumPath(): string | undefined;
  };
  const chromePath = chromiumPath();
  const runs: Marks[] = [];
  for (let attempts = 1; runs.length < RUNS && !(runs.length === 1 && isEnough(runs[0], least)); attempts++) {
    const chrome = await launch({
      ...(chromePath !== undefined && { chromePath }),
      chromeFlags: ['--headless=new', ...CHROMIUM_ARGS],
      logLevel: 'silent',
    });
    try {
      const result = await lighthouse(url, {
        port: chrome.port,
        logLevel: 'silent',
        onlyCategories: Object.keys(CATEGORIES),
      });
      const marks = readMarks(result?.lhr.categories ?? {});
      // Lighthouse gives no mark for performance when it has not seen the largest paint. Then the page is loaded again.
      if (Object.values(marks).every((value: number) => Number.isFinite(value)) || attempts >= MOST_ATTEMPTS)
        runs.push(marks);
    } finally {
      chrome.kill();
    }
  }
  return Object.fromEntries(
    Object.values(CATEGORIES).map((name) => [name, median(runs.map((marks) => marks[name]))]),
  ) as unknown as Marks;
}

/** Whether the marks of one load reach the bars, so that further loads are not needed. */
const isEnough = (marks: Marks | undefined, least: Marks): boolean =>
  marks !== undefined && Object.values(CATEGORIES).every((name) => marks[name] >= least[name]);

const readMarks = (categories: Readonly<Record<string, { readonly score: number | null }>>): Marks =>
  Object.fromEntries(
    Object.entries(CATEGORIES).map(([id, name]) => [name, (categories[id]?.score ?? Number.NaN) * 100]),
  ) as unknown as Marks;
