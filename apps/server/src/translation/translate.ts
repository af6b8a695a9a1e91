import type { ChatLanguage, Translated } from '@popfray/protocol';
import type { Context } from '../context.ts';
import { findTranslation, keepTranslation } from './cache.ts';
import { detectLanguage, prepareLanguages } from './language.ts';
import { findPhrase, openBook } from './phrase-book.ts';

/** Loads what translating takes, some 200 ms of it, before somebody waits for that. */
export async function prepareTranslation(): Promise<void> {
  openBook();
  await prepareLanguages();
}

/**
 * A text in a reader's language: by the phrase book, from what was translated before, or by the translator, if there is one. Where
 * none of them can, it is answered as it is, and `success` says so. Nobody but who asked waits for it.
 */
export async function translate(context: Context, text: string, target: ChatLanguage): Promise<Translated> {
  const { db, now, translator } = context;
  const tell = (success: boolean, translated: string, detectedLanguage: string): Translated => ({
    success,
    translated,
    detectedLanguage,
    targetLanguage: target,
  });
  const phrase = findPhrase(text, target);
  if (phrase !== null)
    return tell(true, phrase.detectedLanguage === target ? text : phrase.text, phrase.detectedLanguage);
  const detected = await detectLanguage(text);
  if (detected === target) return tell(true, text, target);
  if (translator === null || !/\p{L}/u.test(text)) return tell(false, text, detected);

  const nowMs = Math.floor(now());
  const known = findTranslation(db, text, target, nowMs);
  if (known !== undefined) return tell(known.translated !== null, known.translated ?? text, known.detected);
  const made = await translator.translate(text, target);
  if (!made.ok && made.error === 'ERR_TRANSLATOR_AWAY') return tell(false, text, detected);
  const found = made.ok && made.value.text !== text ? made.value.text : null;
  const language = made.ok && made.value.detectedLanguage !== 'und' ? made.value.detectedLanguage : detected;
  const row = { text, target, detected: language, translated: found, provider: translator.name, used_at: nowMs };
  keepTranslation(db, row);
  return tell(found !== null || language === target, found ?? text, language);
}
