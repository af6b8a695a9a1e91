import { arena, freePlay, type Rules } from '@popfray/engine';
import { CALLS, FAILURES, type Player } from '@popfray/protocol';
import type { BattleOver } from '@popfray/protocol/battle';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { pendingPractice } from '../../data/account/pending-practice.ts';
import { account } from '../../data/account/state.ts';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { connectivity } from '../../data/api/connectivity.ts';
import { reportBattle } from '../battle/battle-record.ts';
import { FreePlay } from '../free-play/FreePlay.tsx';
import { Profile } from '../profile/Profile.tsx';
import { dismissToast, toasts } from '../../ui/toast.ts';
import { Toast } from '../../ui/Toast.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { createHeldRound, findLoneBubble, type HeldRound } from '../../testing/held-round.ts';
import { signInByDevWallet } from '../../testing/money.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import { fieldReady, show } from '../../testing/show.tsx';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import { TUTORIAL_KEY } from '../play/tutorial-due.ts';
import { Arena } from './Arena.tsx';

let server: TestServer;
let address: string;
let rounds = 0;

const said = (text: string) => page.getByText(text, { exact: true });
const added = (score: number): string => `Score: ${score} points added to your profile!`;
const me = (): Promise<Player> => callApi(CALLS.getMe);
const handedIn = (): number => server.calls.filter((call) => call === 'POST /api/practice/rounds').length;

/** Renders a screen with a test-controlled round, pops one bubble and ends the round. */
async function playThrough(rules: Rules, path: '/arena' | '/free-play'): Promise<HeldRound> {
  const held = createHeldRound(rules, `STATISTICS ${String(++rounds)}`);
  await show(
    <>
      {path === '/arena' ? <Arena store={held.store} /> : <FreePlay store={held.store} />}
      <Toast />
    </>,
    path === '/arena' ? '/arena?mode=freePlay' : path,
  );
  await fieldReady();
  await page
    .getByRole('button', { name: path === '/arena' ? 'Start Game' : 'Start Free Play' })
    .last()
    .click();
  held.pass(5_000);
  const { xPx, yPx } = findLoneBubble(held.store);
  held.store.pop(xPx, yPx);
  held.pass(60_000);
  return held;
}

beforeAll(async () => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockReturnValue();
  server = await openServer();
  address = await signInByDevWallet();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});
beforeEach(() => {
  localStorage.setItem(TUTORIAL_KEY, 'done');
  queryClient.clear();
  dismissToast();
});
afterEach(async () => {
  await cleanup();
  Object.assign(server, { isAway: false, instead: null, losesAnswer: null });
  connectivity.setState({ status: 'online' });
});

describe('a practice round of a connected player', () => {
  test.each([
    ['the arena', arena, '/arena'],
    ['free play', freePlay, '/free-play'],
  ] as const)('in %s is counted by the server, and the toast says so', async (_, rules, path) => {
    const before = await me();
    const { store } = await playThrough(rules, path);
    const { score } = store.getState();
    expect(score).toBeGreaterThan(0);
    await expect.element(said('Game Complete').first()).toBeVisible();
    await expect.element(said(added(score))).toBeVisible();
    const after = await me();
    expect(after).toMatchObject({
      gamesPlayed: before.gamesPlayed + 1,
      totalScore: before.totalScore + score,
      balanceSun: before.balanceSun,
      statistics: { 'free-play': { games: before.statistics['free-play'].games + 1 } },
    });
    expect(account.getState().player).toMatchObject({ gamesPlayed: after.gamesPlayed });
    expect(pendingPractice(address)).toEqual([]);
  });

  test('is counted once although its answer was lost on the way', async () => {
    const before = await me();
    let losses = 0;
    server.losesAnswer = (_, path) => path === '/api/practice/rounds' && losses++ === 0;
    const { store } = await playThrough(freePlay, '/free-play');
    await expect.element(said(added(store.getState().score))).toBeVisible();
    expect(losses).toBe(2);
    expect((await me()).gamesPlayed).toBe(before.gamesPlayed + 1);
  });

  test('stays in the browser while the server is away, and is counted when it is back', async () => {
    const before = await me();
    server.isAway = true;
    const { store } = await playThrough(freePlay, '/free-play');
    await expect.poll(() => pendingPractice(address)).toHaveLength(1);
    expect(toasts.getState().message).toBeNull();
    server.isAway = false;
    await expect.element(said(added(store.getState().score))).toBeVisible();
    expect(pendingPractice(address)).toEqual([]);
    expect((await me()).gamesPlayed).toBe(before.gamesPlayed + 1);
  });

  test('that the server refuses is dropped without a toast', async () => {
    const { status, message } = FAILURES.ERR_REPLAY_WRONG;
    server.instead = (_, path) =>
      path === '/api/practice/rounds'
        ? Response.json({ error: { code: 'ERR_REPLAY_WRONG', message } }, { status })
        : null;
    const calls = handedIn();
    await playThrough(freePlay, '/free-play');
    await expect.poll(handedIn).toBe(calls + 1);
    await expect.poll(() => pendingPractice(address)).toEqual([]);
    expect(toasts.getState().message).toBeNull();
  });

  test('past the cap of the day has a toast that says why it is not added', async () => {
    const player = account.getState().player ?? makePlayer(address);
    server.instead = (_, path) =>
      path === '/api/practice/rounds'
        ? Response.json({ outcome: 'limit', category: 'free-play', score: 42, player })
        : null;
    await playThrough(freePlay, '/free-play');
    await expect.element(page.getByText(/^Score: 42 points, not added/)).toBeVisible();
  });

  test('that was started by another player is not counted', async () => {
    const held = createHeldRound(freePlay, 'ANOTHER');
    await show(<FreePlay store={held.store} />, '/free-play');
    await fieldReady();
    const { player } = account.getState();
    account.setState({ player: makePlayer('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8') });
    await page.getByRole('button', { name: 'Start Free Play' }).click();
    account.setState({ player });
    const calls = handedIn();
    held.pass(61_000);
    expect(held.store.getState().phase).toBe('over');
    expect(pendingPractice(address)).toEqual([]);
    expect(handedIn()).toBe(calls);
  });
});

