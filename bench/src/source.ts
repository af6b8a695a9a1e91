import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metric, Readings, Suite } from './metric.ts';
import { ROOT } from './build.ts';

const METRICS: readonly Metric[] = [
  { name: 'web.lines', note: 'lines of apps/web/src without tests, catalogues and style sheets' },
  { name: 'web.css_lines', bar: { atMost: 700 }, note: 'lines of the style sheets of apps/web/src' },
  { name: 'web.import_ring', bar: { atMost: 3 }, note: 'most modules of apps/web/src that import each other' },
];

/** How much source the web app has, and how it is tied together. */
export const sourceSuite: Suite = { name: 'source', metrics: METRICS, measure };

async function measure(): Promise<Readings> {
  const { importRings, modulesIn } = (await import(`${ROOT}/.ci/import-rings.ts`)) as {
    importRings(folder: string): readonly (readonly string[])[];
    modulesIn(folder: string): readonly string[];
  };
  const source = `${ROOT}/apps/web/src`;
  return {
    'web.lines': countLines(source, modulesIn(source)),
    'web.css_lines': countLines(source, globSync('**/*.css', { cwd: source })),
    'web.import_ring': Math.max(...importRings(source).map((ring) => ring.length)),
  };
}

const countLines = (folder: string, paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + readFileSync(join(folder, path), 'utf8').split('\n').length - 1, 0);
