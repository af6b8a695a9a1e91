/** Runs every check that is no test, all of them even when one fails, and says at the end which did. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Every TypeScript project of the repository. The root's own is only what the others share. */
const PROJECTS = globSync('{.ci,bench,apps/*,packages/*}/{,*/}tsconfig.json', {
  cwd: ROOT,
  exclude: ['**/node_modules'],
});

/** What is checked, and the commands that do it, as in a script of package.json. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  format: ['oxfmt --check'],
  lint: ['oxlint --type-aware'],
  types: PROJECTS.map((project) => `tsc -p ${project}`),
  texts: ['node apps/web/missing-texts.ts'],
  unused: ['knip'],
  packages: ['node .ci/packages.ts'],
};

function passes(command: string): boolean {
  return spawnSync(command, { cwd: ROOT, shell: true, stdio: 'inherit' }).status === 0;
}

const failed = Object.entries(CHECKS).filter(([name, commands]) => {
  console.log(`\n── ${name}`);
  return commands.filter((command) => !passes(command)).length > 0;
});

console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.map(([name]) => name).join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
