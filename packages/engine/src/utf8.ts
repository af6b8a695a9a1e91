/**
 * UTF-8 bytes of a text, or null for a text with a lone surrogate. The language itself has no encoder, and
 * TextEncoder is not everywhere that the engine runs.
 */
export function encodeUtf8(text: string): Uint8Array | null {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code >= 0xd800 && code <= 0xdfff) return null;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 0x3f));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
    else
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 0x3f),
        0x80 | ((code >> 6) & 0x3f),
        0x80 | (code & 0x3f),
      );
  }
  return Uint8Array.from(bytes);
}

/** The text of UTF-8 bytes, or null where they are not the shortest form of valid code points (RFC 3629). */
export function decodeUtf8(bytes: Uint8Array): string | null {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at++]!;
    const more = lead < 0x80 ? 0 : lead >= 0xc2 && lead < 0xe0 ? 1 : (lead & 0xf0) === 0xe0 ? 2 : lead >= 0xf0 && lead < 0xf5 ? 3 : -1;
    if (more < 0 || at + more > bytes.length) return null;
    let code = more === 0 ? lead : lead & (0x3f >> more);
    for (let k = 0; k < more; k++) {
      const next = bytes[at++]!;
      if ((next & 0xc0) !== 0x80) return null;
      code = (code << 6) | (next & 0x3f);
    }
    if (code >= 0xd800 && code <= 0xdfff) return null;
    if ((more === 2 && code < 0x800) || (more === 3 && code < 0x10000) || code > 0x10ffff) return null;
    text += String.fromCodePoint(code);
  }
  return text;
}
