import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TEST_CODE = /^testing\/|\.(?:test|fixture)\.tsx?$/;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+\.tsx?)'/g;

/** Paths of the modules of a source folder, without its tests. */
export const modulesIn = (folder: string): readonly string[] =>
  globSync('**/*.{ts,tsx}', { cwd: folder }).filter((path) => !TEST_CODE.test(path));

/**
 * For each module of a source folder the modules that it imports and that import it, directly or through others, itself among them. A module that
 * is in no ring has an empty list. Dynamic imports and types count too.
 */
export function importRings(folder: string): readonly (readonly string[])[] {
  const modules = modulesIn(folder);
  const imports = new Map(
    modules.map((path) => {
      const source = readFileSync(join(folder, path), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
      return [path, [...source.matchAll(IMPORT)].map(([, name = '']) => join(dirname(path), name))] as const;
    }),
  );
  const reached = new Map(modules.map((path) => [path, reachableFrom(path, imports)]));
  return modules.map((path) => [...(reached.get(path) ?? [])].filter((other) => reached.get(other)?.has(path)));
}

/** Every module that a module imports, directly or through others. */
function reachableFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
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
