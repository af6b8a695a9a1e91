import type { Result } from '@popfray/engine/result';
import type { ChatLanguage } from '@popfray/protocol';

/** What a translator makes of a text. */
export interface Rendering {
  readonly text: string;
  /** ISO 639-1; `und` when it does not say. */
  readonly detectedLanguage: string;
}

/**
 * Why there is none. `ERR_TRANSLATOR_AWAY`: it does not answer, or not as it should, and may later; `ERR_TRANSLATOR_UNABLE`: it
 * will never translate this text.
 */
export type TranslatorError = 'ERR_TRANSLATOR_AWAY' | 'ERR_TRANSLATOR_UNABLE';

/** Somebody who translates any text. Never rejects. */
export interface Translator {
  /** Named in the cache. */
  readonly name: string;
  translate(text: string, target: ChatLanguage, signal?: AbortSignal): Promise<Result<Rendering, TranslatorError>>;
}
