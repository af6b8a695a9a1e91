/** Simulates a cluster for one or many seeds: docs/simulation.md. */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runSeeds } from './seed-runner.ts';
import { simulate, type SimulationResult } from './simulation.ts';

/** Events that are shown after a failure of one seed of many; a single seed shows all that are stored. */
const SHOWN = 80;

const DEFAULT_SEEDS = 100;

/** Seeds after which the progress is shown. */
const REPORTED_EVERY = 20;

const USAGE = `pnpm simulate [--seeds N] [--first N] [--programs N] [--json]
pnpm simulate --seed N

Simulates 60 minutes of three nodes for each seed, and stops at the first broken invariant.
  --seeds N     number of seeds, ${DEFAULT_SEEDS} by default
  --first N     first seed, 1 by default
  --programs N  programs that simulate at the same time; one for each processor by default
  --json        prints { "seeds", "broken" } and nothing else on standard output
  --seed N      repeats one seed and shows its events`;

async function main(): Promise<number> {
  const options = parseOptions();
  if (options === null) {
    console.error(USAGE);
    return 2;
  }
  const { seed, seeds, first, programs, isJson } = options;
  if (seed !== null) {
    const result = await simulate({ seed });
    report(result, Number.POSITIVE_INFINITY);
    return result.violations.length === 0 ? 0 : 1;
  }
  let passed = 0;
  let broken: SimulationResult | null = null;
  const total: Record<string, number> = {};
  const startMs = performance.now();
  const summary = (): string =>
    `${passed} seeds without a broken invariant, in ${Math.round((performance.now() - startMs) / 1_000)} s: ${JSON.stringify(total)}`;
  await runSeeds({ first, count: seeds, programs }, (result) => {
    if (result.violations.length > 0) {
      broken ??= result;
      report(result, SHOWN);
      return false;
    }
    passed++;
    for (const [outcome, count] of Object.entries(result.outcomes)) total[outcome] = (total[outcome] ?? 0) + count;
    if (passed % REPORTED_EVERY === 0) console.error(`  ${summary()} …`);
    return true;
  });
  if (isJson)
    console.log(JSON.stringify({ seeds: passed, broken: broken === null ? null : (broken as SimulationResult).seed }));
  else console.log(summary());
  return broken === null ? 0 : 1;
}

/** Prints a result to standard error, for a person. */
function report({ seed, violations, trace, hash, outcomes, events }: SimulationResult, shown: number): void {
  for (const line of trace.slice(-Math.min(shown, trace.length))) console.error(line);
  console.error(`seed ${seed}: ${events} events, hash ${hash}, sessions ${JSON.stringify(outcomes)}`);
  for (const violation of violations) console.error(`  BROKEN: ${violation}`);
  if (violations.length > 0) console.error(`  Repeat it with: pnpm simulate --seed ${seed}`);
}

interface Options {
  readonly seed: number | null;
  readonly seeds: number;
  readonly first: number;
  readonly programs: number;
  readonly isJson: boolean;
}

/** The options of the command line; null when they are wrong. */
function parseOptions(): Options | null {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: 'string' },
        seeds: { type: 'string', default: String(DEFAULT_SEEDS) },
        first: { type: 'string', default: '1' },
        programs: { type: 'string', default: String(availableParallelism()) },
        json: { type: 'boolean', default: false },
      },
    });
    const numbers = [values.seed ?? '0', values.seeds, values.first, values.programs].map(Number);
    if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) return null;
    const [seed = 0, seeds = 0, first = 0, programs = 0] = numbers;
    return {
      seed: values.seed === undefined ? null : seed,
      seeds,
      first,
      programs: Math.max(1, programs),
      isJson: values.json,
    };
  } catch {
    return null;
  }
}

process.exitCode = await main();
