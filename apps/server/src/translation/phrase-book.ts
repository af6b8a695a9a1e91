import { readFileSync } from 'node:fs';
import { CHAT_LANGUAGES, type ChatLanguage } from '@popfray/protocol';
import { makeKey, readPhrase, SLOT, type PhraseText } from './phrase-text.ts';

/** A phrase in every language: its forms, the first of which is shown. */
export type Phrase = Readonly<Record<ChatLanguage, readonly string[]>>;

/** What the phrase book makes of a text. */
export interface PhraseFound {
  readonly text: string;
  readonly detectedLanguage: ChatLanguage;
}

/** Where a form stands. */
interface Place {
  readonly phrase: Phrase;
  readonly languages: ReadonlySet<ChatLanguage>;
}

/** A message of more characters, or more parts, than this is none of the usual phrases. */
const MAX_LENGTH = 300;
const MAX_PARTS = 4;

const FILE = new URL('phrase-book.txt', import.meta.url);

let index: ReadonlyMap<string, Place> | undefined;

/** Reads the phrase book: a line a phrase, a column a language, forms between slashes. */
export const readPhrases = (): readonly Phrase[] =>
  readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const columns = line.split('|').map((column) => column.split('/').map((form) => form.trim()));
      return Object.fromEntries(
        CHAT_LANGUAGES.map((language, at) => [language, columns[at] ?? []]),
      ) as unknown as Phrase;
    });

/** Where a text may be taken apart: first between sentences, then within them. A part keeps the marks at its end. */
const PARTS: readonly RegExp[] = [/[^.!?…。！？\n]+[^\p{L}\p{M}\p{N}]*/gu, /[^,，、;；]+[^\p{L}\p{M}\p{N}]*/gu];

/** A text of usual phrases in another language; null when a part of it is not in the book, or is in a third language. */
export const findPhrase = (text: string, target: ChatLanguage): PhraseFound | null =>
  text.length > MAX_LENGTH ? null : findParts(text, target, PARTS);

function findParts(text: string, target: ChatLanguage, [apart, ...rest]: readonly RegExp[]): PhraseFound | null {
  const whole = findOne(readPhrase(text), target);
  if (whole !== null || apart === undefined) return whole;
  const parts = text.match(apart) ?? [];
  if (parts.length > MAX_PARTS) return null;
  if (parts.length < 2) return rest.length > 0 ? findParts(text, target, rest) : null;
  const found = parts.map((part) => findParts(part, target, rest));
  const [first] = found;
  if (first === null || first === undefined) return null;
  const isOneLanguage = found.every((one) => one?.detectedLanguage === first.detectedLanguage);
  return isOneLanguage
    ? {
        ...first,
        text: join(
          found.map((one) => one?.text ?? ''),
          target,
        ),
      }
    : null;
}

function findOne(said: PhraseText, target: ChatLanguage): PhraseFound | null {
  const book = openBook();
  for (const key of said.keys) {
    const asked = said.isQuestion ? book.get(`${key}?`) : undefined;
    // A question that has a phrase of its own may be a request in another language: it keeps no mark.
    if (asked !== undefined) return render(asked, { ...said, isQuestion: false }, target);
    const place = book.get(key);
    if (place !== undefined) return render(place, said, target);
  }
  return null;
}

function render({ phrase, languages }: Place, said: PhraseText, target: ChatLanguage): PhraseFound {
  const [shown = ''] = phrase[target];
  const detectedLanguage = CHAT_LANGUAGES.find((language) => languages.has(language)) ?? target;
  const mark = markOf(shown, said, target);
  const emoji = said.emoji === '' ? '' : ` ${said.emoji}`;
  return {
    text: shown.replaceAll('{n}', said.number ?? '') + mark + emoji,
    detectedLanguage: languages.has(target) ? target : detectedLanguage,
  };
}

/** The mark that a text ended with, where the phrase has none of its own. */
function markOf(shown: string, said: PhraseText, target: ChatLanguage): string {
  if (/[?？]$/u.test(shown)) return '';
  if (said.isQuestion) return target === 'en' ? '?' : '？';
  if (said.isLoud) return target === 'en' ? '!' : '！';
  return '';
}

/** Parts one after the other, with a comma where a part has no mark of its own. */
const join = (texts: readonly string[], target: ChatLanguage): string =>
  texts
    .map((text, at) => (at === texts.length - 1 || /[^\p{L}\p{M}\p{N}]$/u.test(text) ? text : text + COMMA[target]))
    .join(target === 'en' ? ' ' : '');

const COMMA: Readonly<Record<ChatLanguage, string>> = { en: ',', zh: '，', ja: '、' };

/** The book, read when it is first wanted: every form by its key; questions by their key with a question mark, and without one where nothing else has it. */
export function openBook(): ReadonlyMap<string, Place> {
  if (index !== undefined) return index;
  const book = new Map<string, Place>();
  const later: (readonly [key: string, phrase: Phrase, language: ChatLanguage])[] = [];
  const add = (key: string, phrase: Phrase, language: ChatLanguage): void => {
    const known = book.get(key);
    if (known === undefined) book.set(key, { phrase, languages: new Set([language]) });
    else if (known.phrase === phrase) book.set(key, { phrase, languages: new Set([...known.languages, language]) });
  };
  for (const phrase of readPhrases()) {
    for (const language of CHAT_LANGUAGES) {
      for (const form of phrase[language]) {
        const key = makeKey(form.replaceAll('{n}', ` ${SLOT} `));
        const isQuestion = /[?？]$/u.test(form);
        add(isQuestion ? `${key}?` : key, phrase, language);
        if (isQuestion) later.push([key, phrase, language]);
      }
    }
  }
  const taken = new Set(book.keys());
  for (const [key, phrase, language] of later) if (!taken.has(key)) add(key, phrase, language);
  index = book;
  return book;
}
