import { newRevenue, type Session } from '@popfray/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../../data/account/state.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { connectivity } from '../../data/api/connectivity.ts';
import { closeGameSocket } from '../../data/game-socket/game-socket.ts';
import { storeSession } from '../payments/session-names.ts';
import { toasts } from '../../ui/toast.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, json } from '../../testing/money.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import { QUICK_BATTLE } from '../../data/paths.ts';
import { makeParticipant, makeSession } from '../../testing/sessions.ts';
import { show } from '../../testing/show.tsx';
import { makePlayer, PLATFORM } from '../../testing/sign-in-desk.ts';
import { Lobby } from './Lobby.tsx';

const ME = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const LIST = '/api/popfray/sessions';
const STANDING = '/api/standing/me';

let server: TestServer;

const text = (words: string | RegExp) => page.getByText(words, { ...(typeof words === 'string' && { exact: true }) });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Answers of one test, before those that `open` gives. */
let answer: TestServer['instead'] = null;

/**
 * Opens the lobby signed in or out, with these sessions instead of the server's. The server does not know the player: a request for the standing that
 * reached it would sign the player of the next test out.
 */
async function open(sessions: readonly Session[] | null, isSignedIn = true, address = '/lobby'): Promise<void> {
  server.instead = (method, path) => {
    const response = answer?.(method, path) ?? null;
    if (response !== null) return response;
    if (path === STANDING) {
      const freeBattles = { rank: 1, gamesWon: 9, gamesPlayed: 9 };
      return json({ rank: 7, gamesWon: 3, gamesPlayed: 4, earnings: '12', freeBattles });
    }
    return path === LIST && sessions !== null ? json(sessions) : null;
  };
  if (isSignedIn) account.setState({ wallet: 'connected', address: ME, player: makePlayer(ME), platform: PLATFORM });
  await show(<Lobby />, address);
}

beforeAll(async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  server = await openServer();
});
afterAll(async () => {
  closeGameSocket();
  vi.restoreAllMocks();
  await server.stop();
});
beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  account.setState(INITIAL_ACCOUNT, true);
});
afterEach(async () => {
  await cleanup();
  await page.viewport(1366, 768);
  Object.assign(server, { isAway: false, instead: null });
  answer = null;
  connectivity.setState({ status: 'online' });
  account.setState(INITIAL_ACCOUNT, true);
  toasts.setState({ message: null });
});

