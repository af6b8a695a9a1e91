import type { Database } from './database.ts';

/** Makes something once for each database: the prepared statements of a hot path, which building and compiling would slow down. */
export function perDatabase<Made>(make: (db: Database) => Made): (db: Database) => Made {
  const known = new WeakMap<Database, Made>();
  return (db) => {
    let made = known.get(db);
    if (made === undefined) {
      made = make(db);
      known.set(db, made);
    }
    return made;
  };
}