describe('a battle that is settled', () => {
  const over = (changed: Partial<BattleOver> = {}): BattleOver => ({
    type: 'battle_over',
    sessionId: `session-${String(++rounds)}`,
    outcome: 'settled',
    results: [
      { place: 0, userId: address, score: 870, popped: 9, bestCombo: 3, position: 1, shareSun: 0, status: 'finished' },
    ],
    ...changed,
  });

  test('shows its toast once, not again after a reload, and fetches the profile', async () => {
    await show(<Toast />, '/lobby');
    const end = over();
    const calls = server.calls.length;
    await reportBattle(end, address);
    await expect.element(said(added(870))).toBeVisible();
    expect(server.calls.slice(calls)).toContain('GET /api/me');
    dismissToast();
    await reportBattle(end, address);
    expect(toasts.getState().message).toBeNull();
  });

  test.each<[string, () => BattleOver, () => string]>([
    ['was refunded', () => over({ outcome: 'cancelled' }), () => address],
    ['is another’s', () => over(), () => 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
    ['was missed', () => over({ results: over().results.map((own) => ({ ...own, status: 'absent' })) }), () => address],
  ])('has none where it %s', async (_, make, whose) => {
    await reportBattle(make(), whose());
    expect(toasts.getState().message).toBeNull();
  });
});

describe('the profile', () => {
  const select = page.getByLabelText('Preferred mode');

  test('has the statistics by mode, and the mode played most', async () => {
    const { statistics } = await me();
    await show(<Profile />, '/profile');
    const { games, points } = statistics['free-play'];
    expect(games).toBeGreaterThan(1);
    const line = `${games} games · ${new Intl.NumberFormat('en').format(points)} points`;
    await expect.element(page.getByText(line, { exact: true })).toBeVisible();
    await expect.element(page.getByText('0 games · 0 points').first()).toBeVisible();
    await expect.element(page.getByRole('option', { name: 'Automatic (most played): Free Play' })).toBeInTheDocument();
    await expectAccessible();
  });

  test('lets the player choose the preferred mode, and choose none', async () => {
    await show(<Profile />, '/profile');
    await select.selectOptions('Solo TRX');
    await expect.poll(() => account.getState().player?.chosenGameMode).toBe('trx-classic');
    expect(await me()).toMatchObject({ preferredGameMode: 'trx-classic', chosenGameMode: 'trx-classic' });
    await expect.element(select).toHaveValue('trx-classic');
    await select.selectOptions('');
    await expect.poll(() => account.getState().player?.chosenGameMode).toBeNull();
    expect(await me()).toMatchObject({ preferredGameMode: 'free-play', chosenGameMode: null });
  });

  test('shows an error when a choice cannot be saved, and returns to the previous one', async () => {
    await show(<Profile />, '/profile');
    const { status, message } = FAILURES.ERR_RATE;
    server.instead = (_, path) =>
      path === '/api/me/game-mode' ? Response.json({ error: { code: 'ERR_RATE', message } }, { status }) : null;
    await select.selectOptions('Solo TRX');
    await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
    await expect.element(select).toHaveValue('');
  });
});
