import type { Progress, Readings, Suite } from './metric.ts';
import { makeTable } from './table.ts';

/**
 * The suites in the order in which they run. Each is loaded when its turn comes: what a browser's driver keeps on the heap
 * would make the collector, and with it the peers of the engine suite, slower.
 */
const SUITES: Readonly<Record<string, () => Promise<Suite>>> = {
  balance: async () => (await import('./balance.ts')).balanceSuite,
  battle: async () => (await import('./battle.ts')).battleSuite,
  cluster: async () => (await import('./cluster.ts')).clusterSuite,
  conduct: async () => (await import('./conduct.ts')).conductSuite,
  engine: async () => (await import('./engine.ts')).engineSuite,
  frames: async () => (await import('./frames.ts')).framesSuite,
  ledger: async () => (await import('./ledger.ts')).ledgerSuite,
  protection: async () => (await import('./protection.ts')).protectionSuite,
  size: async () => (await import('./size.ts')).sizeSuite,
  simulation: async () => (await import('./simulation.ts')).simulationSuite,
  source: async () => (await import('./source.ts')).sourceSuite,
  server: async () => (await import('./server.ts')).serverSuite,
  web: async () => (await import('./web.ts')).webSuite,
};

const USAGE = `pnpm bench [--json] [suite…]

Suites: ${Object.keys(SUITES).join(', ')}. All of them by default.
--json prints one JSON object, { "<suite>.<metric>": number }, and nothing else on standard output.`;

/** Exit code of the program: 0 when every metric was measured, including those that miss their bar; 1 when not; 2 for wrong arguments. */
async function main(args: readonly string[]): Promise<number> {
  const isJson = args.includes('--json');
  const names = args.filter((arg) => arg !== '--json' && arg !== '--');
  const unknown = names.find((name) => !Object.hasOwn(SUITES, name));
  if (unknown !== undefined) {
    console.error(`${unknown === '--help' ? '' : `There is no suite ${unknown}.\n\n`}${USAGE}`);
    return unknown === '--help' ? 0 : 2;
  }
  const progress: Progress = (line) => console.error(`  ${line} …`);
  const suites: Suite[] = [];
  const readings: Record<string, number> = {};
  for (const [name, load] of Object.entries(SUITES)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const suite = await load();
    suites.push(suite);
    Object.assign(readings, inOrder(suite, await suite.measure(progress)));
  }
  console.log(isJson ? JSON.stringify(readings, null, 2) : makeTable(suites, readings));
  return 0;
}

/** A suite's figures in the order of its metrics, to four significant digits. Throws when one is missing that needs no other program. */
function inOrder({ metrics }: Suite, readings: Readings): Readings {
  return Object.fromEntries(
    metrics.flatMap(({ name, needs }) => {
      const value = readings[name];
      if (value === undefined && needs !== undefined) return [];
      if (value === undefined || !Number.isFinite(value)) throw new Error(`${name} was not measured`);
      return [[name, Number(value.toPrecision(4))]];
    }),
  );
}

// Each suite creates the databases that it measures.
process.env['DATABASE_URL'] = '';
process.exitCode = await main(process.argv.slice(2));
