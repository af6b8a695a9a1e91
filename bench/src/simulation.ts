import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './build.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';

/** Seeds that are simulated: the bar. */
const SEEDS = 2_000;

/** Longest that all of them may take, ms. */
const TIMEOUT_MS = 3 * 60 * 60_000;

const METRICS: readonly Metric[] = [
  {
    name: 'simulation.seeds',
    bar: { atLeast: SEEDS },
    note: `seeds in a row without a broken invariant, of ${SEEDS}: three nodes, players and faults for 60 virtual minutes each`,
  },
];

/** The simulation of a cluster, docs/simulation.md. */
export const simulationSuite: Suite = {
  name: 'simulation',
  metrics: METRICS,
  async measure(progress: Progress): Promise<Readings> {
    progress(`simulation: ${SEEDS} seeds`);
    const program = join(ROOT, 'apps/server/src/simulation/main.ts');
    const { stdout } = spawnSync(process.execPath, [program, '--json', '--seeds', String(SEEDS)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: TIMEOUT_MS,
    });
    const { seeds } = JSON.parse(stdout) as { readonly seeds: number };
    return { 'simulation.seeds': seeds };
  },
};
