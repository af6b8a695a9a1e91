/** Searchable texts of an entry, in any language. */
export interface Searchable {
  readonly question: string;
  readonly answer: string;
  readonly tags: readonly string[];
}

/** Accents of Latin letters. The sound marks of kana are not included, because they make a different letter. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Katakana, small and large, which are mapped to hiragana. */
const KATAKANA = /[\u30a1-\u30f6]/g;
const TO_HIRAGANA = -0x60;

/** Normalises a text for comparison: case, width, accents and the kind of kana are ignored. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + TO_HIRAGANA));

/** Whether an entry contains each word of the query in its question, answer or tags. An empty query matches every entry. */
export function matches({ question, answer, tags }: Searchable, asked: string): boolean {
  const words = fold(asked).split(/\s+/).filter(Boolean);
  const text = fold([question, answer, ...tags].join('\n'));
  return words.every((word) => text.includes(word));
}
