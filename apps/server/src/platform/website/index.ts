/** The built web app, as files and as screens in the reader's language. */
export { chatLanguageOf } from './page-language.ts';
export { answerPage, sendFile } from './pages.ts';
export { makeWebFile, readWebsite, type WebFile, type Website } from './website.ts';
