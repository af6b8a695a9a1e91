/**
 * Untrusted text, such as a seed, in a form that is safe on a terminal: unchanged if it is plain ASCII, else quoted, with
 * control characters and characters that change the writing direction escaped.
 */
export function makeQuoted(text: string): string {
  if (/^[!#-&(-~]([ !#-&(-~]*[!#-&(-~])?$/.test(text)) return text;
  return JSON.stringify(text).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
}
