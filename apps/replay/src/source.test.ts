import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_REPLAY_BYTES } from '@popfray/engine';
import { afterAll, describe, expect, it } from 'vitest';
import { makeErrorText, parseContent, readSource } from './source.ts';

const folder = mkdtempSync(join(tmpdir(), 'popfray-source-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bytes = Uint8Array.from([0x50, 0x46, 0x52, 1, 200]);
const text = 'UEZSAcg';

const read = (content: string | Uint8Array) => {
  const parsed = parseContent(Buffer.from(content));
  return parsed.ok ? Array.from(parsed.value) : parsed.error;
};

describe('replay bytes are found', () => {
  it.each([
    ['raw', bytes],
    ['in text', text],
    ['in text with white space around it', `\n ${text}\r\n`],
    ['in a link', `http://localhost:8787/replay#r=${text}\n`],
    ['in a link with more behind it', `https://example.org/replay?r=${text}&at=5 seen by me`],
    ['in the end of a link', `#r=${text}`],
  ])('%s', (_, content) => {
    expect(read(content)).toEqual(Array.from(bytes));
  });

  it('raw, even if they are all printable', () => {
    expect(read('PFR!')).toEqual([0x50, 0x46, 0x52, 0x21]);
  });
});

describe('there are no replay bytes', () => {
  it('in text that is no base64url', () => {
    expect(read('not a replay')).toEqual({ kind: 'malformed', code: 'ERR_REPLAY_TEXT', offset: 3 });
  });

  it('in an empty file: it has none to decode', () => {
    expect(read('')).toEqual([]);
  });

  it('in a file longer than any replay, of which no more than that is read', async () => {
    const path = join(folder, 'long');
    writeFileSync(path, new Uint8Array(3_000_000));
    const source = await readSource(path);
    expect(source).toMatchObject({ ok: false, error: { code: 'ERR_REPLAY_TOO_LONG', offset: MAX_REPLAY_BYTES } });
  });

  it.each([
    ['a missing file', 'none', 'cannot be read: no such file'],
    ['a folder', '', 'cannot be read: it is a directory'],
  ])('in %s', async (_, name, message) => {
    const source = await readSource(join(folder, name));
    expect(source.ok ? '' : makeErrorText(source.error)).toBe(message);
  });
});
