/**
 * Builds every package of `packages/`, packs it as npm would get it, and checks the tarball: that what package.json
 * names is in it and well-formed (publint), that its types resolve in a project that installs it (attw), that the files its
 * code points at and its changelog came along, and that no test did. Packages are ES modules only, so resolution from CommonJS and in
 * TypeScript's old `node10` way is not asked for.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Package, type ResolutionKind } from '@arethetypeswrong/core';
import { filterProblems } from '@arethetypeswrong/core/problems';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const ROOT = join(import.meta.dirname, '..');
const ASKED: readonly ResolutionKind[] = ['node16-esm', 'bundler'];

/** A file that code finds beside itself. */
const BESIDE = /new URL\(["'`](\.[^"'`]+)["'`],\s*import\.meta\.url\)/g;

/** What is wrong with a packed package, one line each. */
async function findProblems(tarball: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
  const problems = messages.map((message) => formatMessage(message, pkg) ?? message.code);
  const content = createPackageFromTarballData(tarball);
  const analysis = await checkPackage(content);
  if (analysis.types === false) return [...problems, 'it has no types'];
  const found = ASKED.flatMap((resolutionKind) => filterProblems(analysis, { resolutionKind }));
  const hasChangelog = content.listFiles().some((path) => path.endsWith('/CHANGELOG.md'));
  const absent = hasChangelog ? [] : ['it has no CHANGELOG.md'];
  return [...problems, ...new Set(found.map((problem) => JSON.stringify(problem))), ...findStrays(content), ...absent];
}

/** Files that are pointed at and missing, and tests that are there and should not be. */
function findStrays(content: Package): string[] {
  const files = content.listFiles();
  const missing = files
    .filter((path) => path.endsWith('.js'))
    .flatMap((path) => Array.from(content.readFile(path).matchAll(BESIDE), ([, to = '']) => ({ path, to })))
    .filter(({ path, to }) => !content.fileExists(posix.join(posix.dirname(path), to)))
    .map(({ path, to }) => `${path} needs ${to}, which is not in the package`);
  return [...missing, ...files.filter((path) => path.includes('.test.')).map((path) => `${path} is a test`)];
}

/** Runs pnpm and gives what it wrote; `undefined` when it failed, which it has then told on standard error. */
function pnpm(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('pnpm', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] });
  if (status === 0) return stdout;
  console.error(stdout);
  return undefined;
}

/** Exit code of the program: 0 when every package may be published. */
async function main(folder: string): Promise<number> {
  if (pnpm('--filter', './packages/*', 'build') === undefined) return 1;
  const packed = pnpm('--filter', './packages/*', '-r', 'pack', '--pack-destination', folder, '--json');
  if (packed === undefined) return 1;
  let code = 0;
  for (const { name, filename } of JSON.parse(packed) as readonly { name: string; filename: string }[]) {
    const problems = await findProblems(new Uint8Array(readFileSync(filename)));
    console.log(`${problems.length === 0 ? 'ok   ' : 'WRONG'} ${name}`);
    for (const problem of problems) console.log(`      ${problem}`);
    if (problems.length > 0) code = 1;
  }
  return code;
}

const folder = mkdtempSync(join(tmpdir(), 'popfray-packages-'));
try {
  process.exitCode = await main(folder);
} finally {
  rmSync(folder, { recursive: true });
}
