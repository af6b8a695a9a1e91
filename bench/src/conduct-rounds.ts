import { examineRound, type Examination } from '@popfray/server/conduct';
import { startRound, type Played } from './played-path.ts';
import { PROGRAMS } from './pointer-programs.ts';
import type { Trace } from './traces.ts';
import { playRelax, playTrace, WARPS } from './warped-path.ts';

/**
 * People whose paths the weights were trained with, and recordings of programs. The figures are measured with all others. An identity is the
 * player's, or the beginning of a hash of the recording where the player is unknown.
 */
export const TRAINING: ReadonlySet<string> = new Set(
  (
    'fd8249ea 5cfad37f c7812300 062be9be 9d38767f 75a01da4 8093c1a8 99ae85ef 2bca6c7f 457ed8d9 ec749851 2e1583ec ' +
    'b4719f35 4887d0b3 4cd8fe21 097d7245 b9c5d6e3 784fa3ef 5bfe5ffc 043a7187 736d814a 04a92a19 518d0b18 ' +
    // Programs: two of three glides, two of four splines.
    '22c92f29 02e7885e 59746705 b59a6b4f'
  ).split(' '),
);

export const examine = ({ seed, inputs, path }: Played): Examination =>
  examineRound(startRound(seed, false), inputs, path);

/** A person's round: the recorded path, moved onto bubbles. */
export const playPerson = (trace: Trace, number: number, round: number): Played =>
  playTrace(trace, {
    seed: `person ${number} ${round}`,
    warp: 'smooth',
    scatter: 0.15 + 0.03 * ((7 * number + 3 * round) % 10),
  });

/** The same round of the same person by the other ways to move a path. */
export const playOtherwise = (trace: Trace, number: number, round: number): Played =>
  playTrace(trace, {
    seed: `person ${number} ${round} other`,
    warp: WARPS[1 + (round % 2)]!,
    scatter: 0.15 + 0.03 * ((7 * number + 3 * round) % 10),
  });

/** A person's path in which a program clicks. */
export const playAssisted = (trace: Trace, number: number, round: number): Played =>
  playRelax(trace, { seed: `relax ${number} ${round}`, warp: WARPS[round % 3]! });

/** A repeated path: at another speed, moved in another way, or mirrored. */
export function playRepeat(trace: Trace, number: number): Played {
  const timeScale = number % 3 === 0 ? 1 : 0.8 + 0.4 * (((37 * number) % 100) / 100);
  return playTrace(trace, {
    seed: `repeat ${number}`,
    warp: WARPS[number % 3]!,
    timeScale,
    isMirrored: number % 4 === 0,
  });
}

/** Rounds of a program that makes its own path. */
export const playProgram = (name: keyof typeof PROGRAMS, seed: string): Played => PROGRAMS[name](seed);
