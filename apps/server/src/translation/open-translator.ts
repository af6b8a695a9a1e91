import { guardTranslator } from './guarded-translator.ts';
import { createLibreTranslator, type LibreTranslateServer } from './libre-translator.ts';
import type { Translator } from '../platform/context/index.ts';

/** The translator that the operator has configured; null for none. */
export function openTranslator(server: LibreTranslateServer | null, now: () => number): Translator | null {
  return server === null ? null : guardTranslator(createLibreTranslator(server), now);
}
