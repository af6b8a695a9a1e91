/** A round as it lies on the shelf. What is read from there may be anything. */
export interface ShelvedRound {
  readonly id: string;
  readonly playedAtMs: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Where rounds lie. */
export interface Shelf {
  /** Whether they outlast the page. */
  readonly isLasting: boolean;
  /** Everything on it. */
  all(): Promise<readonly unknown[]>;
  /** Puts a round on it, in the place of the same one. Rejects when there is no room. */
  put(round: ShelvedRound): Promise<void>;
  /** Takes one away, if it is there. */
  drop(id: string): Promise<void>;
}

/** The database, and the version of its shape. */
const NAME = 'popfray';
const VERSION = 1;
const STORE = 'rounds';

/** How long the browser may take to open it, ms. */
const PATIENCE_MS = 3_000;

/** Opens the browser's own shelf; one that lasts as long as the page where the browser has none, or will not open it. */
export async function openShelf(name: string = NAME): Promise<Shelf> {
  try {
    return shelfOf(await Promise.race([openDatabase(name), lateFault()]));
  } catch (error) {
    console.warn('This browser keeps no rounds.', error);
    return createFleetingShelf();
  }
}

/** A shelf that lasts as long as the page. */
export function createFleetingShelf(): Shelf {
  const rounds = new Map<string, ShelvedRound>();
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

function shelfOf(database: IDBDatabase): Shelf {
  const shelf = (mode: IDBTransactionMode): IDBObjectStore =>
    // Written down at once: a browser that dies the moment after has it all the same.
    database.transaction(STORE, mode, { durability: mode === 'readwrite' ? 'strict' : 'default' }).objectStore(STORE);
  return {
    isLasting: true,
    all: async () => answerOf(shelf('readonly').getAll()),
    async put(round) {
      const store = shelf('readwrite');
      store.put(round);
      await endOf(store.transaction);
    },
    async drop(id) {
      const store = shelf('readwrite');
      store.delete(id);
      await endOf(store.transaction);
    },
  };
}

/** Rejects when a database has been waited for in vain: some browsers never answer. */
const lateFault = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new DOMException('The browser does not answer.', 'TimeoutError')), PATIENCE_MS);
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
    request.addEventListener('error', () => reject(faultOf(request.error)));
    request.addEventListener('success', () => {
      const database = request.result;
      // A newer page may change the shape; this one asks again when it is opened anew.
      database.addEventListener('versionchange', () => database.close());
      resolve(database);
    });
  });
}

function answerOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(faultOf(request.error)));
  });
}

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(faultOf(transaction.error)));
    transaction.addEventListener('error', () => reject(faultOf(transaction.error)));
  });
}

const faultOf = (error: DOMException | null): DOMException =>
  error ?? new DOMException('The browser gave no reason.', 'UnknownError');
