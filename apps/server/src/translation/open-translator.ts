import type { Config } from '../config.ts';
import { guardTranslator } from './guarded-translator.ts';
import { createLibreTranslator } from './libre-translator.ts';
import type { Translator } from './translator.ts';

/** The translator that the operator has configured; null for none. */
export function openTranslator({ translator }: Pick<Config, 'translator'>, now: () => number): Translator | null {
  return translator === null ? null : guardTranslator(createLibreTranslator(translator), now);
}
