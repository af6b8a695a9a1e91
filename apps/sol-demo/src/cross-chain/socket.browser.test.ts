import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

// Nothing listens there: every attempt fails at once, as with a server that is away.
const AWAY = 'http://127.0.0.1:59998';

beforeEach(() => {
  sessionStorage.setItem('sol-arcade.server', AWAY);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

const { setTimeout: inFact } = globalThis;

/** Waits until something is so, in real time. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => void inFact(resolve, 5));
}

/** Waits until so many timers run: the ping's, and the next attempt's. */
const timers = async (count: number): Promise<void> => until(() => vi.getTimerCount() === count);

describe('a session’s feed', () => {
  test('tries five times to come back, the first after a second, each after twice as long, and then says that it is closed', async () => {
    const { createFeed } = await import('./socket.ts');
    const feed = createFeed('session-1', undefined);
    const close = feed.open();
    for (const delayMs of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      await timers(2);
      vi.advanceTimersByTime(delayMs - 1);
      expect([vi.getTimerCount(), feed.getState().status]).toEqual([2, 'connecting']);
      vi.advanceTimersByTime(1);
      expect(vi.getTimerCount()).toBe(1);
    }
    await until(() => feed.getState().status === 'closed');
    expect(vi.getTimerCount()).toBe(1);
    close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('answers pings, pings every 30 seconds itself, and keeps the last hundred messages', async () => {
    /** A fake socket whose messages the test sends. */
    class FakeSocket extends EventTarget {
      static readonly OPEN = 1;
      static newest: FakeSocket;
      readonly readyState = 1;
      readonly sent: string[] = [];
      constructor() {
        super();
        FakeSocket.newest = this;
      }
      send(text: string): void {
        this.sent.push((JSON.parse(text) as { readonly type: string }).type);
      }
      close(): void {
        this.sent.push('closed');
      }
    }
    vi.stubGlobal('WebSocket', FakeSocket);
    const { createFeed } = await import('./socket.ts');
    const feed = createFeed('session-1', 'token');
    const close = feed.open();
    const { newest } = FakeSocket;
    newest.dispatchEvent(new Event('open'));
    for (let timestamp = 1; timestamp <= 101; timestamp++)
      newest.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type: 'pong', timestamp }) }));
    const { messages } = feed.getState();
    expect([messages.length, messages[0], messages.at(-1)]).toEqual([
      100,
      { type: 'pong', timestamp: 2 },
      { type: 'pong', timestamp: 101 },
    ]);
    newest.dispatchEvent(new MessageEvent('message', { data: '{"type":"ping","timestamp":1}' }));
    expect(newest.sent).toEqual(['join_session', 'pong']);
    vi.advanceTimersByTime(30_000);
    expect(newest.sent).toEqual(['join_session', 'pong', 'ping']);
    close();
    expect(newest.sent.at(-1)).toBe('closed');
    vi.unstubAllGlobals();
  });

  test('begins again when it is opened again, and not after its end', async () => {
    const { createFeed } = await import('./socket.ts');
    const feed = createFeed('session-1', undefined);
    feed.open();
    const close = feed.open();
    await timers(2);
    close();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});
