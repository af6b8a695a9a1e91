import { MAX_USERNAME } from '@popfray/protocol';

/** Characters of an address that a new player is named by. SPEC section 3. */
const NAMED_BY = 6;

/**
 * What no name has: control characters, line separators, halves of a character, and the marks that turn or hide text, by which a
 * name could look like another. Joiners stay: flags and families are made with them.
 */
const FORBIDDEN =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u{ad}\u{61c}\u{180e}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{feff}\u{fff9}-\u{fffb}]/u;

/** A character that shows. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** Name of a player who has chosen none. SPEC section 3: 'TRON_' and the first 6 characters of the address. */
export const defaultUsername = (address: string): string => `TRON_${address.slice(0, NAMED_BY)}`;

/** A name as it is kept: trimmed, composed (NFC), 1 to 32 characters, of any script; null for what is none. */
export function parseUsername(text: string): string | null {
  const name = text.normalize('NFC').trim();
  const { length } = Array.from(name);
  return length <= MAX_USERNAME && VISIBLE.test(name) && !FORBIDDEN.test(name) ? name : null;
}
