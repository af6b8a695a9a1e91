import { arena } from '@popfray/engine';
import { FAILURES, type SoloTerms, type VerifiedRound } from '@popfray/protocol';
import { createRoundStore } from '@popfray/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../../data/account/state.ts';
import { Arena } from '../arena/Arena.tsx';
import { platformStats } from '../../data/platform/platform-stats.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { connectivity } from '../../data/api/connectivity.ts';
import { Toast } from '../../app/Toast.tsx';
import { toasts } from '../../ui/toast.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { clickField, createHeldRound, findLoneBubble, type HeldRound } from '../../testing/held-round.ts';
import { failure, json, makeRound, makeTicket } from '../../testing/money.ts';
import { fieldReady, show } from '../../testing/show.tsx';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import { readPendingRound, savePendingRound } from './pending-round.ts';
import { solo } from './solo.ts';
import { SoloOverlay } from './SoloPart.tsx';

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const REPLAY = 'AAAA';

const TERMS: SoloTerms = {
  pointsPerTrx: 100,
  roundCapSun: 25_000_000,
  dailyCapSun: 100_000_000,
  earnedTodaySun: 12_500_000,
  fullCapSun: 100_000_000,
  networkLeftSun: 100_000_000,
  budgetLeftSun: 1_000_000_000,
  hourLeftSun: 1_000_000_000,
  nextHourAt: Date.UTC(2029, 11, 31, 13),
  renewsAt: Date.UTC(2030, 0, 1),
  loadout: [],
};

/** The server's answers to the calls of a paid round. */
let answers: Map<string, () => Response>;
let calls: string[];

const button = (name: string) => page.getByRole('button', { name, exact: true });
const ready = page.getByRole('region', { name: 'Solo TRX', exact: true });
const over = page.getByRole('region', { name: 'Game Complete' });

/** The server's result for a round of the ticket. */
const settleAs = (changed: Partial<VerifiedRound>): void => {
  answers.set('POST /api/solo/tickets/ticket-0001/finish', () => json(makeRound({ address: ADDRESS, ...changed })));
};

/** Opens the arena in solo mode with a test-controlled round. */
async function open(): Promise<HeldRound> {
  const held = createHeldRound(arena, 'UNUSED', false);
  await show(
    <>
      <Arena soloStore={held.store} />
      <Toast />
    </>,
    '/arena?mode=solo',
  );
  await fieldReady();
  return held;
}

/** Starts a round and plays it to its end with one popped bubble. */
async function playThrough(): Promise<HeldRound> {
  const held = await open();
  await button('Start Game').click();
  await expect.poll(() => held.store.getState().phase).toBe('running');
  held.pass(5_000);
  const { xPx, yPx } = findLoneBubble(held.store);
  await clickField(xPx, yPx);
  held.pass(60_000);
  await expect.element(over).toBeVisible();
  return held;
}

beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  calls = [];
  account.setState({ ...INITIAL_ACCOUNT, wallet: 'connected', address: ADDRESS, player: makePlayer(ADDRESS) }, true);
  answers = new Map([
    ['GET /api/solo', () => json(TERMS)],
    ['POST /api/solo/tickets', () => json(makeTicket())],
    [`GET /api/player-upgrades/${ADDRESS}`, () => json([])],
    ['GET /api/me', () => json(makePlayer(ADDRESS))],
    ['GET /healthz', () => json({})],
  ]);
  settleAs({});
  const realFetch = window.fetch.bind(window);
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const path = typeof input === 'string' ? input : '';
    if (!path.startsWith('/api/') && path !== '/healthz') return realFetch(input, init);
    const call = `${init?.method ?? 'GET'} ${path}`;
    calls.push(call);
    const answer = answers.get(call);
    // Calls without a mocked answer fail as network errors.
    return answer === undefined ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(answer());
  });
});
afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
  solo.setState({ step: 'ready' }, true);
  platformStats.store.setState({ value: null, hasFailed: false });
  connectivity.setState({ status: 'online' });
  toasts.setState({ message: null });
  account.setState(INITIAL_ACCOUNT, true);
});

