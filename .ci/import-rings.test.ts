import { join } from 'node:path';
import { expect, it } from 'vitest';
import { importRings, modulesIn } from './import-rings.ts';

// Modules that import each other, directly or through others, can be read and tested only together. Lint refuses rings of static imports.
// This test also counts dynamic imports and types.

const SOURCE = join(import.meta.dirname, '../apps/web/src');

/** Largest number of modules that may form a ring. */
const MAX_RING = 3;

it('at most three modules of the web app import each other in a ring', () => {
  expect(modulesIn(SOURCE).length).toBeGreaterThan(300);
  expect(importRings(SOURCE).filter((ring) => ring.length > MAX_RING)).toEqual([]);
});
