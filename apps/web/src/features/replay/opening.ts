import {
  decodeReplay,
  MAX_REPLAY_BYTES,
  parseReplayText,
  verifyReplay,
  type Malformed,
  type Replay,
  type Wrong,
} from '@popfray/engine';
import { parseReplayLink } from '../../data/links/replay-link.ts';

/** Result of opening a replay. */
export type Opening =
  | { readonly kind: 'valid'; readonly bytes: Uint8Array; readonly replay: Replay }
  | { readonly kind: 'wrong'; readonly bytes: Uint8Array; readonly replay: Replay; readonly error: Wrong }
  | { readonly kind: 'malformed'; readonly error: Malformed }
  | { readonly kind: 'large'; readonly sizeBytes: number }
  | { readonly kind: 'unreadable' };

/** Parses and verifies replay bytes. */
export function openBytes(bytes: Uint8Array): Opening {
  if (bytes.length > MAX_REPLAY_BYTES) return { kind: 'large', sizeBytes: bytes.length };
  const verified = verifyReplay(bytes);
  if (verified.ok) return { kind: 'valid', bytes, replay: verified.value.replay };
  if (verified.error.kind === 'malformed') return { kind: 'malformed', error: verified.error };
  const decoded = decodeReplay(bytes);
  if (!decoded.ok) return { kind: 'malformed', error: decoded.error };
  return { kind: 'wrong', bytes, replay: decoded.value, error: verified.error };
}

/** Opens a replay link, its hash `#r=…`, or the plain text. */
export function openText(text: string): Opening {
  const parsed = parseReplayText(parseReplayLink(text));
  return parsed.ok ? openBytes(parsed.value) : { kind: 'malformed', error: parsed.error };
}

/** Opens a replay file, binary or text. A file that is too large is not read. */
export async function openFile(file: File): Promise<Opening> {
  // As text a replay is a third longer.
  if (file.size > MAX_REPLAY_BYTES * 1.5) return { kind: 'large', sizeBytes: file.size };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const opening = openBytes(bytes);
    if (opening.kind !== 'malformed') return opening;
    const asText = openText(new TextDecoder().decode(bytes));
    return asText.kind === 'malformed' ? opening : asText;
  } catch {
    return { kind: 'unreadable' };
  }
}
