import { decodeReplay, encodeReplay, MAX_TRACK_BYTES } from '@popfray/engine';
import { err, type Result } from '@popfray/engine/result';
import { BATTLE_MS } from './constants.ts';
import { decodePath, encodePath, PATH_START, type PathError } from './pointer-path.ts';

/**
 * The track of a replay: the path of the pointer from the start of the round, as `encodePath` makes it. docs/replay-format.md describes replays
 * with and without one.
 */

/** The samples of a track, `PATH_WORDS` numbers each. Never throws: the bytes of a replay may be of any origin. */
export function decodeTrack(track: Uint8Array): Result<Int32Array, PathError> {
  const path = decodePath(track, PATH_START, BATTLE_MS);
  return path.ok ? { ok: true, value: path.value.samples } : err(path.error);
}

/** The bytes of a replay with a path as its track. Bytes that are no replay, and a path without bytes, change nothing. */
export function attachTrack(replay: Uint8Array, path: Uint8Array): Uint8Array {
  const decoded = decodeReplay(replay);
  if (!decoded.ok) return replay;
  const encoded = encodeReplay({ ...decoded.value, track: shorten(path) });
  return encoded.ok ? encoded.value : replay;
}

/** A client may send a path in more bytes than it needs. What `encodePath` makes of its samples fits into a track. */
function shorten(path: Uint8Array): Uint8Array {
  if (path.length <= MAX_TRACK_BYTES) return path;
  const samples = decodeTrack(path);
  return samples.ok ? encodePath(samples.value, PATH_START).bytes : path;
}
