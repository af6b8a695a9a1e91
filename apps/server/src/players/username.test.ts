import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultUsername, parseUsername } from './username.ts';

describe('a name', () => {
  it('of a new player is TRON_ and the first six characters of the address', () => {
    expect(defaultUsername('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8')).toBe('TRON_TJRabP');
  });

  it.each([
    ['Ann', 'Ann'],
    ['  Ann B.  ', 'Ann B.'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ["'; DROP TABLE players; --", "'; DROP TABLE players; --"],
    ['${constructor}', '${constructor}'],
    ['泡泡达人', '泡泡达人'],
    ['محمد', 'محمد'],
    ['Zoe\u0308', 'Zo\u00eb'],
    ['👩‍👩‍👧‍👧', '👩‍👩‍👧‍👧'],
    ['می‌روم', 'می‌روم'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️'],
    ['Việt Nguyễn', 'Việt Nguyễn'],
    ['בְּרֵאשִׁ֖ית', 'בְּרֵאשִׁ֖ית'],
    ['0', '0'],
    ['x'.repeat(32), 'x'.repeat(32)],
    ['💥'.repeat(32), '💥'.repeat(32)],
  ])('%j is kept as %j', (text, name) => {
    expect(parseUsername(text)).toBe(name);
  });

  it.each([
    ['nothing', ''],
    ['spaces', ' \u00a0\u3000\n'],
    ['33 characters', 'x'.repeat(33)],
    ['33 characters beyond the first plane', '💥'.repeat(33)],
    ['a line', 'Ann\nBob'],
    ['NUL', 'Ann\u0000'],
    ['an escape', 'Ann\u001b[31m'],
    ['half a character', 'Ann\ud83d'],
    ['a turn of direction', 'Ann\u202eBob'],
    ['an isolate', '\u2066Ann'],
    ['a space of no width', 'A\u200bnn'],
    ['a byte order mark', 'Ann\ufeffBob'],
    ['nothing that shows', '\u200d\u200d'],
    ['a separator', 'Ann\u2028Bob'],
    ['a filler', '\u3164'],
    ['a filler beside letters', 'Ann\u3164'],
    ['a half-wide filler', '\uffa0Ann'],
    ['a joiner of graphemes', 'A\u034fnn'],
    ['a pattern without dots', '\u2800\u2800'],
    ['a selector for no picture', 'Ann\ufe00'],
    ['a selector of the other plane', 'Ann\u{e0100}'],
    ['marks piled up over other lines', `Z${'\u0310'.repeat(5)}algo`],
  ])('that is or has %s is none', (_, text) => {
    expect(parseUsername(text)).toBeNull();
  });

  it('that was kept is kept again as it is, and has 1 to 32 characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const name = parseUsername(text);
        if (name === null) return;
        expect(parseUsername(name)).toBe(name);
        expect(Array.from(name).length).toBeGreaterThanOrEqual(1);
        expect(Array.from(name).length).toBeLessThanOrEqual(32);
      }),
    );
  });
});