describe('the lobby', () => {
  test('shows a visitor the games, and what they require', async () => {
    await open(null, false);
    await expect.element(page.getByRole('heading', { name: 'Multi-Chain Gaming Lobby', level: 1 })).toBeVisible();
    await expect.element(text('No active cross-chain battles')).toBeVisible();
    await expect.element(text('Not Authenticated')).toBeVisible();
    await expect.element(text('1 player online')).toBeVisible();
    await expect.element(button('Create Battle')).toBeDisabled();
    await expect.element(button('Create Battle')).toHaveAccessibleDescription(/^Connect your wallet/);
    await expect.element(button('Classic Battle')).toBeDisabled();
    await expect.element(button('Tournament')).toBeDisabled();
    await expect.element(page.getByRole('link', { name: 'Free Play' })).toHaveAttribute('href', '/free-play');
    const status = page.getByRole('region', { name: 'Status' });
    await expect.element(status).toMatchTextContent(/Game serverOnline.*Tron NetworkOnline.*Free Play Available/);
    const stats = page.getByRole('region', { name: 'Statistics' });
    await expect.element(stats).toMatchTextContent(/0.00 TRX.*—/);
    expect(document.title).toBe('Game Lobby · Popfray');
    await expectAccessible();
    await page.getByRole('tab', { name: 'Local TRON Games' }).click();
    await expect.element(text('No active local games. Create one to get started!')).toBeVisible();
  });

  test('shows a guest as such', async () => {
    const guest = { address: 'guest_1', username: 'Guest_abc', lastConnected: 1, gamesPlayed: 0, totalScore: 0 };
    account.setState({ guest });
    await open(null, false);
    await expect.element(text('Guest User')).toBeVisible();
    await expect.element(text('Guest Mode')).toBeVisible();
    await expect.element(button('Classic Battle')).toBeDisabled();
  });

  test.each<[string, Partial<Session>, boolean, string]>([
    ['join', {}, true, ''],
    ['full', { maxPlayers: 2, participants: [makeParticipant('T1'), makeParticipant('T2')] }, false, 'Full'],
    ['starting', { status: 'starting' }, false, 'Already started'],
    ['playing', { status: 'playing' }, false, 'Already started'],
    ['cancelled', { status: 'cancelled' }, false, 'Over'],
    ['expired', { status: 'expired' }, false, 'Expired'],
    ['foreign', { isHostedHere: false, hostBlockchain: 'sol' }, false, 'Fee on its own platform'],
    ['foreign and free', { isHostedHere: false, hostBlockchain: 'sol', entryFeeSun: 0 }, true, ''],
    ['own', { creatorAddress: ME }, true, ''],
  ])('lets the right one in: %s', async (name, changed, isEnabled, why) => {
    await open([makeSession('session-0001', { ...changed, sessionName: name })]);
    const join = button(`Join ${name}`);
    await expect.element(join).toBeVisible();
    expect(join.element().hasAttribute('disabled')).toBe(!isEnabled);
    if (why !== '') await expect.element(row(name).getByText(why, { exact: true }).last()).toBeVisible();
  });

  test('shows each battle with its host, its money, its players and its state', async () => {
    storeSession({ id: 'session-0002', sessionName: 'What I called it', creatorAddress: ME });
    await open([
      makeSession('session-0001', { status: 'playing', sessionName: 'Played' }),
      makeSession('session-0002'),
      makeSession('session-12345678', { sessionName: ' ', hostBlockchain: 'sol' }, 0),
      makeSession('session-0004', { status: 'settled', sessionName: 'Done' }),
      makeSession('session-0005', { scope: 'local', sessionName: 'Another tab' }),
    ]);
    const rows = page.getByRole('listitem').filter({ hasText: 'Hosted by' });
    await expect.poll(() => rows.elements().length).toBe(4);
    await expect.element(rows.nth(0)).toMatchTextContent('What I called it');
    await expect.element(rows.nth(0)).toMatchTextContent('Hosted by TRON • Prize: up to 20 TRX');
    await expect.element(rows.nth(0)).toMatchTextContent('Entry fee: 5.00 TRX');
    await expect.element(rows.nth(0)).toMatchTextContent(/1\/4 players.*Waiting/);
    await expect.element(rows.nth(3)).toMatchTextContent(/^Battle Session 12345678Hosted by SOL • Prize: 0 TRX1\/4/);
    await expect.element(rows.nth(1)).toMatchTextContent(/Played.*Playing/);
    await expect
      .element(page.getByRole('link', { name: 'Receipt of Done' }))
      .toHaveAttribute('href', '/receipt/session-0004');
    await expectAccessible();
    await page.viewport(320, 640);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });

  test.each<[Session['status'], RegExp]>([
    ['waiting', /Hosted by TRON • Prize: up to 20 TRX/],
    ['starting', /Hosted by TRON • Prize: 15 TRX/],
    ['playing', /Hosted by TRON • Prize: 15 TRX/],
    ['settled', /Hosted by TRON • Prize: 15 TRX/],
    ['cancelled', /Hosted by TRON(?! •)/],
    ['expired', /Hosted by TRON(?! •)/],
  ])('shows the most that can be won only while players can join: %s', async (status, words) => {
    await open([makeSession('session-0001', { status, sessionName: 'Friday', paidSun: 15_000_000 })]);
    await expect.element(row('Friday')).toMatchTextContent(words);
  });

  test('lists paid and free battles separately, ten of each at first', async () => {
    const free = Array.from({ length: 12 }, (_, number) =>
      makeSession(`session-1${String(number).padStart(3, '0')}`, { sessionName: `Free ${number}` }, 0),
    );
    await open([...free, makeSession('session-0001', { sessionName: 'For money' })]);
    const paidPart = page.getByRole('region', { name: 'Paid battles' });
    const freePart = page.getByRole('region', { name: 'Free battles' });
    await expect.element(paidPart.getByText('For money')).toBeVisible();
    expect(freePart.getByRole('listitem').elements()).toHaveLength(10);
    await freePart.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => freePart.getByRole('listitem').elements().length).toBe(12);
    await expect.element(freePart.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  test('keeps its list when the server cannot be reached, and shows its age', async () => {
    await open([makeSession('session-0001')]);
    await expect.element(button('Join Friday night')).toBeEnabled();
    await cleanup();
    queryClient.clear();
    server.isAway = true;
    await open(null);
    await expect.element(text(/^The server cannot be reached. This is the list of /)).toBeVisible();
    await expect.element(button('Join Friday night')).toBeDisabled();
    await expect.element(text('Server unreachable')).toBeVisible();
    await expect.element(button('Create Battle')).toBeDisabled();
    server.isAway = false;
    await button('Refresh').click();
    await expect.element(text('No active cross-chain battles')).toBeVisible();
    await expect.element(button('Create Battle')).toBeEnabled();
  });

  test('shows an error when it has no list', async () => {
    server.isAway = true;
    await open(null);
    await expect.element(text('The server cannot be reached. Retrying automatically.')).toBeVisible();
  });

  test('shares a link, or shows it to be copied by hand', async () => {
    await open([makeSession('session-0001')], false);
    await button('Share Friday night').click();
    const link = page.getByLabelText('Link to the session');
    await expect.element(link).toHaveValue(`${location.origin}/session/session-0001`);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
    await button('Copy link').click();
    expect(write).toHaveBeenCalledWith(`${location.origin}/session/session-0001`);
    expect(toasts.getState().message?.title).toBe('Link Copied!');
    write.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    await button('Copy link').click();
    await expect.poll(() => toasts.getState().message?.title).toBe('Copy Failed');
    await expectAccessible();
  });

  test('shows the costs and prizes of a paid seat before the wallet is asked', async () => {
    await open([makeSession('session-0001')]);
    await button('Join Friday night').click();
    const dialog = page.getByRole('dialog', { name: 'Join Friday night?' });
    await expect.element(dialog).toMatchTextContent('96% to the winner, 1% to its creator, 3% to the house');
    await expect.element(dialog).toMatchTextContent('If one of them wins, the TRX pool goes to the house.');
    await expect.element(dialog.getByRole('button', { name: 'Pay 5 TRX and join' })).toBeVisible();
    await expectAccessible();
    await button('Not now').click();
    expect(server.calls).not.toContain('POST /api/popfray/sessions/session-0001/join');
  });

  test('says before the payment that the best TRON player gets what the other chain wins, where the session has these terms', async () => {
    const revenueDistribution = newRevenue('winner-takes-all', 'best-tron-player');
    await open([makeSession('session-0001', { revenueDistribution })]);
    await button('Join Friday night').click();
    const dialog = page.getByRole('dialog', { name: 'Join Friday night?' });
    await expect
      .element(dialog)
      .toMatchTextContent('What they win of the TRX pool goes to the best TRON player, not to the house.');
  });
});

describe('the dialog that creates a session', () => {
  const openDialog = async (): Promise<void> => {
    await open([]);
    await button('Create Battle').click();
  };

  test('needs a name, and shows the terms for each fee', async () => {
    await openDialog();
    const dialog = page.getByRole('dialog', { name: 'Create Session' });
    await expect.element(dialog.getByText('Free Session')).toBeVisible();
    await expect.element(dialog.getByText('3-20 minutes to gather players.')).toBeVisible();
    await expect.element(dialog.getByText('2-8 players.')).toBeVisible();
    await expect.element(page.getByLabelText('Time limit')).toHaveValue('300');
    await expect.element(page.getByLabelText('Max players')).toHaveValue('4');
    await expect.element(button('Create')).toBeDisabled();
    await page.getByLabelText('Session name').fill('   ');
    await expect.element(button('Create')).toBeDisabled();
    await page.getByLabelText('Session name').fill('x'.repeat(60));
    await expect.element(page.getByLabelText('Session name')).toHaveValue('x'.repeat(50));
    await expect.element(button('Create')).toBeEnabled();
    await page.getByLabelText('Entry fee (TRX)').fill('0.05');
    await expect.element(dialog.getByText('A fee is at least 0.1 TRX.')).toBeVisible();
    await expect.element(button('Create')).toBeDisabled();
    await page.getByLabelText('Entry fee (TRX)').fill('2.5');
    await expect.element(dialog.getByText('Paid Entry')).toBeVisible();
    await expect.element(dialog.getByText('Up to 10 TRX, from 4 players')).toBeVisible();
    await page.getByLabelText('Max players').selectOptions('8');
    await expect.element(dialog.getByText('Up to 20 TRX, from 8 players')).toBeVisible();
    await dialog.getByText('First three').click();
    await expect
      .element(
        dialog.getByText('57%, 23.75% and 14.25% to the first three, 2% to its creator, 3% to the house', {
          exact: true,
        }),
      )
      .toBeVisible();
    await expect.element(button('Pay 2.5 TRX and create')).toBeEnabled();
    await expectAccessible();
    await page.viewport(390, 844);
    await expectAccessible();
  });

  test('shows who gets what the other chain wins, by the operator’s setting, and sends the terms that it showed', async () => {
    await openDialog();
    const dialog = page.getByRole('dialog', { name: 'Create Session' });
    await page.getByLabelText('Session name').fill('Fair');
    await page.getByLabelText('Entry fee (TRX)').fill('2.5');
    await expect.element(dialog.getByText(/the TRX pool goes to the house\.$/)).toBeVisible();
    account.setState({ platform: { ...PLATFORM, otherChainPrizeTo: 'best-tron-player' } });
    await expect.element(dialog.getByText(/goes to the best TRON player, not to the house\.$/)).toBeVisible();
    answer = (method, path) => (method === 'POST' && path === LIST ? failure('ERR_SESSION_TERMS') : null);
    await button('Pay 2.5 TRX and create').click();
    const posted = (): unknown[] =>
      vi.mocked(window.fetch).mock.calls.flatMap(([path, init]) => (path === LIST && init?.body ? [init.body] : []));
    await expect.poll(posted).toEqual([expect.stringContaining('"policyVersion":2')]);
  });

  test.each([
    [390, 844],
    [1366, 768],
    [844, 390],
  ])('says who gets what without scrolling in a window of %ix%i', async (width, height) => {
    await page.viewport(width, height);
    await openDialog();
    await page.getByLabelText('Entry fee (TRX)').fill('2.5');
    const dialog = page.getByRole('dialog', { name: 'Create Session' });
    const shares = dialog.getByText('Up to 10 TRX: 96% to the winner, 1% to its creator, 3% to the house.');
    await expect.element(shares).toBeVisible();
    const line = shares.element();
    dialog.element().scrollTo(0, height < 450 ? dialog.element().scrollHeight : 0);
    const { left, top, right, bottom } = line.getBoundingClientRect();
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(height);
    expect(line.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))).toBe(true);
    await expectAccessible();
    await page.viewport(1366, 768);
  });

  test('keeps the typed values until a session is created', async () => {
    await openDialog();
    await page.getByLabelText('Session name').fill('Kept');
    await button('Cancel').click();
    await button('Create Battle').click();
    await expect.element(page.getByLabelText('Session name')).toHaveValue('Kept');
    server.isAway = true;
    await button('Create').click();
    await expect.poll(() => toasts.getState().message?.title).toBe('Creation Failed');
    await expect.element(page.getByLabelText('Session name')).toHaveValue('Kept');
  });

  test.each([
    ['ERR_SESSION_LIMIT', 'Error'],
    ['ERR_SIGNED_OUT', 'Authentication Required'],
    ['ERR_BALANCE', 'Payment Failed'],
    ['ERR_CHAIN', 'Creation Failed'],
  ] as const)('tells %s as %s', async (code, title) => {
    await openDialog();
    await page.getByLabelText('Session name').fill('Refused');
    answer = (method, path) => (method === 'POST' && path === LIST ? failure(code) : null);
    await button('Create').click();
    await expect.poll(() => toasts.getState().message?.title).toBe(title);
  });
});

