import { createTranslator, type useTranslations } from 'use-intl';
import { createStore } from 'zustand/vanilla';
import { keepLanguage, LANGUAGES, type Language } from './language.ts';
import { texts as english } from './en/shell.ts';
import type { Messages, Part } from './parts.ts';

/** A catalogue's file. */
interface Catalogue {
  readonly texts: Readonly<Record<string, unknown>>;
}

/** Every catalogue, fetched when it is asked for; but for the first page's English one, which is in the first load. */
const FILES = import.meta.glob<Catalogue>(['./*/*.ts', '!./en/shell.ts']);

/** The reader's language, and the texts of the parts that are here, by namespace. */
export interface Texts {
  readonly language: Language;
  readonly messages: Messages;
}

/** The texts in force. Only whole parts are ever in it, all in one language. */
export const texts = createStore<Texts>(() => ({ language: LANGUAGES[0], messages: english as never }));

/** The parts that something on the page needs. */
const needed = new Set<Part>(['shell']);
/** Those of them that are in force. */
const present = new Set<Part>(['shell']);
/** Counts the switches asked for: the last one counts. */
let switches = 0;

async function fetchPart(language: Language, part: Part): Promise<Catalogue['texts']> {
  if (language === LANGUAGES[0] && part === 'shell') return english;
  const file = FILES[`./${language}/${part}.ts`];
  if (file === undefined) throw new Error(`There is no catalogue ${language}/${part}.`);
  return (await file()).texts;
}

async function fetchParts(language: Language, parts: Iterable<Part>): Promise<Messages> {
  const fetched = await Promise.all([...parts].map(async (part) => fetchPart(language, part)));
  return Object.assign({}, ...fetched) as Messages;
}

/** Fetches the texts of parts in the reader's language. Rejects when they cannot be had; then it may be asked again. */
export async function loadTexts(...parts: readonly Part[]): Promise<void> {
  const missing = parts.filter((part) => !present.has(part));
  if (missing.length === 0) return;
  const { language } = texts.getState();
  const fetched = await fetchParts(language, missing);
  for (const part of missing) needed.add(part);
  // Somebody who has switched meanwhile reads another language now.
  if (texts.getState().language !== language) return loadTexts(...parts);
  for (const part of missing) present.add(part);
  texts.setState(({ messages }) => ({ messages: { ...messages, ...fetched } }));
}

/** A chunk together with the texts of what it shows. Both are fetched at once. */
export async function withTexts<Module>(module: Promise<Module>, ...parts: readonly Part[]): Promise<Module> {
  const [loaded] = await Promise.all([module, loadTexts(...parts)]);
  return loaded;
}

/** Shows everything in another language, once all texts on the page are here in it. Rejects, and changes nothing, when they cannot be had. */
export async function showLanguage(language: Language): Promise<void> {
  const turn = ++switches;
  let messages: Messages;
  let count: number;
  do {
    count = needed.size;
    messages = await fetchParts(language, needed);
    if (turn !== switches) return;
  } while (needed.size > count);
  for (const part of needed) present.add(part);
  texts.setState({ language, messages });
}

/** The same by the reader's choice, which is remembered. */
export async function switchLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  keepLanguage(language);
}

type Namespace = NonNullable<Parameters<typeof useTranslations>[0]>;

/** What `useTranslations` gives, for what is said outside of components: in the language of the moment. */
export function speaker<Name extends Namespace>(namespace: Name): ReturnType<typeof useTranslations<Name>> {
  const say = (...said: readonly unknown[]): string => {
    const { language: locale, messages } = texts.getState();
    const translate = createTranslator({ locale, messages, namespace } as never) as (...args: unknown[]) => string;
    return translate(...said);
  };
  return say as unknown as ReturnType<typeof useTranslations<Name>>;
}
