import SQLite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { pathMarks } from './027-path-marks.ts';
import { MIGRATIONS } from './index.ts';
import { readSqliteSchema } from './sqlite-schema.fixture.ts';

it('adds a table of marks and changes no other, and stores the largest mark once a round', () => {
  const file = new SQLite(':memory:');
  for (const migration of MIGRATIONS.slice(0, MIGRATIONS.indexOf(pathMarks))) file.exec(migration.sqlite);
  const before = readSqliteSchema(file);
  file.exec(pathMarks.sqlite);
  const { columns } = readSqliteSchema(file);
  const { path_marks: added, ...others } = columns;
  expect(others).toEqual(before.columns);
  expect(added).toHaveLength(3);
  const add = (round: string): unknown => file.exec(`INSERT INTO path_marks VALUES (4294967295, 1, '${round}')`);
  add('one.0');
  add('two.0');
  expect(() => add('one.0')).toThrow(/UNIQUE/);
  expect(file.prepare('SELECT count(*) AS rows FROM path_marks WHERE mark = 4294967295').get()).toEqual({ rows: 2 });
  file.close();
});
