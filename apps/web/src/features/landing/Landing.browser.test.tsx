import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT, type AccountState } from '../../data/account/state.ts';
import { platformStats } from '../../data/platform/platform-stats.ts';
import { markOnline, connectivity } from '../../data/api/connectivity.ts';
import { gameSocket } from '../../data/game-socket/state.ts';
import { loadLanguage } from '../../data/messages/texts.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openAnswers, type Answers } from '../../testing/answers.ts';
import { show } from '../../testing/show.tsx';
import { makePlayer, PLATFORM } from '../../testing/sign-in-desk.ts';
import { FIRST } from '../../testing/tronlink.ts';
import { featuredRounds } from '../watch/featured-rounds.ts';
import { liveBattles } from '../watch/live-battles.ts';
import { activeSessions } from './active-sessions.ts';
import { Landing } from './Landing.tsx';
import { freeLeaderboard, leaderboard } from './leaderboard.ts';

const CONNECTED: Partial<AccountState> = { wallet: 'connected', address: FIRST, platform: PLATFORM };

const main = page.getByRole('main');
const open = async (state: Partial<AccountState>, address = '/'): Promise<void> => {
  account.setState({ ...INITIAL_ACCOUNT, ...state }, true);
  await show(<Landing />, address);
};

const STATS = {
  onlinePlayers: 1_234,
  trxEarnedToday: '9876.543210',
  totalTrxEarned: '45890.5',
  crossChainBattles: 523,
  isNetworkOnline: true,
  isBridgeActive: true,
  isPaidPlayPaused: false,
  areWithdrawalsPaused: false,
};

const makePlace = (rank: number, changed: object = {}): object => ({
  rank,
  name: `Player ${String(rank)}`,
  walletAddress: `T${String(rank)}`,
  blockchain: 'tron',
  gamesWon: 100 - rank,
  gamesPlayed: 120,
  winRate: 75,
  earnings: '1234.56789',
  ...changed,
});

const makeShort = (id: string, changed: object = {}): object => ({
  id,
  blockchain: 'tron',
  prizePool: '20',
  players: 1,
  maxPlayers: 4,
  status: 'waiting',
  gameMode: 'cross-chain-battle',
  ...changed,
});

let answers: Answers;

beforeEach(() => {
  localStorage.clear();
  answers = openAnswers({
    '/api/platform-stats': STATS,
    '/api/leaderboard': [],
    '/api/active-sessions': [],
    '/api/live-battles': [],
    '/api/featured-rounds': [],
  });
});
afterEach(async () => {
  await cleanup();
  await page.viewport(1366, 768);
  vi.restoreAllMocks();
  account.setState(INITIAL_ACCOUNT, true);
  platformStats.store.setState(platformStats.store.getInitialState(), true);
  leaderboard.store.setState(leaderboard.store.getInitialState(), true);
  freeLeaderboard.store.setState(freeLeaderboard.store.getInitialState(), true);
  liveBattles.store.setState(liveBattles.store.getInitialState(), true);
  featuredRounds.store.setState(featuredRounds.store.getInitialState(), true);
  activeSessions.store.setState(activeSessions.store.getInitialState(), true);
  gameSocket.setState(gameSocket.getInitialState(), true);
  connectivity.setState({ status: 'online' });
  await loadLanguage('en');
});

