import { arena, makeReplayText } from '@popfray/engine';
import type { VerifiedRound } from '@popfray/protocol';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { Route } from 'wouter';
import { account, INITIAL_ACCOUNT } from '../../data/account/state.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { connectivity } from '../../data/api/connectivity.ts';
import { openText } from '../replay/opening.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, json, makeRound } from '../../testing/money.ts';
import { playReplay, trackedText } from '../../testing/replays.ts';
import { playSoloReceipt } from '../../testing/receipts.ts';
import { show } from '../../testing/show.tsx';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import { RoundPage } from './RoundPage.tsx';

let replay: string;
let score: number;

/** Opens a round's page with the given answers of the server; an error means that it is unreachable. */
async function open(answer: () => Response, others: ReadonlyMap<unknown, () => Response> = new Map()): Promise<void> {
  vi.mocked(window.fetch).mockImplementation((input) => {
    const given = input === '/api/rounds/round-0001' ? answer : others.get(input);
    if (given !== undefined) return Promise.resolve().then(given);
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  await show(
    <Route path="/round/:id">
      <RoundPage />
    </Route>,
    '/round/round-0001',
  );
}

/** A round with a valid replay, with the given changes. */
const openRound = (changed: Partial<VerifiedRound> = {}): Promise<void> =>
  open(() => json(makeRound({ replay, score, ...changed })));

beforeAll(() => {
  replay = makeReplayText(playReplay(arena, 'ROUND-PAGE'));
  const opening = openText(replay);
  if (opening.kind !== 'valid') throw new Error('The replay is not true.');
  ({ score } = opening.replay);
});
beforeEach(() => {
  queryClient.clear();
  vi.spyOn(window, 'fetch');
});
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  connectivity.setState({ status: 'online' });
  account.setState(INITIAL_ACCOUNT, true);
});

