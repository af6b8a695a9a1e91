import type { Plugin } from 'vite';

/** Class names of the style sheets that are shortened, and their short names. One map for all plugins of a build: decision 0080. */
const names = new Map<string, string>();

/** A class selector of a style sheet, with its escapes. */
const SELECTOR = /\.((?:\\[0-9a-f]{1,6} |\\.|[\w-])+)/g;

/** A whole word of a string that has no quotes or escapes in it. */
const WORD = /(?<=["'`\s])[^\s"'`\\{}]+(?=["'`\s])/g;

/** Utilities with a variant or an arbitrary value: no other string of the code looks like them. */
const isLong = (name: string): boolean => /[[:]/.test(name) && !/[\s"'`\\{}]/.test(name);

const unescape = (selector: string): string =>
  selector.replaceAll(/\\(?:([0-9a-f]{1,6}) |(.))/g, (_, hex?: string, character?: string) =>
    hex === undefined ? (character ?? '') : String.fromCodePoint(Number.parseInt(hex, 16)),
  );

/** Replaces the long class names of a style sheet by short ones, and remembers them. */
export const shortenSheet = (css: string): string =>
  css.replaceAll(SELECTOR, (selector, escaped: string) => {
    const name = unescape(escaped);
    if (!isLong(name)) return selector;
    const short = names.get(name) ?? `_${names.size.toString(36)}`;
    names.set(name, short);
    return `.${short}`;
  });

/** A rule for browsers without `color-mix`, and the rule that replaces it in all others. */
const FALLBACK =
  /(?<=[{}])([^{}]+)\{[^{}]*\}@supports \(color: ?color-mix\(in lab, ?red, ?red\)\) ?\{(\1\{[^{}]*\})\}/g;

/** Initial values for browsers without `@property`. */
const PROPERTIES = /@layer properties ?\{@supports [^{]*\{[^{}]*\{[^{}]*\}\}\}/;

/** Removes what Tailwind adds for browsers that are older than those it supports. */
export const removeFallbacks = (css: string): string => css.replace(PROPERTIES, '').replaceAll(FALLBACK, '$2');

/** Replaces the class names that a style sheet had in the strings of a script. */
export const shortenScript = (code: string): string => code.replaceAll(WORD, (word) => names.get(word) ?? word);

/**
 * Shortens utilities such as `[&_th]:text-left` in the style sheets and the scripts of a build: they are half of the bytes of a sheet. It follows
 * Tailwind's plugin, whose sheets it reads before any script is written.
 */
export const shortClassNames = (): Plugin => ({
  name: 'popfray:short-class-names',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/ },
    handler: (css) => ({ code: shortenSheet(removeFallbacks(css)), map: null }),
  },
  renderChunk: (code) => ({ code: shortenScript(code), map: null }),
});
