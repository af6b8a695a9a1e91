import {
  comparePaths,
  DEFAULT_LIMITS,
  judgeRound,
  type Examination,
  pathOf,
  scorePath,
  type PathSketch,
  type Reason,
  type Weights,
} from '@popfray/server/conduct';
import { playPatchwork, playTrigger } from './clicking-programs.ts';
import {
  examine,
  onFrames,
  playAssisted,
  playOtherwise,
  playPerson,
  playProgram,
  playRepeat,
  TRAINING,
} from './conduct-rounds.ts';
import { collectExamples, familiesOf, scoreOf, train, trainWithoutEach, type Example } from './conduct-training.ts';
import { confidenceInterval } from './confidence.ts';
import { HAND_PROGRAMS } from './hand-programs.ts';
import type { Progress, Readings } from './metric.ts';
import type { Played } from './played-path.ts';
import { measureRepeats } from './repeats.ts';
import { traceProgram, TRACED_CURVES } from './traced-programs.ts';
import { readTraces, type Trace } from './traces.ts';
import { WARPS } from './warped-path.ts';

/** Rounds of each program, and rounds that each recorded minute is moved onto. */
const PROGRAM_ROUNDS = 100;
const PERSON_ROUNDS = 3;

/** Families of programs. */
export const FAMILIES = {
  lines: 'straight lines with easing, with and without jitter, and recorded programs of that kind',
  bezier: 'Bezier curves with easing',
  splines: 'splines and arcs, and recorded programs of that kind (cursordance)',
  replayed: 'recorded paths of people, repeated: at 0.8 to 1.2 times the speed, mirrored, onto other targets',
  relax: 'recorded paths of people, in which a program clicks',
  ghost: 'ghost-cursor with random delays, with and without overshoot',
  hands: 'programs that imitate a hand: submovements with noise and tremor, WindMouse, splines with noise and tremor',
  bots: "the engine's bots at each skill, without a path and with straight glides",
} as const;
export type Family = keyof typeof FAMILIES;

interface Judged {
  readonly reasons: readonly Reason[];
  readonly sketch: PathSketch;
}

/** Judges a round as the server does at its end; with other rounds to compare its path with, and with other weights of the score. */
export function judge(played: Played, weights?: Weights, others: readonly PathSketch[] = []): Judged {
  const examination: Examination = examine(played);
  const { sketch } = examination;
  const repeated = others.reduce((most, other) => Math.max(most, comparePaths(sketch, other)), 0);
  const judging = { isPathRequired: true, repeated };
  if (weights === undefined) return { reasons: judgeRound(examination, DEFAULT_LIMITS, judging), sketch };
  const path = pathOf(examination);
  const isProgram = path !== null && scorePath(path, weights) > DEFAULT_LIMITS.programScore;
  const reasons = judgeRound(examination, { ...DEFAULT_LIMITS, programScore: Infinity }, judging);
  return { reasons: isProgram ? [...reasons, 'program'] : reasons, sketch };
}

const isHeld = ({ reasons }: Judged): boolean => reasons.length > 0;
/** The share of what is true, per cent. */
export const percent = (list: readonly boolean[]): number => (100 * list.filter(Boolean).length) / list.length;

const programsHeld = (name: Parameters<typeof playProgram>[0]): boolean[] =>
  Array.from({ length: PROGRAM_ROUNDS }, (_, at) => isHeld(judge(playProgram(name, `measured ${at}`))));

const handsHeld = (name: keyof typeof HAND_PROGRAMS): boolean[] =>
  Array.from({ length: PROGRAM_ROUNDS / 2 }, (_, at) => isHeld(judge(HAND_PROGRAMS[name](`measured ${at}`))));

/** Programs that need no recorded paths: whether each round is held. */
export function measureSynthetic(): Record<'lines' | 'bezier' | 'splines' | 'ghost' | 'hands' | 'bots', boolean[]> {
  return {
    lines: programsHeld('lines'),
    bezier: programsHeld('bezier'),
    splines: programsHeld('splines'),
    ghost: [...programsHeld('ghost'), ...handsHeld('ghost_overshoot')],
    hands: [...handsHeld('submovements'), ...handsHeld('wind_mouse'), ...handsHeld('noisy_splines')],
    bots: [...programsHeld('bot_novice'), ...programsHeld('bot_regular'), ...programsHeld('bot_expert')],
  };
}

interface Numbered {
  readonly trace: Trace;
  readonly number: number;
}

