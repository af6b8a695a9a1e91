import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Progress } from './metric.ts';

/** The top of the workspace. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Something that is measured as it is built. */
export interface Product {
  /** Its package, and the script of it that builds. */
  readonly name: string;
  readonly script: string;
  /** A file that the build writes. */
  readonly output: string;
  /** Patterns of the files that the build reads. */
  readonly sources: readonly string[];
}

/** The engine as npm would get it, and the module to import. */
export const ENGINE: Product = {
  name: '@popfray/engine',
  script: 'build',
  output: 'packages/engine/dist/index.js',
  sources: ['packages/engine/package.json', 'packages/engine/src/**/*.ts'],
};

const WEB_SOURCES = [
  'pnpm-lock.yaml',
  'apps/web/{index.html,package.json,*.ts}',
  'apps/web/{src,public,worker}/**/*',
  'packages/*/src/**/*',
];

/** The web app as players get it. */
export const WEB: Product = {
  name: '@popfray/web',
  script: 'build',
  output: 'apps/web/dist/index.html',
  sources: WEB_SOURCES,
};

/** The web app as a server with a dev chain serves it: with the dev wallet. */
export const WEB_DEV_CHAIN: Product = {
  name: '@popfray/web',
  script: 'build:dev-chain',
  output: 'apps/web/dist-dev-chain/index.html',
  sources: WEB_SOURCES,
};

/** Builds a product in a child process, unless its sources are older than its output. Throws if the build fails. */
export function buildWhenStale({ name, script, output, sources }: Product, progress: Progress): void {
  const builtMs = existsSync(`${ROOT}/${output}`) ? statSync(`${ROOT}/${output}`).mtimeMs : 0;
  const isStale = globSync([...sources], { cwd: ROOT, withFileTypes: true }).some(
    (entry) =>
      entry.isFile() &&
      !entry.name.includes('.test.') &&
      statSync(`${entry.parentPath}/${entry.name}`).mtimeMs > builtMs,
  );
  if (!isStale) return;
  progress(`${name}: ${script}`);
  const { status } = spawnSync('pnpm', ['--filter', name, script], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${name} could not be built`);
}
