import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildWhenStale, ROOT, WEB_DEV_CHAIN } from './build.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';
import { median } from './sample.ts';
import { serverEnv } from './server-env.ts';
import { Load } from './server-load.ts';

const METRICS: readonly Metric[] = [
  {
    name: 'server.start_ms',
    bar: { atMost: 800 },
    note: 'from spawn to 200 of /readyz, started before on this machine',
  },
];

/** Starts whose median counts, after one that makes the database. */
const STARTS = 9;

/** Longest that a server may take to be ready, ms. */
const TIMEOUT_MS = 30_000;

/** The product's server in a child process, as `pnpm start` runs it. What paid rounds cost it is in the suite `conduct`: solo.ts. */
export const serverSuite: Suite = { name: 'server', metrics: METRICS, measure };

async function measure(progress: Progress): Promise<Readings> {
  buildWhenStale(WEB_DEV_CHAIN, progress);
  progress('server: starts');
  return { 'server.start_ms': await measureStart() };
}

/** Median of some starts on one database. */
async function measureStart(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'popfray-bench-'));
  try {
    await startOnce(dataDir);
    const times: number[] = [];
    for (let start = 0; start < STARTS; start++) times.push(await startOnce(dataDir));
    return median(times);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** ms from a server's spawn to its first 200 of /readyz. */
async function startOnce(dataDir: string): Promise<number> {
  const port = await freePort();
  const startMs = performance.now();
  const child = spawn(process.execPath, [`${ROOT}/apps/server/src/start/main.ts`], {
    env: serverEnv(dataDir, port),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const load = new Load(`http://127.0.0.1:${port}`, 1);
  try {
    while (!(await isReady(load))) {
      if (child.exitCode !== null || performance.now() - startMs > TIMEOUT_MS)
        throw new Error('The server did not start');
      await delay(2);
    }
    return performance.now() - startMs;
  } finally {
    load.close();
    if (child.exitCode === null) {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }
  }
}

const isReady = async (load: Load): Promise<boolean> =>
  load.ask({ method: 'GET', path: '/readyz', expected: 'ready' }).then(
    () => true,
    () => false,
  );

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
