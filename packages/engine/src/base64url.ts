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

/** The bytes of base64url text, or the index of the first character that cannot be; the last index if bits are left over. */
export function parseBase64url(text: string): Uint8Array | number {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  if (text.length % 4 === 1) return text.length - 1;
  let word = 0;
  let out = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = ALPHABET.indexOf(text[at]!);
    if (letter < 0) return at;
    word = (word << 6) | letter;
    const bits = ((at + 1) * 6) % 8;
    if (at % 4 !== 0) bytes[out++] = (word >> bits) & 0xff;
  }
  const spare = (text.length * 6) % 8;
  return (word & ((1 << spare) - 1)) === 0 ? bytes : text.length - 1;
}
