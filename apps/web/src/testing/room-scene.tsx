import { CALLS, type Session } from '@popfray/protocol';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { Route } from 'wouter';
import { callApi } from '../data/api/call-api.ts';
import { connectivity } from '../data/api/connectivity.ts';
import { queryClient } from '../data/api/Queries.tsx';
import { closeGameSocket } from '../data/game-socket/game-socket.ts';
import { SessionRoom } from '../features/room/SessionRoom.tsx';
import { toasts } from '../ui/toast.ts';
import { failure, json, signInByDevWallet } from './money.ts';
import { openServer, type TestServer } from './server.ts';
import { makeSession } from './sessions.ts';
import { show } from './show.tsx';

/** The id of sessions with which a test answers instead of the server. */
export const ID = 'session-0001';

/** A real server and the address of its signed-in player, from `prepareRoom` on. */
export const scene = {} as { server: TestServer; address: string };

export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const players = page.getByRole('region', { name: 'Players' });

/** Opens the room of a session. */
export const openRoom = (id: string): Promise<void> =>
  show(
    <>
      <Route path="/cross-chain-session/:id">
        <SessionRoom />
      </Route>
      <Route path="/lobby">
        <h1>Lobby</h1>
      </Route>
    </>,
    `/cross-chain-session/${id}`,
  );

/** Opens a room with the given session as the server's answer. With a status the player has a seat. */
export async function openAs(changed: Partial<Session>, feeSun = 0, status?: 'joined' | 'ready'): Promise<void> {
  const seat = { userId: scene.address, place: 0, status, token: 'a token', payment: null };
  scene.server.instead = (_, path) => {
    if (path === `/api/popfray/sessions/${ID}`) return json(makeSession(ID, changed, feeSun));
    if (path.endsWith('/seat')) return status === undefined ? failure('ERR_SEAT_UNKNOWN') : json(seat);
    return path.endsWith('/chat') ? json([]) : null;
  };
  await openRoom(ID);
}

/** Makes a session of the player. */
export async function makeOwn(plan: object = {}): Promise<string> {
  const body = {
    sessionName: 'Friday night',
    gameMode: 'cross-chain-battle',
    maxPlayers: 4,
    timeLimit: 300,
    ...plan,
  } as const;
  return (await callApi(CALLS.createSession, { body })).session.id;
}

/** Prepares a server and a signed-in player for the tests of a file. */
export function prepareRoom(): void {
  beforeAll(async () => {
    localStorage.clear();
    vi.spyOn(console, 'warn').mockReturnValue();
    scene.server = await openServer();
    scene.address = await signInByDevWallet();
  });
  afterAll(async () => {
    closeGameSocket();
    vi.restoreAllMocks();
    await scene.server.stop();
  });
  afterEach(async () => {
    await cleanup();
    Object.assign(scene.server, { isAway: false, instead: null, losesAnswer: null });
    connectivity.setState({ status: 'online' });
    toasts.setState({ message: null });
    queryClient.clear();
    await page.viewport(1366, 768);
  });
}
