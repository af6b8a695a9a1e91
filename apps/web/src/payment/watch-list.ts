import { createStore } from 'zustand/vanilla';

/** The key names its version: another shape gets another key. */
const KEY = 'popfray.payments.v1';

/** Most payments that are watched at once; an older one makes room. */
const MAX_WATCHED = 8;

/** A payment that this browser began, and has not been told to forget. */
export interface Watched {
  readonly id: string;
  /** Whose payment it is. */
  readonly address: string;
}

/** The payments that the panel shows, over reloads and in every tab. Empty for most people: the panel is then not even fetched. */
export const watchList = createStore<{ readonly watched: readonly Watched[] }>(() => ({ watched: read() }));

/** Shows a payment in the panel from now on. */
export function watch(added: Watched): void {
  const { watched } = watchList.getState();
  write([added, ...watched.filter(({ id }) => id !== added.id)].slice(0, MAX_WATCHED));
}

/** Takes payments out of the panel. */
export function unwatch(ids: readonly string[]): void {
  const { watched } = watchList.getState();
  const left = watched.filter(({ id }) => !ids.includes(id));
  if (left.length < watched.length) write(left);
}

// What another tab begins or forgets, this one follows.
addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) watchList.setState({ watched: read() });
});

function read(): readonly Watched[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isWatched).slice(0, MAX_WATCHED) : [];
  } catch {
    return [];
  }
}

function write(watched: readonly Watched[]): void {
  watchList.setState({ watched });
  try {
    localStorage.setItem(KEY, JSON.stringify(watched));
  } catch {
    // Full, or forbidden: they are shown until the page is left, and in the profile for ever.
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
