import { FAILURES } from '@popfray/protocol';
import type { GameSocketOut } from '@popfray/protocol/socket';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { account, INITIAL_ACCOUNT } from '../account/state.ts';
import { toasts } from '../../ui/toast.ts';
import { openServer, type TestServer } from '../../testing/server.ts';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import { loadAllTexts } from '../../testing/texts.ts';
import {
  closeGameSocket,
  gameSocket,
  onGameMessage,
  openGameSocket,
  sendGameMessage,
  watchGames,
  watchSession,
} from './game-socket.ts';

const ME = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

const status = () => expect.poll(() => gameSocket.getState().status);

beforeAll(loadAllTexts);
afterEach(() => {
  closeGameSocket();
  account.setState(INITIAL_ACCOUNT, true);
  toasts.setState({ message: null });
});

describe('the game socket', () => {
  let server: TestServer;
  const received: GameSocketOut[] = [];
  /** Number of updates of a session from the server. */
  const toldOf = (id: string) =>
    expect.poll(() => received.filter((message) => message.type === 'game_updated' && message.game.id === id).length);

  beforeAll(async () => {
    server = await openServer();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await server.stop();
  });
  afterEach(() => {
    received.length = 0;
    server.isAway = false;
  });

  test('counts visitors online, and receives the lists', async () => {
    openGameSocket();
    expect(gameSocket.getState().status).toBe('connecting');
    await status().toBe('connected');
    await expect.poll(() => gameSocket.getState().playerCount).toBe(1);
    await expect.poll(() => gameSocket.getState().games).toEqual([]);
    await expect.poll(() => gameSocket.getState().leaderboard).toEqual([]);
    await expect.poll(() => gameSocket.getState().stats).toEqual({ totalTrxEarned: '0', crossChainBattles: 0 });
    closeGameSocket();
    expect(gameSocket.getState()).toMatchObject({ status: 'disconnected', playerCount: null });
  });

  test('pings every 30 s', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const send = vi.spyOn(WebSocket.prototype, 'send');
    const countPings = () =>
      send.mock.calls.filter(([data]) => typeof data === 'string' && data.includes('"type":"ping"')).length;
    try {
      // `expect.poll` would advance the faked timers.
      await new Promise<void>((resolve) => {
        const unsubscribe = gameSocket.subscribe((state) => {
          if (state.status !== 'connected') return;
          unsubscribe();
          resolve();
        });
        openGameSocket();
      });
      vi.advanceTimersByTime(29_999);
      expect(countPings()).toBe(0);
      vi.advanceTimersByTime(1);
      expect(countPings()).toBe(1);
    } finally {
      send.mockRestore();
      vi.useRealTimers();
    }
  });

  test('reconnects after an interruption, and watches the same session again', async () => {
    const first = await server.host();
    const second = await server.host();
    const unsubscribe = onGameMessage((message) => received.push(message));
    const unwatchFirst = watchSession(first);
    const unwatch = watchSession(second);
    await toldOf(second).toBeGreaterThan(0);
    server.isAway = true;
    server.cutSockets();
    await status().toBe('disconnected');
    expect(sendGameMessage({ type: 'get_games' })).toBe(false);
    received.length = 0;
    server.isAway = false;
    // Events after which a browser should retry.
    dispatchEvent(new Event('online'));
    await status().toBe('connected');
    await toldOf(second).toBeGreaterThan(0);
    expect(received.some((message) => message.type === 'game_updated' && message.game.id === first)).toBe(false);
    unwatch();
    await toldOf(first).toBeGreaterThan(0);
    unwatchFirst();
    unsubscribe();
  });

  test('fetches the balance again after an interruption, and not after a sign-in', async () => {
    const countCalls = (): number => server.calls.filter((call) => call === 'GET /api/me').length;
    openGameSocket();
    await status().toBe('connected');
    account.setState({ player: makePlayer(ME) });
    await expect.poll(() => gameSocket.getState().stats).not.toBeNull();
    await status().toBe('connected');
    expect(countCalls()).toBe(0);
    server.cutSockets();
    await status().toBe('disconnected');
    dispatchEvent(new Event('online'));
    await expect.poll(countCalls).toBe(1);
  });

  test('is identified as another player after a sign-in', async () => {
    openGameSocket();
    await status().toBe('connected');
    account.setState({ player: makePlayer(ME) });
    expect(gameSocket.getState().status).toBe('connecting');
    await status().toBe('connected');
  });

  test('shows the server’s refusals', async () => {
    openGameSocket();
    await status().toBe('connected');
    sendGameMessage({ type: 'join_game', gameId: 'no-such-game' });
    await expect.poll(() => toasts.getState().message?.title).toBe('Game Error');
  });
});

