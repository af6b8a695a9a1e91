import { DatabaseUnavailableError } from './errors.ts';

/** Runs a query and resolves with its rows. */
type Read = <Row>(text: string) => Promise<readonly Row[]>;

/** A foreign key, with names as they are written in a query. */
interface ForeignKey {
  readonly child: string;
  readonly parent: string;
  readonly columns: readonly string[];
  readonly targets: readonly string[];
}

/** The names of a constraint's columns in their order. `key` is the column of pg_constraint that has their numbers. */
const columnsOf = (key: string, table: string): string =>
  `ARRAY(SELECT quote_ident(attname) FROM unnest(c.${key}) WITH ORDINALITY k (number, place)
    JOIN pg_attribute ON attrelid = c.${table} AND attnum = number ORDER BY place)`;

const FOREIGN_KEYS = `
  SELECT c.conrelid::regclass::text AS child, c.confrelid::regclass::text AS parent,
    ${columnsOf('conkey', 'conrelid')} AS columns, ${columnsOf('confkey', 'confrelid')} AS targets
  FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace
  ORDER BY c.conrelid::regclass::text, c.conname`;

/** Returns the errors that a PostgreSQL database has in its tables and references. */
export async function findPostgresDamage(read: Read): Promise<string[]> {
  return [...(await findUnreadableTables(read)), ...(await findLooseReferences(read))];
}

/** PostgreSQL checks its pages when it reads them, so reading every row finds what is damaged. */
async function findUnreadableTables(read: Read): Promise<string[]> {
  const tables = await read<{ readonly name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename`,
  );
  const damage: string[] = [];
  for (const { name } of tables) {
    try {
      await read(`SELECT count(t.*::text) FROM ${name} t`);
    } catch (error) {
      if (error instanceof DatabaseUnavailableError) throw error;
      damage.push(`${name}: ${(error as Error).message}`);
    }
  }
  return damage;
}

/** Rows that refer to what is not there. PostgreSQL prevents them unless its triggers are switched off, as when a dump is loaded. */
async function findLooseReferences(read: Read): Promise<string[]> {
  const loose: string[] = [];
  for (const { child, parent, columns, targets } of await read<ForeignKey>(FOREIGN_KEYS)) {
    const refers = columns.map((column) => `c.${column} IS NOT NULL`).join(' AND ');
    const matches = columns.map((column, at) => `p.${targets[at]} = c.${column}`).join(' AND ');
    const [row] = await read<{ readonly count: number }>(
      `SELECT count(*) AS count FROM ${child} c WHERE ${refers} AND NOT EXISTS (SELECT 1 FROM ${parent} p WHERE ${matches})`,
    );
    if (row !== undefined && row.count > 0)
      loose.push(`${child} has ${row.count} rows whose ${columns.join(', ')} refers to what is not there`);
  }
  return loose;
}
