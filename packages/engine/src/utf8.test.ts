import { Buffer } from 'node:buffer';
import { TextDecoder } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

/** Any code point that is a character's, of one to four bytes. */
const codePoint = fc.oneof(
  fc.nat(0x7ff),
  fc.integer({ min: 0x800, max: 0xd7ff }),
  fc.integer({ min: 0xe000, max: 0x10ffff }),
);

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function nodeDecode(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

test.each<readonly [what: string, bytes: number[]]>([
  ['a lone continuation', [0x80]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['an overlong of three', [0xe0, 0x9f, 0xbf]],
  ['an overlong of four', [0xf0, 0x8f, 0xbf, 0xbf]],
  ['a surrogate', [0xed, 0xa0, 0x80]],
  ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ['a lead that never is', [0xf5, 0x80, 0x80, 0x80]],
  ['a text cut short', [0xe2, 0x82]],
  ['a lead where a continuation should be', [0xe2, 0x82, 0x41]],
])('%s is no text', (_what, bytes) => {
  expect(decodeUtf8(Uint8Array.from(bytes))).toBeNull();
});

test.each(['', 'seed', 'é', '日本', '😀', '\u{FEFF}seed', '\0', '\u{10FFFF}', '\u07ff\u0800\uffff'])(
  '%j goes there and back',
  (text) => {
    const bytes = encodeUtf8(text);
    expect(bytes).toEqual(Uint8Array.from(Buffer.from(text, 'utf8')));
    expect(decodeUtf8(bytes ?? new Uint8Array(0))).toBe(text);
  },
);

test.each(['\ud800', 'a\udfff', '\udc00\ud800'])('a lone surrogate has no bytes: %j', (text) => {
  expect(encodeUtf8(text)).toBeNull();
});

test('any text is encoded as Node encodes it', () => {
  fc.assert(
    fc.property(fc.array(codePoint, { maxLength: 12 }), (points) => {
      const text = String.fromCodePoint(...points);
      const bytes = encodeUtf8(text);
      expect(bytes).toEqual(Uint8Array.from(Buffer.from(text, 'utf8')));
    }),
  );
});

test('any bytes are decoded as Node decodes them', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc
      .array(
        fc.constantFrom(0x41, 0x80, 0xbf, 0xc2, 0xdf, 0xe0, 0xed, 0x9f, 0xa0, 0xef, 0xf0, 0x90, 0xf4, 0x8f, 0xf5),
        { maxLength: 6 },
      )
      .map((list) => Uint8Array.from(list)),
  );
  fc.assert(
    fc.property(bytes, (some) => {
      expect(decodeUtf8(some)).toBe(nodeDecode(some));
    }),
    { numRuns: 3_000 },
  );
});
