import { MAX_CHAT_TEXT } from '@popfray/protocol';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseChatText } from './chat-text.ts';

/** What anybody may paste: every script, control characters, halves of characters, marks. */
const anything = fc.string({ unit: 'binary', maxLength: 600 });

it('keeps no text that could reach beyond itself, and keeps what it kept', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const kept = parseChatText(text);
      if (!kept.ok) return;
      expect(kept.value.length).toBeLessThanOrEqual(MAX_CHAT_TEXT);
      expect(kept.value).toBe(kept.value.trim());
      expect(kept.value.isWellFormed()).toBe(true);
      expect(kept.value).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}|\n{3}/u);
      expect(parseChatText(kept.value)).toEqual(kept);
    }),
    { numRuns: 500 },
  );
});
