import { createReadStream } from 'node:fs';
import { MAX_REPLAY_BYTES, parseReplayText, type Malformed, type Result } from '@popfray/engine';

/** A source that cannot be read or is too large. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly reason: string;
}

/** Why a source contains no replay bytes. */
export type SourceError = Malformed | Unreadable;

/** Maximum size of a source, bytes: a replay as text (a third longer than its bytes) in a link. */
const MAX_SOURCE_BYTES = Math.ceil((MAX_REPLAY_BYTES * 4) / 3) + 4_096;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'too many symbolic links',
};

/** Reads the replay bytes from a file, or from standard input for `-`. They may be binary, text or a replay link. */
export async function readSource(name: string): Promise<Result<Uint8Array, SourceError>> {
  const content = await readContent(name, MAX_SOURCE_BYTES);
  if (!content.ok) return content;
  if (content.value !== null) return parseContent(content.value);
  return { ok: false, error: { kind: 'malformed', code: 'ERR_REPLAY_TOO_LONG', offset: MAX_REPLAY_BYTES } };
}

/** Reads a file, or standard input for `-`; null when it has more than `most` bytes. */
export async function readContent(name: string, most: number): Promise<Result<Uint8Array | null, Unreadable>> {
  const stream = name === '-' ? process.stdin : createReadStream(name, { end: most });
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > most) return { ok: true, value: null };
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { ok: false, error: { kind: 'unreadable', reason: REASONS[code ?? ''] ?? message } };
  }
  return { ok: true, value: Buffer.concat(chunks) };
}

/** Extracts the replay bytes from a file's content: binary, text or a link. */
export function parseContent(content: Uint8Array): Result<Uint8Array, Malformed> {
  const isRaw = content.length === 0 || isMagic(content) || !content.every(isPrintable);
  if (isRaw) return { ok: true, value: content };
  const text = Buffer.from(content).toString('latin1').trim();
  return parseReplayText(/[#?&]r=([^&#\s]*)/.exec(text)?.[1] ?? text);
}

const isMagic = (content: Uint8Array): boolean => content[0] === 0x50 && content[1] === 0x46 && content[2] === 0x52;

/** Whether a byte is visible ASCII, a space, a tab or a line break. */
const isPrintable = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d);

/** An error as text. */
export function makeErrorText(fault: SourceError): string {
  if (fault.kind === 'unreadable') return `cannot be read: ${fault.reason}`;
  const unit = fault.code === 'ERR_REPLAY_TEXT' ? 'character' : 'byte';
  return `malformed: ${fault.code} at ${unit} ${fault.offset}`;
}
