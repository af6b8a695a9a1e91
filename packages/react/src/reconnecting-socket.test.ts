import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HeldSocket } from './battle/socket.fixture.ts';
import { ReconnectingSocket, type SocketStatus } from './reconnecting-socket.ts';

const FINAL = 4000;

function open() {
  const statuses: [SocketStatus, number][] = [];
  const messages: unknown[] = [];
  const socket = new ReconnectingSocket({
    url: 'ws://test',
    retryMs: (failures, code) => (code === FINAL ? null : 1_000 * 2 ** failures),
    onMessage: (data) => messages.push(data),
    onStatus: (status, code) => statuses.push([status, code]),
  });
  return { socket, statuses, messages };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', HeldSocket);
  HeldSocket.all.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a reconnecting socket', () => {
  it('sends only while it is open', () => {
    const { socket } = open();
    expect(socket.send('"early"')).toBe(false);
    HeldSocket.last().open();
    expect(socket.send('"sent"')).toBe(true);
    expect(HeldSocket.last().messages).toEqual(['sent']);
  });

  it('connects again after a delay that grows until the connection is confirmed', () => {
    const { socket, statuses } = open();
    HeldSocket.last().drop(1006);
    vi.advanceTimersByTime(1_000);
    HeldSocket.last().drop(1006);
    vi.advanceTimersByTime(1_999);
    expect(HeldSocket.all).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(HeldSocket.all).toHaveLength(3);
    HeldSocket.last().open();
    socket.confirm();
    HeldSocket.last().drop(1006);
    vi.advanceTimersByTime(1_000);
    expect(HeldSocket.all).toHaveLength(4);
    expect(statuses.slice(0, 3)).toEqual([
      ['connecting', 0],
      ['waiting', 1006],
      ['connecting', 0],
    ]);
  });

  it('does not connect again after a code for which its owner wants no retry, or after it was closed', () => {
    const { socket, statuses } = open();
    HeldSocket.last().drop(FINAL);
    expect(statuses.at(-1)).toEqual(['closed', FINAL]);
    socket.reconnectNow();
    vi.runAllTimers();
    expect(HeldSocket.all).toHaveLength(1);
    socket.reconnect();
    HeldSocket.last().open();
    socket.close();
    expect(statuses.at(-1)).toEqual(['closed', 0]);
    vi.runAllTimers();
    expect(HeldSocket.all).toHaveLength(2);
  });

  it.each(['close', 'reconnect'] as const)(
    'closes a connection that is being opened once it is open, because browsers log an error before: %s',
    (method) => {
      const { socket, statuses } = open();
      const opening = HeldSocket.last();
      socket[method]();
      const after = [...statuses];
      expect(opening.readyState).toBe(HeldSocket.CONNECTING);
      opening.open();
      expect(opening.readyState).toBe(3);
      expect(statuses).toEqual(after);
    },
  );

  it('connects at once when it is asked to while it waits, and only then', () => {
    const { socket } = open();
    socket.reconnectNow();
    expect(HeldSocket.all).toHaveLength(1);
    HeldSocket.last().drop(1006);
    socket.reconnectNow();
    expect(HeldSocket.all).toHaveLength(2);
    vi.runAllTimers();
    expect(HeldSocket.all).toHaveLength(2);
  });

  it('ignores what a replaced connection still receives', () => {
    const { socket, messages, statuses } = open();
    const [first] = HeldSocket.all;
    HeldSocket.last().open();
    socket.reconnect();
    first?.receive('late');
    first?.drop(1006);
    HeldSocket.last().open();
    HeldSocket.last().receive('now');
    expect(messages).toEqual(['now']);
    expect(statuses.at(-1)).toEqual(['open', 0]);
  });

  it('drops a silent connection and closes it', () => {
    const { socket, statuses } = open();
    HeldSocket.last().open();
    socket.drop(4408);
    expect(statuses.at(-1)).toEqual(['waiting', 4408]);
    vi.advanceTimersByTime(1_000);
    expect(HeldSocket.all).toHaveLength(2);
  });
});
