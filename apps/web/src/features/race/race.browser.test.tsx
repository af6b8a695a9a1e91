import {
  arena,
  createRound,
  crossChain,
  encodeReplay,
  freePlay,
  makeReplayText,
  recordReplay,
  blockEntropy,
} from '@popfray/engine';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { Route } from 'wouter';
import { PATHS } from '../../data/paths.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openAnswers } from '../../testing/answers.ts';
import { createHeldRound, findLoneBubble, type HeldRound } from '../../testing/held-round.ts';
import { playFalseReplay, playReplay } from '../../testing/replays.ts';
import { show } from '../../testing/show.tsx';
import { dismissToast } from '../../ui/toast.ts';
import { Toast } from '../../ui/Toast.tsx';
import { keptRounds } from '../kept-rounds/kept-rounds.ts';
import { RaceScreen } from './RaceScreen.tsx';

const text = makeReplayText(playReplay(freePlay, 'CHALLENGE'));
const ID = 'shared-round-001';
const EXPIRES = 1_900_000_000_000;

/** Opens an address of the race screen. */
async function open(address: string, held?: HeldRound): Promise<void> {
  await show(
    <>
      <Route path={`${PATHS.race}/:id?`}>
        <RaceScreen {...(held !== undefined && { store: held.store })} />
      </Route>
      <Toast />
    </>,
    address,
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string | RegExp) => page.getByRole('heading', { name });
const strip = page.getByRole('region', { name: 'Race', exact: true }).getByText('Ann');
const score = (points: number): string => new Intl.NumberFormat('en').format(points);

/** The score that a replay's text states. */
const scoreOf = (value: number): RegExp => new RegExp(`^Beat ${score(value)} by Ann$`);

afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  queryClient.clear();
  dismissToast();
  for (const { id } of keptRounds.getState().rounds ?? []) await keptRounds.drop(id);
});

describe('a challenge', () => {
  test('opens a race with the name and the score to beat, and its answer is another challenge', async () => {
    const replay = playNothing('CHALLENGE');
    const answers = openAnswers({
      [`/api/shared-rounds/${ID}`]: { id: ID, username: 'Ann', replay, expiresAt: EXPIRES },
      '/api/shared-rounds': { id: 'answer-round-001', expiresAt: EXPIRES },
    });
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const held = createHeldRound(freePlay, 'CHALLENGE', false);
    await open(`/race/${ID}`, held);
    await expect.element(heading(scoreOf(0))).toBeVisible();
    await expectAccessible();
    await button('Start the race').click();
    expect(held.store.getState()).toMatchObject({ phase: 'running', seed: 'CHALLENGE' });
    held.pass(3_000);
    await expect.element(strip).toBeVisible();
    const { xPx, yPx } = findLoneBubble(held.store);
    held.store.pop(xPx, yPx);
    held.pass(58_000);
    await expect.element(heading('You won!')).toBeVisible();
    await expect.element(page.getByText(/^You beat Ann by \d+\.$/)).toBeVisible();
    await expectAccessible();
    await expect.element(button('Race again')).toHaveStyle({ pointerEvents: 'auto' });
    await button('Send your answer').click();
    await expect.element(page.getByText('Challenge link copied')).toBeVisible();
    expect(write).toHaveBeenCalledExactlyOnceWith(`${location.origin}/race/answer-round-001`);
    expect(answers.asked).toContain('/api/shared-rounds');
  });

  test('that is lost says so, and can be raced again', async () => {
    openAnswers({ [`/api/shared-rounds/${ID}`]: { id: ID, username: null, replay: text, expiresAt: EXPIRES } });
    const held = createHeldRound(freePlay, 'CHALLENGE', false);
    await open(`/race/${ID}`, held);
    await expect.element(heading(/^Beat [\d,]+ points$/)).toBeVisible();
    await button('Start the race').click();
    held.pass(61_000);
    await expect.element(heading('So close!')).toBeVisible();
    await expect.element(page.getByText(/^Your friend won by [\d,]+\.$/)).toBeVisible();
    await button('Race again').click();
    expect(held.store.getState().phase).toBe('running');
  });

  test('counts down from three, with the bubbles and upgrades of the other round', async () => {
    const upgraded = makeReplayText(playReplay(arena, 'UPGRADED', ['score-multiplier']));
    await open(`/race#r=${upgraded}`);
    await expect.element(page.getByText(/the same upgrades/)).toBeVisible();
    await button('Start the race').click();
    await expect.element(page.getByText('3', { exact: true })).toBeVisible();
  });

  test('may be a round of a battle, whose bubbles come from no seed', async () => {
    await open(`/race#r=${playBattle()}`);
    await expect.element(heading('Beat 0 points')).toBeVisible();
    await button('Start the race').click();
    await expect.element(page.getByText('3', { exact: true })).toBeVisible();
  });

  test('by a link without a server is sent with the replay itself', async () => {
    openAnswers();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    const held = createHeldRound(freePlay, 'CHALLENGE', false);
    await open(`/race#r=${playNothing('CHALLENGE')}`, held);
    await button('Start the race').click();
    held.pass(3_000);
    const { xPx, yPx } = findLoneBubble(held.store);
    held.store.pop(xPx, yPx);
    held.pass(58_000);
    await expect.element(button('Race again')).toHaveStyle({ pointerEvents: 'auto' });
    await button('Send your answer').click();
    const link = `${location.origin}/race#r=${held.store.getState().result?.replayText ?? ''}`;
    await expect.element(page.getByLabelText('Challenge link')).toHaveValue(link);
    expect(write).toHaveBeenCalledExactlyOnceWith(link);
  });
});

