import {
  comparePaths,
  DEFAULT_LIMITS,
  INPUT_WORDS,
  isCopy,
  judgeRound,
  type Examination,
  sketchRound,
  type PathSketch,
  type Reason,
} from '@popfray/server/conduct';
import {
  examine,
  playAssisted,
  playOtherwise,
  playPerson,
  playProgram,
  playRepeat,
  TRAINING,
} from './conduct-rounds.ts';
import { confidenceInterval } from './confidence.ts';
import { MANY_KEYS_METRICS, measureManyKeys } from './many-keys.ts';
import { examinePlayed, measureRepeats, REPEAT_METRICS } from './repeats.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';
import type { Played } from './played-path.ts';
import { measureSolo, SOLO_METRICS } from './solo.ts';
import { findTraces, readTraces } from './traces.ts';

/** Rounds of each program, and rounds that each recorded minute is moved onto. */
const PROGRAM_ROUNDS = 100;
const PERSON_ROUNDS = 5;

/** Families of programs. */
const FAMILIES = {
  lines: 'straight lines with easing, with and without jitter, and recorded programs of that kind',
  bezier: 'Bezier curves with easing',
  splines: 'splines and arcs, and recorded programs of that kind (cursordance)',
  replayed: 'recorded paths of people, repeated: at 0.8 to 1.2 times the speed, mirrored, onto other targets',
  relax: 'recorded paths of people, in which a program clicks',
  ghost: 'ghost-cursor with random delays',
  bots: "the engine's bots at each skill, without a path and with straight glides",
} as const;
type Family = keyof typeof FAMILIES;

/** Figures that need no recorded paths: their families are made here. */
const SYNTHETIC: ReadonlySet<Family> = new Set(['bezier', 'ghost', 'bots']);

const METRICS: readonly Metric[] = [
  {
    name: 'conduct.people_held_pct',
    needs: 'POINTER_TRACES',
    bar: { atMost: 1 },
    note: 'rounds with the recorded paths of people whom the training did not see, past a limit',
  },
  {
    name: 'conduct.people_held_low_pct',
    needs: 'POINTER_TRACES',
    note: 'its 95 % interval, by recorded minutes: from',
  },
  { name: 'conduct.people_held_high_pct', needs: 'POINTER_TRACES', note: 'to' },
  { name: 'conduct.people_minutes', needs: 'POINTER_TRACES', note: 'recorded minutes of these people' },
  {
    name: 'conduct.people_held_other_warps_pct',
    needs: 'POINTER_TRACES',
    note: 'the same with paths moved onto targets linearly, or by rotating and scaling',
  },
  {
    name: 'conduct.people_held_slow_frames_pct',
    needs: 'POINTER_TRACES',
    bar: { atMost: 3 },
    note: 'rounds of all recorded people on a machine that draws 10 frames a second',
  },
  {
    name: 'conduct.programs_held_pct',
    needs: 'POINTER_TRACES',
    bar: { atLeast: 95 },
    note: 'rounds of programs past a limit, the mean of the families',
  },
  ...(Object.entries(FAMILIES) as [Family, string][]).map(([family, note]): Metric => ({
    name: `conduct.programs_held_${family}_pct`,
    ...(!SYNTHETIC.has(family) && { needs: 'POINTER_TRACES' }),
    bar: { atLeast: 90 },
    note,
  })),
  {
    name: 'conduct.clicked_for_people_held_pct',
    needs: 'POINTER_TRACES',
    note: 'for comparison: recorded people with a program that clicks for them, at times that they aimed at',
  },
  {
    name: 'conduct.path_bytes_per_s',
    needs: 'POINTER_TRACES',
    bar: { atMost: 120 },
    note: "a mouse's path as the client sends it",
  },
  {
    name: 'conduct.examine_ms',
    bar: { atMost: 2 },
    note: 'examining a round of a minute with its path, judging it, and making its marks',
  },
  { name: 'conduct.compare_ms', note: "comparing a round's path with that of a stored round in the same rhythm" },
  ...REPEAT_METRICS,
  ...MANY_KEYS_METRICS,
  ...SOLO_METRICS,
];

interface Judged {
  readonly reasons: readonly Reason[];
  readonly sketch: PathSketch;
}

/** Judges a round as the server does at its end; with other rounds to compare its path with. */
function judge(played: Played, others: readonly PathSketch[] = []): Judged {
  const examination: Examination = examine(played);
  const { sketch } = examination;
  const repeated = others.reduce((most, other) => Math.max(most, comparePaths(sketch, other)), 0);
  return { reasons: judgeRound(examination, DEFAULT_LIMITS, { isPathRequired: true, repeated }), sketch };
}

const isHeld = ({ reasons }: Judged): boolean => reasons.length > 0;
const percent = (list: readonly boolean[]): number => (100 * list.filter(Boolean).length) / list.length;

const programsHeld = (name: Parameters<typeof playProgram>[0]): boolean[] =>
  Array.from({ length: PROGRAM_ROUNDS }, (_, at) => isHeld(judge(playProgram(name, `measured ${at}`))));

