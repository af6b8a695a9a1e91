import { MAX_USERNAME } from '@popfray/protocol';

/** Characters of an address that a new player is named by. SPEC section 3. */
const NAMED_BY = 6;

/**
 * What no name has: control characters, line separators, halves of a character; the marks that turn or hide text, by which a name
 * could look like another; and more than four marks on one letter, which cover the lines above and below. Joiners, the selectors of
 * emoji and tags stay: Persian, families and flags are written with them.
 */
const FORBIDDEN: readonly RegExp[] = [
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u{fff9}-\u{fffb}]/u,
  /(?!\u{200c}|\u{200d}|\u{fe0e}|\u{fe0f}|[\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/u,
  /\p{M}{5}/u,
];

/** A character that shows. U+2800 is a Braille pattern without dots. */
const VISIBLE = /[^\s\u{2800}\p{Default_Ignorable_Code_Point}]/u;

/** Whether anything of a text shows. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** Name of a player who has chosen none. SPEC section 3: 'TRON_' and the first 6 characters of the address. */
export const defaultUsername = (address: string): string => `TRON_${address.slice(0, NAMED_BY)}`;

/** What a player who has deleted the profile is called: the first 6 and the last 4 characters of the address. SPEC section 9. */
export const shortenAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

/** A player's name as it is kept: 1 to 32 characters; null for what is none. */
export const parseUsername = (text: string): string | null => parseName(text, MAX_USERNAME);

/** A name of anything as it is kept: trimmed, composed (NFC), 1 to `most` characters, of any script; null for what is none. */
export function parseName(text: string, most: number): string | null {
  const name = text.normalize('NFC').trim();
  const { length } = Array.from(name);
  return length <= most && isVisible(name) && !FORBIDDEN.some((pattern) => pattern.test(name)) ? name : null;
}
