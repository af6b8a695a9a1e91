import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright';
import { launchBrowser, pretendGpu, VIEWPORT } from './browser.ts';
import { buildWhenStale, ENGINE, ROOT, WEB, WEB_DEV_CHAIN, type Product } from './build.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';
import { startSite } from './site.ts';
import { closure, collect, gzipBytes, kilobytes, type Fetched } from './weight.ts';

const METRICS: readonly Metric[] = [
  {
    name: 'size.engine_gzip_kb',
    bar: { atMost: 9 },
    note: 'the built engine, minified; bots are an entry of their own',
  },
  { name: 'size.first_load_js_gzip_kb', bar: { atMost: 105 }, note: 'the largest of the next four' },
  { name: 'size.landing_js_gzip_kb', note: 'all JS of / before Pixi' },
  { name: 'size.free_play_shell_js_gzip_kb', note: 'all JS of /free-play before Pixi' },
  { name: 'size.dev_chain_landing_js_gzip_kb', note: 'the same of / with the dev wallet in the build' },
  { name: 'size.dev_chain_free_play_shell_js_gzip_kb', note: 'the same of /free-play with it' },
  {
    name: 'size.tronweb_in_initial_chunks',
    bar: { atMost: 0 },
    note: 'chunks among all those with tronweb in them',
  },
  { name: 'size.connect_js_gzip_kb', note: 'what a press on Connect fetches besides' },
  {
    name: 'size.play_js_gzip_kb',
    bar: { atMost: 300 },
    note: 'all JS fetched to play a free-play round, drawn with WebGL',
  },
  { name: 'size.play_js_without_gpu_gzip_kb', note: 'the same on a machine without a GPU' },
  { name: 'size.css_gzip_kb', bar: { atMost: 12 }, note: 'style sheets of that' },
  { name: 'size.fonts_kb', note: 'fonts of that, as sent' },
  { name: 'size.sounds_kb', note: 'sounds of that, as sent' },
];

/** How long a round is played before what was fetched is counted, ms: the first sounds have been asked for by then. */
const PLAYED_MS = 3_000;

/** What the engine weighs on npm, and what a browser fetches. In kB of 1,000 bytes, gzip -9. */
export const sizeSuite: Suite = { name: 'size', metrics: METRICS, measure };

async function measure(progress: Progress): Promise<Readings> {
  buildWhenStale(ENGINE, progress);
  const browser = await launchBrowser();
  try {
    const plain = await onSite(WEB, progress, (url) => visitAll(browser, url));
    const devChain = await onSite(WEB_DEV_CHAIN, progress, (url) => visitFirst(browser, url));
    const loads = [plain.landing, plain.freePlay, devChain.landing, devChain.freePlay];
    const [landing = NaN, freePlay = NaN, devLanding = NaN, devFreePlay = NaN] = loads.map(weigh);
    const heavy = new Set(
      loads
        .flat()
        .filter(isTronweb)
        .map(({ name }) => name),
    );
    for (const name of heavy) progress(`size: TRONWEB IS IN THE FIRST LOAD, in ${name}`);
    return {
      'size.engine_gzip_kb': kilobytes(gzipBytes(readFileSync(`${ROOT}/${ENGINE.output}`))),
      'size.first_load_js_gzip_kb': Math.max(landing, freePlay, devLanding, devFreePlay),
      'size.landing_js_gzip_kb': landing,
      'size.free_play_shell_js_gzip_kb': freePlay,
      'size.dev_chain_landing_js_gzip_kb': devLanding,
      'size.dev_chain_free_play_shell_js_gzip_kb': devFreePlay,
      'size.tronweb_in_initial_chunks': heavy.size,
      'size.connect_js_gzip_kb': weigh(plain.connected.filter(isScript)) - weigh(plain.lobby.filter(isScript)),
      'size.play_js_gzip_kb': weigh(plain.played.filter(isScript)),
      'size.play_js_without_gpu_gzip_kb': weigh(plain.playedWithoutGpu.filter(isScript)),
      'size.css_gzip_kb': weigh(plain.played.filter(({ kind }) => kind === 'stylesheet')),
      'size.fonts_kb': weighPlain(plain.played.filter(({ kind }) => kind === 'font')),
      'size.sounds_kb': weighPlain(plain.played.filter(({ name }) => /\.(?:mp3|ogg|webm|m4a|wav)$/.test(name))),
    };
  } finally {
    await browser.close();
  }
}