describe('a quick battle', () => {
  const QUICK = '/api/popfray/quick-battles';
  const isQuick = (method: string, path: string): boolean => method === 'POST' && path === QUICK;
  /** The body of the newest request. */
  const bodyOf = (): unknown => vi.mocked(window.fetch).mock.calls.findLast(([path]) => path === QUICK)?.[1]?.body;
  const seatedIn = (feeSun: number): Response =>
    json({ success: true, session: makeSession('quick-battle-1', { isQuick: true }, feeSun), payment: null });

  test('needs a wallet', async () => {
    await open([], false);
    const region = page.getByRole('region', { name: 'Quick battle' });
    await expect.element(region.getByRole('button', { name: /connect/i })).toBeVisible();
    await expect.element(button('Free')).not.toBeInTheDocument();
  });

  test('that is free begins with one tap', async () => {
    await open([]);
    answer = (method, path) => (isQuick(method, path) ? seatedIn(0) : null);
    await button('Free').click();
    await expect.poll(() => `${location.pathname}${location.search}`).toMatch(/\?session=quick-battle-1$/);
    expect(bodyOf()).toBe('{"entryFeeSun":0}');
  });

  test('that is free begins with one tap on the first page, once', async () => {
    const asked = vi.fn<() => void>();
    await open([], false, QUICK_BATTLE);
    answer = (method, path) => {
      if (!isQuick(method, path)) return null;
      asked();
      return seatedIn(0);
    };
    account.setState({ wallet: 'connected', address: ME, player: makePlayer(ME), platform: PLATFORM });
    await expect.poll(() => `${location.pathname}${location.search}`).toMatch(/\?session=quick-battle-1$/);
    expect(bodyOf()).toBe('{"entryFeeSun":0}');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('with a stake is paid from the balance, after its terms were shown', async () => {
    await open([]);
    account.setState({ player: makePlayer(ME, { balanceSun: 6_000_000 }) });
    await button('5 TRX').click();
    const dialog = page.getByRole('dialog', { name: 'Quick battle for 5 TRX' });
    await expect.element(dialog.getByText('Up to 10 TRX, from 2 players')).toBeVisible();
    await expectAccessible();
    answer = (method, path) => (isQuick(method, path) ? seatedIn(5_000_000) : null);
    await button('Pay 5 TRX and play').click();
    await expect.poll(() => `${location.pathname}${location.search}`).toMatch(/\?session=quick-battle-1$/);
    expect(bodyOf()).toMatch(/"entryFeeSun":5000000,"paymentId":"\w{32}","policyVersion":1/);
  });

  test('offers a deposit where the balance is too small, and says why a request was refused', async () => {
    await open([]);
    await button('1 TRX').click();
    await expect.element(button('Deposit 1 TRX')).toBeVisible();
    await expect.element(button('Pay 1 TRX and play')).not.toBeInTheDocument();
    await button('Not now').click();
    answer = (method, path) => (isQuick(method, path) ? failure('ERR_SESSION_LIMIT') : null);
    await button('Free').click();
    await expect.poll(() => toasts.getState().message?.title).toBe('Join Failed');
    await expect.element(button('Free')).toBeEnabled();
  });
});