describe('before a paid round', () => {
  test('its terms are shown: rate, remaining amount, reset time, active upgrades', async () => {
    await open();
    await expect.element(ready.getByText('1 TRX per 100 points · Free entry')).toBeVisible();
    await expect.element(ready.getByText('87.5 TRX')).toBeVisible();
    await expect.element(page.getByText('12.5 TRX')).toBeVisible();
    await expect.element(page.getByText('of 100 TRX a day')).toBeVisible();
    await expect.element(page.getByText('1,000 TRX', { exact: true })).toBeVisible();
    await expect.element(page.getByText(/The daily limits reset at/)).toBeVisible();
    await expect.element(page.getByText('None at the moment.')).toBeVisible();
    await expect.element(page.getByLabelText('Play a seed')).not.toBeInTheDocument();
    await expect.element(button('Pause')).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'Back to Lobby' })).toHaveAttribute('href', '/lobby');
    await expectAccessible();
  });

  test.each<[string, Partial<SoloTerms>, RegExp]>([
    ['the daily cap', { earnedTodaySun: 100_000_000 }, /^You have earned all that a wallet can in a day/],
    [
      'a young account’s daily cap',
      { dailyCapSun: 10_000_000 },
      /^Your new account has earned all that it can in a day.* up to 100 TRX with days, rounds and deposits\.$/,
    ],
    ['the network’s daily cap', { networkLeftSun: 0 }, /^Players on your network have earned all/],
    ['the house’s budget', { budgetLeftSun: 0 }, /^The house has paid out all of today’s rewards/],
    ['the hour’s share of it', { hourLeftSun: 0 }, /^The house has paid out this hour’s rewards/],
  ])('%s used up is shown, and the round can still be played', async (_, changed, words) => {
    answers.set('GET /api/solo', () => json({ ...TERMS, ...changed }));
    await open();
    await expect.element(ready.getByText(words)).toBeVisible();
    await expect.element(button('Start Game')).toBeEnabled();
    await expectAccessible();
  });

  test('a young account is told that its limit grows, and what is left of the hour', async () => {
    const changed = { dailyCapSun: 15_000_000, hourLeftSun: 40_000_000 };
    answers.set('GET /api/solo', () => json({ ...TERMS, ...changed }));
    await open();
    await expect.element(page.getByText('of 15 TRX a day')).toBeVisible();
    await expect.element(page.getByText(/^Your account is new: its limit grows up to 100 TRX/)).toBeVisible();
    await expect.element(page.getByText(/^40 TRX until .*; then the next hour’s share$/)).toBeVisible();
    await expect.element(page.getByText(/^One round earns at most 25 TRX\./)).toBeVisible();
    await expectAccessible();
  });

  test('it cannot start while paid play is paused, and a notice is shown', async () => {
    answers.set('GET /api/platform-stats', () => json({ isPaidPlayPaused: true }));
    await open();
    await expect.element(ready.getByText(/^Paid play is paused for now/)).toBeVisible();
    await expect.element(button('Start Game')).toBeDisabled();
    await expectAccessible();
  });

  test('it cannot start while the server is unreachable, and there is a retry button', async () => {
    answers.delete('GET /api/solo');
    await open();
    await expect.element(ready.getByText(/^(?:The server cannot be reached|This could not be loaded)/)).toBeVisible();
    await expect.element(button('Start Game')).toBeDisabled();
    answers.set('GET /api/solo', () => json(TERMS));
    await ready.getByRole('button', { name: 'Try again' }).click();
    await expect.element(button('Start Game')).toBeEnabled();
  });

  test.each([
    ['ERR_SOLO_PAUSED', FAILURES.ERR_SOLO_PAUSED.message],
    ['ERR_RATE', FAILURES.ERR_RATE.message],
  ] as const)('a ticket refused with %s says why', async (code, words) => {
    answers.set('POST /api/solo/tickets', () => failure(code));
    await open();
    await button('Start Game').click();
    await expect.element(ready.getByText(words)).toBeVisible();
    await expect.element(button('Start Game')).toBeEnabled();
  });

  test.each([
    ['rules', { rulesVersion: 2 }],
    ['an upgrade', { loadout: ['time-machine'] }],
  ])('a ticket for %s that this page does not know asks for a reload', async (_, changed) => {
    answers.set('POST /api/solo/tickets', () => json(makeTicket(changed)));
    const held = await open();
    await button('Start Game').click();
    await expect.element(ready.getByText(/^This page is older than the server’s rules/)).toBeVisible();
    await expect.element(button('Reload')).toBeVisible();
    expect(held.store.getState().phase).toBe('idle');
  });

  test('a wallet that has not signed in is asked to sign in', async () => {
    account.setState({ player: null });
    await open();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Sign in with your wallet to play for TRX.');
    await expect.element(ready.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    await page.getByText('Cross-Chain Battle', { exact: true }).click();
    await expect.element(page.getByRole('link', { name: 'Find an opponent' })).toHaveAttribute('href', '/lobby');
    await expectAccessible();
  });
});