/** What a fresh visitor fetches before Pixi. What an idle page fetches seconds later, ahead of a click, is not counted either. */
interface FirstLoads {
  readonly landing: readonly Fetched[];
  readonly freePlay: readonly Fetched[];
}

/** What more is measured of the build that players get. */
interface Visits extends FirstLoads {
  /** A page that fetches nothing ahead, and the same with a press on Connect in a browser without a wallet. */
  readonly lobby: readonly Fetched[];
  readonly connected: readonly Fetched[];
  readonly played: readonly Fetched[];
  readonly playedWithoutGpu: readonly Fetched[];
}

async function onSite<Found>(web: Product, progress: Progress, visit: (url: string) => Promise<Found>): Promise<Found> {
  const site = await startSite(progress, web);
  try {
    progress(`size: what the pages of ${web.script} fetch`);
    return await visit(site.url);
  } finally {
    await site.stop();
  }
}

const visitFirst = async (browser: Browser, url: string): Promise<FirstLoads> => ({
  landing: beforePixi(await fetchedBy(browser, `${url}/`)),
  freePlay: beforePixi(await fetchedBy(browser, `${url}/free-play`)),
});

const visitAll = async (browser: Browser, url: string): Promise<Visits> => ({
  ...(await visitFirst(browser, url)),
  lobby: await fetchedBy(browser, `${url}/lobby`),
  connected: await fetchedBy(browser, `${url}/lobby`, connect),
  played: await fetchedBy(browser, `${url}/free-play`, play, pretendGpu),
  playedWithoutGpu: await fetchedBy(browser, `${url}/free-play`, play),
});

async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect TronLink' }).click();
  await page.getByText('TronLink Not Found', { exact: true }).waitFor();
}

/** Plays as a newcomer does: the lesson before the first round appears and is skipped. */
async function play(page: Page): Promise<void> {
  await page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height / 2);
  await page.locator('.field-canvas canvas').waitFor();
  await page
    .getByRole('button', { name: /^Start/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Skip tutorial' }).click();
  await page.locator('.field-canvas canvas').click();
  await page.waitForTimeout(PLAYED_MS);
}

const weigh = (files: readonly Fetched[]): number =>
  kilobytes(files.reduce((sum, { body }) => sum + gzipBytes(body), 0));

const weighPlain = (files: readonly Fetched[]): number =>
  kilobytes(files.reduce((sum, { body }) => sum + body.length, 0));

const isScript = ({ kind, name }: Fetched): boolean => kind === 'script' || name.endsWith('.js');

/** All that a fresh visitor's browser fetches for a page and, where given, for what is then done on it. */
async function fetchedBy(
  browser: Browser,
  url: string,
  act?: (page: Page) => Promise<void>,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<readonly Fetched[]> {
  const context = await browser.newContext({ viewport: VIEWPORT, serviceWorkers: 'block' });
  await prepare?.(context);
  const page = await context.newPage();
  const collected = collect(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  if (act !== undefined) {
    await act(page);
    await page.waitForLoadState('networkidle');
  }
  const fetched = await collected.finish();
  await context.close();
  return fetched;
}

/**
 * Scripts that a page runs without Pixi: those whose static imports hold none of it, unless they were asked for only after
 * Pixi had come, as what the field loads in an idle moment is.
 */
function beforePixi(files: readonly Fetched[]): readonly Fetched[] {
  const scripts = files.filter(isScript);
  const codes = new Map(scripts.map(({ name, body }) => [nameOf(name), Buffer.from(body).toString()]));
  const codeOf = (name: string): string => codes.get(name) ?? '';
  const needsPixi = ({ name }: Fetched): boolean =>
    [...closure([nameOf(name)], codeOf)].some((part) => isPixi(codeOf(part)));
  const pixiMs = Math.min(...scripts.filter(needsPixi).map(({ answeredMs }) => answeredMs));
  return scripts.filter((script) => !needsPixi(script) && script.askedMs < pixiMs);
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Pixi says its name in the warnings it may have to give. */
const isPixi = (code: string): boolean => code.includes('PixiJS');

/** Tronweb names every kind of contract. Nothing else does. */
const isTronweb = ({ body }: Fetched): boolean => Buffer.from(body).includes('TriggerSmartContract');
