/** Translations of chat messages, by the phrase book or by a translation server. */
export { forgetTranslations } from './cache.ts';
export type { LibreTranslateServer } from './libre-translator.ts';
export { openTranslator } from './open-translator.ts';
export { addTranslation } from './routes.ts';
export { prepareTranslation, translateByPhraseBook } from './translate.ts';
