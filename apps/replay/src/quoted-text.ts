/**
 * Text of any origin, such as a seed, as it may be shown on a terminal: as it is when it is plain ASCII, else quoted, with
 * whatever controls a terminal or turns the direction of writing escaped.
 */
export function makeQuoted(text: string): string {
  if (/^[!#-&(-~]([ !#-&(-~]*[!#-&(-~])?$/.test(text)) return text;
  return JSON.stringify(text).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
}
