import { CALLS, type Session } from '@popfray/protocol';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { toasts } from '../../ui/toast.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, fund, json, press } from '../../testing/money.ts';
import { button, ID, makeOwn, openAs, openRoom, players, prepareRoom, scene } from '../../testing/room-scene.tsx';
import { makeParticipant, makeSession } from '../../testing/sessions.ts';

const link = (name: string) => page.getByRole('link', { name, exact: true });

prepareRoom();

test.each([
  ['its host lets bots in', { isHostedHere: true, allowsBots: true }, /^A battle needs two players.*practice bot\.$/],
  [
    'bots are not allowed',
    { isHostedHere: true, allowsBots: false },
    /^A battle needs two players\. Share the link\.$/,
  ],
  ['another platform hosts it', { isHostedHere: false }, /^A battle needs two players\. Share the link\.$/],
] as const)('a single player is advised to add a bot only where that is possible: %s', async (_, changed, advice) => {
  const participants = [makeParticipant(scene.address, { status: 'joined' })];
  await openAs({ ...changed, participants, creatorAddress: scene.address }, 0, 'joined');
  await expect.element(button('Start Battle')).toHaveAccessibleDescription(advice);
});

test('a single player gets ready, adds a bot, starts, and sees the battle', async () => {
  const id = await makeOwn();
  await openRoom(id);
  await expect.element(page.getByRole('heading', { name: /^Friday night/, level: 1 })).toBeVisible();
  await expect.element(players.getByText('Host')).toBeVisible();
  await expect.element(players.getByText('You')).toBeVisible();
  await expect.poll(() => players.getByText('Free seat').elements().length).toBe(3);
  await expect.element(button('Start Battle')).toBeDisabled();
  await expect.element(button('Start Battle')).toHaveAccessibleDescription(/^A battle needs two players/);
  await button('Ready Up').click();
  await expect.element(players.getByText('Ready', { exact: true })).toBeVisible();
  await button('Not Ready').click();
  await expect.element(players.getByText('Not ready')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Practice bot' })).toHaveValue('novice');
  await page.getByRole('combobox', { name: 'Practice bot' }).selectOptions('expert');
  await button('Add bot').click();
  await expect.element(players.getByText('BOT')).toBeVisible();
  await expect.element(button('Start Battle')).toHaveAccessibleDescription(/1 of 2 are ready/);
  await expectAccessible();
  await button('Ready Up').click();
  await page.viewport(390, 600);
  scrollTo(0, 150);
  await button('Start Battle').click();
  await expect.element(page.getByText('The battle starts in')).toBeVisible();
  expect(scrollY).toBe(0);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await expect.element(page.getByRole('log', { name: 'Messages' })).not.toBeInTheDocument();
});

test('actions of the other player are shown at once', async () => {
  const id = await scene.server.host({ sessionName: 'Of another player', maxPlayers: 2 });
  await openRoom(id);
  await expect.element(link('Join this session')).toHaveAttribute('href', `/session/${id}`);
  await callApi(CALLS.joinSession, { params: { id }, body: {} });
  await expect.element(button('Ready Up')).toBeVisible();
  await scene.server.hostDoes(id, true);
  await expect.element(players.getByText('Ready', { exact: true })).toBeVisible();
  await scene.server.hostDoes(id, 'おはよう！');
  await expect.element(page.getByText('good morning!')).toBeVisible();
  await button('Leave session').click();
  const dialog = page.getByRole('dialog', { name: 'Leave this session?' });
  await expect.element(dialog.getByText('Your seat becomes free.')).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Leave session' }).click();
  await expect.element(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();
  expect((await callApi(CALLS.getSession, { params: { id } })).currentPlayers).toBe(1);
});

test('an unpaid seat links to its payment; cancelling explains the refund', async () => {
  await fund(scene.address, 20_000_000);
  const id = await makeOwn({ entryFee: '5', maxPlayers: 2 });
  await openRoom(id);
  await expect.element(page.getByRole('heading', { name: 'Your seat is not paid yet' })).toBeVisible();
  await button('Pay 5 TRX').click();
  await press('Confirm');
  await expect.element(button('Ready Up')).toBeVisible();
  await expect.element(page.getByText('5 TRX of up to 10 TRX')).toBeVisible();
  await button('Cancel session').click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this session?' });
  await expect.element(dialog.getByText(/every fee goes to the Popfray balance of who paid it/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel session' }).click();
  await expect.element(page.getByRole('heading', { name: 'Lobby' })).toBeVisible();
  expect(await callApi(CALLS.getSession, { params: { id } })).toMatchObject({ status: 'cancelled', reason: 'creator' });
  expect((await callApi(CALLS.getMe)).balanceSun).toBe(5_000_000);
});

test.each([
  ['settled', { status: 'settled', endedAt: 1 }, 'The battle is over', 'View receipt'],
  ['cancelled', { status: 'cancelled', reason: 'creator', endedAt: 1 }, 'This session was cancelled', 'Back to Lobby'],
  [
    'called off',
    { status: 'cancelled', reason: 'fault', endedAt: 1 },
    'Something went wrong on our side.',
    'Back to Lobby',
  ],
  ['expired', { status: 'expired', endedAt: 1 }, 'This session has expired', 'Back to Lobby'],
] as const)('a session that is %s says so and leads on', async (_, changed, words, way) => {
  await openAs(changed);
  await expect.element(page.getByText(words, { exact: false }).first()).toBeVisible();
  await expect.element(link(way).last()).toBeVisible();
  if (changed.status !== 'settled') expect(players.getByText(/ready/i).elements()).toEqual([]);
  await expect.element(button('Ready Up')).not.toBeInTheDocument();
  await expect.element(button('Rematch')).not.toBeInTheDocument();
  await expectAccessible();
});

test('a spectator sees the scores of a battle, and which of them are only reported', async () => {
  const participants = [
    makeParticipant('TDqkrSzoVPeWTF3ZCpxhEvPxDztfhWwZJq', { status: 'playing', score: 1_234 }),
    makeParticipant('sol-player', {
      place: 1,
      blockchain: 'sol',
      status: 'playing',
      isConnected: false,
      score: 56,
      scoreSource: 'reported',
    }),
    makeParticipant('bot-1', {
      place: 2,
      isBot: true,
      blockchain: 'sol',
      status: 'playing',
      isConnected: false,
      score: 7,
    }),
  ];
  const startsAt = Date.now();
  await openAs({ status: 'playing', startsAt, participants });
  await expect.element(players.getByText('1,234')).toBeVisible();
  expect(players.getByText('reported').elements()).toHaveLength(1);
  await expect.element(players.getByText('Disconnected')).toBeVisible();
  await expect.element(players.getByText('BOT')).toBeVisible();
  const left = page.getByText(/^The battle is being played: \d:\d\d left\.$/);
  const readLeftS = (): number => {
    const [, minutes, seconds] = /(\d):(\d\d)/.exec(left.element().textContent) ?? [];
    return Number(minutes) * 60 + Number(seconds);
  };
  // A busy machine may look at it some seconds later.
  await expect.poll(() => Math.abs(startsAt + 60_000 - Date.now() - readLeftS() * 1_000)).toBeLessThan(1_500);
});

test.each<[Session['status'], RegExp]>([
  ['waiting', /^Up to 20 TRX, from 4 players$/],
  ['playing', /^10 TRX$/],
  ['settled', /^10 TRX$/],
  ['cancelled', /^Refunded: every fee went back\.$/],
])('the pool of a battle that is %s is shown as it is', async (status, pool) => {
  await openAs({ status, paidSun: 10_000_000, startsAt: Date.now() }, 5_000_000);
  const term = page.getByRole('term').filter({ hasText: /^Prize pool$/ });
  await expect.element(term).toBeVisible();
  await expect.poll(() => term.element().nextElementSibling?.textContent).toMatch(pool);
  const upTo = page.getByText(/of up to/);
  if (status === 'waiting') await expect.element(upTo).toBeVisible();
  else await expect.element(upTo).not.toBeInTheDocument();
});

test('a session that cannot be found or loaded shows a message', async () => {
  scene.server.instead = (_, path) => (path === `/api/popfray/sessions/${ID}` ? failure('ERR_SESSION_UNKNOWN') : null);
  await openRoom(ID);
  await expect.element(page.getByRole('heading', { name: 'Session Not Found' })).toBeVisible();
  await cleanup();
  queryClient.clear();
  scene.server.instead = (_, path) => (path === `/api/popfray/sessions/${ID}` ? failure('ERR_INTERNAL') : null);
  await openRoom(ID);
  await expect.element(page.getByRole('heading', { name: 'Loading Failed' })).toBeVisible();
  expect(toasts.getState().message).toMatchObject({ title: 'Error', text: 'Failed to load session data' });
  scene.server.instead = () => json(makeSession(ID));
  await button('Try again').click();
  await expect.element(page.getByRole('heading', { name: /^Friday night/ })).toBeVisible();
});

test.each<[string, readonly ('joined' | 'ready')[], RegExp]>([
  ['no other player has paid', ['ready'], /^Two players have to pay .* in [45]:\d\d, you get your fee back\.$/],
  ['too few are ready', ['ready', 'joined'], /^Waiting for Ana to be ready\. If fewer than two/],
  ['the reader is one of too few', ['joined', 'ready'], /^Press Ready Up\. If fewer than two/],
  [
    'one is waited for',
    ['ready', 'joined', 'ready'],
    /^Waiting for Ana to be ready: [45]:\d\d left, then they are refunded and the battle starts without them\.$/,
  ],
  [
    'two are waited for',
    ['ready', 'joined', 'joined', 'ready'],
    /^Waiting for Ana and Ben to be ready: .* without them\.$/,
  ],
  ['the reader is waited for', ['joined', 'ready', 'ready'], /^Press Ready Up within [45]:\d\d\. Otherwise you get/],
  [
    'everybody is ready',
    ['ready', 'ready'],
    /^Everybody who paid is ready\. Start the battle now, or .* in [45]:\d\d\.$/,
  ],
])('a paid battle says when it starts: %s', async (_, statuses, words) => {
  const names = ['', 'Ana', 'Ben', 'Cem'];
  const participants = statuses.map((status, place) =>
    makeParticipant(place === 0 ? scene.address : `other-${place}`, {
      place,
      status,
      isPaid: true,
      username: names[place] ?? '',
    }),
  );
  await openAs({ participants }, 5_000_000);
  await expect.element(page.getByText(words)).toBeVisible();
  const canBegin = statuses.length > 1 && statuses.every((status) => status === 'ready');
  expect(button('Start Battle').element()).toHaveProperty('disabled', !canBegin);
});

test('free players of the other chain start nothing, show how long they stay ready, and are removed by the creator', async () => {
  const sol = makeParticipant('sol-player', {
    place: 1,
    blockchain: 'sol',
    username: 'Solveig',
    status: 'ready',
    readyUntil: Date.now() + 79_000,
  });
  const mine = makeParticipant(scene.address, { status: 'ready', isPaid: true });
  const asked: string[] = [];
  const session = { creatorAddress: scene.address, maxPlayers: 4, participants: [mine, sol] };
  await openAs(session, 5_000_000);
  const real = scene.server.instead;
  scene.server.instead = (method, path) => {
    if (method !== 'POST' || !path.endsWith('/remove')) return real?.(method, path) ?? null;
    asked.push(path);
    return json(makeSession(ID, { ...session, participants: [mine], removedUserIds: ['sol-player'] }, 5_000_000));
  };
  await expect.element(players.getByText(/^for 1:1\d$/)).toBeVisible();
  await expect.element(button('Start Battle')).toBeDisabled();
  // A player who has paid cannot be removed.
  expect(players.getByRole('button').elements()).toHaveLength(1);
  await page.viewport(390, 844);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await button('Remove Solveig').click();
  const dialog = page.getByRole('dialog', { name: 'Remove Solveig?' });
  await expect.element(dialog.getByText(/cannot join this session again/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect.element(players.getByText('Solveig')).not.toBeInTheDocument();
  expect(asked).toEqual([`/api/popfray/sessions/${ID}/remove`]);
});

test('a removed player sees the reason, and no join button', async () => {
  await openAs({ creatorAddress: 'TDqkrSzoVPeWTF3ZCpxhEvPxDztfhWwZJq', removedUserIds: [scene.address] });
  await expect.element(page.getByText('The creator of this session has removed you from it.')).toBeVisible();
  await expect.element(link('Join this session')).not.toBeInTheDocument();
});

test('a refused start and a failed ready toggle show a toast', async () => {
  const participants = [
    makeParticipant(scene.address, { status: 'ready' }),
    makeParticipant('b', { place: 1, status: 'ready' }),
  ];
  await openAs({ participants });
  const real = scene.server.instead;
  scene.server.instead = (method, path) =>
    method === 'POST' && path.endsWith('/start')
      ? failure('ERR_SESSION_STATE')
      : method === 'POST' && path.endsWith('/ready')
        ? new Response('<html>', { status: 500 })
        : (real?.(method, path) ?? null);
  // A battle of a test before may begin meanwhile, and its toast replaces one of these.
  const shown: unknown[] = [];
  const unsubscribe = toasts.subscribe(({ message }) => shown.push(message));
  await button('Start Battle').click();
  await expect.poll(() => shown).toContainEqual(expect.objectContaining({ title: 'Start Failed' }));
  await button('Not Ready').click();
  const notReady = { title: 'Error', text: 'Failed to update ready status' };
  await expect.poll(() => shown).toContainEqual(expect.objectContaining(notReady));
  unsubscribe();
});