/** The mean share of the families that weights hold which were trained without the family, per cent. */
function measureUnseen(examples: readonly Example[]): number {
  const shares = familiesOf(examples).map((family) => {
    const weights = train(examples.filter((example) => example.family !== family));
    const unseen = examples.filter((example) => example.family === family);
    return percent(unseen.map((example) => scoreOf(example, weights) > DEFAULT_LIMITS.programScore));
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Everything that is measured with recorded paths. */
export function measureTraces(
  folder: string,
  synthetic: ReturnType<typeof measureSynthetic>,
  progress: Progress,
): Readings {
  const numbered = readTraces(folder).map((trace, number) => ({ trace, number }));
  const ofKind = (test: (kind: string) => boolean): Numbered[] => numbered.filter(({ trace }) => test(trace.kind));
  const people = ofKind((kind) => kind === 'human');
  progress('conduct: training without each');
  const examples = collectExamples(folder, ({ identity }) => TRAINING.has(identity));
  const hasTrained = examples.some(({ family }) => family === 'people');
  const without = hasTrained ? trainWithoutEach(examples) : new Map<string, Weights>();
  /** Weights that were trained without a recording; those in use for one that they were not trained with. */
  const weightsFor = ({ identity }: Trace): Weights | undefined => without.get(identity);

  progress(`conduct: ${people.length} minutes of people`);
  const sketches = people.map(({ trace, number }) => judge(playPerson(trace, number, 0)).sketch);
  let bytes = 0;
  const held = people.map(({ trace, number }, at) =>
    Array.from({ length: PERSON_ROUNDS }, (_, round) => {
      const played = playPerson(trace, number, round);
      bytes += played.bytes;
      const others = round === 0 ? sketches.filter((__, other) => other !== at) : [];
      return judge(played, weightsFor(trace), others);
    }),
  );
  for (const [at, rounds] of held.entries())
    for (const { reasons } of rounds.filter(isHeld))
      progress(`conduct: held: ${people[at]!.trace.identity} ${reasons.join(' ')}`);
  const share = percent(held.flat().map(isHeld));
  const [low, high] = confidenceInterval((share / 100) * people.length, people.length);
  const roundsOf = (list: readonly Numbered[], play: (trace: Trace, number: number, round: number) => Played) =>
    list.flatMap(({ trace, number }) =>
      Array.from({ length: PERSON_ROUNDS }, (_, round) => isHeld(judge(play(trace, number, round), weightsFor(trace)))),
    );
  const otherwise = roundsOf(people, playOtherwise);
  const slow = people.map(({ trace, number }) =>
    isHeld(judge(onFrames(playPerson(trace, number, 0), SLOW_FRAME_MS), weightsFor(trace))),
  );

  progress('conduct: programs with recorded paths');
  const families: Record<Family, boolean[]> = {
    ...synthetic,
    lines: [
      ...synthetic.lines,
      ...roundsOf(
        ofKind((kind) => kind === 'bot'),
        playPerson,
      ),
    ],
    splines: [
      ...synthetic.splines,
      ...roundsOf(
        ofKind((kind) => kind === 'cursordance'),
        playPerson,
      ),
    ],
    replayed: people.map(({ trace, number }) => isHeld(judge(playRepeat(trace, number), weightsFor(trace), sketches))),
    relax: roundsOf(people, playAssisted),
  };
  const traced = (Object.keys(TRACED_CURVES) as (keyof typeof TRACED_CURVES)[]).flatMap((curve) =>
    people.map(({ trace, number }) =>
      isHeld(
        judge(playPerson(traceProgram(trace, curve, `measured ${curve} ${number}`), number, 1), weightsFor(trace)),
      ),
    ),
  );
  const once = (play: (trace: Trace, number: number) => Played): number =>
    percent(people.map(({ trace, number }) => isHeld(judge(play(trace, number), weightsFor(trace)))));
  const shares = Object.fromEntries(
    Object.entries(families).map(([family, list]) => [`conduct.programs_held_${family}_pct`, percent(list)]),
  );
  return {
    'conduct.people_held_pct': share,
    'conduct.people_held_low_pct': 100 * low,
    'conduct.people_held_high_pct': 100 * high,
    'conduct.people_minutes': people.length,
    'conduct.people_held_other_warps_pct': percent(otherwise),
    'conduct.people_held_slow_frames_pct': percent(slow),
    'conduct.programs_held_pct':
      Object.values(shares).reduce((sum, value) => sum + value, 0) / Object.keys(shares).length,
    ...shares,
    ...measureRepeats(people),
    ...(hasTrained && { 'conduct.unseen_families_held_pct': measureUnseen(examples) }),
    'conduct.traced_programs_held_pct': percent(traced),
    'conduct.patchwork_held_pct': once((trace, number) => playPatchwork(trace, `measured patchwork ${number}`)),
    'conduct.careful_clicks_held_pct': once((trace, number) =>
      playTrigger(trace, { seed: `measured trigger ${number}`, warp: WARPS[number % WARPS.length]! }),
    ),
    'conduct.clicked_for_people_held_pct': percent(
      roundsOf(
        ofKind((kind) => kind.startsWith('relax') || kind === 'assisted'),
        playPerson,
      ),
    ),
    'conduct.path_bytes_per_s': bytes / (held.flat().length * ROUND_S),
  };
}

/** Time between two frames of a slow machine, ms. */
const SLOW_FRAME_MS = 100;

const ROUND_S = 60;
