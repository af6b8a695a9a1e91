import { CHAT_CALLS, type ChatLanguage, type ChatMessage, type Translation } from '@popfray/protocol';
import { callApi } from '../../data/api/call-api.ts';
import { findDetector, findTranslator, usesDevice } from './device-models.ts';

/** Result for a message that is already in the reader's language: no other provider is asked. */
export const SAME_LANGUAGE = 'same-language';

/** Translates messages. On null the next provider is asked. */
export interface TranslationProvider {
  translate(
    message: ChatMessage,
    target: ChatLanguage,
    signal: AbortSignal,
  ): Promise<Translation | typeof SAME_LANGUAGE | null>;
}

/** Timeout of the browser's translator, ms. */
const DEVICE_TIMEOUT_MS = 10_000;

/** Minimum confidence of a detected language. Texts of one or two words are often below it. */
const MIN_CONFIDENCE = 0.5;

/** Translates in the browser where that is supported. */
const device: TranslationProvider = {
  async translate({ message: text }, targetLanguage, signal) {
    if (!usesDevice() || !/\p{L}/u.test(text)) return null;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(DEVICE_TIMEOUT_MS)]);
    try {
      const sourceLanguage = await detectLanguage(text, limited);
      if (sourceLanguage === null) return null;
      if (sourceLanguage === targetLanguage) return SAME_LANGUAGE;
      const translator = await beforeAbort(findTranslator({ sourceLanguage, targetLanguage }), limited);
      const translated = await translator?.translate(text, { signal: limited });
      if (translated === undefined || translated.trim() === '' || translated === text) return null;
      return { text: translated, detectedLanguage: sourceLanguage, targetLanguage, provider: 'device' };
    } catch {
      // If a model fails, the server translates, unless the request was cancelled.
      signal.throwIfAborted();
      return null;
    }
  },
};

/** Translates on the server: with its translation server if configured, else with its phrase book. */
const server: TranslationProvider = {
  async translate({ id, translation }, targetLanguage, signal) {
    // The game socket has already delivered the phrase book's translation with the message; the server has no better one.
    if (translation?.targetLanguage === targetLanguage) {
      offerDevice(translation.detectedLanguage, targetLanguage);
      return translation;
    }
    const answer = await callApi(CHAT_CALLS.translate, { body: { messageId: id, targetLanguage }, signal });
    const { success, translated, detectedLanguage, provider } = answer;
    if (detectedLanguage === targetLanguage) return SAME_LANGUAGE;
    offerDevice(detectedLanguage, targetLanguage);
    return success && provider !== null ? { text: translated, detectedLanguage, targetLanguage, provider } : null;
  },
};

/** The providers in the order in which they are asked. Decision 0051. */
export const PROVIDERS: readonly TranslationProvider[] = [device, server];

/** Checks whether the browser could translate a language that the server has detected, and then offers the download. */
function offerDevice(sourceLanguage: string, targetLanguage: string): void {
  if (!usesDevice() || sourceLanguage === 'und') return;
  void findTranslator({ sourceLanguage, targetLanguage }).catch(() => undefined);
}

/** Language of a text, from the browser's detector or, without it, from the script of its characters; null when unknown. */
async function detectLanguage(text: string, signal: AbortSignal): Promise<string | null> {
  const detector = await beforeAbort(findDetector(), signal);
  if (detector === null) return languageOfScript(text);
  const [likeliest] = await detector.detect(text, { signal });
  const { detectedLanguage = 'und', confidence = 0 } = likeliest ?? {};
  // The translators do not support romanised Japanese or Chinese, such as `ja-Latn`.
  if (detectedLanguage === 'und' || detectedLanguage.endsWith('-Latn') || confidence < MIN_CONFIDENCE)
    return languageOfScript(text);
  return detectedLanguage.split('-')[0] ?? null;
}

function languageOfScript(text: string): string | null {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  return /\p{Script=Han}/u.test(text) ? 'zh' : null;
}

/** Rejects when the signal is aborted before the promise settles. */
function beforeAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    promise.then(resolve, reject);
  });
}
