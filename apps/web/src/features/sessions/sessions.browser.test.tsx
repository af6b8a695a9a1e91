import { CALLS } from '@popfray/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { account } from '../../data/account/state.ts';
import { App } from '../../app/App.tsx';
import { platformStats } from '../../data/platform/platform-stats.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { closeGameSocket } from '../../data/game-socket/game-socket.ts';
import { unwatch, watchList } from '../payments/watch-list.ts';
import { toasts } from '../../ui/toast.ts';
import { callApi } from '../../data/api/call-api.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, json, press, signInByDevWallet } from '../../testing/money.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import { makeSession } from '../../testing/sessions.ts';
import { joinSession } from './seat-actions.ts';
import { sessionToShare } from './share.ts';
import '../../app/style.css';

let server: TestServer;

const text = (words: string | RegExp) => page.getByText(words, { ...(typeof words === 'string' && { exact: true }) });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = () => page.getByRole('main').getByRole('heading', { level: 1 });
/** Waits for a toast with a title. */
const told = (title: string) => expect.poll(() => toasts.getState().message?.title).toBe(title);

async function open(path: string): Promise<void> {
  history.replaceState(null, '', path);
  await render(<App />);
}

/** Path of the server's newest session with a name. */
async function statusOf(name: string): Promise<string | undefined> {
  const answer = await fetch('/api/popfray/sessions');
  const sessions = (await answer.json()) as readonly { readonly sessionName: string; readonly status: string }[];
  return sessions.find(({ sessionName }) => sessionName === name)?.status;
}

beforeAll(async () => {
  localStorage.clear();
  sessionStorage.clear();
  vi.spyOn(console, 'warn').mockReturnValue();
  server = await openServer();
});
afterAll(async () => {
  closeGameSocket();
  vi.restoreAllMocks();
  await server.stop();
});
beforeEach(() => queryClient.clear());
afterEach(async () => {
  unwatch(watchList.getState().watched.map(({ id }) => id));
  await cleanup();
  Object.assign(server, { isAway: false, instead: null });
  platformStats.store.setState({ value: null, hasFailed: false });
  toasts.setState({ message: null });
  sessionToShare.setState({ id: null });
});

