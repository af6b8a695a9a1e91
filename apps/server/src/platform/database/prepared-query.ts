import type { Compilable, QueryResult } from 'kysely';
import type { Database } from './database.ts';
import { perDatabase } from './per-database.ts';

/** Stands for an argument while a query is compiled. */
class Slot {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

/** What builds a query from placeholders, which it may only pass on as values. */
type Build<Tables, Arguments extends readonly unknown[], Row> = (
  db: Database<Tables>,
  ...placeholders: Arguments
) => Compilable<Row>;

/**
 * A query of a hot path, which is built and compiled once for each database: `build` gets `count` placeholders. The result runs it with arguments in
 * their place.
 */
export function prepareQuery<Tables, Arguments extends readonly unknown[], Row>(
  build: Build<Tables, Arguments, Row>,
  count = build.length - 1,
): (db: Database<Tables>, ...args: Arguments) => Promise<Row[]> {
  const run = prepare(build, count);
  return async (db, ...args) => (await run(db, args)).rows;
}

/** The same for a query that changes rows. The result resolves with their number. */
export function prepareChange<Tables, Arguments extends readonly unknown[]>(
  build: Build<Tables, Arguments, unknown>,
  count = build.length - 1,
): (db: Database<Tables>, ...args: Arguments) => Promise<number> {
  const run = prepare(build, count);
  return async (db, ...args) => Number((await run(db, args)).numAffectedRows ?? 0);
}

function prepare<Tables, Arguments extends readonly unknown[], Row>(
  build: Build<Tables, Arguments, Row>,
  count: number,
): (db: Database<Tables>, args: Arguments) => Promise<QueryResult<Row>> {
  const compiled = perDatabase((db: Database<Tables>) => {
    const slots = Array.from({ length: count }, (_, at) => new Slot(at));
    return build(db, ...(slots as unknown as Arguments)).compile();
  });
  return async (db, args) => {
    const query = compiled(db);
    const parameters = query.parameters.map((value) => (value instanceof Slot ? args[value.at] : value));
    return db.executeQuery<Row>({ ...query, parameters });
  };
}