describe('a link without a race says so and offers a normal round', () => {
  test.each([
    ['cut short', `/race#r=${text.slice(0, 40)}`],
    ['with a wrong score', `/race#r=${makeReplayText(playFalseReplay(arena, 'FALSE'))}`],
    ['with a script', '/race#r=<script>alert(1)</script>'],
    ['with nothing', '/race'],
  ])('%s', async (_, address) => {
    await open(address);
    await expect.element(page.getByText(/^This link is damaged/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Play a normal round' }))
      .toHaveAttribute('href', PATHS.freePlay);
    await expectAccessible();
  });

  test('that has expired', async () => {
    openAnswers({ [`/api/shared-rounds/${ID}`]: 404 });
    await open(`/race/${ID}`);
    await expect.element(page.getByText(/^This challenge has expired/)).toBeVisible();
  });

  test('whose round the server has damaged', async () => {
    openAnswers({ [`/api/shared-rounds/${ID}`]: { id: ID, username: 'Ann', replay: 'AAAA', expiresAt: EXPIRES } });
    await open(`/race/${ID}`);
    await expect.element(page.getByText(/^This link is damaged/)).toBeVisible();
  });

  test('without a connection, and loads it when the connection is back', async () => {
    const answers = openAnswers();
    await open(`/race/${ID}`);
    await expect.element(page.getByText(/^Check your connection/)).toBeVisible();
    await expectAccessible();
    answers.by.set(`/api/shared-rounds/${ID}`, { id: ID, username: 'Ann', replay: text, expiresAt: EXPIRES });
    await button('Try again').click();
    await expect.element(heading(/by Ann$/)).toBeVisible();
  });
});

/** A free play round without a click. */
function playNothing(seed: string): string {
  const held = createHeldRound(freePlay, seed, false);
  held.store.start();
  held.pass(61_000);
  return held.store.getState().result?.replayText ?? '';
}

/** A round of a battle without a click. */
function playBattle(): string {
  const entropy = blockEntropy(Int32Array.from({ length: 240 }, (_, at) => at * 7_919));
  const made = createRound({ rules: crossChain, entropy });
  if (!made.ok) throw new Error(made.error.code);
  made.value.advanceTo(crossChain.durationMs);
  const replay = recordReplay(made.value);
  if (!replay.ok) throw new Error(replay.error);
  const bytes = encodeReplay(replay.value);
  if (!bytes.ok) throw new Error(bytes.error.field);
  return makeReplayText(bytes.value);
}
