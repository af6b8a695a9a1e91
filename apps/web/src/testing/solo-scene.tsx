import { arena } from '@popfray/engine';
import type { SoloSeat, SoloTerms } from '@popfray/protocol';
import { createStreamedRoundStore, type StreamedRoundStore } from '@popfray/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../data/account/state.ts';
import { queryClient } from '../data/api/Queries.tsx';
import { connectivity } from '../data/api/connectivity.ts';
import { platformStats } from '../data/platform/platform-stats.ts';
import { Arena } from '../features/arena/Arena.tsx';
import { solo } from '../features/solo/solo.ts';
import { Toast } from '../ui/Toast.tsx';
import { toasts } from '../ui/toast.ts';
import { chooseLoneBubble, pressField } from './held-round.ts';
import { json } from './money.ts';
import { fieldReady, show } from './show.tsx';
import { makePlayer } from './sign-in-desk.ts';
import { SoloServer } from './solo-server.ts';

/** The player of the tests of Solo TRX. */
export const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** What the server says before a round, unless a test answers otherwise. */
export const TERMS: SoloTerms = {
  pointsPerTrx: 100,
  roundCapSun: 25_000_000,
  dailyCapSun: 100_000_000,
  earnedTodaySun: 12_500_000,
  fullCapSun: 100_000_000,
  networkLeftSun: 100_000_000,
  budgetLeftSun: 1_000_000_000,
  hourLeftSun: 1_000_000_000,
  nextHourAt: Date.UTC(2029, 11, 31, 13),
  renewsAt: Date.UTC(2030, 0, 1),
  loadout: [],
};

/** The calls that open a round and find the open one. */
export const OPEN = 'POST /api/solo/rounds';
export const FIND = 'GET /api/solo/rounds/open';

/** A game server, and the answers of the server to other calls, by method and path. A call without an answer fails as a network error. */
interface Scene {
  server: SoloServer;
  answers: Map<string, () => Response>;
  /** The calls that were made. */
  calls: string[];
}

/** The scene of the current test: `prepareScene`. */
export const scene: Scene = { server: new SoloServer(), answers: new Map(), calls: [] };

export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const ready = page.getByRole('region', { name: 'Solo TRX', exact: true });
export const over = page.getByRole('region', { name: 'Game Complete' });

/** Opens the arena, in solo mode unless another address is given. */
export async function open(address = '/arena?mode=solo'): Promise<StreamedRoundStore> {
  const store = createStreamedRoundStore({ rules: arena });
  await show(
    <>
      <Arena soloStore={store} />
      <Toast />
    </>,
    address,
  );
  await fieldReady();
  return store;
}

/** Opens the arena and starts a round. */
export async function startRound(): Promise<StreamedRoundStore> {
  const store = await open();
  await button('Start Game').click();
  await expect.poll(() => store.getState()).toMatchObject({ standing: 'running', phase: 'running' });
  return store;
}

/** Pops one bubble of the running round. The round itself is asked, because the HUD shows a pop some time later. */
export async function popOne(store: StreamedRoundStore): Promise<void> {
  const before = store.round?.popped ?? 0;
  await expect
    .poll(() => {
      const bubble = store.round === null ? null : chooseLoneBubble(store.round);
      if (bubble !== null) pressField(bubble.xPx, bubble.yPx);
      return store.round?.popped;
    })
    .toBe(before + 1);
}

/** Leaves the page and opens it again as a reload does: without a confirmation, and with the same storage. */
export async function reload(address?: string): Promise<StreamedRoundStore> {
  await cleanup();
  queryClient.clear();
  return open(address);
}

/** Sets which round the server reports as open; null for none. */
export const setOpenRound = (seat: SoloSeat | null): void => void scene.answers.set(FIND, () => json({ round: seat }));

/** Prepares the scene before each test of a file: a player who has signed in, and a server that answers. */
export function prepareScene(): void {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    queryClient.clear();
    scene.calls = [];
    scene.server = new SoloServer();
    scene.server.start();
    account.setState({ ...INITIAL_ACCOUNT, wallet: 'connected', address: ADDRESS, player: makePlayer(ADDRESS) }, true);
    scene.answers = new Map([
      ['GET /api/solo', () => json(TERMS)],
      ['GET /api/platform-stats', () => json({ isPaidPlayPaused: false })],
      [
        OPEN,
        () => {
          setOpenRound({ ...scene.server.seat, isNew: false });
          return json(scene.server.seat);
        },
      ],
      [FIND, () => json({ round: null })],
      [`GET /api/player-upgrades/${ADDRESS}`, () => json([])],
      ['GET /api/me', () => json(makePlayer(ADDRESS))],
      ['GET /healthz', () => json({})],
    ]);
    const realFetch = window.fetch.bind(window);
    vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
      const path = typeof input === 'string' ? input : '';
      if (!path.startsWith('/api/') && path !== '/healthz') return realFetch(input, init);
      const call = `${init?.method ?? 'GET'} ${path}`;
      scene.calls.push(call);
      const answer = scene.answers.get(call);
      return answer === undefined ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(answer());
    });
  });
  afterEach(async () => {
    await cleanup();
    await page.viewport(1366, 768);
    scene.server.stop();
    vi.restoreAllMocks();
    solo.setState({ step: 'ready', open: null }, true);
    platformStats.store.setState({ value: null, hasFailed: false });
    connectivity.setState({ status: 'online' });
    toasts.setState({ message: null });
    account.setState(INITIAL_ACCOUNT, true);
  });
}
