import { browserStorage, writeText, readText, type TextStorage } from '../storage/storage.ts';

/** The languages of the product, as BCP 47 tags. The first is the default. */
export const LANGUAGES = ['en', 'zh', 'ja'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', zh: '简体中文', ja: '日本語' };

/** Value of the page's `lang` attribute: the script subtag decides which glyphs a shared character has. */
export const PAGE_LANGUAGES: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-Hans', ja: 'ja' };

/** Storage key of the chosen language. */
export const LANGUAGE_KEY = 'popfray.language.v1';

export const isLanguage = (text: unknown): text is Language => LANGUAGES.some((language) => language === text);

/**
 * The language to start with: the one in the address (`?lang=ja`), else the one chosen earlier, else the first supported one of the
 * browser's preferred languages, by primary subtag.
 */
export function chooseLanguage(asked: string | null, kept: string | null, preferred: readonly string[]): Language {
  const wanted = [asked, kept, ...preferred].map((tag) => tag?.toLowerCase().split('-')[0]);
  return wanted.find(isLanguage) ?? LANGUAGES[0];
}

/** The initial language in this browser. */
export const detectLanguage = (storage: TextStorage = browserStorage()): Language =>
  chooseLanguage(
    new URLSearchParams(location.search).get('lang'),
    readText(LANGUAGE_KEY, storage),
    navigator.languages,
  );

/** Max-Age of the language cookie, s: the longest that browsers keep a cookie. */
const COOKIE_AGE_S = 34_560_000;

/** Stores the choice, also in a cookie: the server sends the first page in this language. */
export function saveLanguage(language: Language): void {
  writeText(LANGUAGE_KEY, language);
  document.cookie = `popfray.language=${language}; Path=/; Max-Age=${String(COOKIE_AGE_S)}; SameSite=Lax`;
}
