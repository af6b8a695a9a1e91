import { launchBrowser, pretendGpu, VIEWPORT } from './browser.ts';
import { WEB_DEV_CHAIN } from './build.ts';
import { playArena, playBattle, preparePages, watchPage, type Played } from './driver.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';
import type { FrameReport } from './probe.ts';
import { median, quantile } from './sample.ts';
import { startSite } from './site.ts';

const METRICS: readonly Metric[] = [
  { name: 'frames.on_time_pct_4x', bar: { atLeast: 99 }, note: 'frames at most 17.5 ms after the one before' },
  { name: 'frames.reference_on_time_pct_4x', note: 'the same of an empty page: what this machine can do' },
  { name: 'frames.reference_webgl_on_time_pct_4x', note: 'the same of a page that only clears a WebGL canvas' },
  { name: 'frames.worst_ms_4x', bar: { atMost: 50 }, note: 'longest time between two frames' },
  { name: 'frames.reference_worst_ms_4x', note: 'the same of the two reference pages' },
  {
    name: 'frames.input_to_photon_ms_p95',
    bar: { atMost: 34 },
    note: '4x, pointer down to the frame that shows the pop, by the browser, which counts in steps of 8 ms',
  },
  { name: 'frames.main_thread_p95_ms_4x', bar: { atMost: 3 }, note: 'scripts a frame: callbacks, events, React, Pixi' },
  { name: 'frames.main_thread_median_ms_4x', note: 'the same, median' },
  { name: 'frames.main_thread_tasks_ms_4x', note: 'all tasks a frame, style to paint too, mean' },
  { name: 'frames.react_commits_per_s', bar: { atMost: 5 }, note: 'commits of any React renderer' },
  { name: 'frames.heap_growth_mb', bar: { atMost: 2 }, note: 'over the round, after collection' },
  {
    name: 'frames.draw_calls',
    bar: { atMost: 3 },
    note: 'most WebGL draw calls in a frame of an arena round that is drawn with WebGL',
  },
  { name: 'frames.webgl_on_time_pct_4x', note: 'frames on time of that round, where software emulates the GPU' },
  { name: 'frames.fps', note: 'frames a second' },
  { name: 'frames.median_ms_4x', note: 'median time between two frames' },
  { name: 'frames.resolution', note: 'canvas px a CSS px at the end: where the governor settled' },
  { name: 'frames.clicks', note: 'clicks of the bot that the round took' },
  { name: 'frames.score', note: 'its score, verified from the replay' },
  {
    name: 'frames.battle_on_time_pct_4x',
    bar: { atLeast: 98.5 },
    note: 'the same of a live battle of four: frames at most 17.5 ms after the one before',
  },
  { name: 'frames.battle_worst_ms_4x', note: 'longest time between two frames there' },
  { name: 'frames.battle_main_thread_p95_ms_4x', bar: { atMost: 4 }, note: 'scripts a frame there' },
  { name: 'frames.battle_react_commits_per_s', note: 'commits of any React renderer there' },
  { name: 'frames.battle_clicks', note: 'clicks of the bot there, each taken by the server' },
];

/** A frame later than this after the one before is late, ms: one refresh at 60 Hz and a bit. */
const ON_TIME_MS = 17.5;

/** How long each reference page is watched before the round, and as long again after it, ms. */
const REFERENCE_MS = 5_000;

/**
 * A page that does nothing, and one that does the least a game must: have the browser show a new picture, as large as the
 * arena's. What they are late is the machine's doing.
 */
const EMPTY = '<!doctype html><title>empty</title>';
const WEBGL = `<!doctype html><title>webgl</title><canvas width="774" height="581"></canvas><script>
const gl = document.querySelector('canvas').getContext('webgl2');
let shade = 0;
const draw = () => {
  shade = (shade + 1) % 256;
  gl.clearColor(shade / 255, 0, 0, 1);
  gl.clear(gl.COLOR_BUFFER_BIT);
  requestAnimationFrame(draw);
};
draw();
</script>`;

/** The product as a slow laptop shows it: a whole arena round in a real browser, played by the expert bot. */
export const framesSuite: Suite = { name: 'frames', metrics: METRICS, measure };

/** What the reference pages were like at one time. */
interface Reference {
  readonly empty: FrameReport;
  readonly webgl: FrameReport;
}

