import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildWhenStale, ROOT, WEB, type Product } from './build.ts';
import type { Progress } from './metric.ts';

/** The built product, being served. */
export interface Site {
  /** Without a slash at the end. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Builds a web app when it is stale and serves it by the product's own server, on a free port with a temporary data folder. */
export async function startSite(progress: Progress, web: Product = WEB): Promise<Site> {
  buildWhenStale(web, progress);
  const dataDir = mkdtempSync(join(tmpdir(), 'popfray-bench-'));
  const server = spawn(process.execPath, [`${ROOT}/apps/server/src/start/main.ts`], {
    env: {
      ...process.env,
      PORT: process.env['BENCH_PORT'] ?? '0',
      HOST: 'localhost',
      DATA_DIR: dataDir,
      WEB_ROOT: join(ROOT, dirname(web.output)),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readUrl(createInterface({ input: server.stdout }));
  return {
    url,
    async stop() {
      const exit = once(server, 'exit');
      server.kill('SIGTERM');
      await exit;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Reads a server's output up to the line that names its address, and lets the rest pass by. */
async function readUrl(lines: AsyncIterable<string> & NodeJS.EventEmitter): Promise<string> {
  const found = new Promise<string>((resolve, reject) => {
    lines.on('line', (line: string) => {
      const url = /ready at (http:\S+)/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    lines.once('close', () => reject(new Error('The server ended before it was ready')));
  });
  return found;
}
