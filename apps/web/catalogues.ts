import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

/** A catalogue's file, in any language, or the operator's desk's, which is in one. */
const CATALOGUE = /\/src\/(?:messages\/(?:en|zh|ja)\/[\w-]+|admin\/texts)\.ts$/;

type Compiled = ReturnType<typeof compile> | { readonly [key: string]: Compiled };

/** A catalogue with each text compiled. Throws for what is no ICU message. */
function compileTexts(texts: object): Compiled {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]: [string, unknown]) => [
      key,
      typeof text === 'string' ? compile(text) : compileTexts(text as object),
    ]),
  );
}

/**
 * Compiles the catalogues' ICU messages at build time, so that the parser, which is larger than all texts of a page, is not in the
 * page: decision 0029.
 */
export const catalogues = (): Plugin => ({
  name: 'catalogues',
  config: () => ({
    resolve: { alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' } },
  }),
  async load(id) {
    const [path = ''] = id.split('?');
    if (!CATALOGUE.test(path)) return null;
    // Node keeps what it has imported: another version of the file is another module to it.
    const { mtimeMs } = await stat(path);
    const { texts } = (await import(`${pathToFileURL(path).href}?${String(mtimeMs)}`)) as { readonly texts: object };
    return `export const texts = ${JSON.stringify(compileTexts(texts))};`;
  },
});