describe('the page of a paid round', () => {
  test('shows every visitor its verified score, player, reward, and replay link', async () => {
    await openRound({ loadout: ['trx-boost', 'boss-buster'] });
    await expect.element(page.getByText(new Intl.NumberFormat('en').format(score), { exact: true })).toBeVisible();
    await expect.element(page.getByText(/^Played again from its inputs by the server, and just now/)).toBeVisible();
    for (const text of ['Played by TRON_TJRabP', 'Credited', 'TRX Boost and Boss Buster', 'Arena v1'])
      await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible();
    await expect.element(page.getByText('10.39 TRX').first()).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Watch replay' }))
      .toHaveAttribute('href', `/replay#r=${replay}`);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await page.getByRole('button', { name: 'Copy replay link' }).click();
    expect(write).toHaveBeenCalledExactlyOnceWith(`${location.origin}/replay#r=${replay}`);
    expect(document.title).toBe('Round · Popfray');
    await expectAccessible();
  });

  test('links a replay with a track at an address without it, and hands the track over', async () => {
    const tracked = trackedText(playReplay(arena, 'ROUND-PAGE'), new Uint8Array(5_000));
    await openRound({ replay: tracked });
    await expect.element(page.getByText(/^Played again from its inputs by the server, and just now/)).toBeVisible();
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await page.getByRole('button', { name: 'Copy replay link' }).click();
    expect(write).toHaveBeenCalledExactlyOnceWith(`${location.origin}/replay#r=${replay}`);
    await page.getByRole('link', { name: 'Watch replay' }).click();
    await expect.poll(() => location.hash).toBe(`#r=${replay}`);
    expect(history.state).toEqual({ replay: tracked });
  });

  test.each<[string, Partial<VerifiedRound>, string]>([
    ['cut by a limit', { creditedSun: 1 }, 'Credited up to a limit'],
    ['held for review', { status: 'held', creditedSun: 0 }, 'Held for review'],
    ['reviewed and refused', { status: 'refused', creditedSun: 0 }, 'Not credited'],
  ])('says so when its reward was %s', async (_, changed, words) => {
    await openRound(changed);
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
    await expectAccessible();
  });

  test('shows what was decided about a held reward while the page is open, and asks no more afterwards', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      let round = makeRound({ replay, score, status: 'held', creditedSun: 0 });
      await open(() => json(round));
      await expect.element(page.getByText('Held for review').first()).toBeVisible();
      round = makeRound({ replay, score });
      vi.advanceTimersByTime(30_000);
      await expect.element(page.getByText('Credited', { exact: true }).first()).toBeVisible();
      await expect.element(page.getByText('Held for review')).not.toBeInTheDocument();
      const asked = vi.mocked(window.fetch).mock.calls.length;
      vi.advanceTimersByTime(120_000);
      await expect.poll(() => queryClient.isFetching()).toBe(0);
      expect(window.fetch).toHaveBeenCalledTimes(asked);
    } finally {
      vi.useRealTimers();
    }
  });

  test('shows a held reward as pending, never as 0 TRX', async () => {
    await openRound({ status: 'held', creditedSun: 0 });
    await expect.element(page.getByText('10.39 TRX pending', { exact: true })).toBeVisible();
    await expect.element(page.getByText('0 TRX', { exact: true })).not.toBeInTheDocument();
  });

  test.each([
    ['held', /^Our program noticed the following/],
    ['refused', 'The operator’s reason: A script.'],
  ] as const)('says to its player alone why it is %s', async (status, words) => {
    const round = makeRound({ replay, score, status, creditedSun: 0 });
    const { replay: _, ...summary } = round;
    const own = { ...summary, reasons: ['program'], ...(status === 'refused' && { refusal: 'A script.' }) };
    const asked = `/api/rounds/me?status=${status}&limit=1&before=${String(round.playedAt + 1)}`;
    const reason = page.getByText('The pointer moved more like a program than like a hand.');
    for (const [viewer, isOwn] of [
      [makePlayer('TAnotherPlayerWhoReadsThisPage0000'), false],
      [makePlayer(round.address), true],
    ] as const) {
      account.setState({ ...INITIAL_ACCOUNT, wallet: 'connected', address: viewer.address, player: viewer }, true);
      await open(() => json(round), new Map([[asked, () => json({ rounds: [own], next: null })]]));
      await expect.element(page.getByText('Verified score')).toBeVisible();
      if (isOwn) {
        await expect.element(reason).toBeVisible();
        await expect.element(page.getByText(words)).toBeVisible();
        await expect.element(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
        await expectAccessible();
      } else {
        expect(vi.mocked(window.fetch)).not.toHaveBeenCalledWith(asked, expect.anything());
        await expect.element(page.getByRole('link', { name: 'Contact us' })).not.toBeInTheDocument();
      }
      await cleanup();
      queryClient.clear();
    }
  });

  test('offers a retry when the reasons could not be loaded', async () => {
    const round = makeRound({ replay, score, status: 'held', creditedSun: 0 });
    const { replay: _, ...summary } = round;
    const asked = `/api/rounds/me?status=held&limit=1&before=${String(round.playedAt + 1)}`;
    let isBroken = true;
    const answer = (): Response =>
      isBroken
        ? new Response('', { status: 500 })
        : json({ rounds: [{ ...summary, reasons: ['program'] }], next: null });
    const player = makePlayer(round.address);
    account.setState({ ...INITIAL_ACCOUNT, wallet: 'connected', address: player.address, player }, true);
    await open(() => json(round), new Map([[asked, answer]]));
    await expect.element(page.getByRole('link', { name: 'Contact us' })).toBeVisible();
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('The pointer moved more like a program than like a hand.')).toBeVisible();
  });

  test('links the receipt of a round that was played second by second, which one from a seed does not have', async () => {
    const { players } = playSoloReceipt();
    const [player] = players;
    await openRound({ replay: player?.replay ?? '', score: player?.score ?? 0 });
    await expect.element(page.getByText(/^Played again from its inputs by the server, and just now/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'View receipt' }))
      .toHaveAttribute('href', '/receipt/round-0001');
    await expectAccessible();
    await cleanup();
    queryClient.clear();
    await openRound();
    await expect.element(page.getByText('Verified score')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'View receipt' })).not.toBeInTheDocument();
  });

  test('does not accept another score from the server', async () => {
    await openRound({ score: score + 1 });
    await expect.element(page.getByText(/^Your browser plays its inputs to another score/)).toBeVisible();
    await expectAccessible();
  });

  test('accepts the server’s score for unknown rules', async () => {
    await openRound({ replay: 'AAAA' });
    await expect.element(page.getByText(/^Your browser does not know this round’s rules/)).toBeVisible();
  });

  test('shows names as they are written, never as markup', async () => {
    const username = '<img src=x onerror=alert(1)>';
    await openRound({ username });
    await expect.element(page.getByText(`Played by ${username}`)).toBeVisible();
    expect(document.querySelector('main img')).toBeNull();
  });

  test('shows a message for an unknown round', async () => {
    await open(() => failure('ERR_ROUND_UNKNOWN'));
    await expect.element(page.getByRole('heading', { name: 'There is no such round' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Play in the arena' })).toHaveAttribute('href', '/arena');
    await expectAccessible();
  });

  test('shows an error when it cannot be loaded, and retries', async () => {
    await open(() => new Response('<html>', { status: 500 }));
    await expect.element(page.getByRole('heading', { name: 'The round could not be loaded' })).toBeVisible();
    await expectAccessible();
    vi.mocked(window.fetch).mockImplementation(() => Promise.resolve(json(makeRound({ replay, score }))));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('Verified score')).toBeVisible();
  });

  test.each([390, 320])('fits %i px', async (width) => {
    await page.viewport(width, 700);
    await openRound({ username: 'W'.repeat(32), score, earnedSun: 9_007_199_254_740_991 });
    await expect.element(page.getByText('Verified score')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await page.viewport(1366, 768);
  });
});
