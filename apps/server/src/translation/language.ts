/** What a language is called when it cannot be told. */
export const UNDETERMINED = 'und';

/** Letters that are written in one language alone, and that one. */
const SCRIPTS: readonly (readonly [script: RegExp, language: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Greek}/u, 'el'],
];

const HAN = /\p{Script=Han}/u;
const LETTER = /\p{L}/u;

/** The library with its tables, some 30 MB: fetched once, ahead of the first text where that can be. */
const importDetector = () => import('eld/extrasmall');

/** Fetches what telling languages takes. */
export const prepareLanguages = async (): Promise<void> => void (await importDetector());

/**
 * The language of a text as ISO 639-1; `und` when it cannot be told, as of a word or two in Latin letters. Kana make a text
 * Japanese; characters alone are taken for Chinese unless they are known for Japanese.
 */
export async function detectLanguage(text: string): Promise<string> {
  if (!LETTER.test(text)) return UNDETERMINED;
  const known = SCRIPTS.find(([script]) => script.test(text));
  if (known !== undefined) return known[1];
  const { eld } = await importDetector();
  const detected = eld.detect(text);
  if (HAN.test(text)) return detected.language === 'ja' && detected.isReliable() ? 'ja' : 'zh';
  return detected.isReliable() ? detected.language : UNDETERMINED;
}
