import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import { LANGUAGES, type Language } from './src/data/messages/language.ts';

const FOLDER = join(import.meta.dirname, 'src/data/messages');

/** Texts that are the same in every language: names, units, and texts that contain only these. */
const SAME =
  /^(?:[^\p{L}]|Popfray|TRX|TRON|TronLink|SOL|Solana|USD|UTC|GitHub|FAQ|PNG|JSON|CSV|MB|v|m|s|\{[^{}]*\})*$/u;

/** Keys of the chains' names, which may be the same in every language. */
const CHAIN_NAMES = 'chains.';

/** Every text of a catalogue by the path of its key; empty if the catalogue does not exist. */
function textsOf(language: Language, file: string): ReadonlyMap<string, string> {
  const path = join(FOLDER, language, file);
  if (!existsSync(path)) return new Map();
  return new Map(leaves(JSON.parse(readFileSync(path, 'utf8')) as object, ''));
}

function leaves(branch: object, path: string): [key: string, text: string][] {
  return Object.entries(branch).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? leaves(value, `${path}${name}.`)
      : [[`${path}${name}`, String(value)] satisfies [string, string]],
  );
}

/** The arguments and tags of an ICU message, sorted. The branches of a plural may differ between languages. */
function argumentsOf(text: string): string {
  const names = new Set<string>();
  collect(compile(text), names);
  return [...names].toSorted().join(' ');
}

function collect(part: unknown, names: Set<string>): void {
  if (!Array.isArray(part)) {
    if (typeof part === 'object' && part !== null) for (const branch of Object.values(part)) collect(branch, names);
    return;
  }
  for (const piece of part as readonly unknown[]) {
    if (!Array.isArray(piece)) continue;
    const [name, ...rest] = piece as unknown as readonly [string, ...unknown[]];
    names.add(name);
    for (const branch of rest) collect(Array.isArray(branch) ? [branch] : branch, names);
  }
}

/**
 * Lists how the catalogues of a language differ from the English ones, one line each: a key that only one of them has, a text that is still
 * English, another argument. Empty for complete catalogues.
 */
export function missingTexts(): readonly string[] {
  const files = new Set(LANGUAGES.flatMap((language) => globSync('*.json', { cwd: join(FOLDER, language) })));
  return [...files]
    .toSorted()
    .flatMap((file) => LANGUAGES.filter((other) => other !== 'en').flatMap((language) => differences(language, file)));
}

function differences(language: Language, file: string): readonly string[] {
  const english = textsOf('en', file);
  const texts = textsOf(language, file);
  const missing: string[] = [];
  for (const [key, text] of english) {
    const other = texts.get(key);
    const where = `${language}/${file} ${key}`;
    if (other === undefined) missing.push(`${where}: missing`);
    else if (other === text && !SAME.test(text) && !key.startsWith(CHAIN_NAMES))
      missing.push(`${where}: left in English`);
    else if (argumentsOf(other) !== argumentsOf(text)) missing.push(`${where}: other arguments than in English`);
  }
  for (const key of texts.keys()) if (!english.has(key)) missing.push(`${language}/${file} ${key}: not in English`);
  return missing;
}

if (import.meta.main) {
  const missing = missingTexts();
  for (const line of missing) console.error(line);
  console.log(`${String(missing.length)} texts missing`);
  process.exitCode = missing.length === 0 ? 0 : 1;
}
