import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Enough for a build on a slow machine, ms. */
const BUILD_MS = 120_000;

/** What the dev wallet, its play money and what it is made of cannot be without. */
const DEV_WALLET = ['popfray.dev-wallet', '/dev/faucet', 'Play money', 'TriggerSmartContract'];

/** Chunks of a build, by name. */
type Chunks = ReadonlyMap<string, string>;

const folders: string[] = [];

/** Builds the web app as a script of package.json does, into a folder of its own. */
function build(...args: readonly string[]): Chunks {
  const folder = mkdtempSync(join(tmpdir(), 'popfray-build-'));
  folders.push(folder);
  // Without vitest's own NODE_ENV, with which the build would be one for tests.
  const { NODE_ENV: _, ...env } = process.env;
  const command = ['exec', 'vite', 'build', ...args, '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  const { status, stderr } = spawnSync('pnpm', command, { cwd: import.meta.dirname, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return new Map(
    globSync(`${folder}/assets/*.js`).map((path) => [basename(path), readFileSync(path, 'utf8')] as const),
  );
}

/** Chunks that the page loads before it runs: its entry, and all that is imported statically from there. */
function initial(chunks: Chunks): readonly string[] {
  const needed = new Set<string>();
  const add = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const [, imported = ''] of (chunks.get(name) ?? '').matchAll(
      /(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g,
    ))
      add(imported);
  };
  for (const name of chunks.keys()) if (name.startsWith('index-')) add(name);
  return [...needed];
}

const codeOf = (chunks: Chunks, names: readonly string[]): string =>
  names.map((name) => chunks.get(name) ?? '').join('\n');

let production: Chunks;
let devChain: Chunks;

beforeAll(() => {
  production = build();
  devChain = build('--mode', 'dev-chain');
}, BUILD_MS);

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe('the build for players', () => {
  test.each(DEV_WALLET)('has nothing of the dev wallet: %s', (words) => {
    const found = [...production].filter(([, code]) => code.includes(words)).map(([name]) => name);
    expect(found).toEqual([]);
  });
});

describe('the build for a dev chain', () => {
  test.each(DEV_WALLET)('has the dev wallet, and not in what is loaded first: %s', (words) => {
    expect([...devChain.values()].some((code) => code.includes(words))).toBe(true);
    expect(codeOf(devChain, initial(devChain))).not.toContain(words);
  });
});

describe.each([
  ['players', () => production],
  ['a dev chain', () => devChain],
])('what a page loads first in the build for %s', (_, chunks) => {
  test.each([
    ['zod', 'invalid_union'],
    ['TanStack Query', 'isFetching'],
    ['Radix', 'data-radix-'],
    ['the wallet', 'TIP6963:requestProvider'],
  ])('is without %s', (_name, words) => {
    expect([...chunks().values()].some((code) => code.includes(words))).toBe(true);
    expect(codeOf(chunks(), initial(chunks()))).not.toContain(words);
  });
});
