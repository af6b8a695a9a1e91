import SQLite from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { COPIED_TABLES, TABLE_NAMES, TABLES } from './copied-tables.ts';
import { MIGRATIONS } from './migrations/index.ts';

interface Reference {
  readonly name: string;
  readonly target: string;
  readonly column: string;
}

const db = new SQLite(':memory:');
const all = <Row>(query: string): Row[] => db.prepare<[], Row>(query).all();
let references: readonly Reference[] = [];

beforeAll(() => {
  for (const { sqlite } of MIGRATIONS) db.exec(sqlite);
  references = all(
    `SELECT m.name, f."table" AS target, f."from" AS "column" FROM sqlite_schema m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`,
  );
});

describe('the tables that are copied', () => {
  it('are all tables that the migrations create, without the list of running processes', () => {
    const tables = all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).map(({ name }) => name);
    expect(TABLE_NAMES.toSorted()).toEqual(tables.toSorted());
    expect(tables.filter((name) => !COPIED_TABLES.includes(name))).toEqual(['nodes']);
  });

  it('come after the tables that they refer to', () => {
    expect(references.length).toBeGreaterThan(20);
    for (const { name, target } of references)
      expect([name, target, COPIED_TABLES.indexOf(target) <= COPIED_TABLES.indexOf(name)]).toEqual([
        name,
        target,
        true,
      ]);
  });

  it('are ordered by their primary keys', () => {
    for (const { name, key } of TABLES) {
      const columns = all<{ name: string }>(`SELECT name FROM pragma_table_info('${name}') WHERE pk > 0 ORDER BY pk`);
      expect([name, key]).toEqual([name, columns.map((column) => column.name)]);
    }
  });

  it('name their references to other rows of their own', () => {
    const named = TABLES.flatMap(({ name, ownReference }) =>
      ownReference === undefined ? [] : [[name, ownReference]],
    );
    const own = references.filter(({ name, target }) => name === target);
    expect(named).toEqual(own.map(({ name, column }) => [name, column]));
  });
});
