import type SQLite from 'better-sqlite3';
import { column, type CommonSchema, type Condition, index, sortConditions } from './common-schema.fixture.ts';

interface SqliteColumn {
  readonly name: string;
  readonly type: string;
  readonly notnull: 0 | 1;
  readonly dflt_value: string | null;
  readonly pk: number;
}

/** Reads a SQLite database. */
export function readSqliteSchema(db: SQLite.Database): CommonSchema {
  const all = <Row>(query: string): Row[] => db.prepare<[], Row>(query).all();
  const texts = (type: string): { readonly name: string; readonly tbl_name: string; readonly sql: string }[] =>
    all(`SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = '${type}' AND sql IS NOT NULL ORDER BY name`);
  const tables = texts('table').map(({ name, sql }) => ({
    name,
    sql: sql.replaceAll(/--.*$/gm, ''),
    columns: all<SqliteColumn>(`PRAGMA table_xinfo(${name})`),
  }));
  const indexTexts = new Map(texts('index').map(({ name, sql }) => [name, sql]));

  const conditionOf = (place: string, of: readonly SqliteColumn[], expression: string): Condition => {
    const words = new Set(expression.replaceAll(/'[^']*'/g, '').match(/\w+/g));
    const columns = of.filter(({ name }) => words.has(name)).toSorted((one, other) => (one.name < other.name ? -1 : 1));
    return { place, columns: columns.map(({ name }) => name), types: columns.map(({ type }) => type), expression };
  };
  const checks = tables.flatMap(({ name, sql, columns }) =>
    [...sql.matchAll(/\bCHECK \(/g)].map((found) =>
      conditionOf(name, columns, inParentheses(sql, found.index + 'CHECK '.length)),
    ),
  );
  const predicates = texts('index').flatMap(({ name, tbl_name, sql }) => {
    const condition = sql.split(' WHERE ')[1];
    const columns = tables.find((table) => table.name === tbl_name)?.columns ?? [];
    return condition === undefined ? [] : [conditionOf(name, columns, condition)];
  });

  return {
    columns: Object.fromEntries(
      tables.map(({ name, columns }) => [
        name,
        columns.map((of) => {
          const isIdentity = of.type === 'INTEGER' && of.pk === 1 && columns.every(({ pk }) => pk < 2);
          return column(of.name, of.type, of.notnull === 1 || of.pk > 0, isIdentity ? 'identity' : of.dflt_value);
        }),
      ]),
    ),
    indexes: tables
      .flatMap(({ name: table, columns }) => {
        const keys = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
        const others = all<{ name: string; unique: 0 | 1; origin: 'c' | 'u' | 'pk'; partial: 0 | 1 }>(
          `PRAGMA index_list(${table})`,
        ).filter(({ origin }) => origin !== 'pk');
        return [
          index(
            'PRIMARY KEY',
            '',
            table,
            keys.map(({ name }) => name),
            false,
          ),
          ...others.map(({ name, unique, origin, partial }) => {
            const text = indexTexts.get(name);
            const parts = all<{ name: string | null; desc: 0 | 1; key: 0 | 1 }>(`PRAGMA index_xinfo(${name})`)
              .filter(({ key }) => key === 1)
              .map(({ name: key, desc }, at) => {
                const expression = key ?? splitKeys(inParentheses(text ?? '', (text ?? '').indexOf('(')))[at] ?? '';
                return `${expression}${desc === 1 ? ' DESC' : ''}`;
              });
            return index(unique === 1 ? 'UNIQUE' : 'INDEX', origin === 'c' ? name : '', table, parts, partial === 1);
          }),
        ];
      })
      .toSorted(),
    foreignKeys: tables
      .flatMap(({ name, sql }) => {
        const isDeferrable = /DEFERRABLE/i.test(sql);
        return all<{ table: string; from: string; to: string; on_update: string; on_delete: string; seq: number }>(
          `PRAGMA foreign_key_list(${name})`,
        ).map(
          (key) =>
            `${name} (${key.from}) ${key.table} (${key.to}) ${key.seq === 0 ? '' : 'composite '}UPDATE ${key.on_update} DELETE ${key.on_delete}${isDeferrable ? ' deferrable' : ''}`,
        );
      })
      .toSorted(),
    triggers: texts('trigger')
      .map(({ name, tbl_name, sql }) => `${tbl_name} ${name} ${/BEFORE \w+/.exec(sql)?.[0] ?? sql}`)
      .toSorted(),
    conditions: sortConditions([...checks, ...predicates]),
  };
}

/** The text between the parenthesis at a position and the one that closes it. */
function inParentheses(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return text.slice(start + 1, at);
  }
  throw new Error(`A parenthesis is not closed: ${text}`);
}

/** The keys of an index, from its text. */
const splitKeys = (text: string): string[] => text.split(/, (?![^(]*\))/);