describe('the first paid round', () => {
  const tutorial = page.getByRole('region', { name: 'Tutorial' });

  test('is preceded by the tutorial for players who want it, with a cursor for keys', async () => {
    const held = await open();
    await button('New here? Tutorial first').click();
    await expect.element(tutorial.getByText('Click or tap a bubble to pop it.')).toBeVisible();
    await expect.element(ready).not.toBeInTheDocument();
    await expectAccessible();
    for (let step = 0; step < 4; step++) await button('Next step').click();
    await expect.element(tutorial.getByText(/move the cursor onto a bubble/)).toBeVisible();
    expect(calls).not.toContain('POST /api/solo/tickets');
    await button('Next step').click();
    await button('Start the round').click();
    await expect.poll(() => held.store.getState()).toMatchObject({ phase: 'running', seed: 'TICKET-SEED', score: 0 });
    await expect.element(tutorial).not.toBeInTheDocument();
  });

  test.each<[string, () => void]>([
    ['has finished or skipped the tutorial', () => localStorage.setItem('popfray.tutorial.v1', 'done')],
    ['has played in this browser', () => localStorage.setItem('popfray.best.v1', JSON.stringify({ arena: 300 }))],
    ['has a counted game', () => account.setState({ player: { ...makePlayer(ADDRESS), gamesPlayed: 1 } })],
  ])('has no such offer for a player who %s', async (_, prepare) => {
    prepare();
    await open();
    await expect.element(button('Start Game')).toBeEnabled();
    await expect.element(button('New here? Tutorial first')).not.toBeInTheDocument();
  });
});

