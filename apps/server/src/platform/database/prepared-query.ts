import type { Compilable } from 'kysely';
import type { Database } from './database.ts';
import { perDatabase } from './per-database.ts';

/** Stands for an argument while a query is compiled. */
class Slot {
  readonly at: number;
  constructor(at: number) {
    this.at = at;
  }
}

/**
 * A query of a hot path, which is built and compiled once for each database: `build` gets `count` placeholders, which it may only pass on as
 * values. The result runs it with arguments in their place.
 */
export function prepareQuery<Tables, Arguments extends readonly unknown[], Row>(
  build: (db: Database<Tables>, ...placeholders: Arguments) => Compilable<Row>,
  count = build.length - 1,
): (db: Database<Tables>, ...args: Arguments) => Promise<Row[]> {
  const compiled = perDatabase((db: Database<Tables>) => {
    const slots = Array.from({ length: count }, (_, at) => new Slot(at));
    return build(db, ...(slots as unknown as Arguments)).compile();
  });
  return async (db, ...args) => {
    const query = compiled(db);
    const parameters = query.parameters.map((value) => (value instanceof Slot ? args[value.at] : value));
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
