import { WATCHING_CALLS, type ShownEmote, type WatchedBattle } from '@popfray/protocol';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { WatchedRounds } from './watched-rounds.ts';

/** Interval of the requests, ms, and that after a failure. */
const POLL_MS = 2_000;
const RETRY_MS = 4_000;

/** Random bytes of the name by which the server counts spectators. */
const NAME_BYTES = 12;

/** What the screen shows besides the fields. */
export interface WatchState {
  /** `unknown`: there is no such battle. `full`: it has too many spectators. `old`: this page does not know the battle's rules. */
  readonly phase: 'loading' | 'waiting' | 'playing' | 'over' | 'cancelled' | 'unknown' | 'full' | 'old';
  readonly sessionName: string;
  readonly players: readonly { readonly place: number; readonly username: string }[];
  /** Whether the last request has failed. */
  readonly hasFailed: boolean;
  readonly emotes: readonly ShownEmote[];
}

const INITIAL: WatchState = { phase: 'loading', sessionName: '', players: [], hasFailed: false, emotes: [] };

/** Phases after which nothing more is asked for. */
const FINAL: ReadonlySet<WatchState['phase']> = new Set(['over', 'cancelled', 'unknown', 'old']);

/** A battle that a spectator watches. */
export interface BattleWatch {
  readonly store: StoreApi<WatchState>;
  readonly rounds: WatchedRounds;
  /** Asks the server again and again until the returned function is called. Nothing is asked while the page is hidden. */
  readonly open: () => () => void;
}

/** Creates the watch of a battle. */
export function createBattleWatch(sessionId: string): BattleWatch {
  const store = createStore<WatchState>(() => INITIAL);
  const rounds = new WatchedRounds();
  const spectator = makeName();

  function note(answer: WatchedBattle): void {
    const isKnown = rounds.add(answer);
    const { status, sessionName, players, emotes } = answer;
    store.setState({
      phase: isKnown ? status : 'old',
      sessionName,
      players: players.map(({ place, username }) => ({ place, username })),
      hasFailed: false,
      emotes,
    });
  }

  function fail(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'ERR_SESSION_UNKNOWN') store.setState({ phase: 'unknown' });
    else if (error.code === 'ERR_SPECTATORS') store.setState({ phase: 'full' });
    else store.setState({ hasFailed: true });
  }

  return {
    store,
    rounds,
    open() {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const request = new AbortController();
      let isAsking = false;
      const ask = async (): Promise<void> => {
        clearTimeout(timer);
        if (isAsking || request.signal.aborted || document.hidden || FINAL.has(store.getState().phase)) return;
        isAsking = true;
        try {
          const query = { from: rounds.until, spectator };
          note(await callApi(WATCHING_CALLS.watchBattle, { params: { id: sessionId }, query, signal: request.signal }));
        } catch (error) {
          if (request.signal.aborted) return;
          fail(error);
        } finally {
          isAsking = false;
        }
        const { hasFailed, phase } = store.getState();
        timer = setTimeout(() => void ask(), hasFailed || phase === 'full' ? RETRY_MS : POLL_MS);
      };
      const show = (): void => void ask();
      document.addEventListener('visibilitychange', show);
      show();
      return () => {
        document.removeEventListener('visibilitychange', show);
        clearTimeout(timer);
        request.abort();
      };
    },
  };
}

const makeName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(NAME_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
