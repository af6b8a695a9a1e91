import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildWhenStale, ROOT, WEB_DEV_CHAIN } from './build.ts';
import { serverEnv, startMeasuredServer, type MeasuredServer } from './measured-server.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';
import { playPaidRounds } from './paid-round.ts';
import { startBenchPostgres } from './postgres.ts';
import { median, quantile } from './sample.ts';
import { Load, type Asked } from './server-load.ts';

/** What finishing tickets under load costs, by the end of the metric's name, on both database systems. */
const FINISHES: readonly Metric[] = [
  { name: 'finish_p99_over_p50', bar: { atMost: 5 }, note: '32 clients finishing tickets for 20 s' },
  { name: 'finish_errors', bar: { atMost: 0 }, note: 'answers among those that were not 200' },
  { name: 'finish_p50_ms', note: 'their median time to the whole answer' },
  { name: 'finish_p99_ms', note: 'and what 1 in 100 exceeds' },
  { name: 'finishes_per_s', note: 'and how many a second' },
];

const METRICS: readonly Metric[] = [
  {
    name: 'server.finish_vs_healthz',
    bar: { atMost: 13 },
    note: 'CPU of the server process: finish (sign-in, replay of 400 clicks, credit on disk) over GET /healthz',
  },
  { name: 'server.finish_cpu_us', note: 'CPU of a finish call, worker, dev chain and log included' },
  { name: 'server.healthz_cpu_us', note: 'CPU of a GET /healthz likewise' },
  ...FINISHES.map((metric): Metric => ({ ...metric, name: `server.${metric.name}` })),
  {
    name: 'server.start_ms',
    bar: { atMost: 800 },
    note: 'from spawn to 200 of /readyz, started before on this machine',
  },
  {
    name: 'server.finish_vs_healthz_postgres',
    needs: 'PostgreSQL',
    note: 'finish_vs_healthz on PostgreSQL, without the CPU of PostgreSQL',
  },
  { name: 'server.finish_cpu_us_postgres', needs: 'PostgreSQL', note: 'CPU of a finish call, likewise' },
  { name: 'server.healthz_cpu_us_postgres', needs: 'PostgreSQL', note: 'CPU of a GET /healthz, likewise' },
  ...FINISHES.map((metric): Metric => ({
    ...metric,
    name: `server.${metric.name}_postgres`,
    needs: 'PostgreSQL',
    note: `on PostgreSQL: ${metric.note}`,
  })),
];

/** Replays that the tickets share, so that none is all that the processor knows. */
const REPLAYS = 16;

/** Interleaved blocks of each call, and calls in a block; the first blocks warm up. */
const BLOCKS = 40;
const WARM_UPS = 8;
const CALLS = 100;

/** Connections that a block's calls share. */
const CONNECTIONS = 8;

const CLIENTS = 32;
const LOAD_MS = 20_000;

/** How long the speed is tried before the load, ms, so that there are enough tickets for it; and how many times as many as that says. */
const TRIAL_MS = 3_000;
const TICKETS_FACTOR = 1.5;

/** Starts whose median counts, after one that makes the database. */
const STARTS = 9;

/** Longest that a server may take to be ready, ms. */
const PATIENCE_MS = 30_000;

const HEALTHZ: Asked = { method: 'GET', path: '/healthz', expected: 'alive' };

/** The product's server in a child process, as `pnpm start` runs it, on SQLite and on PostgreSQL. */
export const serverSuite: Suite = { name: 'server', metrics: METRICS, measure };

async function measure(progress: Progress): Promise<Readings> {
  buildWhenStale(WEB_DEV_CHAIN, progress);
  const finishes = await measureFinishes(progress, 'server');
  progress('server: starts');
  const start = { 'server.start_ms': await measureStart() };
  const postgres = await startBenchPostgres('server');
  if (postgres === undefined) return { ...finishes, ...start };
  try {
    const url = await postgres.createDatabase('popfray');
    const onPostgres = await measureFinishes(progress, 'server on PostgreSQL', url);
    const named = Object.entries(onPostgres).map(([name, value]): [string, number] => [`${name}_postgres`, value]);
    return { ...finishes, ...start, ...Object.fromEntries(named) };
  } finally {
    await postgres.stop();
  }
}

/** CPU and latency of finish calls, on SQLite or on the empty PostgreSQL database of a URL. `name` is for the progress. */
async function measureFinishes(progress: Progress, name: string, databaseUrl = ''): Promise<Readings> {
  progress(`${name}: a database of tickets`);
  const server = await startMeasuredServer(playPaidRounds(REPLAYS), (WARM_UPS + BLOCKS) * CALLS, databaseUrl);
  try {
    progress(`${name}: CPU of a finish against /healthz`);
    const cpu = await measureCpu(server);
    progress(`${name}: ${CLIENTS} clients for ${LOAD_MS / 1_000} s`);
    const trial = await measureLoad(server, TRIAL_MS);
    const ticketsPerS = trial['server.finishes_per_s'] ?? 0;
    await server.prepareTickets(Math.ceil((ticketsPerS * TICKETS_FACTOR * LOAD_MS) / 1_000));
    return { ...cpu, ...(await measureLoad(server, LOAD_MS)) };
  } finally {
    await server.stop();
  }
}

/** CPU time of the server's process in blocks of either call, one after the other. */
async function measureCpu(server: MeasuredServer): Promise<Readings> {
  const load = new Load(server.url, CONNECTIONS);
  const block = async (next: () => Asked | Promise<Asked>): Promise<number> => {
    const beforeMs = await server.cpuMs();
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async (_, connection) => {
        for (let call = connection; call < CALLS; call += CONNECTIONS) await load.ask(await next());
      }),
    );
    return (((await server.cpuMs()) - beforeMs) * 1_000) / CALLS;
  };
  const healthz: number[] = [];
  const finish: number[] = [];
  for (let at = -WARM_UPS; at < BLOCKS; at++) {
    const us = [await block(() => HEALTHZ), await block(() => server.nextFinish())] as const;
    if (at < 0) continue;
    healthz.push(us[0]);
    finish.push(us[1]);
  }
  load.close();
  return {
    'server.finish_vs_healthz': sum(finish) / sum(healthz),
    'server.finish_cpu_us': sum(finish) / BLOCKS,
    'server.healthz_cpu_us': sum(healthz) / BLOCKS,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Clients that each finish one ticket after the other for some ms. */
async function measureLoad(server: MeasuredServer, forMs: number): Promise<Readings> {
  const load = new Load(server.url, CLIENTS);
  const latencies: number[] = [];
  let errors = 0;
  const startMs = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() - startMs < forMs) {
      try {
        latencies.push(await load.ask(await server.nextFinish()));
      } catch (error) {
        if (errors++ === 0) console.error(error);
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const elapsedS = (performance.now() - startMs) / 1_000;
  load.close();
  const p50 = median(latencies);
  const p99 = quantile(latencies, 0.99);
  return {
    'server.finish_p99_over_p50': p99 / p50,
    'server.finish_errors': errors,
    'server.finish_p50_ms': p50,
    'server.finish_p99_ms': p99,
    'server.finishes_per_s': latencies.length / elapsedS,
  };
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
      if (child.exitCode !== null || performance.now() - startMs > PATIENCE_MS)
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
