import type { Result } from '@popfray/engine/result';
import type { ChatLanguage } from '@popfray/protocol';

/** A translated text. */
export interface Rendering {
  readonly text: string;
  /** ISO 639-1; `und` when the translator does not name it. */
  readonly detectedLanguage: string;
}

/**
 * Why there is no translation. `ERR_TRANSLATOR_AWAY`: the translator gave no valid answer and may do so later. `ERR_TRANSLATOR_UNABLE`: it
 * can never translate this text.
 */
export type TranslatorError = 'ERR_TRANSLATOR_AWAY' | 'ERR_TRANSLATOR_UNABLE';

/** A translation service for any text. Its promises never reject. */
export interface Translator {
  /** Stored with the translations in the cache. */
  readonly name: string;
  translate(text: string, target: ChatLanguage, signal?: AbortSignal): Promise<Result<Rendering, TranslatorError>>;
}
