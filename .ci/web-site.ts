import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '../apps/server/src/start/config.ts';
import { startServer } from '../apps/server/src/start/start.ts';

/** An origin at which a build is served by the product's server, by a function, or not at all. */
export interface Site {
  readonly url: string;
  /** Serves a build and stops what was served before. */
  serve(folder: string): Promise<void>;
  /** Answers every request by a function. */
  answer(listener: RequestListener): Promise<void>;
  close(): Promise<void>;
}

/** Serves a build. Close it at the end. */
export async function openSite(folder: string): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'popfray-site-'));
  let port = '0';
  let stop = async (): Promise<unknown> => undefined;

  const serve = async (root: string): Promise<string> => {
    await stop();
    const config = parseConfig({
      PORT: port,
      HOST: 'localhost',
      DATA_DIR: dataDir,
      DEV_CHAIN_PORT: '0',
      WEB_ROOT: root,
    });
    if ('code' in config) throw new Error(config.message);
    const started = await startServer(config, { hasLimits: false, hasWorker: false, log: () => undefined });
    if ('code' in started) throw new Error(`The server did not start: ${started.code}.`);
    stop = () => started.stop(0);
    return started.url;
  };

  const url = await serve(folder);
  ({ port } = new URL(url));
  return {
    url,
    serve: async (root) => void (await serve(root)),
    async answer(listener) {
      await stop();
      const server = createServer(listener);
      await new Promise<void>((resolve) => server.listen(Number(port), 'localhost', resolve));
      stop = async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      };
    },
    async close() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Name of a hashed file: `apps/web/file-names.ts`. */
const HASHED = /\b[\w.]+(?:-[\w.]+)*-[a-z0-9]{7}\.\w+\b/g;

/** Copies a build as a new version: every hashed file gets another name. */
export function makeNextVersion(folder: string): string {
  const next = mkdtempSync(join(tmpdir(), 'popfray-next-'));
  cpSync(folder, next, { recursive: true, filter: (path) => !/\.(?:br|gz)$/.test(path) });
  const names = new Set(readdirSync(join(next, 'assets')));
  for (const name of names) if (name.match(HASHED)?.[0] !== name) throw new Error(`${name} has no hash.`);
  const rename = (name: string): string => `next-${name}`;
  for (const name of names) renameSync(join(next, 'assets', name), join(next, 'assets', rename(name)));
  for (const path of readdirSync(next, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:js|css|html)$/.test(path)) continue;
    const text = readFileSync(join(next, path), 'utf8');
    writeFileSync(
      join(next, path),
      text.replaceAll(HASHED, (name) => (names.has(name) ? rename(name) : name)),
    );
  }
  const worker = join(next, 'sw.js');
  const code = readFileSync(worker, 'utf8');
  const [, version = ''] = /VERSION=`([\w-]+)`/.exec(code) ?? [];
  writeFileSync(worker, code.replaceAll(version, `${version}-next`));
  return next;
}
