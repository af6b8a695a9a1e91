const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** base64url without padding (RFC 4648 section 5). */
export function makeBase64url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const word = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const letters = Math.min(bytes.length - at, 3) + 1;
    for (let letter = 0; letter < letters; letter++) text += ALPHABET[(word >> (18 - 6 * letter)) & 63]!;
  }
  return text;
}

/** The bytes of base64url text, or the index of its first character that cannot stand there. */
export function parseBase64url(text: string): Uint8Array | number {
  const bad = text.search(/[^\w-]/);
  if (bad >= 0) return bad;
  const bytes = new Uint8Array((text.length * 3) >> 2);
  let word = 0;
  for (let at = 0; at < text.length; at++) {
    word = (word << 6) | ALPHABET.indexOf(text[at]!);
    if (at % 4 > 0) bytes[(at * 3) >> 2] = word >> (6 - 2 * (at % 4));
  }
  const spare = (text.length * 6) % 8;
  return spare < 6 && (word & ((1 << spare) - 1)) === 0 ? bytes : text.length - 1;
}
