import type pg from 'pg';
import { column, type CommonSchema, type Condition, index, list, sortConditions } from './common-schema.fixture.ts';

/** Reads the schema `public` of a PostgreSQL database. */
export async function readPostgresSchema(client: pg.Client): Promise<CommonSchema> {
  const all = async <Row extends pg.QueryResultRow>(query: string): Promise<Row[]> =>
    (await client.query<Row>(query)).rows;
  const columns = await all<{
    table: string;
    name: string;
    type: string;
    required: boolean;
    value: string | null;
    collation: string | null;
  }>(`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required,
      CASE a.attidentity WHEN 'd' THEN 'identity' ELSE pg_get_expr(d.adbin, d.adrelid) END AS value, l.collname AS collation
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum LEFT JOIN pg_collation l ON l.oid = a.attcollation
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname COLLATE "C", a.attnum`);
  const types: Readonly<Record<string, string>> = { bigint: 'INTEGER', 'text C': 'TEXT', bytea: 'BLOB' };
  const typeOf = ({ type, collation }: { readonly type: string; readonly collation: string | null }): string =>
    types[collation === null ? type : `${type} ${collation}`] ?? `${type} ${collation}`;
  const keys = await all<{
    table: string;
    name: string;
    primary: boolean;
    unique: boolean;
    constraint: boolean;
    parts: string[];
    options: number[];
    condition: string | null;
  }>(`
    SELECT c.relname AS table, i.relname AS name, x.indisprimary AS primary, x.indisunique AS unique, k.oid IS NOT NULL AS constraint,
      ARRAY(SELECT pg_get_indexdef(x.indexrelid, n, true) FROM generate_series(1, x.indnkeyatts) n ORDER BY n) AS parts,
      x.indoption::int2[] AS options, pg_get_expr(x.indpred, x.indrelid) AS condition
    FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
      LEFT JOIN pg_constraint k ON k.conindid = i.oid AND k.contype IN ('p', 'u')
    WHERE c.relnamespace = 'public'::regnamespace`);
  const constraints = await all<{
    table: string;
    type: 'c' | 'f';
    columns: string[];
    expression: string | null;
    target: string;
    targets: string[] | null;
    on_update: string;
    on_delete: string;
    deferrable: boolean;
  }>(`
    SELECT c.relname AS table, k.contype AS type, pg_get_expr(k.conbin, k.conrelid) AS expression, k.confrelid::regclass::text AS target,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = k.conrelid AND attnum = ANY (k.conkey) ORDER BY attname::text COLLATE "C") AS columns,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = k.confrelid AND attnum = ANY (k.confkey)) AS targets,
      k.confupdtype AS on_update, k.confdeltype AS on_delete, k.condeferrable AS deferrable
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE c.relnamespace = 'public'::regnamespace AND k.contype IN ('c', 'f') ORDER BY k.oid`);
  const triggers = await all<{ text: string }>(`
    SELECT DISTINCT event_object_table || ' ' || trigger_name || ' ' || action_timing || ' ' || event_manipulation AS text FROM information_schema.triggers
    UNION SELECT c.relname || ' ' || t.tgname || CASE t.tgtype & 2 WHEN 2 THEN ' BEFORE' ELSE ' AFTER' END || ' TRUNCATE' FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE t.tgtype & 32 != 0 AND t.tgenabled = 'O'`);

  const actions: Readonly<Record<string, string>> = { a: 'NO ACTION', n: 'SET NULL', c: 'CASCADE', r: 'RESTRICT' };
  const tables = Map.groupBy(columns, ({ table }) => table);
  const conditionOf = (place: string, table: string, names: readonly string[], expression: string): Condition => ({
    place,
    columns: names,
    types: names.map((name) => {
      const found = columns.find((of) => of.table === table && of.name === name);
      return found === undefined ? '' : typeOf(found);
    }),
    expression,
  });
  return {
    columns: Object.fromEntries(
      [...tables].map(([table, of]) => [
        table,
        of.map((each) => column(each.name, typeOf(each), each.required, each.value?.replace(/::\w+$/, '') ?? null)),
      ]),
    ),
    indexes: keys
      .map(({ table, name, primary, unique, constraint, parts, options, condition }) => {
        const kind = primary ? 'PRIMARY KEY' : unique ? 'UNIQUE' : 'INDEX';
        const written = parts.map((part, at) => {
          const text = part.replace(/^\((.*)\)$/, '$1').replace('COALESCE', 'coalesce');
          return `${text}${(options[at] ?? 0) % 2 === 1 ? ' DESC' : ''}`;
        });
        return index(kind, constraint ? '' : name, table, written, condition !== null);
      })
      .toSorted(),
    foreignKeys: constraints
      .filter(({ type }) => type === 'f')
      .map(
        (key) =>
          `${key.table} (${list(key.columns)}) ${key.target} (${list(key.targets ?? [])}) UPDATE ${actions[key.on_update]} DELETE ${actions[key.on_delete]}${key.deferrable ? ' deferrable' : ''}`,
      )
      .toSorted(),
    triggers: triggers.map(({ text }) => text).toSorted(),
    conditions: sortConditions([
      ...constraints
        .filter(({ type }) => type === 'c')
        .map(({ table, columns: names, expression }) => conditionOf(table, table, names, expression ?? '')),
      ...keys.flatMap(({ table, name, condition }) => {
        if (condition === null) return [];
        const words = new Set(condition.replaceAll(/'[^']*'/g, '').match(/\w+/g));
        const names = (tables.get(table) ?? []).map((of) => of.name).filter((of) => words.has(of));
        return [conditionOf(name, table, names.toSorted(), condition)];
      }),
    ]),
  };
}
