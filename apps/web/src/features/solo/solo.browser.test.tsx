import { arena } from '@popfray/engine';
import { FAILURES, type HoldReason, type OwnSoloReward, type SoloSeat, type SoloTerms } from '@popfray/protocol';
import { CLOSE } from '@popfray/protocol/socket';
import { createStreamedRoundStore, type StreamedRoundStore } from '@popfray/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../../data/account/state.ts';
import { Arena } from '../arena/Arena.tsx';
import { platformStats } from '../../data/platform/platform-stats.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { connectivity } from '../../data/api/connectivity.ts';
import { Toast } from '../../ui/Toast.tsx';
import { toasts } from '../../ui/toast.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { chooseLoneBubble, pressField } from '../../testing/held-round.ts';
import { failure, json, makeRound } from '../../testing/money.ts';
import { fieldReady, show } from '../../testing/show.tsx';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import { makeSeat, SoloServer } from '../../testing/solo-server.ts';
import { keepRound, readKeptRound } from './kept-round.ts';
import { solo } from './solo.ts';

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

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

const OPEN = 'POST /api/solo/rounds';
const FIND = 'GET /api/solo/rounds/open';

/** The server's answers to the calls of a paid round. */
let answers: Map<string, () => Response>;
let calls: string[];
let server: SoloServer;

const button = (name: string) => page.getByRole('button', { name, exact: true });
const ready = page.getByRole('region', { name: 'Solo TRX', exact: true });
const over = page.getByRole('region', { name: 'Game Complete' });
const leave = page.getByRole('dialog', { name: 'Leave the round?' });
const ending = page.getByRole('dialog', { name: 'End the round now?' });

/** Opens the arena, in solo mode unless another address is given. */
async function open(address = '/arena?mode=solo'): Promise<StreamedRoundStore> {
  const store = createStreamedRoundStore({ rules: arena });
  await show(
    <>
      <Arena soloStore={store} />
      <Toast />
    </>,
    address,
  );
  await fieldReady();
  return store;
}

/** Opens the arena and starts a round. */
async function startRound(): Promise<StreamedRoundStore> {
  const store = await open();
  await button('Start Game').click();
  await expect.poll(() => store.getState()).toMatchObject({ standing: 'running', phase: 'running' });
  return store;
}

/** Pops one bubble of the running round. The round itself is asked, because the HUD shows a pop some time later. */
async function popOne(store: StreamedRoundStore): Promise<void> {
  const before = store.round?.popped ?? 0;
  await expect
    .poll(() => {
      const bubble = store.round === null ? null : chooseLoneBubble(store.round);
      if (bubble !== null) pressField(bubble.xPx, bubble.yPx);
      return store.round?.popped;
    })
    .toBe(before + 1);
}

/** Leaves the page and opens it again as a reload does: without a confirmation, and with the same storage. */
async function reload(address?: string): Promise<StreamedRoundStore> {
  await cleanup();
  queryClient.clear();
  return open(address);
}

