import { decodeReplay, encodeReplay, TRACK_FORMAT } from '@popfray/engine';

/** The bytes of a replay without its track, for links and for comparisons of replays. Bytes of anything else are returned as they are. */
export function removeTrack(replay: Uint8Array): Uint8Array {
  // The format is the fourth byte. Most replays have no track, and need not be decoded.
  if (replay[3] !== TRACK_FORMAT) return replay;
  const decoded = decodeReplay(replay);
  if (!decoded.ok) return replay;
  const { track: _, ...rest } = decoded.value;
  const encoded = encodeReplay(rest);
  // A replay that was decoded can be encoded. Otherwise this is a bug, and the track must not be kept.
  if (!encoded.ok) throw new Error(`a decoded replay has no ${encoded.error.field}`);
  return encoded.value;
}
