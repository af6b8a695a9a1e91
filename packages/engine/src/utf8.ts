/**
 * UTF-8 by the language's own URI encoding: TextEncoder is not everywhere that the engine runs.
 */

/** UTF-8 bytes of a text, or null for a text with a lone surrogate. */
export function encodeUtf8(text: string): Uint8Array | null {
  try {
    const escaped = encodeURIComponent(text).match(/%..|./g) ?? [];
    return Uint8Array.from(escaped, (unit) => (unit.length > 1 ? parseInt(unit.slice(1), 16) : unit.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** The text of UTF-8 bytes, or null where they are not the shortest form of valid code points (RFC 3629). */
export function decodeUtf8(bytes: Uint8Array): string | null {
  let escaped = '';
  for (const byte of bytes) escaped += `%${byte < 16 ? '0' : ''}${byte.toString(16)}`;
  try {
    return decodeURIComponent(escaped);
  } catch {
    return null;
  }
}
