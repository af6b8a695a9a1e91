import type { BattleRatings, Ladder, MySeason } from '@popfray/protocol';
import { findSeason, seasonAt } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../../data/account/state.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { show } from '../../testing/show.tsx';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import { BattleRating } from './BattleRating.tsx';
import { SeasonPanel } from './SeasonPanel.tsx';
import { SeasonScreen } from './SeasonScreen.tsx';

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const CURRENT = seasonAt(Date.now()).number;

let answers: Record<string, unknown>;

const own = (changes: Partial<MySeason> = {}): MySeason => ({
  season: findSeason(CURRENT),
  rating: { season: CURRENT, rating: 1_612, deviation: 88, battles: 14, opponents: 6, league: 'gold', rank: 2 },
  past: [],
  streak: { days: 4, best: 9, hasPlayedToday: false },
  quests: {
    date: new Date().toISOString().slice(0, 10),
    endsAt: Date.now() + 3 * 3_600_000,
    quests: [
      { kind: 'rounds', target: 3, progress: 3 },
      { kind: 'combo', target: 15, progress: 7 },
      { kind: 'daily', target: 1, progress: 0 },
    ],
    completeDays: 5,
  },
  ...changes,
});

const ladder = (number: number, names: readonly string[]): Ladder => ({
  season: findSeason(number),
  isCurrent: number === CURRENT,
  firstSeason: CURRENT - 1,
  ranked: names.length,
  rows: names.map((name, at) => ({
    rank: at + 1,
    name,
    walletAddress: at === 1 ? ADDRESS : `TJRabPrwbZy45sbavfcjinPJC18kjpRT${'abcdefgh'[at] ?? 'z'}8`,
    rating: 1_700 - 88 * at,
    deviation: 90,
    league: 'gold',
    battles: 20 - at,
  })),
});

beforeEach(() => {
  queryClient.clear();
  answers = {
    '/api/season': ladder(CURRENT, ['Ann', 'Me', 'Eve']),
    [`/api/season?number=${CURRENT - 1}`]: ladder(CURRENT - 1, ['Old Champion']),
    '/api/season/me': own(),
  };
  account.setState({ ...INITIAL_ACCOUNT, wallet: 'connected', address: ADDRESS, player: makePlayer(ADDRESS) }, true);
  vi.spyOn(window, 'fetch').mockImplementation((input) => {
    const answer = answers[typeof input === 'string' ? input : ''];
    return Promise.resolve(answer === undefined ? new Response('', { status: 503 }) : Response.json(answer));
  });
});
afterEach(async () => {
  await cleanup();
  account.setState(INITIAL_ACCOUNT, true);
  vi.restoreAllMocks();
});

describe('the season', () => {
  test('shows rating, league, place, streak, quests and the ladder, and is accessible', async () => {
    await show(<SeasonScreen />, '/season');
    await expect.element(page.getByRole('heading', { name: `Season ${CURRENT}`, level: 1 })).toBeVisible();
    await expect.element(page.getByText('Place 2')).toBeVisible();
    await expect.element(page.getByText('4 days in a row')).toBeVisible();
    await expect.element(page.getByText(/Finish a round today to keep it\. Your best: 9 days\./)).toBeVisible();
    await expect.element(page.getByText('Finish 3 rounds')).toBeVisible();
    await expect.element(page.getByText('7 / 15')).toBeVisible();
    await expect.element(page.getByText('138 points to Platinum.')).toBeVisible();
    await expect.element(page.getByRole('row', { name: /2 Me/ })).toHaveAttribute('aria-current', 'true');
    await expectAccessible();
  });

  test('says what a provisional rating lacks', async () => {
    answers['/api/season/me'] = own({
      rating: { season: CURRENT, rating: 1_662, deviation: 290, battles: 1, opponents: 1, league: null, rank: null },
    });
    await show(<SeasonScreen />, '/season');
    await expect.element(page.getByText('1 of 10 rated battles')).toBeVisible();
    await expect.element(page.getByText('1 of 5 different opponents')).toBeVisible();
  });

  test('opens an earlier season by the keyboard', async () => {
    await show(<SeasonScreen />, '/season');
    const earlier = page.getByRole('button', { name: 'Earlier season' });
    await expect.element(earlier).toBeVisible();
    (earlier.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Old Champion')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: `Ladder of season ${CURRENT - 1}` })).toBeVisible();
    await expect.element(earlier).toBeDisabled();
    await userEvent.click(page.getByRole('button', { name: 'Later season' }));
    await expect.element(page.getByText('Eve')).toBeVisible();
  });

  test('is open to visitors, who are asked to connect', async () => {
    account.setState(INITIAL_ACCOUNT, true);
    await show(<SeasonScreen />, '/season');
    await expect.element(page.getByText('Play for a place')).toBeVisible();
    await expect.element(page.getByText('Eve')).toBeVisible();
    expect(vi.mocked(window.fetch).mock.calls.map(([path]) => path)).not.toContain('/api/season/me');
  });

  test('without anybody in a league says so', async () => {
    answers['/api/season'] = { ...ladder(CURRENT, []), firstSeason: null };
    await show(<SeasonScreen />, '/season');
    await expect.element(page.getByText('Nobody has a league in this season yet.')).toBeVisible();
  });

  test('that cannot be loaded can be tried again', async () => {
    const { '/api/season': known } = answers;
    delete answers['/api/season'];
    await show(<SeasonScreen />, '/season');
    const again = page.getByRole('alert').getByRole('button');
    await expect.element(again, { timeout: 30_000 }).toBeVisible();
    answers['/api/season'] = known;
    await again.click();
    await expect.element(page.getByText('Eve')).toBeVisible();
  });
});

describe('on other screens', () => {
  test('the panel has rating, streak and quests and links to the season', async () => {
    await show(<SeasonPanel address={ADDRESS} />, '/profile');
    await expect.element(page.getByText('1,612')).toBeVisible();
    await expect.element(page.getByText('4 days in a row')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Open the season' })).toHaveAttribute('href', '/season');
    await expectAccessible();
  });

  test('the panel of a visitor says what a season is and asks the server nothing', async () => {
    await show(<SeasonPanel address={null} />, '/');
    await expect.element(page.getByRole('link', { name: 'Open the season' })).toBeVisible();
    expect(window.fetch).not.toHaveBeenCalled();
  });

  const change = { walletAddress: ADDRESS, before: 1_500, after: 1_488, deviation: 200, league: null };
  test.each<[string, BattleRatings, RegExp]>([
    ['a loss', { sessionId: 'session-1', state: 'rated', changes: [change] }, /Rating 1,488-12Provisional/],
    [
      'a win',
      { sessionId: 'session-1', state: 'rated', changes: [{ ...change, after: 1_650, league: 'gold' }] },
      /Rating 1,650\+150Gold/,
    ],
    ['a held share', { sessionId: 'session-1', state: 'held', changes: [] }, /when the held share has been reviewed/],
  ])('a battle shows the rating after %s', async (_, ratings, text) => {
    answers['/api/ratings/session-1'] = ratings;
    await show(<BattleRating sessionId="session-1" address={ADDRESS} />, '/game');
    await expect.poll(() => document.querySelector('main')?.textContent).toMatch(text);
  });

  test('a battle that is not rated shows nothing', async () => {
    answers['/api/ratings/session-1'] = { sessionId: 'session-1', state: 'unrated', changes: [] };
    await show(<BattleRating sessionId="session-1" address={ADDRESS} />, '/game');
    await expect.poll(() => vi.mocked(window.fetch).mock.calls.length).toBe(1);
    expect(document.querySelector('main')?.textContent).toBe('');
  });
});
