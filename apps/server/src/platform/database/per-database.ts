import type { Database } from './database.ts';

/** Creates something once for each database, such as the prepared statements of a hot path. */
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
