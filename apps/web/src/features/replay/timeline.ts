import { openPlayback, type Replay } from '@popfray/engine';

/** An event that is marked on the scrub bar. */
export interface Mark {
  readonly timeMs: number;
  readonly kind: 'pop' | 'boss' | 'miss';
}

/** Interval at which the events are read, ms: short enough that the event queue does not overflow. */
const STEP_MS = 250;

/** A replay's pops, defeated bosses and misses, in order of time. */
export function readMarks(replay: Replay): readonly Mark[] {
  const playback = openPlayback(replay);
  const marks: Mark[] = [];
  for (let ms = 0; ms <= playback.durationMs; ms += STEP_MS) {
    playback.seek(ms);
    playback.round.takeEvents(({ type, timeMs, isBoss }) => {
      if (type === 'miss') marks.push({ timeMs, kind: 'miss' });
      else if (type === 'pop') marks.push({ timeMs, kind: isBoss ? 'boss' : 'pop' });
    });
  }
  return marks;
}
