import { browserStorage, keepText, readText, type KeptText } from '../account/storage.ts';

/** The languages of the product, as BCP 47 tags. The first is for whoever reads none of them. */
export const LANGUAGES = ['en', 'zh', 'ja'] as const;

export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', zh: '简体中文', ja: '日本語' };

/** What a page in each language says of itself in `lang`: its script decides which glyphs a shared character has. */
export const PAGE_LANGUAGES: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-Hans', ja: 'ja' };

/** Where the chosen language is kept. */
export const LANGUAGE_KEY = 'popfray.language.v1';

export const isLanguage = (text: unknown): text is Language => LANGUAGES.some((language) => language === text);

/**
 * The language to begin with: the one that the address asks for (`?lang=ja`), else the one chosen here before, else the first of the
 * reader's own that there is, by its primary subtag.
 */
export function chooseLanguage(asked: string | null, kept: string | null, preferred: readonly string[]): Language {
  const wanted = [asked, kept, ...preferred].map((tag) => tag?.toLowerCase().split('-')[0]);
  return wanted.find(isLanguage) ?? LANGUAGES[0];
}

/** The language that this browser chooses. */
export const languageHere = (storage: KeptText = browserStorage()): Language =>
  chooseLanguage(
    new URLSearchParams(location.search).get('lang'),
    readText(LANGUAGE_KEY, storage),
    navigator.languages,
  );

/** Seconds for which the server is told of a choice: the longest that browsers keep a cookie. */
const TOLD_S = 34_560_000;

/** Remembers a choice; for the server too, which sends the first page in it. */
export function keepLanguage(language: Language): void {
  keepText(LANGUAGE_KEY, language);
  document.cookie = `popfray.language=${language}; Path=/; Max-Age=${String(TOLD_S)}; SameSite=Lax`;
}
