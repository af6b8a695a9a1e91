import type { Plugin } from 'vite';
import en from './src/data/messages/en/shell.json' with { type: 'json' };

/** Placeholders that index.html may contain: `{{app.description}}`. */
const NAMES: Readonly<Record<string, string>> = {
  'app.name': en.app.name,
  'app.description': en.app.description,
  'app.noScript': en.app.noScript,
};

/** Replaces the placeholders of a page by the catalogue's texts. Throws for an unknown placeholder. */
export const fillPage = (html: string): string =>
  html.replaceAll(/\{\{([\w.]+)\}\}/g, (_, name: string) => {
    const text = NAMES[name];
    if (text === undefined) throw new Error(`index.html names ${name}, which page-texts.ts does not know.`);
    return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  });

/** Fills the placeholders of index.html, which is shown before any script runs. */
export const pageTexts = (): Plugin => ({
  name: 'page-texts',
  transformIndexHtml: { order: 'pre', handler: fillPage },
});
