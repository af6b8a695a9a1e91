import { arena, freePlay, parseReplayText, verifyReplay, type Rules } from '@popfray/engine';
import type { ActiveUpgrade } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../../data/account/state.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { Arena } from '../arena/Arena.tsx';
import { FreePlay } from '../free-play/FreePlay.tsx';
import { readBest } from '../play/personal-best.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { createHeldRound, findLoneBubble, type HeldRound } from '../../testing/held-round.ts';
import { fieldReady, show } from '../../testing/show.tsx';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import { TUTORIAL_KEY } from '../play/tutorial-due.ts';

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

let upgrades: ActiveUpgrade[];

const give = (upgradeId: string, leftMs = 600_000): void =>
  void upgrades.push({
    upgradeId,
    playerId: ADDRESS,
    expiresAt: Date.now() + leftMs,
    purchasedAt: Date.now() - 60_000,
    txHash: '0'.repeat(64),
  });

const panel = page.getByRole('region', { name: 'Active upgrades in practice' });
const mark = page.getByText(/^Practice with upgrades:/);

async function open(rules: Rules, path: string): Promise<HeldRound> {
  const held = createHeldRound(rules, 'UPGRADES');
  await show(rules.id === 'arena' ? <Arena store={held.store} /> : <FreePlay store={held.store} />, path);
  await fieldReady();
  return held;
}

const start = (): Promise<void> =>
  page
    .getByRole('button', { name: /^Start (Game|Free Play)$/ })
    .last()
    .click();

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem(TUTORIAL_KEY, 'done');
  queryClient.clear();
  upgrades = [];
  account.setState({ ...INITIAL_ACCOUNT, wallet: 'connected', address: ADDRESS, player: makePlayer(ADDRESS) }, true);
  vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const path = typeof input === 'string' ? input : '';
    return Promise.resolve(
      path === `/api/player-upgrades/${ADDRESS}` ? Response.json(upgrades) : new Response('', { status: 503 }),
    );
  });
});
afterEach(async () => {
  await cleanup();
  account.setState(INITIAL_ACCOUNT, true);
  vi.restoreAllMocks();
});

describe('an active upgrade', () => {
  test('works in a practice round, which is marked, and the replay says so', async () => {
    give('score-multiplier');
    const held = await open(arena, '/arena?mode=freePlay');
    await expect.element(panel.getByText('Score Multiplier')).toBeVisible();
    await expect.element(mark).toBeVisible();
    await start();
    expect(held.store.round?.loadout).toEqual(['score-multiplier']);
    held.pass(5_000);
    const { xPx, yPx, points } = findLoneBubble(held.store);
    held.store.pop(xPx, yPx);
    held.pass(250);
    expect(held.store.getState().score).toBe(2 * points);
    await expect.element(page.getByText('Practice with upgrades: Score Multiplier')).toBeVisible();
    await expectAccessible();
    held.pass(60_000);
    const bytes = parseReplayText(held.store.getState().result?.replayText ?? '');
    const verified = bytes.ok ? verifyReplay(bytes.value) : bytes;
    expect(verified.ok && verified.value.replay.loadout).toEqual(['score-multiplier']);
    // A score with upgrades is not a personal best.
    expect(readBest(arena.id)).toBeNull();
  });

  test('without an effect under the rules is not used', async () => {
    give('boss-buster');
    give('trx-boost');
    give('rapid-fire');
    const held = await open(freePlay, '/free-play');
    await expect.element(panel.getByText('Rapid Fire')).toBeVisible();
    await expect.element(panel.getByText('Boss Buster')).not.toBeInTheDocument();
    await start();
    expect(held.store.round?.loadout).toEqual(['rapid-fire']);
  });

  test('expires, and the next round does not have it', async () => {
    give('bubble-storm', 10_000);
    const held = await open(freePlay, '/free-play');
    await expect.element(mark).toBeVisible();
    await expect.element(mark).not.toBeInTheDocument();
    await expect.element(panel).not.toBeInTheDocument();
    await start();
    expect(held.store.round?.loadout).toEqual([]);
  });
});

describe('a round that is compared with others has no upgrades', () => {
  test('when its seed is named in the address', async () => {
    give('score-multiplier');
    const held = await open(freePlay, '/free-play?seed=abc');
    await expect.element(panel.getByText('Rounds with a seed or a rival are played without upgrades.')).toBeVisible();
    await expect.element(mark).not.toBeInTheDocument();
    await start();
    expect(held.store.round?.loadout).toEqual([]);
  });

  test('when a rival is chosen', async () => {
    give('score-multiplier');
    const held = await open(freePlay, '/free-play');
    await expect.element(mark).toBeVisible();
    await page.getByRole('button', { name: 'Race a rival' }).click();
    await page.getByLabelText('Race against').selectOptions('novice');
    await expect.element(mark).not.toBeInTheDocument();
    await start();
    expect(held.store.round?.loadout).toEqual([]);
  });
});

test('a guest has none, and the server is not asked', async () => {
  account.setState(INITIAL_ACCOUNT, true);
  const held = await open(freePlay, '/free-play');
  await start();
  expect(held.store.round?.loadout).toEqual([]);
  expect(vi.mocked(window.fetch).mock.calls.map(([path]) => path)).not.toContain(`/api/player-upgrades/${ADDRESS}`);
});
