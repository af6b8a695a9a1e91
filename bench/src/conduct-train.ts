/**
 * Trains the weights of the path's score and prints them for apps/server/src/conduct/weights.ts: a logistic regression with an L2 penalty,
 * by Newton's method. People and each family of programs have the same total weight. docs/conduct.md describes data and method.
 *
 *   POINTER_TRACES=folder node bench/src/conduct-train.ts
 */
import { FEATURES, pathOf, sizeOf, standardise, type Weights } from '@popfray/server/conduct';
import { examine, playAssisted, playOtherwise, playPerson, playProgram, TRAINING } from './conduct-rounds.ts';
import type { Played } from './played-path.ts';
import { PROGRAMS } from './pointer-programs.ts';
import { findTraces, readTraces } from './traces.ts';

interface Example {
  readonly family: string;
  readonly identity: string;
  readonly values: readonly number[];
}

const PENALTY = 0.01;
const PROGRAM_ROUNDS = 160;
const ITERATIONS = 40;

function collect(folder: string): Example[] {
  const examples: Example[] = [];
  const add = (family: string, identity: string, played: Played): void => {
    const path = pathOf(examine(played));
    if (path !== null) examples.push({ family, identity, values: FEATURES.map(({ of }) => of(path)) });
  };
  for (const [number, trace] of readTraces(folder).entries()) {
    const { identity, kind } = trace;
    const family = kind === 'human' ? 'people' : kind;
    if (!TRAINING.has(identity) || !['people', 'bot', 'cursordance'].includes(family)) continue;
    for (let round = 0; round < 4; round++) {
      add(family, identity, playPerson(trace, number, round));
      add(family, identity, playOtherwise(trace, number, round));
      if (family === 'people' && round < 3) add('relax', identity, playAssisted(trace, number, round));
    }
  }
  for (const name of Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[])
    for (let at = 0; at < PROGRAM_ROUNDS; at++) add(name, name, playProgram(name, `training ${at}`));
  return examples;
}

/** Weights of recorded programs, of which there are few, against those that a family of made ones has. */
const FAMILY_WEIGHT: Readonly<Record<string, number>> = { bot: 2, cursordance: 2 };

function train(examples: readonly Example[]): Weights {
  const people = examples.filter(({ family }) => family === 'people');
  const column = (at: number): number[] => people.map(({ values }) => values[at]!).toSorted((a, b) => a - b);
  const quantile = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)]!;
  const round = (value: number): number => Number(value.toPrecision(5));
  const scale = {
    median: FEATURES.map((_, at) => round(quantile(column(at), 0.5))),
    deviation: FEATURES.map((_, at) => round((quantile(column(at), 0.84) - quantile(column(at), 0.16)) / 2)),
  };
  const families = [...new Set(examples.map(({ family }) => family))].filter((family) => family !== 'people');
  const total = families.reduce((sum, family) => sum + (FAMILY_WEIGHT[family] ?? 1), 0);
  const rows = examples.map(({ values, family }) => {
    const deviations = values.map((value, at) => standardise(value, at, scale));
    const count = examples.filter((other) => other.family === family).length;
    const share = family === 'people' ? 1 : (FAMILY_WEIGHT[family] ?? 1) / total;
    return {
      x: [1, ...deviations, ...deviations.map(sizeOf)],
      y: family === 'people' ? 0 : 1,
      weight: share / count,
    };
  });
  const width = 1 + 2 * FEATURES.length;
  let theta = Array.from({ length: width }, () => 0);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const gradient = theta.map((value, at) => (at === 0 ? 0 : PENALTY * value));
    const hessian = theta.map((_, at) => theta.map((__, other) => (at === other ? (at === 0 ? 1e-9 : PENALTY) : 0)));
    for (const { x, y, weight } of rows) {
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, at) => sum + value * theta[at]!, 0)));
      for (let a = 0; a < width; a++) {
        gradient[a]! += weight * (p - y) * x[a]!;
        for (let b = 0; b <= a; b++) hessian[a]![b]! += weight * p * (1 - p) * x[a]! * x[b]!;
      }
    }
    for (let a = 0; a < width; a++) for (let b = 0; b < a; b++) hessian[b]![a] = hessian[a]![b]!;
    const step = solve(hessian, gradient);
    theta = theta.map((value, at) => value - step[at]!);
  }
  return {
    bias: round(theta[0]!),
    ...scale,
    signed: theta.slice(1, 1 + FEATURES.length).map(round),
    size: theta.slice(1 + FEATURES.length).map(round),
  };
}

/** Solves a system of linear equations by Gauss's elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  for (let at = 0; at < rows.length; at++) {
    let pivot = at;
    for (let row = at + 1; row < rows.length; row++)
      if (Math.abs(rows[row]![at]!) > Math.abs(rows[pivot]![at]!)) pivot = row;
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    for (let row = 0; row < rows.length; row++) {
      if (row === at) continue;
      const factor = rows[row]![at]! / rows[at]![at]!;
      for (let column = at; column <= rows.length; column++) rows[row]![column]! -= factor * rows[at]![column]!;
    }
  }
  return rows.map((row, at) => row[rows.length]! / row[at]!);
}

/** Scores of people whom the training did not see, by training with half of them at a time: what the limit is chosen from. */
function crossValidate(examples: readonly Example[]): number[] {
  const people = [...new Set(examples.filter(({ family }) => family === 'people').map(({ identity }) => identity))];
  const half = (of: number): Set<string> => new Set(people.filter((_, at) => at % 2 === of));
  return [0, 1].flatMap((of) => {
    const held = half(of);
    const weights = train(examples.filter(({ identity }) => !held.has(identity)));
    return examples
      .filter(({ family, identity }) => family === 'people' && held.has(identity))
      .map(({ values }) => scoreOf(values, weights));
  });
}

function scoreOf(values: readonly number[], weights: Weights): number {
  return values.reduce((sum, value, at) => {
    const deviation = standardise(value, at, weights);
    return sum + weights.signed[at]! * deviation + weights.size[at]! * sizeOf(deviation);
  }, weights.bias);
}

const folder = findTraces();
if (folder === null) throw new Error('POINTER_TRACES names no folder with recorded paths');
const examples = collect(folder);
const scores = crossValidate(examples).toSorted((a, b) => a - b);
console.error(`${examples.length} rounds; people by cross-validation, 50, 95, 99, 100 %:`);
console.error(
  [0.5, 0.95, 0.99, 0.9999].map((share) => scores[Math.floor(scores.length * share)]!.toFixed(2)).join(', '),
);
console.log(JSON.stringify(train(examples)));
