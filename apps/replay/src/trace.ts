import type { Replay, RoundEvent } from '@popfray/engine';
import type { EngineBuild } from './engine-build.ts';
import { makeHash } from './hash-text.ts';

/** An event, with the state hash at the end of its millisecond. */
export type Step = Readonly<RoundEvent & { hash: string }>;

/** Every event of a replay, under an engine. Asks for each millisecond, so that each event gets a hash close to it. */
export function traceReplay(engine: EngineBuild, replay: Replay): Step[] {
  const { round, durationMs, seek } = engine.openPlayback(replay);
  const steps: Step[] = [];
  for (let ms = 0; ms <= durationMs; ms++) {
    seek(ms);
    round.takeEvents((event) => steps.push({ ...event, hash: makeHash(round.hash) }));
  }
  return steps;
}

/** Where two traces part: the number of the event, the field, and what each has there. */
export interface Parting {
  readonly event: number;
  /** `event` when one trace has no event of that number. */
  readonly field: keyof Step | 'event';
  readonly a: Step | undefined;
  readonly b: Step | undefined;
}

/**
 * The first event at which two traces part, and its first field that differs; undefined for equal traces. State hashes,
 * which tell of more than an event shows, are compared or left out.
 */
export function findParting(a: readonly Step[], b: readonly Step[], isHashed: boolean): Parting | undefined {
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
