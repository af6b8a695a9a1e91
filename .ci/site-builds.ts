/** Builds of the sites that tests of the whole product open. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of all builds of a run of the tests. */
    readonly sitesFolder: string;
  }
}

/** Time limit of two builds, several times as long as a slow machine needs, ms. */
export const BUILD_MS = 360_000;

/** Between two looks for a build that another test file makes, ms. */
const LOOK_EVERY_MS = 200;

const ROOT = join(import.meta.dirname, '..');

/** Variables of a build: without vitest's NODE_ENV, which would make a build for tests. */
const { NODE_ENV: _, ...env } = process.env;

/**
 * The folder of a site, built in a mode of Vite. The first test file that needs a site builds it, and the others wait for that. Throws when the site cannot be
 * built.
 */
export async function buildSite(name: 'web' | 'sol-demo', mode: 'dev-chain' | 'production'): Promise<string> {
  const folder = join(inject('sitesFolder'), `${name}-${mode}`);
  while (!existsSync(folder)) {
    if (!lock(folder)) {
      await delay(LOOK_EVERY_MS);
      continue;
    }
    try {
      // Another test file may have made it between the two questions.
      if (!existsSync(folder)) await build(name, mode, folder);
    } finally {
      unlock(folder);
    }
  }
  return folder;
}

/** Whether no other test file builds into the folder. Creating a folder is atomic. */
function lock(folder: string): boolean {
  try {
    mkdirSync(`${folder}.lock`);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const unlock = (folder: string): void => rmdirSync(`${folder}.lock`);

async function build(name: string, mode: string, folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  const command = ['--filter', `@popfray/${name}`, 'exec', 'vite', 'build', '--outDir', unfinished, '--emptyOutDir'];
  const built = spawn('pnpm', [...command, '--mode', mode], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors] = await Promise.all([text(built.stdout), text(built.stderr), once(built, 'close')]);
  if (built.exitCode !== 0) throw new Error(`${name} was not built: ${output}${errors}`);
  renameSync(unfinished, folder);
}