describe('a message of the game server', () => {
  /** A fake socket whose messages the test sends. */
  class Told extends EventTarget {
    static readonly OPEN = 1;
    static newest: Told;
    readonly readyState = 1;
    readonly sent: string[] = [];
    constructor() {
      super();
      Told.newest = this;
      queueMicrotask(() => this.dispatchEvent(new Event('open')));
    }
    send(text: string): void {
      this.sent.push(text);
    }
    close(): void {
      this.dispatchEvent(new Event('close'));
    }
    tell(data: unknown): void {
      this.dispatchEvent(new MessageEvent('message', { data }));
    }
  }
  const open = async (): Promise<Told> => {
    vi.stubGlobal('WebSocket', Told);
    openGameSocket();
    await Promise.resolve();
    return Told.newest;
  };
  afterEach(() => void vi.unstubAllGlobals());

  test('is lost when the connection fails: that is only logged, and it reconnects', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const socket = await open();
    socket.dispatchEvent(new Event('error'));
    expect(warn).toHaveBeenCalledExactlyOnceWith('Connection error');
    vi.stubGlobal('WebSocket', function Refused() {
      throw new DOMException('', 'SecurityError');
    });
    socket.close();
    dispatchEvent(new Event('online'));
    expect(gameSocket.getState().status).toBe('disconnected');
    expect(warn).toHaveBeenLastCalledWith('Failed to create WebSocket connection', expect.any(DOMException));
    vi.stubGlobal('WebSocket', Told);
    dispatchEvent(new Event('online'));
    expect(gameSocket.getState().status).toBe('connecting');
    warn.mockRestore();
  });

  test('is asked for every 10 seconds where games are shown, and again about 5 seconds after it was lost', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const socket = await open();
    const asked = (): number => socket.sent.filter((text) => text.includes('get_games')).length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked()).toBe(0);
    const unwatch = watchGames();
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked()).toBe(2);
    unwatch();
    socket.close();
    await vi.advanceTimersByTimeAsync(3_900);
    expect(Told.newest).toBe(socket);
    await vi.advanceTimersByTimeAsync(2_200);
    expect(Told.newest).not.toBe(socket);
    vi.useRealTimers();
  });

  test('is sent with its chain and time', async () => {
    const socket = await open();
    socket.tell(JSON.stringify({ type: 'welcome', isSignedIn: false, serverMs: 1 }));
    socket.tell(JSON.stringify({ type: 'ping' }));
    const said = socket.sent.map((sent) => JSON.parse(sent) as Record<string, unknown>);
    expect(said.map(({ type }) => type)).toEqual(['init', 'get_games', 'get_leaderboard', 'get_stats', 'pong']);
    for (const message of said) expect(message).toMatchObject({ blockchain: 'tron', timestamp: expect.any(Number) });
  });

  test.each([
    [{ type: 'error', code: 'ERR_X', message: 'No.' }, 'Game Error', 'No.'],
    [{ type: 'error', code: 'ERR_X', message: '' }, 'Game Error', 'An error occurred in the game.'],
    [{ type: 'notification', title: '', message: 'Soon.' }, 'Game Notification', 'Soon.'],
    [{ type: 'notification', title: 'Pause', message: 'Soon.' }, 'Pause', 'Soon.'],
    [
      {
        type: 'notification',
        title: 'x',
        message: 'x',
        about: { kind: 'fee-refunded', sessionName: 'Friday', amount: '5' },
      },
      'Entry Fee Refunded',
      '“Friday” was not played: your fee of 5 TRX is on your Popfray balance.',
    ],
    [
      {
        type: 'notification',
        title: 'x',
        message: 'x',
        about: { kind: 'not-ready', sessionName: 'Friday', amount: '5' },
      },
      'Entry Fee Refunded',
      '“Friday” starts without you, because you were not ready. Your fee of 5 TRX is on your Popfray balance.',
    ],
    [
      {
        type: 'notification',
        title: 'x',
        message: 'x',
        about: { kind: 'removed', sessionName: 'Friday', amount: '0' },
      },
      'Removed From Session',
      'The creator of “Friday” has removed you from it. You paid nothing.',
    ],
    [{ type: 'notification', title: 'Later', message: 'x', about: { kind: 'confetti', sessionName: 7 } }, 'Later', 'x'],
    [{ type: 'error', code: 'ERR_RATE', message: 'x' }, 'Game Error', FAILURES.ERR_RATE.message],
    [
      { type: 'player_joined', sessionId: 'x', playerName: '<b>Ann</b>' },
      'Player Joined',
      '<b>Ann</b> joined the game',
    ],
    [{ type: 'game_started', sessionId: 'x' }, 'Game Started', 'The game has begun! Good luck!'],
  ])('shows a toast: %o', async (message, title, text) => {
    const socket = await open();
    socket.tell(JSON.stringify(message));
    await expect.poll(() => toasts.getState().message).toMatchObject({ title, text });
  });

  test.each([
    ['no JSON', '{'],
    ['no message', '7'],
    ['a message of a newer server', '{"type":"confetti"}'],
    ['one with a field wrong', '{"type":"player_count","count":"many"}'],
    ['bytes', new ArrayBuffer(8)],
  ])('is passed over: %s', async (_, data) => {
    const socket = await open();
    const listener = vi.fn<(message: GameSocketOut) => void>();
    const unsubscribe = onGameMessage(listener);
    socket.tell(data);
    expect(listener).not.toHaveBeenCalled();
    expect(toasts.getState().message).toBeNull();
    unsubscribe();
  });
});
