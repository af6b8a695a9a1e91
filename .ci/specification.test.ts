import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

// docs/specification.md names for each statement of the specification the file that does it and the test that shows it.

const ROOT = join(import.meta.dirname, '..');

/** The specification's sections, as the tables' headings number them. */
const SECTIONS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Fewer statements than this, and half of the specification has been lost. */
const LEAST_ROWS = 200;

/** A row of a table: a statement, where it is done, and what shows it. */
interface Row {
  readonly section: string;
  readonly statement: string;
  readonly files: readonly string[];
  readonly tests: readonly { readonly file: string; readonly name: string }[];
}

const source = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8');

function readRows(): Row[] {
  const rows: Row[] = [];
  let section = '';
  for (const line of source.split('\n')) {
    section = /^## (\d)/.exec(line)?.[1] ?? section;
    if (!line.startsWith('| ')) continue;
    const [statement = '', where = '', shown = ''] = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    if (statement === 'Statement' || /^-+$/.test(statement)) continue;
    const tests = [...shown.matchAll(/`([^`]+)`: “([^”]+)”/g)].map(([, file = '', name = '']) => ({ file, name }));
    rows.push({ section, statement, files: [...where.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file), tests });
  }
  return rows;
}

const rows = readRows();
const texts = new Map<string, string>();

/** A test file's source, with the quotes of its strings left as they are. */
function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(ROOT, file), 'utf8');
  texts.set(file, text);
  return text;
}

describe('docs/specification.md', () => {
  it('has statements of every section', () => {
    expect(rows.length).toBeGreaterThan(LEAST_ROWS);
    expect([...new Set(rows.map((row) => row.section))]).toEqual(SECTIONS);
  });

  it('names for each statement a file that does it, and a test that shows it', () => {
    const empty = rows.filter(({ files, tests }) => files.length === 0 || tests.length === 0);
    expect(empty.map(({ statement }) => statement)).toEqual([]);
  });

  it('names only files that there are', () => {
    const named = rows.flatMap(({ files, tests }) => [...files, ...tests.map(({ file }) => file)]);
    expect([...new Set(named)].filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('names only tests that there are', () => {
    const absent = rows
      .flatMap(({ tests }) => tests)
      .filter(({ file, name }) => existsSync(join(ROOT, file)) && !textOf(file).replaceAll("\\'", "'").includes(name));
    expect(absent.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });
});