/** Sets which round the server reports as open; null for none. */
const setOpenRound = (seat: SoloSeat | null): void => void answers.set(FIND, () => json({ round: seat }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
  calls = [];
  server = new SoloServer();
  server.start();
  account.setState({ ...INITIAL_ACCOUNT, wallet: 'connected', address: ADDRESS, player: makePlayer(ADDRESS) }, true);
  answers = new Map([
    ['GET /api/solo', () => json(TERMS)],
    ['GET /api/platform-stats', () => json({ isPaidPlayPaused: false })],
    [
      OPEN,
      () => {
        setOpenRound({ ...server.seat, isNew: false });
        return json(server.seat);
      },
    ],
    [FIND, () => json({ round: null })],
    [`GET /api/player-upgrades/${ADDRESS}`, () => json([])],
    ['GET /api/me', () => json(makePlayer(ADDRESS))],
    ['GET /healthz', () => json({})],
  ]);
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
  await page.viewport(1366, 768);
  server.stop();
  vi.restoreAllMocks();
  solo.setState({ step: 'ready', open: null }, true);
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
    await expect.element(page.getByText(/^No one knows the bubbles in advance/)).toBeVisible();
    await expect.element(ready.getByText(/cannot be paused. If you leave, it continues without you/)).toBeVisible();
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

  test('a young account sees that its limit grows, and what is left of the hour', async () => {
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
  ] as const)('a round refused with %s says why', async (code, words) => {
    answers.set(OPEN, () => failure(code));
    await open();
    await button('Start Game').click();
    await expect.element(ready.getByText(words)).toBeVisible();
    await expect.element(button('Start Game')).toBeEnabled();
  });

  test('without a connection it cannot start, and the reason is shown', async () => {
    await open();
    await expect.element(button('Start Game')).toBeEnabled();
    connectivity.setState({ status: 'offline' });
    await expect.element(ready.getByText(/^Solo TRX needs the connection/)).toBeVisible();
    await expect.element(button('Start Game')).toBeDisabled();
    await expectAccessible();
    connectivity.setState({ status: 'online' });
    await expect.element(button('Start Game')).toBeEnabled();
  });

  test.each([
    ['rules', { rulesVersion: 2 }],
    ['an upgrade', { loadout: ['time-machine'] }],
  ])('a round with %s that this page does not know asks for a reload', async (_, changed) => {
    server.seat = makeSeat(changed);
    const store = await open();
    await button('Start Game').click();
    await expect.element(ready.getByText(/^This page is older than the server’s rules/)).toBeVisible();
    await expect.element(button('Reload')).toBeVisible();
    expect(store.getState().standing).toBeNull();
    expect(server.tokens).toEqual([]);
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
    const store = await open();
    await button('New here? Tutorial first').click();
    await expect.element(tutorial.getByText('Click or tap a bubble to pop it.')).toBeVisible();
    await expect.element(ready).not.toBeInTheDocument();
    await expectAccessible();
    for (let step = 0; step < 4; step++) await button('Next step').click();
    await expect.element(tutorial.getByText(/move the cursor onto a bubble/)).toBeVisible();
    expect(calls).not.toContain(OPEN);
    await button('Next step').click();
    await button('Start the round').click();
    await expect.poll(() => store.getState()).toMatchObject({ phase: 'running', score: 0 });
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
  test('is connected, counted down, played with the server’s upgrades, and cannot be paused', async () => {
    server.seat = makeSeat({ loadout: ['rapid-fire', 'score-multiplier'] });
    server.startsInMs = 8_000;
    const store = await open();
    // A busy machine may draw no frame for longer than a second.
    const shown = new Set<string | null>();
    const observer = new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('.start-count')) shown.add(textContent);
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
    const counted = new Set<number | null>();
    store.subscribe(({ secondsToStart }) => counted.add(secondsToStart));
    await button('Start Game').click();
    await expect.element(button('Starting')).toBeDisabled();
    await expect.element(ready.getByText('Connecting to the game server…')).toBeVisible();
    await expect.poll(() => store.getState().standing).toBe('running');
    await expect.poll(() => document.querySelector('.start-count')).toBeNull();
    observer.disconnect();
    expect([...counted].filter((seconds) => seconds !== null)).toEqual([3, 2, 1]);
    expect([...shown]).toEqual(['3', '2', '1']);
    expect(store.round?.rules.id).toBe('arena');
    expect(store.round?.loadout).toEqual(['score-multiplier', 'rapid-fire']);
    expect(server.received.slice(0, 3)).toEqual(['init', 'battle_enter', 'battle_seed']);
    expect(server.tokens).toEqual(['token-0001']);
    await userEvent.keyboard('p');
    expect(store.getState().phase).toBe('running');
    await expect.element(page.getByText('Good connection')).toBeVisible();
    await expectAccessible();
  });

  test('sends each click to the server', async () => {
    server.startsInMs = -4_000;
    const store = await startRound();
    await popOne(store);
    await expect.element(page.getByText('COMBO 1', { exact: true })).toBeVisible();
    await popOne(store);
    await expect.element(page.getByText('COMBO 2', { exact: true })).toBeVisible();
    await expect.poll(() => server.clicks).toEqual([...(store.round?.inputs() ?? [])]);
    expect(server.clicks).toHaveLength(6);
  });

  test('asks for confirmation before it is left, and continues without its player', async () => {
    await startRound();
    const leaving = new Event('beforeunload', { cancelable: true });
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);

    await page.getByRole('link', { name: 'Back to Lobby' }).click();
    await expect.element(leave).toBeVisible();
    await expect.element(leave.getByText(/^It continues without you. What you have scored counts/)).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(leave).not.toBeInTheDocument();
    expect(location.pathname).toBe('/arena');
    await page.getByRole('link', { name: 'Back to Lobby' }).click();
    await leave.getByRole('button', { name: 'Leave the round' }).click();
    expect(location.pathname).toBe('/lobby');
    const store = await reload();
    await expect.poll(() => store.getState().standing).toBe('running');
    expect(server.received).not.toContain('battle_leave');
    expect(server.tokens).toHaveLength(2);
  });

  test('can be ended after a confirmation, and what was scored is credited at once', async () => {
    server.startsInMs = -4_000;
    const store = await startRound();
    await popOne(store);
    await button('End the round now').click();
    await expect.element(ending.getByText(/^What you have scored is settled at once/)).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(ending).not.toBeInTheDocument();
    expect(store.getState().phase).toBe('running');
    expect(server.received).not.toContain('battle_leave');

    await button('End the round now').click();
    await ending.getByRole('button', { name: 'End the round now' }).click();
    await expect.element(over.getByText('Checking your round…')).toBeVisible();
    expect(server.received.filter((type) => type === 'battle_leave')).toHaveLength(1);
    await expect.element(button('End the round now')).not.toBeInTheDocument();
    // While the server has the round open, it has no result, which does not mean that the round was called off.
    answers.set('GET /api/rounds/round-0001', () => failure('ERR_ROUND_UNKNOWN'));
    const asked = calls.filter((call) => call === FIND).length;
    await expect.poll(() => calls.filter((call) => call === FIND).length).toBeGreaterThan(asked + 1);
    await expect.element(over.getByText('Checking your round…')).toBeVisible();
    answers.set('GET /api/rounds/round-0001', () => json(makeRound({ id: 'round-0001', address: ADDRESS })));
    setOpenRound(null);
    await expect.element(over.getByText('Credited to your Popfray balance.')).toBeVisible();
    await expect.element(over.getByText('1,039', { exact: true })).toBeVisible();
    await expect.poll(() => store.getState().standing).toBeNull();
    expect(readKeptRound(ADDRESS)).toBeNull();
    await over.getByRole('button', { name: 'Play Again' }).click();
    await expect.poll(() => store.getState().standing).toBe('running');
  });

  test('that its player ends without a point does not count, and says so', async () => {
    await startRound();
    await button('End the round now').click();
    answers.set('GET /api/rounds/round-0001', () => failure('ERR_ROUND_UNKNOWN'));
    setOpenRound(null);
    await ending.getByRole('button', { name: 'End the round now' }).click();
    await expect
      .element(
        over.getByText('This round does not count. You ended it before a point was scored, so it earned nothing.'),
      )
      .toBeVisible();
    await expect.element(over.getByRole('button', { name: 'Play Again' })).toBeEnabled();
    await expectAccessible();
  });

  test('that was left before the server had answered is not entered, and can be returned to', async () => {
    let give: (seat: Response) => void = () => undefined;
    const underway = new Promise<Response>((resolve) => {
      give = resolve;
    });
    const answered = vi.mocked(window.fetch).getMockImplementation();
    vi.mocked(window.fetch).mockImplementation((input, init) =>
      input === '/api/solo/rounds'
        ? underway
        : (answered?.(input, init) ?? Promise.reject(new TypeError('No answer.'))),
    );
    await open();
    await button('Start Game').click();
    await expect.element(button('Starting')).toBeDisabled();
    await cleanup();
    give(json(server.seat));
    setOpenRound(server.seat);
    if (answered !== undefined) vi.mocked(window.fetch).mockImplementation(answered);
    const store = await open();
    await expect.element(ready.getByText('Your last round is still running.')).toBeVisible();
    await expectAccessible();
    expect(server.tokens).toEqual([]);
    await button('Return to the round').click();
    await expect.poll(() => store.getState().phase).toBe('running');
    expect(calls).not.toContain(OPEN);
  });

  test('is returned to after a reload, with all clicks', async () => {
    server.startsInMs = -4_000;
    const before = await startRound();
    await popOne(before);
    await expect.poll(() => server.clicks.length).toBe(3 * (before.round?.inputCount ?? 0));
    const score = before.round?.score;
    // The mode was chosen by the switch, so the address does not name it.
    const store = await reload('/arena');
    await expect.poll(() => store.getState()).toMatchObject({ standing: 'running', score });
    await expect.element(ready).not.toBeInTheDocument();
    expect(calls.filter((call) => call === OPEN)).toHaveLength(1);
    await popOne(store);
    await expect.poll(() => server.clicks.length).toBe(3 * (store.round?.inputCount ?? 0));
  });

  test('that was returned to while the server was away is entered when it is back', async () => {
    await startRound();
    server.drop();
    server.isDown = true;
    answers.delete(FIND);
    const store = await reload();
    const asked = calls.filter((call) => call === FIND).length;
    await expect.poll(() => calls.filter((call) => call === FIND).length).toBeGreaterThan(asked);
    expect(store.getState().standing).toBeNull();
    server.isDown = false;
    setOpenRound(server.seat);
    await expect.poll(() => store.getState().standing).toBe('running');
  });

  test('waits at the last second that it knows while the connection is lost, says so, and continues', async () => {
    server.startsInMs = -2_000;
    server.revealedSeconds = 4;
    const store = await startRound();
    server.isDown = true;
    server.drop();
    await expect
      .element(page.getByText(/^Connection lost. Reconnecting; your round (?:continues|waits)\.$/))
      .toBeVisible();
    await expect.element(page.getByText('Connection lost. Reconnecting; your round waits.')).toBeVisible();
    await expect.element(page.getByText('No connection')).toBeVisible();
    expect(store.round?.timeMs).toBe(3_999);
    await expectAccessible();
    server.revealedSeconds = 60;
    server.isDown = false;
    await expect.element(page.getByText(/^Connection lost/)).not.toBeInTheDocument();
    await expect.poll(() => store.round?.timeMs).toBeGreaterThan(4_000);
    expect(server.tokens).toHaveLength(2);
    expect(store.getState().phase).toBe('running');
  });

  test('moves to the newest tab, and returns on request', async () => {
    const store = await startRound();
    server.drop(CLOSE.replaced);
    await expect.element(page.getByRole('heading', { name: 'Open in another place' })).toBeVisible();
    await expectAccessible();
    await button('Play here').click();
    await expect.poll(() => store.getState().standing).toBe('running');
    await expect.element(page.getByRole('heading', { name: 'Open in another place' })).not.toBeInTheDocument();
  });

  test('continues while the page is hidden, where browsers draw no frames', async () => {
    const store = await startRound();
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
    const before = store.round?.timeMs ?? 0;
    await expect.poll(() => store.round?.timeMs).toBeGreaterThan(before + 900);
    expect(store.getState().phase).toBe('running');
  });

  test('is settled at its end, and credited', async () => {
    answers.set('GET /api/me', () => json(makePlayer(ADDRESS, { balanceSun: 12_390_000 })));
    server.startsInMs = -4_000;
    const store = await startRound();
    await popOne(store);
    server.end();
    await expect.element(over.getByText('Credited to your Popfray balance.')).toBeVisible();
    await expect.element(over.getByText('Final Score')).toBeVisible();
    await expect.element(over.getByText('1,039', { exact: true })).toBeVisible();
    await expect.element(over.getByText('TRX Earned')).toBeVisible();
    await expect.element(over.getByText('10.39', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Score: 1,039 points added to your profile!', { exact: true })).toBeVisible();
    await expect.element(over.getByText('Popfray balance: 12.39 TRX')).toBeVisible();
    await expect.element(over.getByRole('link', { name: 'Withdraw' })).toHaveAttribute('href', '/profile');
    await expect.element(over.getByRole('link', { name: 'Round page' })).toHaveAttribute('href', '/round/round-0001');
    await expect.element(over.getByRole('link', { name: 'Back to Lobby' })).toHaveAttribute('href', '/lobby');
    expect(readKeptRound(ADDRESS)).toBeNull();
    await expectAccessible();
    server.stop();
    server = new SoloServer({ id: 'round-0002', token: 'token-0002' });
    server.start();
    await over.getByRole('button', { name: 'Play Again' }).click();
    await expect.poll(() => store.getState()).toMatchObject({ standing: 'running', score: 0 });
    expect(server.tokens).toEqual(['token-0002']);
  });

  test('that is over here waits for the server, and says so when the connection is lost', async () => {
    // The clock of the server is at the last half second, so the page plays the round up to there at once.
    server.startsInMs = -59_500;
    const store = await open();
    await button('Start Game').click();
    await expect.poll(() => store.getState().standing).toBe('settling');
    await expect.element(over.getByText('Checking your round…')).toBeVisible();
    await expect.element(over.getByRole('button', { name: 'Play Again' })).toBeDisabled();
    await expectAccessible();
    server.isDown = true;
    server.drop();
    await expect.element(over.getByText(/^Connection lost. Reconnecting; your result appears here/)).toBeVisible();
    server.isDown = false;
    server.end({ score: 0, earnedSun: 0, creditedSun: 0 });
    await expect.element(over.getByText('Every 100 points are 1 TRX.')).toBeVisible();
    // There were no clicks, so the page's replay has the server's score.
    await expect.element(over.getByRole('link', { name: 'Watch replay' })).toBeVisible();
    await expect.element(over.getByRole('link', { name: 'Race this' })).toBeVisible();
  });

  test.each<[string, Partial<OwnSoloReward> & { readonly score?: number }, string, string]>([
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
      'held',
      { earnedSun: 29_970_000, creditedSun: 0, status: 'held', reasons: ['fast'] },
      '29.97',
      '29.97 TRX pending, because this round is held for review.',
    ],
    ['worth nothing', { score: 0, earnedSun: 0, creditedSun: 0 }, '0.00', 'Every 100 points are 1 TRX.'],
    ['of an odd amount', { earnedSun: 5_999_999, creditedSun: 5_999_999 }, '5.99', 'Credited to your Popfray balance.'],
  ])('%s is shown as text', async (_, changed, earned, words) => {
    await startRound();
    server.end(changed);
    await expect.element(over.getByText(words)).toBeVisible();
    await expect.element(over.getByText(earned, { exact: true })).toBeVisible();
    await expectAccessible();
  });

  test.each([390, 1366])('that is held says why in plain words and how to object, at %i px', async (width) => {
    await page.viewport(width, 844);
    await startRound();
    const reasons: readonly HoldReason[] = ['fast', 'precise', 'program'];
    server.end({ earnedSun: 29_970_000, creditedSun: 0, status: 'held', reasons: [...reasons] });
    await expect.element(over.getByText('29.97 TRX pending, because this round is held for review.')).toBeVisible();
    for (const words of [
      /^Our program noticed the following, and a person looks at how you played before the reward is credited/,
      'The bubbles were hit sooner after they appeared than people usually react.',
      'The pointer moved more like a program than like a hand.',
      /^If you think this is wrong, write to us with the address of the round’s page/,
    ])
      await expect.element(over.getByText(words)).toBeVisible();
    await expect.element(over.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
    expect(calls).not.toContain('GET /api/rounds/me?status=held&limit=1');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const panel = over.element().getBoundingClientRect();
    for (const part of [
      over.getByRole('heading'),
      button('Play Again'),
      over.getByRole('link', { name: 'Round page' }),
    ]) {
      const { top, bottom, left, right } = part.element().getBoundingClientRect();
      expect([top >= panel.top, bottom <= panel.bottom, left >= panel.left, right <= panel.right]).not.toContain(false);
    }
    await expectAccessible();
  });

  test('that is held by an older server, which says no reasons, still says how to object', async () => {
    const { replay: _, ...listed } = makeRound({ status: 'held', creditedSun: 0, id: server.seat.id });
    answers.set('GET /api/rounds/me?status=held&limit=1', () => json({ rounds: [listed], next: null }));
    await startRound();
    server.end({ earnedSun: 29_970_000, creditedSun: 0, status: 'held' });
    await expect.element(over.getByText(/^If you think this is wrong/)).toBeVisible();
    await expect.element(over.getByText(/^Our program noticed/)).not.toBeInTheDocument();
  });

  test('that the server calls off does not count, and says so', async () => {
    const store = await startRound();
    server.cancel();
    await expect
      .element(over.getByText('This round does not count. The server called it off, so it earned nothing.'))
      .toBeVisible();
    expect(store.getState().phase).toBe('idle');
    expect(readKeptRound(ADDRESS)).toBeNull();
    await expect.element(over.getByRole('button', { name: 'Play Again' })).toBeEnabled();
    await expectAccessible();
  });

  test('is stopped when the server breaks its commitment, with a code', async () => {
    server.revealedSeconds = 30;
    const store = await startRound();
    server.cheat();
    await expect.element(over.getByText(/The server sent randomness that does not match its commitment/)).toBeVisible();
    await expect.element(over.getByText('ERR_REVEAL', { exact: true })).toBeVisible();
    expect(store.round).toBeNull();
    await expectAccessible();
  });
});

describe('the result of a round that has ended without this page', () => {
  test('is shown after a reload, once', async () => {
    keepRound(ADDRESS, 'round-0001');
    answers.set('GET /api/rounds/round-0001', () => json(makeRound({ id: 'round-0001', address: ADDRESS })));
    await open();
    await expect.element(over.getByText('Credited to your Popfray balance.')).toBeVisible();
    await expect.element(over.getByText('1,039', { exact: true })).toBeVisible();
    expect(readKeptRound(ADDRESS)).toBeNull();
    await reload();
    await expect.element(button('Start Game')).toBeEnabled();
  });

  test('has the reasons of a held round and of a refusal, which its player alone may read', async () => {
    keepRound(ADDRESS, 'round-0001');
    const { replay, ...round } = makeRound({ id: 'round-0001', address: ADDRESS, status: 'held', creditedSun: 0 });
    answers.set('GET /api/rounds/round-0001', () => json({ ...round, replay }));
    answers.set(`GET /api/rounds/me?status=held&limit=1&before=${String(round.playedAt + 1)}`, () =>
      json({ rounds: [{ ...round, reasons: ['tireless'] }], next: null }),
    );
    await open();
    await expect.element(over.getByText('There were more clicks than a hand usually makes in a minute.')).toBeVisible();
    await cleanup();
    queryClient.clear();
    solo.setState({ step: 'ready', open: null }, true);
    keepRound(ADDRESS, 'round-0001');
    answers.set('GET /api/rounds/round-0001', () => json({ ...round, replay, status: 'refused' }));
    answers.set(`GET /api/rounds/me?status=refused&limit=1&before=${String(round.playedAt + 1)}`, () =>
      json({ rounds: [{ ...round, status: 'refused', reasons: ['tireless'], refusal: 'Two hands.' }], next: null }),
    );
    await open();
    await expect.element(over.getByText('Reviewed and not credited.')).toBeVisible();
    await expect.element(over.getByText('The operator’s reason: Two hands.')).toBeVisible();
    await expect.element(over.getByRole('link', { name: 'Contact us' })).toBeVisible();
  });

  test('is asked for until the server answers', async () => {
    keepRound(ADDRESS, 'round-0001');
    await open();
    await expect.element(over.getByText('Checking your round…')).toBeVisible();
    await expect.element(over.getByText(/^Connection lost. Reconnecting; your result appears here/)).toBeVisible();
    answers.set('GET /api/rounds/round-0001', () => json(makeRound({ id: 'round-0001', address: ADDRESS })));
    await expect.element(over.getByText('Credited to your Popfray balance.')).toBeVisible();
  });

  test('is none for a round that was called off', async () => {
    keepRound(ADDRESS, 'round-0001');
    answers.set('GET /api/rounds/round-0001', () => failure('ERR_ROUND_UNKNOWN'));
    await open();
    await expect.element(over.getByText(/^This round does not count\./)).toBeVisible();
    await over.getByRole('button', { name: 'Play Again' }).click();
    await expect.poll(() => server.tokens).toEqual(['token-0001']);
  });

  test('is asked for when the game server does not know the round any more', async () => {
    server.hasForgotten = true;
    answers.set('GET /api/rounds/round-0001', () => json(makeRound({ id: 'round-0001', address: ADDRESS })));
    await open();
    await button('Start Game').click();
    await expect.element(over.getByText('Credited to your Popfray balance.')).toBeVisible();
  });

  test('is none of another player’s', async () => {
    keepRound('TDqkrSzoVPeWTF3ZCpxhEvPxDztfhWwZJq', 'round-0001');
    await open();
    await expect.element(button('Start Game')).toBeEnabled();
    expect(calls).not.toContain('GET /api/rounds/round-0001');
  });
});