async function measure(progress: Progress): Promise<Readings> {
  const site = await startSite(progress);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: VIEWPORT, serviceWorkers: 'block' });
    await preparePages(context);
    const references: Reference[] = [];
    const watchReferences = async (): Promise<void> => {
      progress(`frames: reference pages, ${(2 * REFERENCE_MS) / 1_000} s`);
      references.push({
        empty: await watchPage(context, EMPTY, REFERENCE_MS),
        webgl: await watchPage(context, WEBGL, REFERENCE_MS),
      });
    };
    /** Needs a wallet, and so the build and the server that have one of their own. */
    const playLive = async (): Promise<Played> => {
      const live = await startSite(progress, WEB_DEV_CHAIN);
      try {
        return await playBattle(context, live.url);
      } finally {
        await live.stop();
      }
    };
    await watchReferences();
    progress('frames: an arena round, 60 s');
    const { report, outcome, heapGrowthBytes, tasksS } = await playArena(context, `${site.url}/arena`);
    progress(`frames: latest frames: ${makeLatest(report.intervalsMs)}`);
    progress('frames: an arena round with WebGL, 60 s');
    const withWebgl = await browser.newContext({ viewport: VIEWPORT, serviceWorkers: 'block' });
    await pretendGpu(withWebgl);
    await preparePages(withWebgl);
    const webglRound = await playArena(withWebgl, `${site.url}/arena`);
    await withWebgl.close();
    progress('frames: a live battle of four, 60 s');
    const battle = await playLive();
    progress(`frames: latest frames: ${makeLatest(battle.report.intervalsMs)}`);
    await watchReferences();
    const empty = references.flatMap((reference) => reference.empty.intervalsMs);
    const webgl = references.flatMap((reference) => reference.webgl.intervalsMs);
    const seconds = sum(report.intervalsMs) / 1_000;
    return {
      'frames.on_time_pct_4x': onTimePct(report.intervalsMs),
      'frames.reference_on_time_pct_4x': onTimePct(empty),
      'frames.reference_webgl_on_time_pct_4x': onTimePct(webgl),
      'frames.worst_ms_4x': Math.max(...report.intervalsMs),
      'frames.reference_worst_ms_4x': Math.max(...empty, ...webgl),
      'frames.input_to_photon_ms_p95': quantile(report.inputMs, 0.95),
      'frames.main_thread_p95_ms_4x': quantile(report.scriptMs, 0.95),
      'frames.main_thread_median_ms_4x': median(report.scriptMs),
      'frames.main_thread_tasks_ms_4x': (tasksS * 1_000) / report.intervalsMs.length,
      'frames.react_commits_per_s': report.commits / seconds,
      'frames.heap_growth_mb': heapGrowthBytes / 1e6,
      'frames.draw_calls': webglRound.report.drawCalls,
      'frames.webgl_on_time_pct_4x': onTimePct(webglRound.report.intervalsMs),
      'frames.fps': report.intervalsMs.length / seconds,
      'frames.median_ms_4x': median(report.intervalsMs),
      'frames.resolution': outcome.resolution,
      'frames.clicks': outcome.clicks,
      'frames.score': outcome.score,
      'frames.battle_on_time_pct_4x': onTimePct(battle.report.intervalsMs),
      'frames.battle_worst_ms_4x': Math.max(...battle.report.intervalsMs),
      'frames.battle_main_thread_p95_ms_4x': quantile(battle.report.scriptMs, 0.95),
      'frames.battle_react_commits_per_s': battle.report.commits / (sum(battle.report.intervalsMs) / 1_000),
      'frames.battle_clicks': battle.outcome.clicks,
    };
  } finally {
    await browser.close();
    await site.stop();
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Share of frames on time, in per cent. */
const onTimePct = (intervalsMs: readonly number[]): number =>
  (100 * intervalsMs.filter((ms) => ms <= ON_TIME_MS).length) / intervalsMs.length;

/** The latest frames and their times, as a hint for finding the cause. */
function makeLatest(intervalsMs: readonly number[]): string {
  let timeMs = 0;
  const frames = intervalsMs.map((ms) => {
    timeMs += ms;
    return { ms, atS: timeMs / 1_000 };
  });
  const latest = frames.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  return latest.map(({ ms, atS }) => `${ms.toFixed(0)} ms at ${atS.toFixed(1)} s`).join(', ');
}
