import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import { launchBrowser, VIEWPORT } from './browser.ts';
import { buildWhenStale, ENGINE, ROOT } from './build.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';
import { startSite } from './site.ts';
import { closure, collect, gzipBytes, kilobytes, type Fetched } from './weight.ts';

const METRICS: readonly Metric[] = [
  {
    name: 'size.engine_gzip_kb',
    bar: { atMost: 9 },
    note: 'the built engine, minified; bots are an entry of their own',
  },
  { name: 'size.first_load_js_gzip_kb', bar: { atMost: 120 }, note: 'the larger of the next two' },
  { name: 'size.landing_js_gzip_kb', note: 'all JS of / before Pixi' },
  { name: 'size.free_play_shell_js_gzip_kb', note: 'all JS of /free-play before Pixi' },
  { name: 'size.play_js_gzip_kb', bar: { atMost: 320 }, note: 'all JS fetched to play a free-play round' },
  { name: 'size.css_gzip_kb', note: 'style sheets of that' },
  { name: 'size.fonts_kb', note: 'fonts of that, as sent' },
  { name: 'size.sounds_kb', note: 'sounds of that, as sent' },
];

/** How long a round is played before what was fetched is counted, ms: the first sounds have been asked for by then. */
const PLAYED_MS = 3_000;

/** What the engine weighs on npm, and what a browser fetches. In kB of 1,000 bytes, gzip -9. */
export const sizeSuite: Suite = { name: 'size', metrics: METRICS, measure };

async function measure(progress: Progress): Promise<Readings> {
  buildWhenStale(ENGINE, progress);
  const site = await startSite(progress);
  const browser = await launchBrowser();
  try {
    progress('size: what the pages fetch');
    const landing = weigh(beforePixi(await fetchedBy(browser, `${site.url}/`)));
    const freePlay = await fetchedBy(browser, `${site.url}/free-play`);
    const shell = weigh(beforePixi(freePlay));
    const played = await fetchedBy(browser, `${site.url}/free-play`, PLAYED_MS);
    return {
      'size.engine_gzip_kb': kilobytes(gzipBytes(readFileSync(`${ROOT}/${ENGINE.output}`))),
      'size.first_load_js_gzip_kb': Math.max(landing, shell),
      'size.landing_js_gzip_kb': landing,
      'size.free_play_shell_js_gzip_kb': shell,
      'size.play_js_gzip_kb': weigh(played.filter(isScript)),
      'size.css_gzip_kb': weigh(played.filter(({ kind }) => kind === 'stylesheet')),
      'size.fonts_kb': weighPlain(played.filter(({ kind }) => kind === 'font')),
      'size.sounds_kb': weighPlain(played.filter(({ name }) => /\.(?:mp3|ogg|webm|m4a|wav)$/.test(name))),
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

const weigh = (files: readonly Fetched[]): number =>
  kilobytes(files.reduce((sum, { body }) => sum + gzipBytes(body), 0));

const weighPlain = (files: readonly Fetched[]): number =>
  kilobytes(files.reduce((sum, { body }) => sum + body.length, 0));

const isScript = ({ kind, name }: Fetched): boolean => kind === 'script' || name.endsWith('.js');

/** All that a fresh visitor's browser fetches for a page and, where asked for, for some ms of a round on it. */
async function fetchedBy(browser: Browser, url: string, playedMs = 0): Promise<readonly Fetched[]> {
  const context = await browser.newContext({ viewport: VIEWPORT, serviceWorkers: 'block' });
  const page = await context.newPage();
  const collected = collect(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  if (playedMs > 0) {
    await page.locator('.field-frame canvas').waitFor();
    await page
      .getByRole('button', { name: /^Start/ })
      .first()
      .click();
    await page.locator('.field-frame canvas').click();
    await page.waitForTimeout(playedMs);
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
