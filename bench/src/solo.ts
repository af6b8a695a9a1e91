import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SoloOrder, SoloReady, SoloUse } from '@popfray/server/testing/solo-server';
import { SETTLED_MS } from './battle-run.ts';
import { buildWhenStale, ROOT, WEB_DEV_CHAIN } from './build.ts';
import { serverEnv } from './server-env.ts';
import type { Metric, Progress, Readings } from './metric.ts';
import { Program } from './program-channel.ts';
import type { SoloLoadOrder, SoloReport } from './solo-load.ts';
import { readStartFlags } from './start-flags.ts';

/** Rounds that are played at once. */
const ROUNDS = 500;

/** Fewest clicks of a player in a round: a little less than four a second. */
const LEAST_CLICKS = 180;

export const SOLO_METRICS: readonly Metric[] = [
  {
    name: 'solo.server_cpu_us_per_round',
    bar: { atMost: 20_000 },
    note: '500 streamed solo rounds at once: processor time of the whole server from the first opening to the last reward, by the rounds',
  },
  {
    name: 'solo.bytes_up_per_s',
    bar: { atMost: 200 },
    note: 'the players among them who click where their mouse is, four clicks a second: on the socket, frames’ heads included',
  },
  { name: 'solo.bytes_down_per_s', note: 'the same, downwards' },
];

/** Plays streamed solo rounds on the real server in one process, with the players in another. */
export async function measureSolo(progress: Progress): Promise<Readings> {
  buildWhenStale(WEB_DEV_CHAIN, progress);
  progress(`solo: ${ROUNDS} streamed rounds`);
  const dataDir = mkdtempSync(join(tmpdir(), 'popfray-solo-'));
  const program = `${ROOT}/apps/server/src/testing/solo-server.ts`;
  const server = new Program<SoloOrder | 'use'>(program, serverEnv(dataDir), readStartFlags());
  const load = new Program<SoloLoadOrder>(`${ROOT}/bench/src/solo-load.ts`);
  if (availableParallelism() > 1) {
    server.pinTo(0);
    load.pinTo(1);
  }
  try {
    const { url, players } = await server.ask<SoloReady>({ players: ROUNDS });
    await delay(SETTLED_MS);
    const before = await server.ask<SoloUse>('use');
    const report = await load.ask<SoloReport>({ url, players });
    const after = await server.ask<SoloUse>('use');
    const facts = JSON.stringify({ ...report, ...after });
    progress(`solo: ${facts}`);
    const isWhole =
      report.finished === ROUNDS &&
      report.refused === 0 &&
      report.inputs >= ROUNDS * LEAST_CLICKS &&
      after.credited + after.held === ROUNDS &&
      after.held < ROUNDS / 10;
    if (!isWhole) throw new Error(`the rounds were not played as they should be: ${facts}`);
    return {
      'solo.server_cpu_us_per_round': ((after.cpuMs - before.cpuMs) * 1_000) / ROUNDS,
      'solo.bytes_up_per_s': report.upPerS,
      'solo.bytes_down_per_s': report.downPerS,
    };
  } finally {
    await load.end();
    await server.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
