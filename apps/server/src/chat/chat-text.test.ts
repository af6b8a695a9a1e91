import { err } from '@popfray/engine/result';
import { MAX_CHAT_TEXT } from '@popfray/protocol';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseChatText } from './chat-text.ts';

/** What anybody may paste: every script, control characters, halves of characters, and many marks and empty lines. */
const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc.string({
    unit: fc.constantFrom('e', '\u0301', '\u0323', '\u0000', '\u202e', '\ud83d', '\ude00', '\n', ' ', '\r', '\u2028'),
    maxLength: 60,
  }),
);

it('keeps no text that could reach beyond itself, and keeps what it kept', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const kept = parseChatText(text);
      if (!kept.ok) return;
      expect(kept.value.length).toBeLessThanOrEqual(MAX_CHAT_TEXT);
      expect(kept.value).toBe(kept.value.trim());
      expect(kept.value.isWellFormed()).toBe(true);
      expect(kept.value).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}|\n\s*\n\s*\n/u);
      expect(kept.value).toBe(kept.value.normalize('NFC'));
      expect(parseChatText(kept.value)).toEqual(kept);
    }),
    { numRuns: 500 },
  );
});

it('takes no time over piles of marks', () => {
  // The least of several runs: another program may interrupt some.
  let leastMs = Infinity;
  for (let run = 0; run < 20; run++) {
    const startMs = performance.now();
    expect(parseChatText(`a${'\u0301\u0323'.repeat(9_999)}`)).toEqual(err('ERR_CHAT_LONG'));
    leastMs = Math.min(leastMs, performance.now() - startMs);
  }
  expect(leastMs).toBeLessThan(10);
});
