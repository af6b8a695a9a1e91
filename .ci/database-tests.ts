/** Finds the tests that differ between SQLite and PostgreSQL, so that the others run once. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Modules that give a test the database of its project. */
const DATABASES: ReadonlySet<string> = new Set(
  ['test-location', 'test-database'].map((name) => join(ROOT, `apps/server/src/testing/${name}.fixture.ts`)),
);

/** A relative import or export. */
const IMPORT = /(?:from|import) '(\.{1,2}\/[^']+\.ts)'/g;

/** Test files of the server that import the database of their project, directly or through other modules. Paths from the root of the repository. */
export function findDatabaseTests(): string[] {
  const known = new Map<string, readonly string[]>();
  const importsOf = (file: string): readonly string[] => {
    const found =
      known.get(file) ??
      [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, path = '']) => join(dirname(file), path));
    known.set(file, found);
    return found;
  };
  const needsDatabase = (test: string): boolean => {
    const reached = new Set([test]);
    for (const file of reached) {
      if (DATABASES.has(file)) return true;
      for (const imported of importsOf(file)) reached.add(imported);
    }
    return false;
  };
  const tests = globSync('apps/server/src/**/*.test.ts', { cwd: ROOT }).map((path) => join(ROOT, path));
  return tests.filter(needsDatabase).map((path) => relative(ROOT, path));
}
