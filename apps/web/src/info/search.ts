/** What is searched: an entry's words, whatever language they are in. */
export interface Searchable {
  readonly question: string;
  readonly answer: string;
  readonly tags: readonly string[];
}

/** Accents of Latin letters. The sound marks of kana, which make another letter, are not among them. */
const ACCENTS = /[\u0300-\u036f]/g;

/** From small and large katakana to the hiragana of the same sound. */
const KATAKANA = /[\u30a1-\u30f6]/g;
const TO_HIRAGANA = -0x60;

/** A text as it is compared: without regard to case, width, accents, and which kana it is written in. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + TO_HIRAGANA));

/** Whether an entry has each word of what was asked, in its question, its answer or its tags. Nothing asked finds everything. */
export function matches({ question, answer, tags }: Searchable, asked: string): boolean {
  const words = fold(asked).split(/\s+/).filter(Boolean);
  const text = fold([question, answer, ...tags].join('\n'));
  return words.every((word) => text.includes(word));
}
