import { readFile } from 'node:fs/promises';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

/** File of a catalogue in any language. */
const CATALOGUE = /\/src\/data\/messages\/(?:en|zh|ja)\/[\w-]+\.json$/;

/** What formats compiled texts. */
const FORMAT_MESSAGE = `${import.meta.dirname}/src/data/messages/format-message.ts`;

type Compiled = ReturnType<typeof compile> | { readonly [key: string]: Compiled };

/** Compiles each text of a catalogue. Throws for an invalid ICU message. */
function compileTexts(texts: object): Compiled {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]: [string, unknown]) => [
      key,
      typeof text === 'string' ? compile(text) : compileTexts(text as object),
    ]),
  );
}

/**
 * Compiles the catalogues' ICU messages at build time, so that the page does not contain the parser, which is larger than all texts of a
 * page: decision 0029.
 */
export const catalogues = (): Plugin => ({
  name: 'catalogues',
  config: () => ({
    json: { namedExports: false },
    resolve: { alias: [{ find: /^use-intl\/format-message$/, replacement: FORMAT_MESSAGE }] },
  }),
  async load(id) {
    const [path = ''] = id.split('?');
    if (!CATALOGUE.test(path)) return null;
    return JSON.stringify(compileTexts(JSON.parse(await readFile(path, 'utf8')) as object));
  },
});
