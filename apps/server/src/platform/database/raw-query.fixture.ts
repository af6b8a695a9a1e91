import { CompiledQuery, type QueryResult } from 'kysely';

/** A database of any tables. */
interface AnyDatabase {
  readonly engine: { readonly name: string };
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}

/** Runs SQL that a test writes as text, with `?` for each parameter, on either database system. */
async function query<Row>(db: AnyDatabase, text: string, parameters: readonly unknown[]): Promise<QueryResult<Row>> {
  let number = 0;
  const portable = db.engine.name === 'postgres' ? text.replaceAll('?', () => `$${++number}`) : text;
  return db.executeQuery<Row>(CompiledQuery.raw(portable, [...parameters]));
}

/** All rows. */
export async function fetchRows<Row = Record<string, unknown>>(
  db: AnyDatabase,
  text: string,
  ...parameters: readonly unknown[]
): Promise<Row[]> {
  return (await query<Row>(db, text, parameters)).rows;
}

/** The first row, or undefined. */
export async function fetchRow<Row = Record<string, unknown>>(
  db: AnyDatabase,
  text: string,
  ...parameters: readonly unknown[]
): Promise<Row | undefined> {
  return (await fetchRows<Row>(db, text, ...parameters))[0];
}

/** The first column of all rows. */
export async function fetchValues<Value = unknown>(
  db: AnyDatabase,
  text: string,
  ...parameters: readonly unknown[]
): Promise<Value[]> {
  const rows = await fetchRows<Record<string, Value>>(db, text, ...parameters);
  return rows.map((row) => Object.values(row)[0] as Value);
}

/** The first column of the first row, or undefined. */
export async function fetchValue<Value = unknown>(
  db: AnyDatabase,
  text: string,
  ...parameters: readonly unknown[]
): Promise<Value | undefined> {
  return (await fetchValues<Value>(db, text, ...parameters))[0];
}

/** Runs a statement. Resolves with the number of changed rows. */
export async function execute(db: AnyDatabase, text: string, ...parameters: readonly unknown[]): Promise<number> {
  return Number((await query(db, text, parameters)).numAffectedRows ?? 0);
}
