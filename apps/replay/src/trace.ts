import type { Replay, RoundEvent } from '@popfray/engine';
import type { EngineBuild } from './engine-build.ts';
import { makeHash } from './hash-text.ts';

/** An event with the state hash at the end of its millisecond. */
export type Step = Readonly<RoundEvent & { hash: string }>;

/** All events of a replay under an engine. Advances by single milliseconds, so that each event has a hash close to it. */
export function traceReplay(engine: EngineBuild, replay: Replay): Step[] {
  const { round, durationMs, seek } = engine.openPlayback(replay);
  const steps: Step[] = [];
  for (let ms = 0; ms <= durationMs; ms++) {
    seek(ms);
    round.takeEvents((event) => steps.push({ ...event, hash: makeHash(round.hash) }));
  }
  return steps;
}

/** Difference between two traces: the number of the event, the field, and both values. */
export interface Divergence {
  readonly event: number;
  /** `event` when one trace has fewer events. */
  readonly field: keyof Step | 'event';
  readonly a: Step | undefined;
  readonly b: Step | undefined;
}

/**
 * The first event in which two traces differ, and its first different field; undefined for equal traces. `isHashed` is whether state hashes
 * are compared too: they also cover what the events do not show.
 */
export function findDivergence(a: readonly Step[], b: readonly Step[], isHashed: boolean): Divergence | undefined {
  for (let event = 0; event < Math.max(a.length, b.length); event++) {
    const one = a[event];
    const other = b[event];
    if (one === undefined || other === undefined) return { event, field: 'event', a: one, b: other };
    const field = (Object.keys(one) as (keyof Step)[]).find(
      (name) => (isHashed || name !== 'hash') && one[name] !== other[name],
    );
    if (field !== undefined) return { event, field, a: one, b: other };
  }
  return undefined;
}