describe('the link to a session', () => {
  test.each(['/session', '/session/', '/session/x', '/session/a%20b%20c%20d%20e'])('is invalid at %s', async (path) => {
    await open(path);
    await expect.element(heading()).toMatchTextContent('Invalid session URL');
    await expect.element(page.getByRole('link', { name: 'Go to Lobby' })).toHaveAttribute('href', '/lobby');
  });

  test('to an unknown session shows a message', async () => {
    await open('/session/no-such-session');
    await expect.element(heading()).toMatchTextContent('Session Not Found');
    await told('Session Not Found');
    await expect.element(text(/It may have expired, ended or been removed/).first()).toBeVisible();
    await expectAccessible();
  });

  test('shows an error while the server cannot be reached, and recovers', async () => {
    const id = await server.host();
    server.isAway = true;
    // An earlier connection would receive the session.
    server.cutSockets();
    await open(`/session/${id}`);
    await expect.element(heading()).toMatchTextContent('Loading Failed');
    await told('Loading Failed');
    await expect.element(button('Try again')).toBeVisible();
    server.isAway = false;
    await expect.element(heading()).toMatchTextContent('Evening battle');
  });

  test('asks a visitor for a wallet, and shows the terms', async () => {
    const id = await server.host({ entryFee: 5, policy: 'podium' });
    await open(`/session/${id}`);
    await expect.element(heading()).toMatchTextContent('Evening battle');
    await expect.element(text('Up to 20 TRX, from 4 players')).toBeVisible();
    await expect.element(text(/^57%, 23.75% and 14.25% to the first three/)).toBeVisible();
    await expect.element(text(/If one of them wins, the TRX pool goes to the house/)).toBeVisible();
    await expect.element(text(/^[45]:\d\d more$/)).toBeVisible();
    await expect.element(text('Connect your wallet to join.')).toBeVisible();
    await expect.element(page.getByRole('main').getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
    await expectAccessible();
  });

  test('shows for a paid session that paid play is paused', async () => {
    server.instead = (_method, path) => (path === '/api/platform-stats' ? json({ isPaidPlayPaused: true }) : null);
    await open(`/session/${await server.host({ entryFee: 5 })}`);
    await expect.element(text(/^Paid play is paused for now/)).toBeVisible();
    await cleanup();
    await open(`/session/${await server.host()}`);
    await expect.element(heading()).toMatchTextContent('Evening battle');
    await expect.element(text(/^Paid play is paused/)).not.toBeInTheDocument();
  });

  test.each([
    ['full', makeSession('session-0001', { currentPlayers: 4 }), 'This session is full.'],
    ['played', makeSession('session-0001', { status: 'playing' }), /no longer accepting players: it has started/],
    ['over', makeSession('session-0001', { status: 'settled' }), /no longer accepting players: it is over/],
    ['expired', makeSession('session-0001', { status: 'expired' }), /no longer accepting players: it has expired/],
    ['of another host', makeSession('session-0001', { isHostedHere: false }), /a fee of the other chain’s platform/],
  ])('shows why it cannot be joined: %s', async (_, session, words) => {
    server.instead = (_method, path) => (path === `/api/popfray/sessions/${session.id}` ? json(session) : null);
    await open(`/session/${session.id}`);
    await expect.element(text(words)).toBeVisible();
    await expect.element(page.getByRole('main').getByRole('button')).not.toBeInTheDocument();
  });
});

describe('a signed-in player', () => {
  beforeAll(async () => {
    await signInByDevWallet();
  });

  test('joins a free session at once, and can return to it', async () => {
    const id = await server.host();
    await open(`/session/${id}`);
    await button('Join').click();
    await told('Joined Session!');
    expect(location.pathname + location.search).toBe(`/game?session=${id}`);
    await cleanup();
    await open(`/session/${id}`);
    await expect
      .element(page.getByRole('link', { name: 'Return to the session' }))
      .toHaveAttribute('href', `/game?session=${id}`);
  });

  test('sees a message when the last seat was taken by another player', async () => {
    const id = await server.host({ maxPlayers: 2 });
    await open(`/session/${id}`);
    await expect.element(button('Join')).toBeEnabled();
    server.instead = (method, path) =>
      method === 'POST' && path.endsWith('/join') ? failure('ERR_SESSION_FULL') : null;
    await button('Join').click();
    await told('Join Failed');
    expect(toasts.getState().message?.text).toBe('This session is full.');
    expect(location.pathname).toBe(`/session/${id}`);
  });

  test.each<[string, () => Response, string, string]>([
    [
      'a signed-out visitor',
      () => failure('ERR_SIGNED_OUT'),
      'Authentication Required',
      'Please connect your TronLink wallet to join sessions.',
    ],
    ['no such session', () => failure('ERR_SESSION_UNKNOWN'), 'Session Not Found', 'This session could not be found.'],
    [
      'a fault',
      () => new Response('<html>', { status: 500 }),
      'Join Failed',
      'Unable to join session. Please try again.',
    ],
  ])('shows a toast for a failed join: %s', async (_, answer, title, words) => {
    server.instead = (method, path) => (method === 'POST' && path.endsWith('/join') ? answer() : null);
    const { player } = account.getState();
    expect(await joinSession('session-0001')).toBeNull();
    expect(toasts.getState().message?.title).toBe(title);
    expect(toasts.getState().message?.text).toContain(words);
    account.setState({ player });
  });

  test('releases the seat by not paying for it, and gets it by paying', async () => {
    const id = await server.host({ entryFee: 2, maxPlayers: 2, sessionName: 'Two seats' });
    await open(`/session/${id}`);
    await button('Pay 2 TRX and join').click();
    await told('Processing Payment');
    await press('Reject');
    await told('Payment Failed');
    expect(toasts.getState().message?.text).toBe('Transaction cancelled by user');
    expect(location.pathname).toBe(`/session/${id}`);
    await expect.element(page.getByRole('complementary', { name: 'Payments' })).not.toBeInTheDocument();
    await button('Pay 2 TRX and join').click();
    await press('Confirm');
    await expect.poll(() => location.pathname + location.search).toBe(`/game?session=${id}`);
    await told('Payment Successful');
    await told('Joined Session!');
  });

  test('creates a paid session, sees the share dialog, and enters it without paying again', async () => {
    await open('/lobby');
    await button('Create Battle').click();
    await page.getByLabelText('Session name').fill('Friday night');
    await page.getByLabelText('Entry fee (TRX)').fill('5');
    await button('Pay 5 TRX and create').click();
    await press('Reject');
    await told('Payment Failed');
    // The dialog is open again with the typed values, and the first attempt has left nothing behind.
    await expect.element(page.getByLabelText('Session name')).toHaveValue('Friday night');
    await button('Pay 5 TRX and create').click();
    await press('Confirm');
    await expect.poll(() => location.pathname).toMatch(/^\/cross-chain-session\//);
    await told('Payment Successful');
    await told('Session Created!');
    expect(await statusOf('Friday night')).toBe('waiting');
    const path = location.pathname;
    await expect.element(page.getByRole('dialog', { name: 'Share Session' })).toBeVisible();
    await cleanup();
    await open('/lobby');
    await button('Join Friday night').click();
    await told('Creator Access');
    expect(location.pathname).toBe(path);
  });

  test('sees no success toast for a session whose fee was refunded', async () => {
    await open('/lobby');
    await button('Create Battle').click();
    await page.getByLabelText('Session name').fill('Called off');
    await page.getByLabelText('Entry fee (TRX)').fill('5');
    const titles: (string | undefined)[] = [];
    const stop = toasts.subscribe(({ message }) => titles.push(message?.title));
    await button('Pay 5 TRX and create').click();
    await press('Confirm');
    await expect.poll(() => location.pathname).toMatch(/^\/cross-chain-session\//);
    const id = location.pathname.split('/').at(-1) ?? '';
    await told('Payment Successful');
    await callApi(CALLS.cancelSession, { params: { id }, body: {} });
    await told('Entry Fee Refunded');
    // The success toast would be shown two seconds after the payment.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    stop();
    expect(titles).not.toContain('Session Created!');
  });

  test('gets a practice bot in an own session, which starts at once: a novice for a player without a game', async () => {
    await open('/lobby');
    await button('Free practice battle').click();
    await expect.poll(() => location.pathname).toMatch(/^\/cross-chain-session\//);
    const id = location.pathname.split('/').at(-1) ?? '';
    await expect
      .poll(async (): Promise<unknown> => (await fetch(`/api/popfray/sessions/${id}`)).json())
      .toMatchObject({
        currentPlayers: 2,
        status: 'starting',
        participants: [{ isBot: false }, { isBot: true, username: 'Practice bot · novice' }],
      });
  });

  test('creates and joins local games on the game socket', async () => {
    await server.host({ gameMode: 'classic' });
    await open('/lobby');
    await page.getByRole('tab', { name: 'Local TRON Games' }).click();
    const join = page.getByRole('button', { name: /^Join Game / });
    await join.click();
    await expect.poll(() => location.pathname).toBe('/game');
    await cleanup();
    await open('/lobby');
    await button('Classic Battle').click();
    await expect.poll(() => location.pathname).toBe('/game');
    expect(account.getState().player).not.toBeNull();
  });
});
