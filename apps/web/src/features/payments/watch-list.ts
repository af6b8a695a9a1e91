import { createStore } from 'zustand/vanilla';

/** Storage key. It contains the format version: a new format gets a new key. */
const KEY = 'popfray.payments.v1';

/** Maximum number of watched payments; a new one replaces the oldest. */
const MAX_WATCHED = 8;

/** A payment that was started in this browser and is still shown. */
export interface Watched {
  readonly id: string;
  /** Address of the player who pays. */
  readonly address: string;
}

/** The payments that the panel shows, stored over reloads and shared by all tabs. While it is empty the panel is not loaded. */
export const watchList = createStore<{ readonly watched: readonly Watched[] }>(() => ({ watched: read() }));

/** Adds a payment to the panel. */
export function watch(added: Watched): void {
  const { watched } = watchList.getState();
  write([added, ...watched.filter(({ id }) => id !== added.id)].slice(0, MAX_WATCHED));
}

/** Removes payments from the panel. */
export function unwatch(ids: readonly string[]): void {
  const { watched } = watchList.getState();
  const left = watched.filter(({ id }) => !ids.includes(id));
  if (left.length < watched.length) write(left);
}

// Follows changes of other tabs.
addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) watchList.setState({ watched: read() });
});

function read(): readonly Watched[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isWatched).slice(0, MAX_WATCHED) : [];
  } catch {
    return [];
  }
}

function write(watched: readonly Watched[]): void {
  watchList.setState({ watched });
  try {
    localStorage.setItem(KEY, JSON.stringify(watched));
  } catch {
    // The storage is full or forbidden: the payments are shown until the page is closed, and always in the profile.
  }
}

function isWatched(entry: unknown): entry is Watched {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'id' in entry &&
    'address' in entry &&
    typeof entry.id === 'string' &&
    typeof entry.address === 'string'
  );
}
