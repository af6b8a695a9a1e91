import { FEATURES, pathOf, sizeOf, standardise, type Weights } from '@popfray/server/conduct';
import { playPatchwork } from './clicking-programs.ts';
import { examine, playAssisted, playOtherwise, playPerson, playProgram } from './conduct-rounds.ts';
import { HAND_PROGRAMS } from './hand-programs.ts';
import type { Played } from './played-path.ts';
import { PROGRAMS } from './pointer-programs.ts';
import { traceProgram, TRACED_CURVES } from './traced-programs.ts';
import { readTraces, type Trace } from './traces.ts';
import { playTrace } from './warped-path.ts';

/** A round that the weights are trained with. */
export interface Example {
  /** `people`, or the family of a program. */
  readonly family: string;
  /** Who made the path. A program that uses the path of a person has that person's identity. */
  readonly identity: string;
  readonly values: readonly number[];
}

const PEOPLE = 'people';
/** Families of recordings, by their kinds. */
const RECORDED_FAMILIES: Readonly<Record<string, string>> = {
  human: PEOPLE,
  bot: 'recorded_lines',
  cursordance: 'recorded_splines',
};

const PENALTY = 0.01;
/** Rounds of each made program. */
const PROGRAM_ROUNDS = 80;
/** Newton's method has converged after about eight steps. */
const STEPS = 12;

/** Weights of families where they are not 1: those that are the most difficult to tell, and of which there are few. `patchwork` is nearly a person's. */
const FAMILY_WEIGHTS: Readonly<Record<string, number>> = {
  patchwork: 0.5,
  relax: 3,
  recorded_lines: 2,
  recorded_splines: 2,
  wind_mouse: 2,
};

/** Parts of the people: the figures of each part are measured with weights that were trained without it. */
const PARTS = 10;

/** Rounds of all recorded people and of programs. `use` chooses recordings. */
export function collectExamples(folder: string, use: (trace: Trace) => boolean): Example[] {
  const examples: Example[] = [];
  const add = (family: string, identity: string, played: Played): void => {
    const path = pathOf(examine(played));
    if (path !== null) examples.push({ family, identity, values: FEATURES.map(({ of }) => of(path)) });
  };
  for (const [number, trace] of readTraces(folder).entries()) {
    const { identity, kind } = trace;
    const family = RECORDED_FAMILIES[kind];
    if (family === undefined || !use(trace)) continue;
    for (const round of [0, 1]) {
      add(family, identity, playPerson(trace, number, round));
      add(family, identity, playOtherwise(trace, number, round));
    }
    if (kind !== 'human') continue;
    // People at other speeds, and with pixels of another size, for people who are not recorded.
    const person = { warp: 'smooth', scatter: 0.25 } as const;
    add(family, identity, playTrace(trace, { ...person, seed: `grid ${number}`, gridPx: 1.33 }));
    add(family, identity, playTrace(trace, { ...person, seed: `grid2 ${number}`, scatter: 0.2, gridPx: 2 }));
    for (const timeScale of [0.85, 1.2])
      add(
        family,
        identity,
        playTrace(trace, { ...person, seed: `scaled ${timeScale} ${number}`, timeScale, gridPx: 0.8 }),
      );
    for (const round of [0, 1]) add('relax', identity, playAssisted(trace, number, round));
    add('patchwork', identity, playPatchwork(trace, `patch ${number}`));
    for (const curve of Object.keys(TRACED_CURVES) as (keyof typeof TRACED_CURVES)[]) {
      const program = traceProgram(trace, curve, `traced ${curve} ${number}`);
      add(`traced_${curve}`, identity, (number % 3 === 0 ? playOtherwise : playPerson)(program, number, 0));
    }
  }
  for (let at = 0; at < PROGRAM_ROUNDS; at++) {
    const seed = `training ${at}`;
    for (const name of Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[])
      if (!name.startsWith('bot')) add(name, `${name} ${at}`, playProgram(name, seed));
    for (const [name, play] of Object.entries(HAND_PROGRAMS)) add(name, `${name} ${at}`, play(seed));
  }
  return examples;
}

