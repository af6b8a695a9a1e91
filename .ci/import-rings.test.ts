import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

// Modules that import each other, directly or through others, can be read and tested only together. Lint refuses rings of static imports.
// This test also counts dynamic imports and types.

const SOURCE = join(import.meta.dirname, '../apps/web/src');

/** Largest number of modules that may form a ring. */
const MAX_RING = 3;

const TEST_CODE = /^testing\/|\.(?:test|fixture)\.tsx?$/;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+\.tsx?)'/g;

const modules = globSync('**/*.{ts,tsx}', { cwd: SOURCE }).filter((path) => !TEST_CODE.test(path));

const imports = new Map(
  modules.map((path) => {
    const source = readFileSync(join(SOURCE, path), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
    return [path, [...source.matchAll(IMPORT)].map(([, name = '']) => join(dirname(path), name))] as const;
  }),
);

/** Every module that a module imports, directly or through others. */
function reach(start: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
    for (const target of imports.get(path) ?? [])
      if (!seen.has(target)) {
        seen.add(target);
        waiting.push(target);
      }
  return seen;
}

it('at most three modules of the web app import each other in a ring', () => {
  expect(modules.length).toBeGreaterThan(300);
  const reached = new Map(modules.map((path) => [path, reach(path)]));
  const rings = modules.map((path) => [...(reached.get(path) ?? [])].filter((other) => reached.get(other)?.has(path)));
  expect(rings.filter((ring) => ring.length > MAX_RING)).toEqual([]);
});
