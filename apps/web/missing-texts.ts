import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import compile from 'icu-minify/compile';
import { LANGUAGES, type Language } from './src/data/messages/language.ts';

const FOLDER = join(import.meta.dirname, 'src/data/messages');

/** Texts that are the same in every language: names, units, and texts that contain only these. */
const SAME = /^(?:[^\p{L}]|Popfray|TRX|TRON|TronLink|SOL|Solana|USD|UTC|GitHub|FAQ|PNG|JSON|CSV|v|m|s|\{[^{}]*\})*$/u;

/** Keys of the chains' names, which may be the same in every language. */
const CHAIN_NAMES = 'chains.';

/** Every text of a catalogue by the path of its key; empty if the catalogue does not exist. */
async function textsOf(language: Language, file: string): Promise<ReadonlyMap<string, string>> {
  const path = join(FOLDER, language, file);
  if (globSync(path).length === 0) return new Map();
  const { texts } = (await import(pathToFileURL(path).href)) as { readonly texts: object };
  return new Map(leaves(texts, ''));
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
 * Lists what is missing in a language, one line each: a key of the English catalogue, a text that is still English, an argument of the
 * English text. Empty for complete catalogues.
 */
export async function missingTexts(): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const file of globSync('*.ts', { cwd: join(FOLDER, 'en') }).toSorted()) {
    const english = await textsOf('en', file);
    for (const language of LANGUAGES.filter((other) => other !== 'en')) {
      const texts = await textsOf(language, file);
      for (const [key, text] of english) {
        const other = texts.get(key);
        const where = `${language}/${file} ${key}`;
        if (other === undefined) missing.push(`${where}: missing`);
        else if (other === text && !SAME.test(text) && !key.startsWith(CHAIN_NAMES))
          missing.push(`${where}: left in English`);
        else if (argumentsOf(other) !== argumentsOf(text)) missing.push(`${where}: other arguments than in English`);
      }
    }
  }
  return missing;
}

if (import.meta.main) {
  const missing = await missingTexts();
  for (const line of missing) console.error(line);
  console.log(`${String(missing.length)} texts missing`);
  process.exitCode = missing.length === 0 ? 0 : 1;
}
