import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Progress } from './metric.ts';

/** The top of the workspace. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Something that is measured as it is built. */
interface Product {
  /** Its package. */
  readonly name: string;
  /** A file that the build writes. */
  readonly output: string;
  /** Patterns of the files that the build reads. */
  readonly sources: readonly string[];
}

/** The engine as npm would get it, and the module to import. */
export const ENGINE: Product = {
  name: '@popfray/engine',
  output: 'packages/engine/dist/index.js',
  sources: ['packages/engine/package.json', 'packages/engine/src/**/*.ts'],
};

/** The web app as the server serves it. */
export const WEB: Product = {
  name: '@popfray/web',
  output: 'apps/web/dist/index.html',
  sources: [
    'pnpm-lock.yaml',
    'apps/web/{index.html,package.json,vite.config.ts}',
    'apps/web/{src,public}/**/*',
    'packages/*/src/**/*',
  ],
};

/** Builds a product in a process of its own, unless nothing it is made of has changed since. Throws if that fails. */
export function buildWhenStale({ name, output, sources }: Product, progress: Progress): void {
  const builtMs = existsSync(`${ROOT}/${output}`) ? statSync(`${ROOT}/${output}`).mtimeMs : 0;
  const isStale = globSync([...sources], { cwd: ROOT, withFileTypes: true }).some(
    (entry) =>
      entry.isFile() &&
      !entry.name.includes('.test.') &&
      statSync(`${entry.parentPath}/${entry.name}`).mtimeMs > builtMs,
  );
  if (!isStale) return;
  progress(`building ${name}`);
  const { status } = spawnSync('pnpm', ['--filter', name, 'build'], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error(`${name} could not be built`);
}
