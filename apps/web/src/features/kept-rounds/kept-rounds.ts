import { createStore, type StoreApi } from 'zustand/vanilla';
import { readRound, sortRounds, type KeptRound } from './kept-round.ts';
import { createMemoryStorage, openRoundStorage, type RoundStorage, type StoredRound } from './round-storage.ts';

/** State of the stored rounds. */
interface KeptRoundsState {
  /** Newest first; null until they have been read. */
  readonly rounds: readonly KeptRound[] | null;
  /** Whether the rounds survive a reload. */
  readonly isLasting: boolean;
}

/** The practice rounds stored in this browser. No function rejects. */
export interface KeptRounds extends Pick<StoreApi<KeptRoundsState>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** Reads the storage again, because another tab may have changed it. Unreadable rounds are deleted. */
  load(): Promise<void>;
  /** Adds rounds and removes those beyond the limit. Returns the number of new rounds. */
  add(rounds: readonly KeptRound[]): Promise<number>;
  drop(id: string): Promise<void>;
}

/** Creates the rounds over a storage, which is opened on first use. `now` returns epoch ms. */
export function createKeptRounds(
  open: () => Promise<RoundStorage> = openRoundStorage,
  now: () => number = Date.now,
): KeptRounds {
  const store = createStore<KeptRoundsState>(() => ({ rounds: null, isLasting: true }));
  let opened: Promise<RoundStorage> | null = null;
  /** A storage that has failed. Deleted rounds are removed from it too, or they would be restored by the next visit. */
  let failed: RoundStorage | null = null;
  /** Queue of the operations, so that none overwrites the data that another has just read. */
  let queue: Promise<unknown> = Promise.resolve();

  const enqueue = <Value>(act: () => Promise<Value>): Promise<Value> => {
    const done = queue.then(act);
    queue = done.catch(() => undefined);
    return done;
  };

  async function openStorage(): Promise<RoundStorage> {
    const storage = await (opened ??= open());
    if (store.getState().isLasting !== storage.isLasting) store.setState({ isLasting: storage.isLasting });
    return storage;
  }

  /** Switches to storage in memory after the browser's storage has failed. */
  async function switchToMemory(rounds: readonly KeptRound[], error: unknown): Promise<void> {
    console.warn('This browser keeps no more rounds.', error);
    const memory = createMemoryStorage();
    failed ??= (await opened?.catch(() => null)) ?? null;
    opened = Promise.resolve(memory);
    await Promise.all(rounds.map((round) => memory.put(toStored(round))));
    store.setState({ rounds, isLasting: false });
  }

  async function read(): Promise<readonly KeptRound[]> {
    try {
      const storage = await openStorage();
      const rounds: KeptRound[] = [];
      for (const entry of await storage.all()) {
        const round = parseStored(entry, now());
        if (round !== null) rounds.push(round);
        else if (hasId(entry)) await storage.drop(entry.id);
      }
      const { kept } = sortRounds(rounds);
      store.setState({ rounds: kept });
      return kept;
    } catch (error) {
      const rounds = store.getState().rounds ?? [];
      await switchToMemory(rounds, error);
      return rounds;
    }
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    load: () => enqueue(async () => void (await read())),
    add: (added) =>
      enqueue(async () => {
        const before = await read();
        const known = new Set(before.map(({ id }) => id));
        const fresh = added.filter(({ id }) => !known.has(id));
        const { kept, surplus } = sortRounds([...fresh, ...before]);
        const stays = fresh.filter((round) => kept.includes(round));
        try {
          const storage = await openStorage();
          // Delete before adding, so that a full storage has room for the new round.
          for (const { id } of surplus) await storage.drop(id);
          for (const round of stays) await storage.put(toStored(round));
          store.setState({ rounds: kept });
        } catch (error) {
          await switchToMemory(kept, error);
        }
        return new Set(stays.map(({ id }) => id)).size;
      }),
    drop: (id) =>
      enqueue(async () => {
        const rest = (await read()).filter((round) => round.id !== id);
        try {
          await (await openStorage()).drop(id);
          store.setState({ rounds: rest });
          await failed?.drop(id).catch(() => undefined);
        } catch (error) {
          await switchToMemory(rest, error);
        }
      }),
  };
}

/** The rounds of this page. */
export const keptRounds: KeptRounds = createKeptRounds();

const toStored = ({ id, playedAtMs, bytes }: KeptRound): StoredRound => ({ id, playedAtMs, bytes });

const hasId = (entry: unknown): entry is { readonly id: string } =>
  typeof entry === 'object' && entry !== null && 'id' in entry && typeof entry.id === 'string';

/**
 * Parses a stored round; null when it is invalid. A time in the future is replaced by the current time: rounds from a clock that was
 * ahead would otherwise displace all later ones.
 */
function parseStored(entry: unknown, nowMs: number): KeptRound | null {
  if (!hasId(entry) || !('bytes' in entry) || !(entry.bytes instanceof Uint8Array)) return null;
  const { id, bytes } = entry;
  const playedAtMs = 'playedAtMs' in entry ? entry.playedAtMs : undefined;
  if (typeof playedAtMs !== 'number' || !Number.isSafeInteger(playedAtMs) || playedAtMs < 0) return null;
  const round = readRound(bytes, Math.min(playedAtMs, nowMs));
  return round?.id === id ? round : null;
}
