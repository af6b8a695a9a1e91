import { fork, type ChildProcess } from 'node:child_process';
import type { SimulationResult } from './simulation.ts';

/** Seeds that one program simulates at a time. */
const PORTION = 5;

/** Which seeds to simulate. */
export interface SeedPlan {
  readonly first: number;
  readonly count: number;
  /** Programs that simulate at the same time. */
  readonly programs: number;
}

/** What a program is sent: a portion of the seeds. */
export interface SeedPortion {
  readonly first: number;
  readonly count: number;
}

/**
 * Simulates seeds in several programs. Calls `onResult` for each; when it returns false, no more seeds are begun. Rejects when a program ends
 * without a result.
 */
export async function runSeeds(
  { first, count, programs }: SeedPlan,
  onResult: (result: SimulationResult) => boolean,
): Promise<void> {
  const end = first + count;
  let next = first;
  let isWanted = true;
  const runProgram = async (): Promise<void> => {
    const program = fork(new URL('seed-program.ts', import.meta.url), { stdio: 'inherit' });
    try {
      while (isWanted && next < end) {
        const portion = { first: next, count: Math.min(PORTION, end - next) };
        next += portion.count;
        await simulatePortion(program, portion, (result) => {
          isWanted = onResult(result) && isWanted;
        });
      }
    } finally {
      if (program.connected) program.disconnect();
    }
  };
  await Promise.all(Array.from({ length: Math.min(programs, Math.ceil(count / PORTION)) }, runProgram));
}

async function simulatePortion(
  program: ChildProcess,
  portion: SeedPortion,
  onResult: (result: SimulationResult) => void,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    let left = portion.count;
    const end = (): void => {
      program.off('message', handle);
      program.off('exit', fail);
    };
    const handle = (result: unknown): void => {
      onResult(result as SimulationResult);
      if (--left > 0) return;
      end();
      resolve();
    };
    const fail = (code: number | null): void => {
      end();
      const last = portion.first + portion.count - 1;
      reject(
        new Error(
          `The program that simulated seed ${last + 1 - left} of ${portion.first} to ${last} ended with ${code}.`,
        ),
      );
    };
    program.on('message', handle);
    program.on('exit', fail);
    program.send(portion);
  });
}
