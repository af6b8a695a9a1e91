import { CALLS, type ChatLanguage, type ChatMessage, type Translation } from '@popfray/protocol';
import { ask } from '../api/ask.ts';
import { findDetector, findTranslator, usesDevice } from './device-models.ts';

/** A message is in the reader's language already: no other provider is asked. */
export const SAME_LANGUAGE = 'same-language';

/** Translates messages. Null when it cannot, and the next one is asked. */
export interface TranslationProvider {
  translate(
    message: ChatMessage,
    target: ChatLanguage,
    signal: AbortSignal,
  ): Promise<Translation | typeof SAME_LANGUAGE | null>;
}

/** How long the browser's translator is waited for, ms. */
const DEVICE_TIMEOUT_MS = 10_000;

/** The least confidence with which the detector's language counts; a word or two often have less. */
const MIN_CONFIDENCE = 0.5;

/** Translates by the browser itself, where it can. */
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
      // A model that fails gives way to the server, unless the request was cancelled.
      signal.throwIfAborted();
      return null;
    }
  },
};

/** Translates by the server: its translation server where it has one, else its phrase book. */
const server: TranslationProvider = {
  async translate({ id, translation }, targetLanguage, signal) {
    // The game socket has delivered the phrase book's translation with the message: there is no better one on the server.
    if (translation?.targetLanguage === targetLanguage) {
      offerDevice(translation.detectedLanguage, targetLanguage);
      return translation;
    }
    const answer = await ask(CALLS.translate, { body: { messageId: id, targetLanguage }, signal });
    const { success, translated, detectedLanguage, provider } = answer;
    if (detectedLanguage === targetLanguage) return SAME_LANGUAGE;
    offerDevice(detectedLanguage, targetLanguage);
    return success && provider !== null ? { text: translated, detectedLanguage, targetLanguage, provider } : null;
  },
};

/** Those who translate, in the order in which they are asked. Decision 0051. */
export const PROVIDERS: readonly TranslationProvider[] = [device, server];

/** Looks whether the browser could translate a language that only the server has recognised; a download is then offered. */
function offerDevice(sourceLanguage: string, targetLanguage: string): void {
  if (!usesDevice() || sourceLanguage === 'und') return;
  void findTranslator({ sourceLanguage, targetLanguage }).catch(() => undefined);
}

/** The language of a text by the browser's detector, or by its script where that is not downloaded; null when it is unknown. */
async function detectLanguage(text: string, signal: AbortSignal): Promise<string | null> {
  const detector = await beforeAbort(findDetector(), signal);
  if (detector === null) return languageOfScript(text);
  const [likeliest] = await detector.detect(text, { signal });
  const { detectedLanguage = 'und', confidence = 0 } = likeliest ?? {};
  // Japanese or Chinese in Latin letters, `ja-Latn`, is nothing that a translator takes.
  if (detectedLanguage === 'und' || detectedLanguage.endsWith('-Latn') || confidence < MIN_CONFIDENCE)
    return languageOfScript(text);
  return detectedLanguage.split('-')[0] ?? null;
}

function languageOfScript(text: string): string | null {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  return /\p{Script=Han}/u.test(text) ? 'zh' : null;
}

/** A promise that is given up when the signal is aborted. */
function beforeAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    promise.then(resolve, reject);
  });
}
