/** A round as it is stored. Data from the storage is not validated. */
export interface StoredRound {
  readonly id: string;
  readonly playedAtMs: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A storage of rounds. */
export interface RoundStorage {
  /** Whether it survives a reload. */
  readonly isLasting: boolean;
  /** Reads all entries. */
  all(): Promise<readonly unknown[]>;
  /** Stores a round and replaces the one with the same id. Rejects when the storage is full. */
  put(round: StoredRound): Promise<void>;
  /** Removes a round if it exists. */
  drop(id: string): Promise<void>;
}

/** Name and version of the IndexedDB database. */
const NAME = 'popfray';
const VERSION = 1;
const STORE = 'rounds';

/** Timeout of opening the database, ms. */
const OPEN_TIMEOUT_MS = 3_000;

/** Opens the database; falls back to a storage in memory when it is missing or cannot be opened. */
export async function openRoundStorage(name: string = NAME): Promise<RoundStorage> {
  try {
    return createStorage(await Promise.race([openDatabase(name), rejectAfterTimeout()]));
  } catch (error) {
    console.warn('This browser keeps no rounds.', error);
    return createMemoryStorage();
  }
}

/** A storage in memory. */
export function createMemoryStorage(): RoundStorage {
  const rounds = new Map<string, StoredRound>();
  return {
    isLasting: false,
    all: () => Promise.resolve([...rounds.values()]),
    put(round) {
      rounds.set(round.id, round);
      return Promise.resolve();
    },
    drop(id) {
      rounds.delete(id);
      return Promise.resolve();
    },
  };
}

function createStorage(database: IDBDatabase): RoundStorage {
  const objectStore = (mode: IDBTransactionMode): IDBObjectStore =>
    // `strict` durability: the data is on disk even if the browser crashes afterwards.
    database.transaction(STORE, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' }).objectStore(STORE);
  return {
    isLasting: true,
    all: async () => resultOf(objectStore('readonly').getAll()),
    async put(round) {
      const store = objectStore('readwrite');
      store.put(round);
      await completionOf(store.transaction);
    },
    async drop(id) {
      const store = objectStore('readwrite');
      store.delete(id);
      await completionOf(store.transaction);
    },
  };
}

/** Rejects after the timeout: some browsers never answer. */
const rejectAfterTimeout = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new DOMException('The browser does not answer.', 'TimeoutError')), OPEN_TIMEOUT_MS);
  });

function openDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, VERSION);
    request.addEventListener('upgradeneeded', () => {
      if (!request.result.objectStoreNames.contains(STORE)) request.result.createObjectStore(STORE, { keyPath: 'id' });
    });
    request.addEventListener('blocked', () =>
      reject(new DOMException('Another page holds an older version open.', 'AbortError')),
    );
    request.addEventListener('error', () => reject(errorOf(request.error)));
    request.addEventListener('success', () => {
      const database = request.result;
      // A newer version of the page may upgrade the database; this page opens it again on next use.
      database.addEventListener('versionchange', () => database.close());
      resolve(database);
    });
  });
}

function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(errorOf(request.error)));
  });
}

function completionOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(errorOf(transaction.error)));
    transaction.addEventListener('error', () => reject(errorOf(transaction.error)));
  });
}

const errorOf = (error: DOMException | null): DOMException =>
  error ?? new DOMException('The browser gave no reason.', 'UnknownError');
