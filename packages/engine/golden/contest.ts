import type { Rules } from '../src/index.ts';
import { bundleProgram } from './bundle.ts';
import type { Engine } from './engines.ts';
import type { GoldenFile } from './golden-file.ts';
import { GOLDEN_RULES } from './recipe.ts';
import { askDigest, askVerdicts, type Session } from './session.ts';

/** What one engine made of one rule set. */
export interface Outcome {
  readonly engine: Engine;
  readonly version: string;
  readonly rulesId: string;
  readonly rounds: number;
  /** Unsigned. */
  readonly digest: number;
  /** Time spent on the digest, s. */
  readonly seconds: number;
  /** Golden replays that were verified, and what was wrong with them, a line each. */
  readonly replays: number;
  readonly faults: readonly string[];
}

/** Told of each slice played. */
export type Watch = (engine: Engine, rulesId: string, rounds: number) => void;

/** Plays the first `rounds` rounds of rule sets, and verifies their golden replays, in one engine. */
export async function playIn(
  engine: Engine,
  path: string,
  script: string,
  golden: GoldenFile,
  rounds: number,
  ruleSets: readonly Rules[] = GOLDEN_RULES,
  watch: Watch = () => {},
): Promise<Outcome[]> {
  const session = await engine.open(path, script);
  try {
    const outcomes: Outcome[] = [];
    for (const { id } of ruleSets) outcomes.push(await play(session, engine, id, golden, rounds, watch));
    return outcomes;
  } finally {
    await session.close();
  }
}

async function play(
  session: Session,
  engine: Engine,
  rulesId: string,
  golden: GoldenFile,
  rounds: number,
  watch: Watch,
): Promise<Outcome> {
  const replays = golden.rounds.filter((round) => round.rulesId === rulesId);
  const verdicts = await askVerdicts(session, replays);
  const faults = replays.flatMap(({ recipe }, at) => (verdicts[at] === '' ? [] : [`${recipe}: ${verdicts[at]}`]));
  const startMs = performance.now();
  const digest = await askDigest(session, rulesId, rounds, (played) => watch(engine, rulesId, played));
  const seconds = (performance.now() - startMs) / 1_000;
  return { engine, version: session.version, rulesId, rounds, digest, seconds, replays: replays.length, faults };
}

/** What came of all engines. */
export interface Contest {
  readonly outcomes: readonly Outcome[];
  /** Engines that broke down, a line each. */
  readonly failures: readonly string[];
}

/**
 * Plays every rule set in every engine, each pair in its own session and no more than `atOnce` of them side by side,
 * in the order given.
 */
export async function playContest(
  found: readonly { readonly engine: Engine; readonly path: string }[],
  golden: GoldenFile,
  rounds: number,
  atOnce: number,
  watch: Watch,
): Promise<Contest> {
  const script = await bundleProgram();
  const outcomes: Outcome[] = [];
  const failures: string[] = [];
  const queue = found.flatMap((place) => GOLDEN_RULES.map((rules) => ({ ...place, rules })));
  const takeTurns = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { engine, path, rules } = next;
      try {
        outcomes.push(...(await playIn(engine, path, script, golden, rounds, [rules], watch)));
      } catch (error) {
        failures.push(
          `${engine.name} (${path}), ${rules.id}: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, queue.length) }, takeTurns));
  return { outcomes, failures };
}

/** The digest that a rule set's outcome is held against: the golden file's, else the first engine's. */
export function expectedDigest(golden: GoldenFile, outcomes: readonly Outcome[], rulesId: string): number | undefined {
  const rounds = outcomes[0]?.rounds;
  const written = golden.digests.find((digest) => digest.rulesId === rulesId && digest.rounds === rounds);
  return written?.digest ?? outcomes.find((outcome) => outcome.rulesId === rulesId)?.digest;
}

/** Whether an outcome is as it must be. */
export const isAgreed = (outcome: Outcome, expected: number | undefined): boolean =>
  outcome.faults.length === 0 && outcome.digest === expected;
