import { createReadStream } from 'node:fs';
import { MAX_REPLAY_BYTES, parseReplayText, type Malformed, type Result } from '@popfray/engine';

/** A source that cannot be read, or holds far more than it should. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly reason: string;
}

/** Why there are no replay bytes in a source. */
export type Fault = Malformed | Unreadable;

/** Room for a replay as text (a third longer than its bytes) in a link. Nothing longer is read whole. */
const MAX_SOURCE_BYTES = Math.ceil((MAX_REPLAY_BYTES * 4) / 3) + 4_096;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'too many symbolic links',
};

/** The replay bytes in a file, or in standard input for `-`. They may be stored raw, as text or as a replay link. */
export async function readSource(name: string): Promise<Result<Uint8Array, Fault>> {
  const content = await readContent(name, MAX_SOURCE_BYTES);
  if (!content.ok) return content;
  if (content.value !== null) return parseContent(content.value);
  return { ok: false, error: { kind: 'malformed', code: 'ERR_REPLAY_TOO_LONG', offset: MAX_REPLAY_BYTES } };
}

/** The bytes of a file, or of standard input for `-`; null when there are more than `most`, which are not read. */
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

/** The replay bytes in a file's content: the content itself, or what its text, or the link in it, stands for. */
export function parseContent(content: Uint8Array): Result<Uint8Array, Malformed> {
  const isRaw = content.length === 0 || isMagic(content) || !content.every(isPrintable);
  if (isRaw) return { ok: true, value: content };
  const text = Buffer.from(content).toString('latin1').trim();
  return parseReplayText(/[#?&]r=([^&#\s]*)/.exec(text)?.[1] ?? text);
}

const isMagic = (content: Uint8Array): boolean => content[0] === 0x50 && content[1] === 0x46 && content[2] === 0x52;

/** ASCII: a visible character, a space, a tab or a line's end. */
const isPrintable = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d);

/** A fault in words. */
export function makeFault(fault: Fault): string {
  if (fault.kind === 'unreadable') return `cannot be read: ${fault.reason}`;
  const unit = fault.code === 'ERR_REPLAY_TEXT' ? 'character' : 'byte';
  return `malformed: ${fault.code} at ${unit} ${fault.offset}`;
}
