import { isCopy, sketchRound } from '@popfray/server/conduct';
import { FAMILIES, judge, measureSynthetic, measureTraces, percent, type Family } from './conduct-figures.ts';
import { playProgram } from './conduct-rounds.ts';
import { EARLIEST_KNOWLEDGE_METRICS, measureEarliestKnowledge } from './earliest-knowledge.ts';
import { MANY_KEYS_METRICS, measureManyKeys } from './many-keys.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';
import { measureOfflinePlans, OFFLINE_PLAN_METRICS } from './offline-plan.ts';
import { examinePlayed, REPEAT_METRICS } from './repeats.ts';
import { measureSolo, SOLO_METRICS } from './solo.ts';
import { findTraces } from './traces.ts';

/** Figures that need no recorded paths: their families are made here. */
const SYNTHETIC: ReadonlySet<Family> = new Set(['bezier', 'ghost', 'hands', 'bots']);

const METRICS: readonly Metric[] = [
  {
    name: 'conduct.people_held_pct',
    needs: 'POINTER_TRACES',
    bar: { atMost: 1 },
    note: 'rounds with the recorded paths of people past a limit, by weights that were trained without them',
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
    name: 'conduct.unseen_families_held_pct',
    needs: 'POINTER_TRACES',
    note: 'rounds of the training past the limit of the score, by weights that were trained without the whole family: the mean of the families',
  },
  {
    name: 'conduct.traced_programs_held_pct',
    needs: 'POINTER_TRACES',
    note: 'programs that press when and where a recorded person pressed, moved onto bubbles like recordings',
  },
  {
    name: 'conduct.patchwork_held_pct',
    needs: 'POINTER_TRACES',
    note: 'for comparison: ways of a person in another order, turned and scaled to their targets',
  },
  {
    name: 'conduct.careful_clicks_held_pct',
    needs: 'POINTER_TRACES',
    note: "for comparison: recorded paths of people, in which a program clicks with a person's delays",
  },
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
  ...OFFLINE_PLAN_METRICS,
  ...EARLIEST_KNOWLEDGE_METRICS,
  ...SOLO_METRICS,
];

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
  const times = {
    ...measureTimes(),
    ...measureManyKeys(progress),
    ...measureOfflinePlans(progress),
    ...(await measureEarliestKnowledge(progress)),
    ...(await measureSolo(progress)),
  };
  const folder = findTraces();
  if (folder === null) {
    progress('conduct: not measured without recorded paths: POINTER_TRACES names no folder with them');
    return {
      ...times,
      'conduct.programs_held_bezier_pct': percent(synthetic.bezier),
      'conduct.programs_held_ghost_pct': percent(synthetic.ghost),
      'conduct.programs_held_hands_pct': percent(synthetic.hands),
      'conduct.programs_held_bots_pct': percent(synthetic.bots),
    };
  }
  return { ...measureTraces(folder, synthetic, progress), ...times };
}

/** How well conduct tells people from programs: docs/conduct.md. */
export const conductSuite: Suite = { name: 'conduct', metrics: METRICS, measure };