describe('a paid round', () => {
  test('plays the ticket’s seed and loadout, cannot be paused, and asks for confirmation before it is left', async () => {
    answers.set('POST /api/solo/tickets', () => json(makeTicket({ loadout: ['score-multiplier', 'rapid-fire'] })));
    const held = await open();
    await button('Start Game').click();
    await expect.poll(() => held.store.getState().phase).toBe('running');
    expect(held.store.getState().seed).toBe('TICKET-SEED');
    expect(held.store.round?.loadout).toEqual(['score-multiplier', 'rapid-fire']);
    await userEvent.keyboard('p');
    expect(held.store.getState().phase).toBe('running');
    const leaving = new Event('beforeunload', { cancelable: true });
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);

    await page.getByRole('link', { name: 'Back to Lobby' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave the round?' });
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog.getByText(/^It is still running/)).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(location.pathname).toBe('/arena');
    expect(held.store.getState().phase).toBe('running');
    await page.getByRole('link', { name: 'Back to Lobby' }).click();
    await dialog.getByRole('button', { name: 'Leave the round' }).click();
    expect(location.pathname).toBe('/lobby');
  });

  test('that was left before its ticket arrived does not start, and another can', async () => {
    let give: (ticket: Response) => void = () => undefined;
    const underway = new Promise<Response>((resolve) => {
      give = resolve;
    });
    const answered = vi.mocked(window.fetch).getMockImplementation();
    vi.mocked(window.fetch).mockImplementation((input, init) =>
      input === '/api/solo/tickets'
        ? underway
        : (answered?.(input, init) ?? Promise.reject(new TypeError('No answer.'))),
    );
    await open();
    await button('Start Game').click();
    await expect.element(button('Starting')).toBeDisabled();
    await cleanup();
    give(json(makeTicket()));
    await expect.poll(() => solo.getState().step).toBe('ready');
    if (answered !== undefined) vi.mocked(window.fetch).mockImplementation(answered);
    const held = await open();
    await button('Start Game').click();
    await expect.poll(() => held.store.getState().phase).toBe('running');
  });

  test('continues while the page is hidden, where browsers draw no frames', async () => {
    // Without a field only the round's own timer can advance it.
    const store = createRoundStore({ rules: arena, pausable: false });
    const personalBest = { best: null, isBeaten: false };
    await show(<SoloOverlay session={{ rules: arena, store, personalBest, start: () => undefined }} />, '/arena');
    await button('Start Game').click();
    await expect.poll(() => store.getState().phase).toBe('running');
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await expect.poll(() => store.round?.timeMs).toBeGreaterThan(900);
  });

  test('is submitted at its end, and credited', async () => {
    const held = await playThrough();
    await expect.element(over.getByText('Credited to your Popfray balance.')).toBeVisible();
    await expect.element(over.getByText('Final Score')).toBeVisible();
    await expect.element(over.getByText('1,039', { exact: true })).toBeVisible();
    await expect.element(over.getByText('TRX Earned')).toBeVisible();
    await expect.element(over.getByText('10.39', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Score: 1,039 points added to your profile!', { exact: true })).toBeVisible();
    await expect.element(over.getByRole('link', { name: 'Round page' })).toHaveAttribute('href', '/round/ticket-0001');
    await expect.element(over.getByRole('link', { name: 'Back to Lobby' })).toHaveAttribute('href', '/lobby');
    expect(readPendingRound(ADDRESS)).toBeNull();
    await expectAccessible();
    answers.set('POST /api/solo/tickets', () => json(makeTicket({ id: 'ticket-0002', seed: 'ANOTHER' })));
    await over.getByRole('button', { name: 'Play Again' }).click();
    await expect.poll(() => held.store.getState()).toMatchObject({ phase: 'running', seed: 'ANOTHER', score: 0 });
  });

  test.each<[string, Partial<VerifiedRound>, string, string]>([
    [
      'cut by the daily limit',
      { earnedSun: 6_200_000, creditedSun: 4_000_000, cutBy: 'wallet' },
      '4.00',
      'Worth 6.2 TRX; 4 TRX credited, because you reached the daily limit of a wallet.',
    ],
    [
      'cut by the house’s budget',
      { earnedSun: 6_200_000, creditedSun: 1, cutBy: 'budget' },
      '0.00',
      'Worth 6.2 TRX; 0.000001 TRX credited, because today’s rewards of the house ran out.',
    ],
    [
      'cut by the cap of a round',
      { earnedSun: 62_000_000, creditedSun: 25_000_000, cutBy: 'round' },
      '25.00',
      'Worth 62 TRX; 25 TRX credited, because one round earns no more.',
    ],
    [
      'cut because the account is new',
      { earnedSun: 12_000_000, creditedSun: 10_000_000, cutBy: 'account' },
      '10.00',
      'Worth 12 TRX; 10 TRX credited, because your account is new: its daily limit grows with days, rounds and deposits.',
    ],
    [
      'cut by the network’s daily limit',
      { earnedSun: 12_000_000, creditedSun: 0, cutBy: 'network' },
      '0.00',
      'Worth 12 TRX; 0 TRX credited, because players on your network reached its daily limit together.',
    ],
    [
      'cut by the hour’s share of the budget',
      { earnedSun: 12_000_000, creditedSun: 5_000_000, cutBy: 'hour' },
      '5.00',
      'Worth 12 TRX; 5 TRX credited, because this hour’s rewards of the house ran out.',
    ],
    [
      'cut before the reason was stored',
      { earnedSun: 12_000_000, creditedSun: 5_000_000 },
      '5.00',
      'Worth 12 TRX; 5 TRX credited, because a limit of the day was reached.',
    ],
    [
      'held',
      { earnedSun: 9_999_999, creditedSun: 0, status: 'held' },
      '9.99',
      '9.999999 TRX pending. We check how this round was played before we credit it. You do not need to do anything.',
    ],
    ['worth nothing', { score: 0, earnedSun: 0, creditedSun: 0 }, '0.00', 'Every 100 points are 1 TRX.'],
    ['of an odd amount', { earnedSun: 5_999_999, creditedSun: 5_999_999 }, '5.99', 'Credited to your Popfray balance.'],
  ])('%s is shown as text', async (_, changed, earned, words) => {
    settleAs(changed);
    const held = await open();
    await button('Start Game').click();
    await expect.poll(() => held.store.getState().phase).toBe('running');
    held.pass(60_000);
    await expect.element(over.getByText(words)).toBeVisible();
    await expect.element(over.getByText(earned, { exact: true })).toBeVisible();
    await expectAccessible();
  });

  test.each([
    'ERR_TICKET_EXPIRED',
    'ERR_TICKET_ABANDONED',
    'ERR_ROUND_EARLY',
    'ERR_REPLAY_WRONG',
    'ERR_TICKET_OTHER',
  ] as const)('that is refused with %s does not count, and says why', async (code) => {
    answers.set('POST /api/solo/tickets/ticket-0001/finish', () => failure(code));
    await playThrough();
    await expect.element(over.getByText(`This round does not count. ${FAILURES[code].message}`)).toBeVisible();
    expect(readPendingRound(ADDRESS)).toBeNull();
    await expect.element(over.getByRole('button', { name: 'Play Again' })).toBeEnabled();
  });
});

describe('a finished round that the server has not acknowledged', () => {
  const FINISH = 'POST /api/solo/tickets/ticket-0001/finish';

  test('is stored and submitted until it is', async () => {
    answers.delete(FINISH);
    await playThrough();
    await expect.element(over.getByText('Checking your round…')).toBeVisible();
    await expect.element(over.getByRole('button', { name: 'Play Again' })).toBeDisabled();
    expect(readPendingRound(ADDRESS)).toMatchObject({ ticketId: 'ticket-0001', address: ADDRESS });
    await expect.element(over.getByText(/^The server cannot be reached. Your round is kept/)).toBeVisible();
    await expectAccessible();
    settleAs({});
    await expect.element(over.getByText('Credited to your Popfray balance.')).toBeVisible();
  });

  test('is read back when its answer was lost: a ticket counts once', async () => {
    answers.set(FINISH, () => failure('ERR_TICKET_USED'));
    answers.set('GET /api/rounds/ticket-0001', () => json(makeRound({ address: ADDRESS })));
    await playThrough();
    await expect.element(over.getByText('Credited to your Popfray balance.')).toBeVisible();
  });

  test('is submitted by the next visit', async () => {
    savePendingRound({
      ticketId: 'ticket-0001',
      address: ADDRESS,
      replay: REPLAY,
      score: 1_039,
      earnedSun: 10_390_000,
    });
    await open();
    await expect.element(over.getByText('Credited to your Popfray balance.')).toBeVisible();
    expect(readPendingRound(ADDRESS)).toBeNull();
  });

  test('waits for the sign-in of the wallet that played it', async () => {
    answers.set(FINISH, () => failure('ERR_SIGNED_OUT'));
    await playThrough();
    await expect
      .element(over.getByText('Sign in with the wallet that played it, and your round is handed in.'))
      .toBeVisible();
    await expect.element(over.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    expect(readPendingRound(ADDRESS)).not.toBeNull();
    settleAs({});
    account.setState({ player: makePlayer(ADDRESS) });
    await expect.element(over.getByText('Credited to your Popfray balance.')).toBeVisible();
  });

  test.each(['{', '[]', '{"ticketId":1}', JSON.stringify({ ticketId: 'a', address: 'B', replay: '', score: 1.5 })])(
    'is none where the storage holds %s',
    async (kept) => {
      localStorage.setItem(`popfray.solo.v1.${ADDRESS}`, kept);
      await open();
      await expect.element(button('Start Game')).toBeEnabled();
      expect(calls).not.toContain(FINISH);
    },
  );
});