/** Trains weights: a logistic regression with an L2 penalty, by Newton's method. People and all programs have the same total weight. */
export function train(examples: readonly Example[]): Weights {
  const people = examples.filter(({ family }) => family === PEOPLE);
  const column = (at: number): number[] => people.map(({ values }) => values[at]!).toSorted((a, b) => a - b);
  const quantile = (sorted: readonly number[], share: number): number => sorted[Math.floor(sorted.length * share)]!;
  const round = (value: number): number => Number(value.toPrecision(5));
  const columns = FEATURES.map((_, at) => column(at));
  const scale = {
    median: columns.map((sorted) => round(quantile(sorted, 0.5))),
    deviation: columns.map((sorted) => round((quantile(sorted, 0.84) - quantile(sorted, 0.16)) / 2)),
  };
  const counts = new Map<string, number>();
  for (const { family } of examples) counts.set(family, (counts.get(family) ?? 0) + 1);
  const weightOf = (family: string): number => FAMILY_WEIGHTS[family] ?? 1;
  let total = 0;
  for (const family of counts.keys()) if (family !== PEOPLE) total += weightOf(family);
  const rows = examples.map(({ values, family }) => {
    const deviations = values.map((value, at) => standardise(value, at, scale));
    return {
      x: Float64Array.from([1, ...deviations, ...deviations.map(sizeOf)]),
      y: family === PEOPLE ? 0 : 1,
      weight: (family === PEOPLE ? 1 : weightOf(family) / total) / counts.get(family)!,
    };
  });
  const width = 1 + 2 * FEATURES.length;
  let theta = new Float64Array(width);
  for (let iteration = 0; iteration < STEPS; iteration++) {
    const gradient = theta.map((value, at) => (at === 0 ? 0 : PENALTY * value));
    const hessian = Array.from({ length: width }, (_, at) => {
      const row = new Float64Array(width);
      row[at] = at === 0 ? 1e-9 : PENALTY;
      return row;
    });
    for (const { x, y, weight } of rows) {
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, at) => sum + value * theta[at]!, 0)));
      const slope = weight * p * (1 - p);
      for (let a = 0; a < width; a++) {
        gradient[a]! += weight * (p - y) * x[a]!;
        const [row, factor] = [hessian[a]!, slope * x[a]!];
        for (let b = 0; b <= a; b++) row[b]! += factor * x[b]!;
      }
    }
    for (let a = 0; a < width; a++) for (let b = 0; b < a; b++) hessian[b]![a] = hessian[a]![b]!;
    const step = solve(hessian, gradient);
    theta = theta.map((value, at) => value - step[at]!);
  }
  return {
    bias: round(theta[0]!),
    ...scale,
    signed: Array.from(theta.subarray(1, 1 + FEATURES.length), round),
    size: Array.from(theta.subarray(1 + FEATURES.length), round),
  };
}

/** Solves a system of linear equations by Gauss's elimination. */
function solve(matrix: readonly Float64Array[], right: Float64Array): number[] {
  const rows = matrix.map((row, at) => Float64Array.from([...row, right[at]!]));
  for (let at = 0; at < rows.length; at++) {
    let pivot = at;
    for (let row = at + 1; row < rows.length; row++)
      if (Math.abs(rows[row]![at]!) > Math.abs(rows[pivot]![at]!)) pivot = row;
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    for (let row = 0; row < rows.length; row++) {
      if (row === at) continue;
      const factor = rows[row]![at]! / rows[at]![at]!;
      for (let place = at; place <= rows.length; place++) rows[row]![place]! -= factor * rows[at]![place]!;
    }
  }
  return rows.map((row, at) => row[rows.length]! / row[at]!);
}

/** Weights for each identity of the examples, trained without the part of the identities that it is in. */
export function trainWithoutEach(examples: readonly Example[]): ReadonlyMap<string, Weights> {
  const identities = [...new Set(examples.map(({ identity }) => identity))].toSorted();
  const partOf = new Map(identities.map((identity, at) => [identity, at % PARTS] as const));
  const weights = Array.from({ length: PARTS }, (_, part) =>
    train(examples.filter(({ identity }) => partOf.get(identity) !== part)),
  );
  return new Map(identities.map((identity) => [identity, weights[partOf.get(identity)!]!] as const));
}

/** Families of programs that the examples have. */
export const familiesOf = (examples: readonly Example[]): string[] =>
  [...new Set(examples.map(({ family }) => family))].filter((family) => family !== PEOPLE);

/** The score of an example. */
export const scoreOf = ({ values }: Example, weights: Weights): number =>
  values.reduce((sum, value, at) => {
    const deviation = standardise(value, at, weights);
    return sum + weights.signed[at]! * deviation + weights.size[at]! * sizeOf(deviation);
  }, weights.bias);
