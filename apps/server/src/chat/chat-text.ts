import { err, ok, type Result } from '@popfray/engine/result';
import { MAX_CHAT_TEXT } from '@popfray/protocol';
import { isVisible } from '../players/index.ts';

/**
 * What no message keeps: halves of a character, control characters, and the marks that turn the text around them. What a script
 * itself needs stays: joiners, emoji, and the plain marks of direction.
 */
const HIDDEN = /[\p{Cs}\u{202a}-\u{202e}\u{2066}-\u{2069}\u{fff9}-\u{fffb}]|(?!\n)\p{Cc}/gu;

/** More marks on a letter than any script has cover the lines above and below. */
const PILED = /(\p{M}{4})\p{M}+/gu;

/** Longest text that is looked at, in UTF-16: composing piled-up marks takes the square of their number. */
const MAX_LOOKED_AT = 4 * MAX_CHAT_TEXT;

/** A message as it is kept: trimmed, without what cannot be seen, composed (NFC), at most one empty line in a row. */
export function parseChatText(text: string): Result<string, 'ERR_CHAT_EMPTY' | 'ERR_CHAT_LONG'> {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LOOKED_AT) return err('ERR_CHAT_LONG');
  const kept = trimmed
    .replaceAll(/\r\n?|[\u{2028}\u{2029}]/gu, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(HIDDEN, '')
    .normalize('NFC')
    .replaceAll(PILED, '$1')
    .replaceAll(/\n(?:[^\S\n]*\n){2,}/gu, '\n\n')
    .trim();
  if (!isVisible(kept)) return err('ERR_CHAT_EMPTY');
  return kept.length > MAX_CHAT_TEXT ? err('ERR_CHAT_LONG') : ok(kept);
}
