import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeBase64url, parseBase64url } from './base64url.ts';

test.each<readonly [bytes: number[], text: string]>([
  [[], ''],
  [[0], 'AA'],
  [[0xff], '_w'],
  [[0xfb, 0xff], '-_8'],
  [[1, 2, 3], 'AQID'],
])('%j is written %j', (bytes, text) => {
  expect(makeBase64url(Uint8Array.from(bytes))).toBe(text);
  expect(parseBase64url(text)).toEqual(Uint8Array.from(bytes));
});

test.each<readonly [why: string, text: string, offset: number]>([
  ['a letter that is not one', 'AQ!D', 2],
  ['the first of two bad letters', '=AQ=', 0],
  ['the other alphabet', 'ab+/', 2],
  ['padding', 'AA==', 2],
  ['one letter left over', 'AQIDA', 4],
  ['bits left over after one byte', 'AB', 1],
  ['bits left over after two bytes', 'AAB', 2],
  ['a letter outside the basic plane', 'AA😀', 2],
  ['a space', ' AAA', 0],
])('%s is named by its place: %j', (_why, text, offset) => {
  expect(parseBase64url(text)).toBe(offset);
});

test('the first bad letter is named in a text of an impossible length too', () => {
  expect(parseBase64url('!aaaa')).toBe(0);
});

test('bytes are written as Node writes them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(makeBase64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
    }),
  );
});

test('text is read as Node reads it, and only one text is read as given bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('A', 'B', 'a', 'b', '0', '1', '-', '_'), maxLength: 30 }), (text) => {
      const bytes = parseBase64url(text);
      if (typeof bytes === 'number') {
        expect(bytes).toBe(text.length - 1);
        expect(Buffer.from(text, 'base64url').toString('base64url')).not.toBe(text);
      } else {
        expect(Buffer.from(bytes)).toEqual(Buffer.from(text, 'base64url'));
        expect(makeBase64url(bytes)).toBe(text);
      }
    }),
    { numRuns: 300 },
  );
});
