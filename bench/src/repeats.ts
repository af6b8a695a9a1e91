import { type Conduct, countShared, examinePlay, FEWEST_SHARED, isCopy } from '@popfray/server/conduct';
import { playPerson, playRepeat } from './conduct-rounds.ts';
import type { Metric, Readings } from './metric.ts';
import { startRound, type Played } from './played-path.ts';
import type { Trace } from './traces.ts';

export const REPEAT_METRICS: readonly Metric[] = [
  {
    name: 'conduct.repeats_found_pct',
    needs: 'POINTER_TRACES',
    bar: { atLeast: 90 },
    note: 'recorded paths of people, repeated as in the family replayed, that the comparison with stored rounds finds',
  },
  {
    name: 'conduct.people_taken_for_repeats_pct',
    needs: 'POINTER_TRACES',
    bar: { atMost: 1 },
    note: 'recorded minutes of people that the same comparison takes for another minute',
  },
];

export const examinePlayed = ({ seed, inputs, path }: Played): Conduct =>
  examinePlay(startRound(seed, false), inputs, path);

/** Compares every recorded minute, and a repetition of it, with the stored rounds as the server does. */
export function measureRepeats(people: readonly { readonly trace: Trace; readonly number: number }[]): Readings {
  const stored = people.map(({ trace, number }) => examinePlayed(playPerson(trace, number, 0)));
  const found = people.filter(({ trace, number }) => isRepeated(examinePlayed(playRepeat(trace, number)), stored));
  const mistaken = stored.filter((round) =>
    isRepeated(
      round,
      stored.filter((other) => other !== round),
    ),
  );
  return {
    'conduct.repeats_found_pct': (100 * found.length) / people.length,
    'conduct.people_taken_for_repeats_pct': (100 * mistaken.length) / people.length,
  };
}

/** Whether the path of a round is that of the stored round which shares most of its marks. */
function isRepeated({ marks, sketch }: Conduct, stored: readonly Conduct[]): boolean {
  const ranked = stored.map((other) => ({ other, shared: countShared(marks, other.marks) }));
  const [likest] = ranked.toSorted((a, b) => b.shared - a.shared);
  if (sketch === null || likest === undefined || likest.shared < FEWEST_SHARED) return false;
  return likest.other.sketch !== null && isCopy(sketch, likest.other.sketch);
}
