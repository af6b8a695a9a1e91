import { launchBrowser, VIEWPORT } from '/work/main/bench/src/browser.ts';
import { WEB_DEV_CHAIN } from '/work/main/bench/src/build.ts';
import { bundlePilot, playBattle } from '/work/main/bench/src/driver.ts';
import { startSite } from '/work/main/bench/src/site.ts';
const site = await startSite(console.error, WEB_DEV_CHAIN);
const browser = await launchBrowser();
try {
  const context = await browser.newContext({ viewport: VIEWPORT });
  await context.addInitScript({ content: await bundlePilot() });
  const { report, outcome, heapGrowthBytes } = await playBattle(context, site.url);
  const iv = report.intervalsMs; const total = iv.reduce((a, b) => a + b, 0);
  console.log({ frames: iv.length, onTime: 100 * iv.filter((x) => x <= 17.5).length / iv.length, worst: Math.max(...iv), p95script: [...report.scriptMs].sort((a, b) => a - b)[Math.floor(iv.length * 0.95)], commits: report.commits / (total / 1000), clicks: outcome.clicks, score: outcome.score, heapGrowthBytes, drawCalls: report.drawCalls });
} finally { await browser.close(); await site.stop(); }
