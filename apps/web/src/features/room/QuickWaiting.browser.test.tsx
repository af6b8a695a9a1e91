import { CALLS } from '@popfray/protocol';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { callApi } from '../../data/api/call-api.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure } from '../../testing/money.ts';
import { button, openAs, openRoom, players, prepareRoom, scene } from '../../testing/room-scene.tsx';
import { makeParticipant } from '../../testing/sessions.ts';

prepareRoom();

test('a player of a quick battle is ready without a button', async () => {
  const participants = [makeParticipant(scene.address, { status: 'ready' })];
  const session = { isQuick: true, maxPlayers: 2, participants, scope: 'local', sessionName: 'Quick battle' } as const;
  await openAs(session, 0, 'ready');
  await expect.element(page.getByRole('heading', { name: 'Quick battle', level: 1 })).toBeVisible();
  await expect.element(page.getByText('Looking for an opponent…')).toBeVisible();
  await expect.element(page.getByText(/^If no other player joins, a practice bot plays against you/)).toBeVisible();
  await expect.element(players.getByText('Ready', { exact: true })).toBeVisible();
  for (const name of ['Ready Up', 'Add bot', 'Share']) await expect.element(button(name)).not.toBeInTheDocument();
  await expectAccessible();
});

test('a player of a quick battle may leave before another player joins', async () => {
  const { session } = await callApi(CALLS.joinQuickBattle, { body: { entryFeeSun: 0 } });
  await openRoom(session.id);
  await expect.element(page.getByText('Looking for an opponent…')).toBeVisible();
  await button('Cancel session').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel session' }).click();
  await expect.element(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();
});

test('a player of a quick battle plays against a practice bot when no other player asks', async () => {
  const { session } = await callApi(CALLS.joinQuickBattle, { body: { entryFeeSun: 0 } });
  await openRoom(session.id);
  await expect.element(page.getByText('The battle starts in')).toBeVisible();
  expect((await callApi(CALLS.getSession, { params: { id: session.id } })).participants).toMatchObject([
    { userId: scene.address },
    { isBot: true, username: 'Practice bot · novice' },
  ]);
});

test('a player of a quick battle sees who the opponent is, and can be ready after a failed request', async () => {
  const participants = [
    makeParticipant(scene.address, { status: 'joined', username: 'Me' }),
    makeParticipant('TOther', { place: 1, status: 'ready', username: 'Other' }),
  ];
  await openAs({ isQuick: true, maxPlayers: 2, participants, scope: 'local' }, 0, 'joined');
  const session = scene.server.instead;
  let requests = 0;
  scene.server.instead = (method, path) => {
    if (!path.endsWith('/ready')) return session?.(method, path) ?? null;
    requests += 1;
    return failure('ERR_RATE');
  };
  await expect.element(page.getByText('Your opponent is Other.')).toBeVisible();
  await expect.element(button('Ready Up')).toBeVisible();
  const before = requests;
  await button('Ready Up').click();
  await expect.poll(() => requests).toBeGreaterThan(before);
});
