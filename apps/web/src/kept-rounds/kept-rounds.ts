import { createStore, type StoreApi } from 'zustand/vanilla';
import { readRound, sortRounds, type KeptRound } from './kept-round.ts';
import { createFleetingShelf, openShelf, type Shelf, type ShelvedRound } from './shelf.ts';

/** What is known of the rounds kept here. */
interface KeptRoundsState {
  /** The newest first; null until they have been read. */
  readonly rounds: readonly KeptRound[] | null;
  /** Whether they outlast the page. */
  readonly isLasting: boolean;
}

/** The rounds of practice that this browser keeps. None of its functions rejects. */
export interface KeptRounds extends Pick<StoreApi<KeptRoundsState>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** Reads what lies on the shelf: another tab may have been at it. What cannot be read is thrown away. */
  load(): Promise<void>;
  /** Adds rounds; those beyond the most that are kept go. Returns how many were not there before. */
  add(rounds: readonly KeptRound[]): Promise<number>;
  drop(id: string): Promise<void>;
}

/** Creates the rounds over a shelf, which is opened when it is first needed. `now` is Unix ms. */
export function createKeptRounds(open: () => Promise<Shelf> = openShelf, now: () => number = Date.now): KeptRounds {
  const store = createStore<KeptRoundsState>(() => ({ rounds: null, isLasting: true }));
  let opened: Promise<Shelf> | null = null;
  /** One that has failed: what is deleted has to go from there too, or it would be back with the next visit. */
  let failed: Shelf | null = null;
  /** One thing after the other, so that none writes over what another has just read. */
  let turn: Promise<unknown> = Promise.resolve();

  const inTurn = <Value>(act: () => Promise<Value>): Promise<Value> => {
    const done = turn.then(act);
    turn = done.catch(() => undefined);
    return done;
  };

  async function shelf(): Promise<Shelf> {
    const found = await (opened ??= open());
    if (store.getState().isLasting !== found.isLasting) store.setState({ isLasting: found.isLasting });
    return found;
  }

  /** From here on rounds last as long as the page: the browser's shelf has failed. */
  async function giveUp(rounds: readonly KeptRound[], error: unknown): Promise<void> {
    console.warn('This browser keeps no more rounds.', error);
    const fleeting = createFleetingShelf();
    failed ??= (await opened?.catch(() => null)) ?? null;
    opened = Promise.resolve(fleeting);
    await Promise.all(rounds.map((round) => fleeting.put(shelved(round))));
    store.setState({ rounds, isLasting: false });
  }

  async function read(): Promise<readonly KeptRound[]> {
    try {
      const lying = await shelf();
      const rounds: KeptRound[] = [];
      for (const found of await lying.all()) {
        const round = readShelved(found, now());
        if (round !== null) rounds.push(round);
        else if (hasId(found)) await lying.drop(found.id);
      }
      const { kept } = sortRounds(rounds);
      store.setState({ rounds: kept });
      return kept;
    } catch (error) {
      const rounds = store.getState().rounds ?? [];
      await giveUp(rounds, error);
      return rounds;
    }
  }

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    load: () => inTurn(async () => void (await read())),
    add: (added) =>
      inTurn(async () => {
        const before = await read();
        const known = new Set(before.map(({ id }) => id));
        const fresh = added.filter(({ id }) => !known.has(id));
        const { kept, surplus } = sortRounds([...fresh, ...before]);
        const stays = fresh.filter((round) => kept.includes(round));
        try {
          const lying = await shelf();
          // First away with what has to go: a full store has room for the new one then.
          for (const { id } of surplus) await lying.drop(id);
          for (const round of stays) await lying.put(shelved(round));
          store.setState({ rounds: kept });
        } catch (error) {
          await giveUp(kept, error);
        }
        return new Set(stays.map(({ id }) => id)).size;
      }),
    drop: (id) =>
      inTurn(async () => {
        const rest = (await read()).filter((round) => round.id !== id);
        try {
          await (await shelf()).drop(id);
          store.setState({ rounds: rest });
          await failed?.drop(id).catch(() => undefined);
        } catch (error) {
          await giveUp(rest, error);
        }
      }),
  };
}

/** The product's own. */
export const keptRounds: KeptRounds = createKeptRounds();

const shelved = ({ id, playedAtMs, bytes }: KeptRound): ShelvedRound => ({ id, playedAtMs, bytes });

const hasId = (found: unknown): found is { readonly id: string } =>
  typeof found === 'object' && found !== null && 'id' in found && typeof found.id === 'string';

/**
 * A round from the shelf, if it is one: under its own name, and true. None is of the future: those of a clock that was ahead would
 * take the place of all that follow.
 */
function readShelved(found: unknown, nowMs: number): KeptRound | null {
  if (!hasId(found) || !('bytes' in found) || !(found.bytes instanceof Uint8Array)) return null;
  const { id, bytes } = found;
  const playedAtMs = 'playedAtMs' in found ? found.playedAtMs : undefined;
  if (typeof playedAtMs !== 'number' || !Number.isSafeInteger(playedAtMs) || playedAtMs < 0) return null;
  const round = readRound(bytes, Math.min(playedAtMs, nowMs));
  return round?.id === id ? round : null;
}
