import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Creates something once for each database, such as the compiled queries of a hot path. */
export function perDatabase<Made, Tables = Schema>(
  make: (db: Database<Tables>) => Made,
): (db: Database<Tables>) => Made {
  const known = new WeakMap<Database<Tables>, Made>();
  return (db) => {
    let made = known.get(db);
    if (made === undefined) {
      made = make(db);
      known.set(db, made);
    }
    return made;
  };
}
