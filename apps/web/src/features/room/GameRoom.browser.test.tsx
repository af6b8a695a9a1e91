import { CALLS } from '@popfray/protocol';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { Route } from 'wouter';
import { callApi } from '../../data/api/call-api.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, json } from '../../testing/money.ts';
import { button, ID, makeOwn, prepareRoom, scene } from '../../testing/room-scene.tsx';
import { makeSession } from '../../testing/sessions.ts';
import { show } from '../../testing/show.tsx';
import { GameRoom } from './GameRoom.tsx';

prepareRoom();

test('a running local game shows its elapsed time', async () => {
  const session = makeSession(ID, { scope: 'local', status: 'playing', startsAt: Date.now() - 5_000 }, 0);
  scene.server.instead = (_, path) => {
    if (path === `/api/popfray/sessions/${ID}`) return json(session);
    return path.endsWith('/seat') ? failure('ERR_SEAT_UNKNOWN') : null;
  };
  await show(<GameRoom />, `/game?session=${ID}`);
  await expect.element(page.getByText(/^Playing for 0:0[5-9]$/)).toBeVisible();
});

test('a local game has a header with a leave button, and without a game the lobby is shown', async () => {
  const id = await makeOwn({ gameMode: 'classic' });
  const screens = (
    <>
      <Route path="/game">
        <GameRoom />
      </Route>
      <Route path="/lobby">
        <h1>Lobby</h1>
      </Route>
    </>
  );
  await page.viewport(390, 844);
  await show(screens, `/game?session=${id}`);
  await expect.element(page.getByText(`Game #${id.slice(-6)}`)).toBeVisible();
  await expect.element(page.getByText('1/4 players')).toBeVisible();
  await expect.element(page.getByText('Prize pool 0 TRX')).toBeVisible();
  await expect.element(page.getByText('Classic', { exact: true })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible();
  await button('Leave Game').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel session' }).click();
  await expect.element(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();
  expect((await callApi(CALLS.getSession, { params: { id } })).status).toBe('cancelled');
  await cleanup();
  await show(screens, '/game');
  await expect.element(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();
});
