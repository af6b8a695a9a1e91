import { createBubble, freePlay } from '@popfray/engine';
import type { DailyBoard } from '@popfray/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { queryClient } from '../../data/api/Queries.tsx';
import { markOnline } from '../../data/api/connectivity.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { createHeldRound, type HeldRound } from '../../testing/held-round.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import { show } from '../../testing/show.tsx';
import { Daily } from './Daily.tsx';

let server: TestServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(async () => server.stop());

beforeEach(() => localStorage.clear());
afterEach(async () => {
  await cleanup();
  Object.assign(server, { isAway: false, instead: null });
  markOnline();
  queryClient.clear();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const text = (words: string) => page.getByText(words, { exact: true });

/** Opens the daily field with test-controlled time and starts a round once the seed has loaded. */
async function startRound(): Promise<HeldRound> {
  const held = createHeldRound(freePlay, 'unused', false);
  await show(<Daily store={held.store} />, '/daily/play');
  await button('Start').click();
  await expect.poll(() => held.store.getState().phase).toBe('running');
  return held;
}

/** Pops a number of bubbles at irregular times, then lets the round end. */
function playOut(held: HeldRound, pops: number): void {
  for (let popped = 0; popped < pops; popped++) {
    held.pass(700 + ((popped * 317) % 700));
    const { round } = held.store;
    if (round === null || round.count === 0) continue;
    const { xPx, yPx } = round.bubbleAt(round.count - 1, createBubble());
    held.store.pop(Math.max(0, Math.min(xPx, 800)), Math.max(0, Math.min(yPx, 600)));
  }
  held.pass(60_000);
}

describe('the day’s board', () => {
  test('that is empty says so, counts down to the next seed, and links to the field', async () => {
    await show(<Daily />, '/daily');
    await expect.element(heading('Daily Seed')).toBeVisible();
    await expect.element(text('The board is empty. The first place is yours to take.')).toBeVisible();
    await expect.element(text('No one played yesterday’s seed.')).toBeVisible();
    await expect.element(text('For the fun of it: nothing here ever earns or costs TRX.')).toBeVisible();
    await expect
      .element(page.getByRole('timer', { name: /^Next seed in \d+ hours? and \d+ minutes?\.$/ }))
      .toBeVisible();
    expect(document.title).toBe('Daily Seed · Popfray');
    await expectAccessible();
    await page.getByRole('link', { name: 'Play today’s seed' }).click();
    await expect.element(heading('Ready for today’s seed?')).toBeVisible();
    await expect.element(page.getByText('Pause', { exact: true })).not.toBeInTheDocument();
  });

  test('that cannot be fetched is retried, and other modes are offered meanwhile', async () => {
    server.instead = () => new Response('', { status: 500 });
    await show(<Daily />, '/daily');
    await expect.element(text('Today’s seed could not be fetched.')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'To Free Play' })).toBeVisible();
    await expectAccessible();
    server.instead = null;
    await button('Try again').click();
    await expect.element(heading('Today’s board')).toBeVisible();
  });

  test('offline is the one fetched last; without one, it says what works', async () => {
    server.isAway = true;
    await show(<Daily />, '/daily');
    await expect
      .element(page.getByText(/^You are offline, and today’s seed has not been fetched here yet\./))
      .toBeVisible();
    await cleanup();
    server.isAway = false;
    await show(<Daily />, '/daily');
    await expect.element(heading('Today’s board')).toBeVisible();
    await cleanup();
    queryClient.clear();
    server.isAway = true;
    await show(<Daily />, '/daily');
    await expect
      .element(page.getByText(/^The board cannot be fetched right now: this is how it stood at /))
      .toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Play today’s seed' })).toBeVisible();
    await expectAccessible();
  });

  test('from the cache is not offered after its day is over, online or offline', async () => {
    const board = (await fetch('/api/daily').then((response) => response.json())) as DailyBoard;
    const today = { ...board.today, endsAt: Date.now() + 10_000 };
    localStorage.setItem(
      'popfray.daily-board.v1',
      JSON.stringify({ board: { ...board, today }, fetchedAt: Date.now() }),
    );
    server.isAway = true;
    await show(<Daily />, '/daily');
    const link = page.getByRole('link', { name: 'Play today’s seed' });
    await expect.element(link).toBeVisible();
    await expect.element(link).not.toBeInTheDocument();
    await expect.element(page.getByText(/^You are offline, and today’s seed/)).toBeVisible();
  });
});

describe('a round of the day', () => {
  test('is listed for a guest, whose name can be changed', async () => {
    const held = await startRound();
    await expect.element(heading('Ready for today’s seed?')).not.toBeInTheDocument();
    playOut(held, 8);
    await expect.element(heading('Round over')).toBeVisible();
    await expect.element(text('Rank 1 of 1 today.')).toBeVisible();
    await expectAccessible();
    await page.getByRole('link', { name: 'See the board' }).click();
    await expect.element(page.getByRole('row', { name: /^1 Guest_[A-Z2-9]{6} You/ })).toBeVisible();
    await button('Change').click();
    await page.getByLabelText('Name on the board').fill('x'.repeat(33));
    await button('Save').click();
    await expect.element(text('A name has 1 to 32 characters, none of them invisible.')).toBeVisible();
    await page.getByLabelText('Name on the board').fill('泡泡达人');
    await button('Save').click();
    await expect.element(page.getByRole('row', { name: /^1 泡泡达人 You/ })).toBeVisible();
    await expect.poll(() => document.activeElement?.textContent).toBe('Change');
    await expectAccessible();
  });

  test('with the same clicks as another player’s round is not listed', async () => {
    const held = await startRound();
    playOut(held, 8);
    await expect
      .element(text('Another player has already submitted this exact round, so it is not listed.'))
      .toBeVisible();
  });

  test('no better than the best is not submitted; offline it is stored and submitted later', async () => {
    const held = await startRound();
    server.isAway = true;
    playOut(held, 12);
    await expect
      .element(text('No connection. The round is kept in this browser and handed in when you are back.'))
      .toBeVisible();
    expect(localStorage.getItem('popfray.daily-round.v1')).not.toBeNull();
    server.isAway = false;
    await expect.element(text('Rank 1 of 2 today.')).toBeVisible();
    expect(localStorage.getItem('popfray.daily-round.v1')).toBeNull();
    const asked = server.calls.length;
    await button('Play again').click();
    await expect.poll(() => held.store.getState().phase).toBe('running');
    playOut(held, 3);
    await expect.element(page.getByText(/^Your best today stays at \d+\.$/)).toBeVisible();
    expect(server.calls.slice(asked)).not.toContain('POST /api/daily/rounds');
  });

  test('that is running at midnight continues to its end, and counts for the day on which it started', async () => {
    const board = (await fetch('/api/daily').then((response) => response.json())) as DailyBoard;
    let { endsAt } = board.today;
    server.instead = (method) =>
      method === 'GET' ? Response.json({ ...board, today: { ...board.today, endsAt } }) : null;
    const held = await startRound();
    held.pass(2_000);
    endsAt = Date.now() + 300;
    await queryClient.invalidateQueries();
    server.isAway = true;
    await expect.poll(() => Date.now() > endsAt + 700).toBe(true);
    expect(held.store.getState().phase).toBe('running');
    server.isAway = false;
    playOut(held, 5);
    await expect.element(page.getByText(/^Rank \d of \d today\.$/)).toBeVisible();
    expect(held.store.getState().seed).toBe(board.today.seed);
  });
});
