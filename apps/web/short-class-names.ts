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

/** A rule for browsers without `color-mix`, and the rule with what replaces its values in all others: selector, and the declarations of both. */
const FALLBACK =
  /(?<=[{}])([^{}]+)\{([^{}]*)\}@supports \(color: ?color-mix\(in lab, ?red, ?red\)\) ?\{\1\{([^{}]*)\}\}/g;

/** The name of a declaration, `border-color` of `border-color: red`. */
const propertyOf = (declaration: string): string => declaration.split(':', 1)[0]?.trim() ?? '';

/** One rule with the declarations of two, those of the second instead of those of the first for the same property. */
function mergeRules(selector: string, first: string, second: string): string {
  const replaced = new Set(second.split(';').map(propertyOf));
  const kept = first.split(';').filter((declaration) => !replaced.has(propertyOf(declaration)));
  return `${selector}{${[...kept, second].join(';')}}`;
}

/** Initial values for browsers without `@property`. */
const PROPERTIES = /@layer properties ?\{@supports [^{]*\{[^{}]*\{[^{}]*\}\}\}/;

/** Removes what Tailwind adds for browsers that are older than those it supports. */
export const removeFallbacks = (css: string): string =>
  css
    .replace(PROPERTIES, '')
    .replaceAll(FALLBACK, (_, selector: string, first: string, second: string) => mergeRules(selector, first, second));

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
