import type { Config } from '../start/config.ts';
import { guardTranslator } from './guarded-translator.ts';
import { createLibreTranslator } from './libre-translator.ts';
import type { Translator } from '../platform/context/translator.ts';

/** The translator that the operator has configured; null for none. */
export function openTranslator({ translator }: Pick<Config, 'translator'>, now: () => number): Translator | null {
  return translator === null ? null : guardTranslator(createLibreTranslator(translator), now);
}
