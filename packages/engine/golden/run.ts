/**
 * `pnpm golden`: plays seeded rounds in every JavaScript engine at hand and holds the results against each other and
 * against the golden file, which `--write` writes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { expectedDigest, isAgreed, playContest, type Outcome } from './contest.ts';
import { ENGINES, type Engine } from './engines.ts';
import { makeGoldenFile, parseGoldenFile, playGolden, type GoldenFile } from './golden-file.ts';
import { writeExamples } from './format-example.ts';
import { makeHex } from './hex.ts';
import { openProcess } from './process-session.ts';
import { GOLDEN_RULES, recipeOf } from './recipe.ts';
import { askDigest } from './session.ts';
import { bundleProgram } from './bundle.ts';
import { makeTable } from './table.ts';

const FILE = join(import.meta.dirname, 'rounds.golden.txt');

/** The page that describes replays; parts of it are read off the code. */
const PAGE = join(import.meta.dirname, '../../../docs/replay-format.md');

/** Replays kept for each rule set, and numbers of rounds whose digests are kept: for the tests, and for this program. */
const KEPT_REPLAYS = 30;
const KEPT_DIGESTS: readonly number[] = [100, 10_000];

/** Exit codes. */
const AGREED = 0;
const DIFFERENT = 1;
const MISSING = 2;
const USAGE = 64;

const HELP = `Plays seeded rounds of every rule set in every JavaScript engine at hand, verifies the golden replays there,
and compares: the engines with each other, and all of them with the golden file.

Usage: pnpm golden [options]

  --rounds N        rounds of each rule set (default 10000; 100 and 10000 have digests in the golden file)
  --engines A,B     only these of ${ENGINES.map(({ name }) => name).join(', ')}; each must be there
  --require         every engine must be there
  --write           play the golden rounds in Node and write ${relative(process.cwd(), FILE)},
                    and the examples in docs/replay-format.md
  --help            this text

Exit code: ${AGREED} all agree, ${DIFFERENT} something differs or breaks down, ${MISSING} an engine that must be there, or a second
to compare with, is missing, ${USAGE} wrong usage.
`;

interface Wish {
  readonly rounds: number;
  readonly engines: readonly Engine[];
  /** Whether a missing engine is a failure. */
  readonly mustBeThere: boolean;
  readonly isWriting: boolean;
  readonly isHelp: boolean;
}

/** What the command line asks for, or what is wrong with it. */
function readWish(args: readonly string[]): Wish | string {
  try {
    const { values } = parseArgs({
      args: args[0] === '--' ? args.slice(1) : [...args],
      options: {
        rounds: { type: 'string', default: '10000' },
        engines: { type: 'string' },
        require: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const rounds = Number(values.rounds);
    if (!/^\d{1,7}$/.test(values.rounds) || rounds < 1) return `--rounds takes a number from 1 to 9999999`;
    const names = values.engines?.split(',') ?? ENGINES.map(({ name }) => name);
    const unknown = names.find((name) => !ENGINES.some((engine) => engine.name === name));
    if (unknown !== undefined) return `no engine '${unknown}'; there are ${ENGINES.map(({ name }) => name).join(', ')}`;
    return {
      rounds,
      engines: ENGINES.filter(({ name }) => names.includes(name)),
      mustBeThere: values.require || values.engines !== undefined,
      isWriting: values.write,
      isHelp: values.help,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function write(): Promise<number> {
  const rounds = GOLDEN_RULES.flatMap((rules) =>
    Array.from({ length: KEPT_REPLAYS }, (_, number) => playGolden(recipeOf(rules, number))),
  );
  const session = await openProcess(process.execPath, await bundleProgram());
  const digests = [];
  for (const { id } of GOLDEN_RULES) {
    for (const count of KEPT_DIGESTS) {
      digests.push({ rulesId: id, rounds: count, digest: await askDigest(session, id, count) });
      console.error(`${id}: ${count} rounds played`);
    }
  }
  await session.close();
  const text = makeGoldenFile({ rounds, digests });
  writeFileSync(FILE, text);
  writeFileSync(PAGE, writeExamples(readFileSync(PAGE, 'utf8')));
  console.log(`${relative(process.cwd(), FILE)}: ${rounds.length} replays, ${text.length} bytes`);
  return AGREED;
}

/** Says how far each engine is, at most once in five seconds each. */
function showProgress(rounds: number): (engine: Engine, rulesId: string, played: number) => void {
  const lastMs = new Map<string, number>();
  return (engine, rulesId, played) => {
    const name = `${engine.name.padEnd(9)} ${rulesId.padEnd(12)}`;
    const nowMs = performance.now();
    if (played < rounds && nowMs - (lastMs.get(name) ?? 0) < 5_000) return;
    lastMs.set(name, nowMs);
    console.error(`  ${name} ${played} of ${rounds}`);
  };
}

function makeReport(golden: GoldenFile, outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((outcome) => {
    const { engine, version, rulesId, digest, rounds, seconds, replays, faults } = outcome;
    const agrees = isAgreed(outcome, expectedDigest(golden, outcomes, rulesId));
    const verified = `${replays - faults.length} of ${replays}`;
    const name = `${engine.name} ${version}`;
    return [name, engine.core, rulesId, makeHex(digest), rounds, seconds.toFixed(1), verified, agrees ? 'yes' : 'NO'];
  });
  return makeTable(['engine', 'core', 'rule set', 'digest', 'rounds', 's', 'replays', 'agrees'], rows);
}

async function check({ engines, rounds, mustBeThere }: Wish): Promise<number> {
  const golden = parseGoldenFile(readFileSync(FILE, 'utf8'));
  const found = engines.flatMap((engine) => {
    const path = engine.find();
    if (path === undefined) console.error(`${engine.name} (${engine.core}) is not here. To have it: ${engine.install}`);
    return path === undefined ? [] : [{ engine, path }];
  });
  if (found.length < 2 && !KEPT_DIGESTS.includes(rounds)) {
    console.error(`One engine alone has nothing that ${rounds} rounds could be held against.`);
    return MISSING;
  }
  const { outcomes: played, failures } = await playContest(
    found,
    golden,
    rounds,
    availableParallelism(),
    showProgress(rounds),
  );
  const order = (outcome: Outcome): number =>
    engines.indexOf(outcome.engine) * GOLDEN_RULES.length + GOLDEN_RULES.findIndex(({ id }) => id === outcome.rulesId);
  const outcomes = played.toSorted((a, b) => order(a) - order(b));
  for (const failure of failures) console.error(`It broke down: ${failure}`);
  if (outcomes.length > 0) console.log(makeReport(golden, outcomes));
  for (const { engine, faults } of outcomes) for (const fault of faults) console.log(`${engine.name}: ${fault}`);
  const wrong = outcomes.filter((it) => !isAgreed(it, expectedDigest(golden, outcomes, it.rulesId)));
  if (wrong.length > 0 || failures.length > 0) return DIFFERENT;
  return mustBeThere && found.length < engines.length ? MISSING : AGREED;
}

const wish = readWish(process.argv.slice(2));
if (typeof wish === 'string') {
  console.error(`pnpm golden: ${wish}\nTry pnpm golden --help`);
  process.exitCode = USAGE;
} else if (wish.isHelp) {
  console.log(HELP);
} else {
  process.exitCode = wish.isWriting ? await write() : await check(wish);
}