function measureSynthetic(): Record<'lines' | 'bezier' | 'splines' | 'ghost' | 'bots', boolean[]> {
  return {
    lines: programsHeld('lines'),
    bezier: programsHeld('bezier'),
    splines: programsHeld('splines'),
    ghost: programsHeld('ghost'),
    bots: [...programsHeld('bot_novice'), ...programsHeld('bot_regular'), ...programsHeld('bot_expert')],
  };
}

function measureTraces(folder: string, synthetic: ReturnType<typeof measureSynthetic>, progress: Progress): Readings {
  const traces = readTraces(folder);
  const numbered = traces.map((trace, number) => ({ trace, number }));
  const unseen = numbered.filter(({ trace }) => !TRAINING.has(trace.identity));
  const ofKind = (test: (kind: string) => boolean): typeof unseen => unseen.filter(({ trace }) => test(trace.kind));
  const people = ofKind((kind) => kind === 'human');

  progress(`conduct: ${people.length} minutes of people`);
  const sketches = people.map(({ trace, number }) => judge(playPerson(trace, number, 0)).sketch);
  let bytes = 0;
  const held = people.map(({ trace, number }, at) =>
    Array.from({ length: PERSON_ROUNDS }, (_, round) => {
      const played = playPerson(trace, number, round);
      bytes += played.bytes;
      const others = round === 0 ? sketches.filter((__, other) => other !== at) : [];
      return judge(played, others);
    }),
  );
  for (const [at, rounds] of held.entries())
    for (const { reasons } of rounds.filter(isHeld))
      progress(`conduct: held: ${people[at]!.trace.identity} ${reasons.join(' ')}`);
  const share = percent(held.flat().map(isHeld));
  const [low, high] = confidenceInterval((share / 100) * people.length, people.length);
  const otherwise = people.flatMap(({ trace, number }) =>
    Array.from({ length: PERSON_ROUNDS }, (_, round) => isHeld(judge(playOtherwise(trace, number, round)))),
  );

  const slow = numbered
    .filter(({ trace }) => trace.kind === 'human')
    .map(({ trace, number }) => isHeld(judge(onSlowMachine(playPerson(trace, number, 0)))));

  progress('conduct: programs with recorded paths');
  const moved = (list: typeof unseen): boolean[] =>
    list.flatMap(({ trace, number }) =>
      Array.from({ length: PERSON_ROUNDS }, (_, round) => isHeld(judge(playPerson(trace, number, round)))),
    );
  const families: Record<Family, boolean[]> = {
    ...synthetic,
    lines: [...synthetic.lines, ...moved(ofKind((kind) => kind === 'bot'))],
    splines: [...synthetic.splines, ...moved(ofKind((kind) => kind === 'cursordance'))],
    replayed: people.map(({ trace, number }) => isHeld(judge(playRepeat(trace, number), sketches))),
    relax: people.flatMap(({ trace, number }) =>
      [0, 1, 2].map((round) => isHeld(judge(playAssisted(trace, number, round)))),
    ),
  };
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
    'conduct.clicked_for_people_held_pct': percent(
      moved(ofKind((kind) => kind.startsWith('relax') || kind === 'assisted')),
    ),
    'conduct.path_bytes_per_s': bytes / (held.flat().length * ROUND_S),
  };
}

const SLOW_FRAME_MS = 100;

/** The same round on a slow machine: a click has the time of the frame that the player saw. */
function onSlowMachine(played: Played): Played {
  const inputs = played.inputs.map((value, at) =>
    at % INPUT_WORDS === 0 ? Math.floor(value / SLOW_FRAME_MS) * SLOW_FRAME_MS : value,
  );
  return { ...played, inputs };
}

const ROUND_S = 60;

/** Mean time for examining and judging a round, after the compiler is warm, ms. */
function measureTimes(): Readings {
  const rounds = Array.from({ length: 20 }, (_, at) => playProgram('bezier', `timed ${at}`));
  const time = (run: (at: number) => void, times: number): number => {
    for (let at = 0; at < times; at++) run(at % rounds.length);
    const samples = Array.from({ length: times }, (_, at) => {
      const startMs = performance.now();
      run(at % rounds.length);
      return performance.now() - startMs;
    }).toSorted((a, b) => a - b);
    return samples[samples.length >> 1]!;
  };
  const sketches = rounds.map((played) => judge(played).sketch);
  return {
    'conduct.examine_ms': time((at) => examinePlayed(rounds[at]!), 200),
    'conduct.compare_ms': time((at) => isCopy(sketches[at]!, sketchRound(rounds[at]!.inputs, rounds[at]!.path)), 100),
  };
}

async function measure(progress: Progress): Promise<Readings> {
  progress('conduct: made programs');
  const synthetic = measureSynthetic();
  const times = { ...measureTimes(), ...measureManyKeys(progress), ...(await measureSolo(progress)) };
  const folder = findTraces();
  if (folder === null) {
    progress('conduct: not measured without recorded paths: POINTER_TRACES names no folder with them');
    return {
      ...times,
      'conduct.programs_held_bezier_pct': percent(synthetic.bezier),
      'conduct.programs_held_ghost_pct': percent(synthetic.ghost),
      'conduct.programs_held_bots_pct': percent(synthetic.bots),
    };
  }
  return { ...measureTraces(folder, synthetic, progress), ...times };
}

/** How well conduct tells people from programs: docs/conduct.md. */
export const conductSuite: Suite = { name: 'conduct', metrics: METRICS, measure };
