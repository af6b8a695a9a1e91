import { createHash } from 'node:crypto';
import type { Replay } from '@popfray/engine';
import { decodeTrack, PATH_WORDS, type PathError } from '@popfray/protocol/battle';

/** What is said about the track of a replay: the samples of its path, or why its bytes are no path. */
export type TrackFacts = { readonly bytes: number } & (
  | { readonly samples: number; readonly fromMs: number; readonly toMs: number }
  | { readonly code: PathError }
);

/** Facts about a replay's track; null for a replay without one. */
export function readTrack({ track }: Replay): TrackFacts | null {
  if (track === undefined) return null;
  const path = decodeTrack(track);
  if (!path.ok) return { bytes: track.length, code: path.error };
  const { length } = path.value;
  return {
    bytes: track.length,
    samples: length / PATH_WORDS,
    fromMs: path.value[0] ?? 0,
    toMs: path.value[length - PATH_WORDS] ?? 0,
  };
}

/** Facts about a track on one line. */
export function makeTrack(facts: TrackFacts | null): string {
  if (facts === null) return 'none';
  const size = `${facts.bytes} ${facts.bytes === 1 ? 'byte' : 'bytes'}`;
  if ('code' in facts) return `malformed: ${facts.code}, ${size}`;
  const { samples, fromMs, toMs } = facts;
  return `${samples} ${samples === 1 ? 'sample' : 'samples'} from ${fromMs} to ${toMs} ms, ${size}`;
}

/** The same with a hash of the bytes, so that the texts of two tracks are equal only where the tracks are. */
export function makeTrackText(replay: Replay): string {
  const text = makeTrack(readTrack(replay));
  if (replay.track === undefined) return text;
  return `${text}, SHA-256 ${createHash('sha256').update(replay.track).digest('hex').slice(0, 16)}…`;
}
