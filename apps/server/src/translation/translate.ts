import type { ChatLanguage, Translated, Translation } from '@popfray/protocol';
import type { Context, Translator } from '../platform/context/index.ts';
import { perDatabase } from '../platform/database/index.ts';
import { findTranslation, keepTranslation } from './cache.ts';
import { detectLanguage, prepareLanguages, UNDETERMINED } from './language.ts';
import { findPhrase, loadPhraseBook } from './phrase-book.ts';

/** Loads the phrase book and the language detector, which takes some 200 ms, before a request needs them. */
export async function prepareTranslation(): Promise<void> {
  loadPhraseBook();
  await prepareLanguages();
}

/**
 * Translates a text into a reader's language: by the translation server where one is configured, else by the phrase book. Returns the
 * text unchanged with `success: false` when neither can. `names` are the players whom the text may mention.
 */
export async function translate(
  context: Context,
  text: string,
  target: ChatLanguage,
  names: readonly string[] = [],
): Promise<Translated> {
  const unchanged = (success: boolean, detectedLanguage: string): Translated => ({
    success,
    translated: text,
    detectedLanguage,
    targetLanguage: target,
    provider: null,
  });
  const phrase = findPhrase(text, target, names);
  const detected = phrase?.detectedLanguage ?? (await detectLanguage(text));
  if (detected === target) return unchanged(true, target);
  const answer = await askServer(context, text, target);
  const detectedLanguage = answer.language === UNDETERMINED ? detected : answer.language;
  const translated = { success: true, detectedLanguage, targetLanguage: target } as const;
  if (answer.text !== null) return { ...translated, translated: answer.text, provider: 'server' };
  if (phrase !== null)
    return { ...translated, detectedLanguage: detected, translated: phrase.text, provider: 'phrase-book' };
  return unchanged(detectedLanguage === target, detectedLanguage);
}

/** A translation by the phrase book alone, without a request; null when it has none, or the text is in that language already. */
export function translateByPhraseBook(
  text: string,
  targetLanguage: ChatLanguage,
  names: readonly string[],
): Translation | null {
  const phrase = findPhrase(text, targetLanguage, names);
  if (phrase === null || phrase.detectedLanguage === targetLanguage) return null;
  return { text: phrase.text, detectedLanguage: phrase.detectedLanguage, targetLanguage, provider: 'phrase-book' };
}

/** The translation server's answer. */
interface ServerAnswer {
  /** Null when there is no server, it does not answer, or it cannot translate the text. */
  readonly text: string | null;
  /** ISO 639-1; `und` when it does not say. */
  readonly language: string;
}

const NO_ANSWER: ServerAnswer = { text: null, language: UNDETERMINED };

/** Answers that are being fetched, by language and text. */
const pendingAnswers = perDatabase(() => new Map<string, Promise<ServerAnswer>>());

/** Asks the cache, then the translation server, and caches its answer. Requests for the same at the same time share the answer. */
async function askServer(context: Context, text: string, target: ChatLanguage): Promise<ServerAnswer> {
  const { db, translator } = context;
  if (translator === null || !/\p{L}/u.test(text)) return NO_ANSWER;
  const pending = pendingAnswers(db);
  const key = `${target} ${text}`;
  const known = pending.get(key);
  if (known !== undefined) return known;
  const answer = fetchAnswer({ ...context, translator }, text, target).finally(() => pending.delete(key));
  pending.set(key, answer);
  return answer;
}

async function fetchAnswer(
  { db, now, translator }: Pick<Context, 'db' | 'now'> & { readonly translator: Translator },
  text: string,
  target: ChatLanguage,
): Promise<ServerAnswer> {
  const nowMs = Math.floor(now());
  const known = await findTranslation(db, text, target, nowMs);
  if (known !== undefined) return { text: known.translated, language: known.detected };
  const made = await translator.translate(text, target);
  if (!made.ok && made.error === 'ERR_TRANSLATOR_AWAY') return NO_ANSWER;
  const language = made.ok ? made.value.detectedLanguage : UNDETERMINED;
  const translated = made.ok && made.value.text !== text ? made.value.text : null;
  await keepTranslation(db, text, {
    target,
    detected: language,
    translated,
    provider: translator.name,
    used_at: nowMs,
  });
  return { text: translated, language };
}
