import SQLite from 'better-sqlite3';
import { GENESIS } from './block.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';
import { Store } from './store.ts';

/** Why a file cannot hold the chain. */
export interface StoreError {
  readonly code: 'ERR_DEV_CHAIN_OPEN' | 'ERR_DEV_CHAIN_BUSY' | 'ERR_DEV_CHAIN_FOREIGN' | 'ERR_DEV_CHAIN_VERSION';
  /** What is wrong and what to do, for a person. */
  readonly message: string;
}

/** Marks the file as a dev chain's: `PFDC`. */
const APPLICATION_ID = 0x50_46_44_43;

/** How long to wait for another program to let go of the file, ms. */
const BUSY_MS = 1_000;

/**
 * Opens the file of a dev chain, or `:memory:`, and makes it when it is new. Only one program at a time may have it: two would
 * make two chains of it. A file that holds anything else is left as it is.
 */
export function openStore(path: string): Store | StoreError {
  let file: SQLite.Database;
  try {
    file = new SQLite(path, { timeout: BUSY_MS });
  } catch (error) {
    return explain(error, path);
  }
  try {
    file.pragma('locking_mode = EXCLUSIVE');
    const problem = inspect(file, path);
    if (problem === undefined) {
      file.pragma('journal_mode = WAL');
      // What is written outlives the program, not the machine's power: it is play money.
      file.pragma('synchronous = NORMAL');
      file.transaction(() => create(file)).exclusive();
      return new Store(file);
    }
    file.close();
    return problem;
  } catch (error) {
    file.close();
    return explain(error, path);
  }
}

/** What a file holds that is no dev chain of this code; undefined when it is one, or is new. */
function inspect(file: SQLite.Database, path: string): StoreError | undefined {
  const isEmpty = file.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
  const id = file.pragma('application_id', { simple: true });
  if (isEmpty && id === 0) return undefined;
  if (id !== APPLICATION_ID) return foreign(path);
  const version = file.pragma('user_version', { simple: true });
  if (version !== SCHEMA_VERSION) {
    const message = `${path} is a dev chain of format ${String(version)}; this program knows ${SCHEMA_VERSION}. Name another file.`;
    return { code: 'ERR_DEV_CHAIN_VERSION', message };
  }
  const genesis = file.prepare('SELECT id FROM block WHERE number = 0').get() as { readonly id: string } | undefined;
  return genesis?.id === GENESIS.id ? undefined : foreign(path);
}

const foreign = (path: string): StoreError => ({
  code: 'ERR_DEV_CHAIN_FOREIGN',
  message: `${path} holds something else than this dev chain. It is left as it is; name another file.`,
});

/** Makes the tables and block 0, unless they are there. */
function create(file: SQLite.Database): void {
  if (file.pragma('application_id', { simple: true }) === APPLICATION_ID) return;
  file.pragma(`application_id = ${APPLICATION_ID}`);
  file.pragma(`user_version = ${SCHEMA_VERSION}`);
  file.exec(SCHEMA);
  new Store(file).putBlock(GENESIS);
}

function explain(error: unknown, path: string): StoreError {
  const code = error instanceof SQLite.SqliteError ? error.code : '';
  if (code === 'SQLITE_NOTADB') return foreign(path);
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    const message = `Another program has ${path} in use. Stop that one, or name another file.`;
    return { code: 'ERR_DEV_CHAIN_BUSY', message };
  }
  // better-sqlite3 throws a TypeError for a folder that does not exist.
  if (code === '' && !(error instanceof TypeError)) throw error;
  return { code: 'ERR_DEV_CHAIN_OPEN', message: `${path} cannot be opened: ${String(error)}.` };
}
