import { err, type Result } from '@popfray/engine/result';
import type { ChatLanguage } from '@popfray/protocol';
import type { Rendering, Translator, TranslatorError } from '../platform/context/index.ts';

/** How long a translation is waited for, ms. */
const TRANSLATION_TIMEOUT_MS = 3_000;
/** Failures in a row after which the translator is left alone, and for how long, ms. */
const MAX_FAILURES = 3;
const REST_MS = 30_000;
/** Most texts that are being translated at once. */
const MAX_AT_ONCE = 8;

type Outcome = Result<Rendering, TranslatorError>;

/**
 * Keeps a translator from being waited for too long, asked too much at once, asked the same twice at once, or asked at all for a
 * while after it has failed several times in a row. `now` is epoch ms.
 */
export function guardTranslator(
  inner: Translator,
  now: () => number,
  timeoutMs: number = TRANSLATION_TIMEOUT_MS,
): Translator {
  const underway = new Map<string, Promise<Outcome>>();
  let failures = 0;
  let restsUntilMs = 0;

  async function ask(text: string, target: ChatLanguage): Promise<Outcome> {
    const outcome = await inner.translate(text, target, AbortSignal.timeout(timeoutMs));
    failures = outcome.ok || outcome.error === 'ERR_TRANSLATOR_UNABLE' ? 0 : failures + 1;
    // One failure more, when it is asked again, and it rests again.
    if (failures >= MAX_FAILURES) restsUntilMs = now() + REST_MS;
    return outcome;
  }

  return {
    name: inner.name,
    async translate(text, target) {
      const key = `${target} ${text}`;
      const begun = underway.get(key);
      if (begun !== undefined) return begun;
      if (now() < restsUntilMs || underway.size >= MAX_AT_ONCE) return err('ERR_TRANSLATOR_AWAY');
      const asked = ask(text, target).finally(() => underway.delete(key));
      underway.set(key, asked);
      return asked;
    },
  };
}
