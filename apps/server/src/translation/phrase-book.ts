import { readFileSync } from 'node:fs';
import { CHAT_LANGUAGES, type ChatLanguage } from '@popfray/protocol';
import { parsePhrases, slotNames, toKey, type Phrase } from './phrase-file.ts';
import { findSlots, type Slot } from './phrase-slots.ts';
import { readPhrase, type PhraseText } from './phrase-text.ts';

/** A translation by the phrase book. */
export interface PhraseFound {
  readonly text: string;
  readonly detectedLanguage: ChatLanguage;
}

/** A phrase under one of its keys. */
interface Entry {
  readonly phrase: Phrase;
  readonly languages: ReadonlySet<ChatLanguage>;
  /** Names of the slots in the order in which the key has them. */
  readonly slots: readonly string[];
}

/** The phrases by their keys. */
interface Book {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Words with a digit in them, such as `g2g`. */
  readonly words: ReadonlySet<string>;
}

/** A message with more characters, or more parts, than this is not looked up. */
const MAX_LENGTH = 300;
const MAX_PARTS = 6;

const FILE = new URL('phrase-book.txt', import.meta.url);

let opened: Book | undefined;

/** Reads the phrase book. Throws when the file is invalid: that is a bug. */
export function readPhrases(): readonly Phrase[] {
  const parsed = parsePhrases(readFileSync(FILE, 'utf8'));
  if (!parsed.ok) throw new Error(`${parsed.error.code} in line ${String(parsed.error.line)} of the phrase book.`);
  return parsed.value;
}

/** Expressions that split a text: first between sentences, then within them. A part keeps the marks at its end. */
const PARTS: readonly RegExp[] = [
  /[^.!?…。！？\n]+[^\p{L}\p{M}\p{N}\p{Co}]*/gu,
  /[^,，、;；]+[^\p{L}\p{M}\p{N}\p{Co}]*/gu,
];

/**
 * Translates a text that consists of phrases of the book; null when a part of it is not in the book, or is in another language than
 * the first. `names` are players whom the text may mention. The cost grows linearly with the length of the text.
 */
export function findPhrase(text: string, target: ChatLanguage, names: readonly string[] = []): PhraseFound | null {
  if (text.length > MAX_LENGTH) return null;
  const said = text.normalize('NFKC');
  // A few characters stand for whole sentences.
  if (said.length > MAX_LENGTH) return null;
  const { words } = loadPhraseBook();
  const isWord = (word: string): boolean => words.has(word);
  const timed = findSlots(said, { names, hasTimes: true, isWord });
  const found = findParts(timed.text, timed.slots, target, PARTS);
  if (found !== null || !timed.slots.some(({ kind }) => kind === 'time')) return found;
  const untimed = findSlots(said, { names, hasTimes: false, isWord });
  return findParts(untimed.text, untimed.slots, target, PARTS);
}

function findParts(
  text: string,
  slots: readonly Slot[],
  target: ChatLanguage,
  [splitter, ...rest]: readonly RegExp[],
): PhraseFound | null {
  const whole = findOne(readPhrase(text, slots), target);
  if (whole !== null || splitter === undefined) return whole;
  const parts = text.match(splitter) ?? [];
  if (parts.length > MAX_PARTS) return null;
  if (parts.length < 2) return rest.length > 0 ? findParts(text, slots, target, rest) : null;
  const found = parts.map((part) => findParts(part, slots, target, rest));
  const [first] = found;
  if (first === null || first === undefined) return null;
  if (!found.every((one) => one?.detectedLanguage === first.detectedLanguage)) return null;
  const texts = found.map((one) => one?.text ?? '');
  return { ...first, text: join(texts, target) };
}

function findOne(said: PhraseText, target: ChatLanguage): PhraseFound | null {
  const { entries } = loadPhraseBook();
  for (const key of said.keys) {
    const asked = said.isQuestion ? entries.get(`${key}?`) : undefined;
    // A question that has a phrase of its own may be a request in another language: it keeps no mark.
    if (asked !== undefined) return render(asked, { ...said, isQuestion: false }, target);
    const entry = entries.get(key);
    if (entry !== undefined) return render(entry, said, target);
  }
  return null;
}

function render({ phrase, languages, slots }: Entry, said: PhraseText, target: ChatLanguage): PhraseFound {
  const [form = ''] = phrase[target];
  const values = new Map(slots.map((name, at) => [name, said.slots[at]?.shown ?? '']));
  const shown = form.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
  const detectedLanguage = CHAT_LANGUAGES.find((language) => languages.has(language)) ?? target;
  const emoji = said.emoji === '' ? '' : ` ${said.emoji}`;
  return {
    text: shown + markOf(form, said, target) + emoji,
    detectedLanguage: languages.has(target) ? target : detectedLanguage,
  };
}

/** The mark that a text ended with, where the phrase has none of its own. */
function markOf(form: string, said: PhraseText, target: ChatLanguage): string {
  if (/[?？]$/u.test(form)) return '';
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

/**
 * Returns the book, read at the first call: each form by its key. A question has a question mark after its key, and no mark as well
 * where no other phrase has that key.
 */
export function loadPhraseBook(): Book {
  if (opened !== undefined) return opened;
  const entries = new Map<string, Entry>();
  const questions: (readonly [key: string, phrase: Phrase, language: ChatLanguage, form: string])[] = [];
  const add = (key: string, phrase: Phrase, language: ChatLanguage, form: string): void => {
    const known = entries.get(key);
    if (known !== undefined && known.phrase !== phrase) return;
    const languages = new Set([...(known?.languages ?? []), language]);
    entries.set(key, { phrase, languages, slots: slotNames(form) });
  };
  for (const phrase of readPhrases()) {
    for (const language of CHAT_LANGUAGES) {
      for (const form of phrase[language]) {
        const key = toKey(form);
        const isQuestion = /[?？]$/u.test(form);
        add(isQuestion ? `${key}?` : key, phrase, language, form);
        if (isQuestion) questions.push([key, phrase, language, form]);
      }
    }
  }
  const taken = new Set(entries.keys());
  for (const [key, ...rest] of questions) if (!taken.has(key)) add(key, ...rest);
  const words = new Set([...entries.keys()].flatMap((key) => key.split(/[ ?]/)).filter((word) => /\d/.test(word)));
  opened = { entries, words };
  return opened;
}
