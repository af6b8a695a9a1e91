import { createTranslator as createIntlTranslator, type useTranslations } from 'use-intl';
import { createStore } from 'zustand/vanilla';
import { saveLanguage, LANGUAGES, type Language } from './language.ts';
import english from './en/shell.json';
import type { Messages, Part } from './parts.ts';

/** A catalogue: texts by namespace. */
type Catalogue = Readonly<Record<string, unknown>>;

/** Loaders of every catalogue, except the English one of the first page, which is part of the first load. */
const FILES = import.meta.glob<Catalogue>(['./*/*.json', '!./en/shell.json'], { import: 'default' });

/** The reader's language and the loaded texts by namespace. */
export interface Texts {
  readonly language: Language;
  readonly messages: Messages;
}

/** The current texts. It contains only complete catalogues, all in one language. */
export const texts = createStore<Texts>(() => ({ language: LANGUAGES[0], messages: english as never }));

/** The catalogues that the page uses. */
const usedParts = new Set<Part>(['shell']);
/** Those of them that are loaded. */
const loadedParts = new Set<Part>(['shell']);
/** Number of language switches; only the last one takes effect. */
let switchCount = 0;

async function fetchPart(language: Language, part: Part): Promise<Catalogue> {
  if (language === LANGUAGES[0] && part === 'shell') return english;
  const file = FILES[`./${language}/${part}.json`];
  if (file === undefined) throw new Error(`There is no catalogue ${language}/${part}.`);
  return file();
}

async function fetchParts(language: Language, parts: Iterable<Part>): Promise<Messages> {
  const fetched = await Promise.all([...parts].map(async (part) => fetchPart(language, part)));
  return Object.assign({}, ...fetched) as Messages;
}

/** Loads catalogues in the reader's language. Rejects when they cannot be fetched; it may then be called again. */
export async function loadTexts(...parts: readonly Part[]): Promise<void> {
  const missing = parts.filter((part) => !loadedParts.has(part));
  if (missing.length === 0) return;
  const { language } = texts.getState();
  const fetched = await fetchParts(language, missing);
  for (const part of missing) usedParts.add(part);
  // Somebody who has switched meanwhile reads another language now.
  if (texts.getState().language !== language) return loadTexts(...parts);
  for (const part of missing) loadedParts.add(part);
  texts.setState(({ messages }) => ({ messages: { ...messages, ...fetched } }));
}

/** Loads a chunk and its texts in parallel. */
export async function withTexts<Module>(module: Promise<Module>, ...parts: readonly Part[]): Promise<Module> {
  const [loaded] = await Promise.all([module, loadTexts(...parts)]);
  return loaded;
}

/** Switches the language after all used catalogues have loaded. Rejects, and changes nothing, when one cannot be fetched. */
export async function loadLanguage(language: Language): Promise<void> {
  const turn = ++switchCount;
  let messages: Messages;
  let count: number;
  do {
    count = usedParts.size;
    messages = await fetchParts(language, usedParts);
    if (turn !== switchCount) return;
  } while (usedParts.size > count);
  for (const part of usedParts) loadedParts.add(part);
  texts.setState({ language, messages });
}

/** Switches to a language that the reader has chosen, and stores the choice. */
export async function switchLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  saveLanguage(language);
}

type Namespace = NonNullable<Parameters<typeof useTranslations>[0]>;

/** As `useTranslations`, but for code outside of components. It uses the language at the time of the call. */
export function createTranslator<Name extends Namespace>(namespace: Name): ReturnType<typeof useTranslations<Name>> {
  const translator = (...args: readonly unknown[]): string => {
    const { language: locale, messages } = texts.getState();
    const translate = createIntlTranslator({ locale, messages, namespace } as never) as (
      ...args: readonly unknown[]
    ) => string;
    return translate(...args);
  };
  return translator as unknown as ReturnType<typeof useTranslations<Name>>;
}
