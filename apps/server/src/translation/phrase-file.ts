import { err, ok, type Result } from '@popfray/engine/result';
import { CHAT_LANGUAGES, type ChatLanguage } from '@popfray/protocol';
import { SLOT_KINDS, slotKey, type SlotKind } from './phrase-slots.ts';
import { makeKey } from './phrase-text.ts';

/** A phrase in every language: its forms, the first of which is shown. */
export type Phrase = Readonly<Record<ChatLanguage, readonly string[]>>;

/** What is wrong with a line of the file, counted from 1. */
export interface PhraseFileError {
  readonly code:
    | 'ERR_PHRASE_COLUMNS'
    | 'ERR_PHRASE_EMPTY'
    | 'ERR_PHRASE_SLOT_UNKNOWN'
    | 'ERR_PHRASE_SLOTS_DIFFER'
    | 'ERR_PHRASE_TWICE';
  readonly line: number;
}

const SLOT_NAME = /\{([^{}]*)\}/g;

/** Names of the slots of a form, in their order: `['number', 'number2']`. */
export const slotNames = (form: string): readonly string[] =>
  Array.from(form.matchAll(SLOT_NAME), ([, name]) => name ?? '');

/** The kind of a slot by its name, which is a kind, or a kind and a digit where a phrase has two of that kind. */
export function kindOf(name: string): SlotKind | undefined {
  const kind = name.replace(/[2-9]$/, '');
  return SLOT_KINDS.find((known) => known === kind);
}

/** The key by which a form is found. */
export const toKey = (form: string): string =>
  makeKey(
    form.replaceAll(SLOT_NAME, (_, name: string) => {
      const kind = kindOf(name);
      return kind === undefined ? '' : ` ${slotKey(kind)} `;
    }),
  );

/**
 * Parses the phrase book: a phrase a line, a column a language between `|`, forms between `/`, slots in braces. Every form of a phrase
 * has the same slots, and no form stands for two phrases.
 */
export function parsePhrases(text: string): Result<readonly Phrase[], PhraseFileError> {
  const phrases: Phrase[] = [];
  const owners = new Map<string, Owner>();
  for (const [at, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const refuse = (code: PhraseFileError['code']) => err({ code, line: at + 1 });
    const columns = line.split('|').map((column) => column.split('/').map((form) => form.trim()));
    if (columns.length !== CHAT_LANGUAGES.length) return refuse('ERR_PHRASE_COLUMNS');
    const phrase = Object.fromEntries(CHAT_LANGUAGES.map((language, column) => [language, columns[column] ?? []]));
    const forms = columns.flat();
    const code = findFormError(forms) ?? claimKeys(owners, forms, phrase as unknown as Phrase);
    if (code !== null) return refuse(code);
    phrases.push(phrase as unknown as Phrase);
  }
  return ok(phrases);
}

function findFormError(forms: readonly string[]): PhraseFileError['code'] | null {
  const [wanted] = forms.map((form) => slotNames(form).toSorted().join());
  for (const form of forms) {
    const names = slotNames(form);
    if (names.some((name) => kindOf(name) === undefined)) return 'ERR_PHRASE_SLOT_UNKNOWN';
    if (names.toSorted().join() !== wanted || new Set(names).size < names.length) return 'ERR_PHRASE_SLOTS_DIFFER';
    if (toKey(form) === '') return 'ERR_PHRASE_EMPTY';
  }
  return null;
}

/** The phrase that has a key, and the order in which it has the slots there. */
interface Owner {
  readonly phrase: Phrase;
  readonly order: string;
}

function claimKeys(owners: Map<string, Owner>, forms: readonly string[], phrase: Phrase): 'ERR_PHRASE_TWICE' | null {
  for (const form of forms) {
    const key = toKey(form) + (/[?？]$/u.test(form) ? '?' : '');
    const order = slotNames(form).join();
    const owner = owners.get(key) ?? { phrase, order };
    if (owner.phrase !== phrase || owner.order !== order) return 'ERR_PHRASE_TWICE';
    owners.set(key, owner);
  }
  return null;
}
