import { examineRound, INPUT_WORDS, type Examination } from '@popfray/server/conduct';
import { startRound, type Played } from './played-path.ts';
import { PROGRAMS } from './pointer-programs.ts';
import type { Trace } from './traces.ts';
import { playRelax, playTrace, WARPS } from './warped-path.ts';

/**
 * People whose paths the weights in use were trained with, and recordings of programs. Their figures are measured with weights that were trained without them
 * (`trainWithoutEach`). An identity is the player's, or the beginning of a hash of the recording where the player is unknown.
 */
export const TRAINING: ReadonlySet<string> = new Set(
  (
    '043a7187 04a92a19 062be9be 097d7245 09f3453d 0ebe5c87 1b078f55 2bca6c7f 2e1583ec 457ed8d9 4887d0b3 4cd8fe21 ' +
    '518d0b18 5bfe5ffc 5cfad37f 69a5b2d3 736d814a 75a01da4 784fa3ef 8093c1a8 857f1122 87b77976 99ae85ef 9d38767f ' +
    'a4230de3 a78739ee aa0c5f69 b4719f35 b9c5d6e3 c7812300 ccff7393 cfbf505e d206f965 d408e127 d4fc68fa ebaf416c ' +
    'ec749851 f8c3d742 fd8249ea ff1375da ' +
    // Programs: three of glides, four of splines.
    '02e7885e 22c92f29 2b6b5c71 59746705 731f80a9 b59a6b4f f8299b9d'
  ).split(' '),
);

/** Time between two frames of a usual screen, ms. */
const FRAME_MS = 1_000 / 60;

/** The same round where a click has the time of the frame that the player saw, as in every browser. */
export function onFrames(played: Played, frameMs = FRAME_MS): Played {
  // Times are whole ms: a frame at 16.7 ms has the time 16.
  const inputs = played.inputs.map((value, at) =>
    at % INPUT_WORDS === 0 ? Math.floor(Math.floor((value + 1) / frameMs) * frameMs) : value,
  );
  return { ...played, inputs };
}

/** Examines a round as the server does: a click that is not on a frame yet gets the time of one of a usual screen. */
export const examine = (played: Played): Examination => {
  const { seed, inputs, path } = onFrames(played);
  return examineRound(startRound(seed, false), inputs, path);
};

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