test('a visitor plays free or connects', async () => {
  await open({});
  await expect.element(main.getByRole('link', { name: 'Free Play', exact: true })).toHaveAttribute('href', '/arena');
  await expect.element(main.getByRole('button', { name: 'Connect Wallet' }).first()).toBeVisible();
  await expect.element(main.getByRole('link', { name: 'Start Playing' })).not.toBeInTheDocument();
  // Solo TRX asks for a wallet first.
  await expect.element(main.getByRole('link', { name: 'Play Solo TRX' })).not.toBeInTheDocument();
  await expect.element(main.getByRole('link', { name: 'To the lobby' })).not.toBeInTheDocument();
  const cardOf = (name: string) =>
    main.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await expect.element(cardOf('Free Play').getByRole('link')).toHaveAttribute('href', '/free-play');
  await expect.element(cardOf('Free Play').getByRole('button')).not.toBeInTheDocument();
  for (const name of ['Classic', 'Cross-Chain Battle']) {
    await expect.element(cardOf(name).getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
    await expect.element(cardOf(name).getByRole('link')).not.toBeInTheDocument();
  }
  await expect.element(cardOf('Tournament').getByRole('button')).toBeDisabled();
  await expectAccessible();
});

test('a wallet that is connecting or signing in says so', async () => {
  await open({ wallet: 'connecting' });
  await expect
    .element(main.getByRole('button', { name: 'Connecting...' }).first())
    .toHaveAttribute('aria-disabled', 'true');
  account.setState(CONNECTED);
  await expect.element(main.getByRole('button', { name: 'Sign in' }).first()).toHaveAttribute('aria-disabled', 'false');
  account.setState({ isSigningIn: true });
  await expect.element(main.getByRole('button', { name: 'Signing in…' }).first()).toBeVisible();
});

test('the keyboard focus stays in the hero when signing in is done', async () => {
  await open(CONNECTED);
  document.querySelector<HTMLElement>('main button')?.focus();
  account.setState({ player: makePlayer(FIRST) });
  await expect.element(main.getByRole('link', { name: 'Start Playing' })).toHaveFocus();
});

test('a player starts playing', async () => {
  await open({ ...CONNECTED, player: makePlayer(FIRST) });
  await expect.element(main.getByRole('link', { name: 'Start Playing' })).toHaveAttribute('href', '/lobby');
  await expect
    .element(main.getByRole('link', { name: 'Cross-Chain Battles' }))
    .toHaveAttribute('href', '/cross-chain-lobby');
  // Two clicks lead to a Solo TRX round: this link, and the start button of the arena.
  await expect
    .element(main.getByRole('link', { name: 'Solo TRX', exact: true }))
    .toHaveAttribute('href', '/arena?mode=solo');
  await expect.element(main.getByRole('link', { name: 'Play Solo TRX' })).toHaveAttribute('href', '/arena?mode=solo');
  await expect.element(main.getByRole('link', { name: 'To the lobby' })).toHaveAttribute('href', '/lobby');
  await expect.element(main.getByRole('link', { name: 'Free Play', exact: true })).not.toBeInTheDocument();
  await expectAccessible();
});

describe('the figures', () => {
  const figures = (): readonly (string | null)[] =>
    [...document.querySelectorAll('section[aria-label="Live figures"] dd')].map(({ textContent }) => textContent);

  test('are formatted in the reader’s language, and updated by the game server', async () => {
    await open({});
    await expect.poll(figures).toEqual(['1,234', '9,876.54', '523']);
    gameSocket.setState({ playerCount: 1_235, stats: { totalTrxEarned: '1', crossChainBattles: 524 } });
    await expect.poll(figures).toEqual(['1,235', '9,876.54', '524']);
  });

  test('are dots while unknown, each independently, and never invented', async () => {
    answers.by.set('/api/platform-stats', new Promise(() => undefined));
    await open({});
    await expect.poll(figures).toEqual(['...', '...', '...']);
    gameSocket.setState({ playerCount: 3 });
    await expect.poll(figures).toEqual(['3', '...', '...']);
  });

  test('have dots for the number of players until this page is counted', async () => {
    answers.by.set('/api/platform-stats', { ...STATS, onlinePlayers: 0 });
    gameSocket.setState({ status: 'connecting' });
    await open({});
    await expect.poll(figures).toEqual(['...', '9,876.54', '523']);
    gameSocket.setState({ status: 'connected', playerCount: 1 });
    await expect.poll(figures).toEqual(['1', '9,876.54', '523']);
    gameSocket.setState({ status: 'disconnected', playerCount: null });
    await expect.poll(figures).toEqual(['0', '9,876.54', '523']);
  });

  test.each([
    ['absent', { trxEarnedToday: '1' }, ['0', '1', '0']],
    ['nonsense', { ...STATS, onlinePlayers: -1, trxEarnedToday: '1e9', crossChainBattles: 'many' }, ['0', '0', '0']],
  ])('are 0 where they are %s', async (_, stats, shown) => {
    answers.by.set('/api/platform-stats', stats);
    await open({});
    await expect.poll(figures).toEqual(shown);
  });

  test('stay unchanged while they cannot be fetched, show that, and recover', async () => {
    answers.by.set('/api/platform-stats', 503);
    await open({});
    await expect.element(main.getByText('The figures cannot be loaded right now. Trying again…')).toBeVisible();
    expect(figures()).toEqual(['...', '...', '...']);
    await expectAccessible();
    answers.by.set('/api/platform-stats', STATS);
    back();
    await expect.poll(figures).toEqual(['1,234', '9,876.54', '523']);
    await expect.element(main.getByText('The figures cannot be loaded right now.')).not.toBeInTheDocument();
  });
});

/** Simulates a short outage of the server: failed requests are sent again at once. */
function back(): void {
  connectivity.setState({ status: 'offline' });
  markOnline();
}

describe('the leaderboard', () => {
  const rows = () => main.getByRole('table').getByRole('row');
  const PLACES = [
    makePlace(1),
    makePlace(2, { blockchain: 'sol', name: '<b>Bubble</b>', earnings: '0.5' }),
    ...Array.from({ length: 10 }, (_, at) => makePlace(at + 3)),
  ];

  test('ranks players of every network, each with its currency', async () => {
    answers.by.set('/api/leaderboard', PLACES);
    await open({ player: { ...makePlayer(FIRST), address: 'T3' } }, '/#leaderboard');
    await expect.element(rows().nth(1)).toHaveTextContent('1Player 199 / 120 won · 75% win rateTRONTRON1,234.56 TRX');
    await expect.element(rows().nth(2).getByText('<b>Bubble</b>')).toBeVisible();
    await expect.element(rows().nth(2).getByText('0.5 SOL')).toBeVisible();
    await expect.element(rows().nth(3).getByText('You')).toBeVisible();
    for (const [at, medal] of ['bg-gold', 'bg-silver', 'bg-bronze', 'text-muted'].entries())
      expect(
        rows()
          .nth(at + 1)
          .element()
          .querySelector('.figure')?.classList,
      ).toContain(medal);
    expect(rows().elements()).toHaveLength(11);
    await main.getByRole('button', { name: 'Show all 12 players' }).click();
    expect(rows().elements()).toHaveLength(13);
    await expectAccessible();
  });

  test('shows one network alone, by the keyboard too', async () => {
    answers.by.set('/api/leaderboard', PLACES);
    await open({}, '/#leaderboard');
    await expect.poll(() => rows().elements().length).toBe(11);
    main.getByRole('radio', { name: 'TRON' }).element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(main.getByRole('radio', { name: 'SOL' })).toBeChecked();
    expect(rows().elements()).toHaveLength(2);
  });

  test('has texts for empty, loading and failed, and recovers automatically', async () => {
    answers.by.set('/api/leaderboard', new Promise(() => undefined));
    await open({}, '/#leaderboard');
    await expect.element(main.getByText('Loading leaderboard data...')).toBeVisible();
    await cleanup();
    answers.by.set('/api/leaderboard', '<html>');
    await open({}, '/#leaderboard');
    await expect.element(main.getByText('The leaderboard cannot be fetched right now. Trying again…')).toBeVisible();
    answers.by.set('/api/leaderboard', []);
    back();
    await expect.element(main.getByText('No players found. Be the first to join and earn TRX!')).toBeVisible();
    answers.by.set('/api/leaderboard', 500);
    await cleanup();
    await open({}, '/#leaderboard');
    await expect.element(main.getByText('No players found. Be the first to join and earn TRX!')).toBeVisible();
  });

  test('ranks free battles on a separate board, without earnings, by the keyboard too', async () => {
    answers.by.set('/api/leaderboard', PLACES);
    answers.by.set('/api/leaderboard?battles=free', [makePlace(1, { name: 'Free player', earnings: '0' })]);
    await open({}, '/#leaderboard');
    const paid = main.getByRole('radio', { name: 'Paid battles' });
    await expect.element(paid).toBeChecked();
    await expect.poll(() => rows().elements().length).toBe(11);
    expect(answers.asked).not.toContain('/api/leaderboard?battles=free');
    paid.element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(main.getByRole('radio', { name: 'Free battles' })).toBeChecked();
    await expect.element(rows().nth(1)).toHaveTextContent('1Free player99 / 120 won · 75% win rateTRONTRON');
    expect(rows().elements()).toHaveLength(2);
    await expect.element(main.getByRole('columnheader', { name: 'Earnings' })).not.toBeInTheDocument();
    await expect.element(main.getByText('Ranked by games won, then win rate.', { exact: false })).toBeVisible();
    await expectAccessible();
    await main.getByText('Paid battles').click();
    await expect.poll(() => rows().elements().length).toBe(11);
  });

  test('has texts for an empty board of free battles, while it loads and when it fails', async () => {
    answers.by.set('/api/leaderboard?battles=free', new Promise(() => undefined));
    await open({}, '/#leaderboard');
    await expect.element(main.getByText('No players found. Be the first to join and earn TRX!')).toBeVisible();
    await main.getByText('Free battles').click();
    await expect.element(main.getByText('Loading leaderboard data...')).toBeVisible();
    await main.getByText('Paid battles').click();
    answers.by.set('/api/leaderboard?battles=free', []);
    await main.getByText('Free battles').click();
    await expect
      .element(main.getByText('No free battles played yet. Create one in the lobby: it costs nothing.'))
      .toBeVisible();
    await cleanup();
    freeLeaderboard.store.setState(freeLeaderboard.store.getInitialState(), true);
    answers.by.set('/api/leaderboard?battles=free', 500);
    await open({}, '/#leaderboard');
    await main.getByText('Free battles').click();
    await expect.element(main.getByText('The leaderboard cannot be fetched right now. Trying again…')).toBeVisible();
  });

  test('skips invalid rows', async () => {
    answers.by.set('/api/leaderboard', [
      makePlace(1),
      null,
      'x',
      makePlace(2, { earnings: 5 }),
      makePlace(3, { name: 'a'.repeat(999) }),
    ]);
    await open({}, '/#leaderboard');
    await expect.poll(() => rows().elements().length).toBe(2);
  });
});

describe('the active sessions', () => {
  const item = (at: number) => main.getByRole('listitem').filter({ hasText: 'Session #' }).nth(at);

  test('are the first three, each with all its values', async () => {
    answers.by.set('/api/active-sessions', [
      makeShort('Ab3_-xyz0000001'),
      makeShort('session-2', { status: 'playing', blockchain: 'sol', prizePool: '1234.567', players: 4 }),
      makeShort('session-3', { gameMode: 'classic' }),
      makeShort('session-4'),
    ]);
    await open({}, '/#leaderboard');
    await expect
      .element(item(0))
      .toHaveTextContent('Session #000001Prize pool up to 20.00 TRXCross-Chain Battle1/4 playersWaiting');
    await expect.element(item(0).getByRole('link')).toHaveAttribute('href', '/session/Ab3_-xyz0000001');
    await expect.element(item(0).getByRole('img', { name: 'TRON' })).toBeVisible();
    await expect.element(item(0).getByText('Waiting')).toHaveClass('text-caution');
    await expect
      .element(item(1))
      .toHaveTextContent('Session #sion-2Prize pool 1,234.56 TRXCross-Chain Battle4/4 playersPlaying');
    await expect.element(item(1).getByText('Playing')).toHaveClass('text-good');
    await expect.element(item(2).getByText('Classic')).toBeVisible();
    await expect.element(item(3)).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('say that there are none, and link to the lobby', async () => {
    await open({}, '/#leaderboard');
    await expect.element(main.getByText('No active sessions. Be the first to create one!')).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Create New Game' })).toHaveAttribute('href', '/lobby');
    await expect.element(main.getByRole('link', { name: "Play today's seed" })).toHaveAttribute('href', '/daily');
  });

  test('say that they cannot be fetched', async () => {
    answers.by.set('/api/active-sessions', { sessions: [] });
    await open({}, '/#leaderboard');
    await expect.element(main.getByText('The sessions cannot be fetched right now. Trying again…')).toBeVisible();
  });
});

test('a bubble of the animated scene is popped by a click, and returns', async () => {
  await open({});
  const bubble = document.querySelector('.hero-bubble');
  bubble?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  expect(bubble?.classList).toContain('is-popped');
  bubble?.parentElement?.dispatchEvent(new AnimationEvent('animationiteration', { bubbles: true }));
  expect(bubble?.classList).not.toContain('is-popped');
});

test('a click on a bubble of the animated scene starts a round of Free Play', async () => {
  await open({});
  document.querySelector('.hero-scene')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(location.pathname).toBe('/');
  document.querySelector('.hero-bubble')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(location.pathname + location.search).toBe('/free-play?play=now');
});

describe('the list of live battles', () => {
  const battle = {
    sessionId: 'session-0001',
    entryFeeSun: 1_000_000,
    players: [{ username: 'Ann' }, { username: 'Ben' }],
  };

  test('has a link to watch each', async () => {
    answers.by.set('/api/live-battles', [battle]);
    await open({}, '/#leaderboard');
    await expect
      .element(main.getByRole('link', { name: 'Watch the battle of Ann and Ben' }))
      .toHaveAttribute('href', '/watch/session-0001');
    await expect.element(main.getByText('Entry fee 1 TRX')).toBeVisible();
    await expectAccessible();
  });

  test('says that there is none, or that it cannot be loaded, and leaves out what is strange', async () => {
    answers.by.set('/api/live-battles', [{ ...battle, sessionId: '"><script>' }, { ...battle, players: [] }, null]);
    await open({}, '/#leaderboard');
    await expect.element(main.getByText('No battle is being played right now.')).toBeVisible();
    await cleanup();
    liveBattles.store.setState(liveBattles.store.getInitialState(), true);
    answers.by.delete('/api/live-battles');
    await open({}, '/#leaderboard');
    await expect.element(main.getByText('Live battles could not be loaded.')).toBeVisible();
  });
});

test('featured rounds are watched in the player and raced against', async () => {
  const round = { username: 'Ann', mode: 'solo', score: 1_234, isOfDay: true, replay: 'AAAA' };
  answers.by.set('/api/featured-rounds', [round, { ...round, replay: '"><script>' }]);
  await open({}, '/#leaderboard');
  await expect
    .element(main.getByRole('link', { name: 'Watch the round of Ann with 1,234 points' }))
    .toHaveAttribute('href', '/replay#r=AAAA');
  await expect
    .element(main.getByRole('link', { name: 'Race against Ann’s 1,234 points' }))
    .toHaveAttribute('href', '/race#r=AAAA');
  expect(main.getByText('Ann', { exact: true }).elements()).toHaveLength(1);
  await expectAccessible();
});

test('the lower half is fetched when the page is scrolled near it', async () => {
  await page.viewport(390, 500);
  await open({});
  await expect.poll(() => answers.asked).toContain('/api/platform-stats');
  expect(answers.asked).not.toContain('/api/leaderboard');
  document.querySelector('#leaderboard')?.scrollIntoView({ behavior: 'instant' });
  await expect.element(main.getByRole('heading', { name: 'How it works' })).toBeInTheDocument();
  await expect.poll(() => answers.asked).toContain('/api/leaderboard');
});

test('paid ways to play say that they are paused', async () => {
  answers.by.set('/api/platform-stats', { ...STATS, isPaidPlayPaused: true });
  await open({ ...CONNECTED, player: makePlayer(FIRST) });
  await expect
    .element(main.getByText('TRX rounds and paid battles are paused for now. Free Play still works.'))
    .toBeVisible();
});

test.each([
  ['zh', '六十秒，全部戳破。', '暂时无法获取排行榜，正在重试…'],
  ['ja', '60 秒。全部、割りましょう。', 'ランキングを取得できません。再試行しています…'],
] as const)('all of it in %s', async (language, title, failed) => {
  answers.by.delete('/api/leaderboard');
  await open({}, '/#leaderboard');
  await loadLanguage(language);
  await expect.element(main.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  await expect.element(main.getByText(failed)).toBeVisible();
  expect(main.element().textContent?.replaceAll(/Popfray|TRX|TRON|TronLink|SOL|UTC|Space/g, '')).not.toMatch(
    /[A-Za-z]{2,}/,
  );
});
