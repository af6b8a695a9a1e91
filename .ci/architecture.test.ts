import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';

// docs/architecture.md is short, and its table of places to change is true: a reader who follows it finds each name.

const ROOT = join(import.meta.dirname, '..');
const MAX_WORDS = 1_500;
const MAX_PLACES = 4;

const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

/** Changes that the table has to list. */
const CHANGES = ['toast', 'boss', 'upgrade', 'entry fees', 'language', 'chain', 'screen', 'desk'];

/** A file or a folder, and a name that is in it. */
interface Place {
  readonly path: string;
  readonly name: string;
}

/** `a/{b,c}` as `a/b` and `a/c`. */
function expand(path: string): readonly string[] {
  const [, start, options, end] = /^(.*)\{([^}]+)\}(.*)$/.exec(path) ?? [];
  return options === undefined ? [path] : options.split(',').map((option) => `${start}${option}${end}`);
}

/** The rows of the table: what to change, and each place. */
const rows = page
  .slice(page.indexOf('| to change'))
  .split('\n')
  .slice(2)
  .filter((line) => line.startsWith('| '))
  .map((line) => {
    const [change = '', cell = ''] = line
      .slice(1, -1)
      .split('|')
      .map((text) => text.trim());
    const places = [...cell.matchAll(/`([^`]+)`: `([^`]+)`/g)].flatMap(([, path = '', name = '']): Place[] =>
      expand(path).map((file) => ({ path: file, name })),
    );
    return { change, places };
  });

/** Whether a name is in a file, or in the name or the text of a file of a folder. */
function contains({ path, name }: Place): boolean {
  const absolute = join(ROOT, path);
  if (!existsSync(absolute)) return false;
  const files = statSync(absolute).isDirectory() ? globSync(join(absolute, '*')) : [absolute];
  return files.some((file) => basename(file).startsWith(name) || readFileSync(file, 'utf8').includes(name));
}

describe('docs/architecture.md', () => {
  it('has at most 1,500 words', () => {
    expect(page.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(MAX_WORDS);
  });

  it('follows a click, a payment, a batch of a battle and a chat message', () => {
    const flows = [...page.matchAll(/^### (A .*)$/gm)].map(([, title]) => title);
    expect(flows).toEqual(['A click', 'A payment', "A battle's input batch", 'A chat message']);
  });

  it('names only files and folders that exist', () => {
    const named = [...page.matchAll(/`((?:apps|packages|docs|bench|\.ci)\/[^`\s]*)`/g)].flatMap(([, path = '']) =>
      expand(path),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it.each(CHANGES)('lists where to change: %s', (change) => {
    expect(rows.filter((row) => row.change.includes(change))).not.toEqual([]);
  });

  it.each(rows)('has at most four places for $change, each with the name that it states', ({ places }) => {
    expect(places.length).toBeGreaterThan(0);
    expect(places.length).toBeLessThanOrEqual(MAX_PLACES);
    expect(places.filter((place) => !contains(place))).toEqual([]);
  });
});
