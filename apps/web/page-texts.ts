import type { Plugin } from 'vite';
import { texts as en } from './src/messages/en/shell.ts';

/** What index.html may name: `{{app.description}}`. */
const NAMES: Readonly<Record<string, string>> = {
  'app.name': en.app.name,
  'app.description': en.app.description,
  'app.noScript': en.app.noScript,
};

/** A page with the catalogue's texts in place of their names. Throws for a name that the catalogue does not have. */
export const fillPage = (html: string): string =>
  html.replaceAll(/\{\{([\w.]+)\}\}/g, (_, name: string) => {
    const text = NAMES[name];
    if (text === undefined) throw new Error(`index.html names ${name}, which page-texts.ts does not know.`);
    return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  });

/** Fills index.html, which is there before any script, from the catalogue. */
export const pageTexts = (): Plugin => ({
  name: 'page-texts',
  transformIndexHtml: { order: 'pre', handler: fillPage },
});
