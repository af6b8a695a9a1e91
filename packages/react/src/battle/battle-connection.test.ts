import { decodeClientFrame } from '@popfray/protocol/battle';
import { CLOSE } from '@popfray/protocol/socket';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { BattleStore } from './battle-store.ts';
import { STARTS_AT } from './host.fixture.ts';
import { HeldSocket, holdSockets } from './socket.fixture.ts';
import { createStore, enter, host, URL } from './store.fixture.ts';

/** How often the page has asked for the server's time. */
const clocksOf = ({ frames }: HeldSocket): number =>
  frames.filter((bytes) => decodeClientFrame(bytes)?.type === 'clock').length;

holdSockets();

describe('a battle’s connection', () => {
  test('introduces itself, enters with the secret of its seat, and asks for the time', () => {
    const { store, socket } = enter(5_000);
    expect(socket.url).toBe(URL);
    expect(socket.binaryType).toBe('arraybuffer');
    expect(socket.messages.map(({ type }) => type)).toEqual(['init', 'battle_enter', 'battle_seed']);
    expect(socket.messages[1]).toMatchObject({
      sessionId: host.sessionId,
      userId: 'me',
      token: 'secret',
      blockchain: 'tron',
    });
    vi.advanceTimersByTime(1_000);
    expect(clocksOf(socket)).toBe(4);
    vi.advanceTimersByTime(3_900);
    expect(clocksOf(socket)).toBe(6);
    expect(store.getState()).toMatchObject({ phase: 'countdown', connection: 'open', commitment: host.commitment });
  });

  test('answers pings', () => {
    const { socket } = enter(5_000);
    socket.receive('{"type":"ping"}');
    expect(socket.messages.at(-1)).toMatchObject({ type: 'pong' });
  });

  test('connects again after 100 ms, later and later up to 5 s, and at once after a server that had the battle', () => {
    const store = createStore();
    store.open();
    for (const waitMs of [100, 150, 225, 337, 506, 759, 1_139, 1_708, 2_562, 3_844, 5_000, 5_000]) {
      const sockets = HeldSocket.all.length;
      HeldSocket.last().drop(1006);
      expect(store.getState().connection).toBe('lost');
      vi.advanceTimersByTime(waitMs - 1);
      expect(HeldSocket.all).toHaveLength(sockets);
      vi.advanceTimersByTime(1);
      expect(HeldSocket.all).toHaveLength(sockets + 1);
    }
    HeldSocket.last().open();
    HeldSocket.last().receive('{"type":"ping"}');
    HeldSocket.last().drop(1006);
    vi.advanceTimersByTime(4_999);
    const sockets = HeldSocket.all.length;
    vi.advanceTimersByTime(1);
    expect(HeldSocket.all).toHaveLength(sockets + 1);
    HeldSocket.last().open();
    HeldSocket.last().say(host.terms(STARTS_AT - 5_000));
    HeldSocket.last().drop(1006);
    vi.advanceTimersByTime(100);
    HeldSocket.last().open();
    expect(HeldSocket.last().messages.map(({ type }) => type)).toEqual(['init', 'battle_enter']);
    expect(store.getState()).toMatchObject({ phase: 'countdown', connection: 'open' });
  });

  test('waits for different times with many others, for up to 200 ms at first', () => {
    vi.mocked(Math.random).mockReturnValue(0.999);
    const { socket } = enter(5_000);
    socket.drop(CLOSE.moved);
    vi.advanceTimersByTime(198);
    expect(HeldSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(HeldSocket.all).toHaveLength(2);
  });

  test.each([
    ['stopping', 100],
    ['moved', 100],
    ['silent', 100],
    ['slow', 100],
    ['malformed', 5_000],
    ['flood', 5_000],
  ] as const)('comes back after it was closed as %s, in %i ms', (code, waitMs) => {
    const { socket } = enter(5_000);
    socket.drop(CLOSE[code]);
    vi.advanceTimersByTime(waitMs - 1);
    expect(HeldSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(HeldSocket.all).toHaveLength(2);
  });

  test('numbers its entries, by which the server knows one that comes too late', () => {
    const { store, socket } = enter(5_000);
    const entryOf = ({ messages }: HeldSocket): unknown =>
      messages.flatMap((message) => (message.type === 'battle_enter' ? [message['entry']] : []))[0];
    const first = entryOf(socket);
    expect(first).toEqual({ page: expect.stringMatching(/^[0-9a-f]{32}$/), number: 1 });
    socket.drop(1006);
    vi.advanceTimersByTime(100);
    HeldSocket.last().open();
    expect(entryOf(HeldSocket.last())).toEqual({ ...(first as object), number: 2 });
    HeldSocket.last().drop(CLOSE.replaced);
    store.open();
    HeldSocket.last().open();
    expect(entryOf(HeldSocket.last())).toEqual({ ...(first as object), number: 3 });
  });

  test('stays away when the seat came in elsewhere, until the player wants it back', () => {
    const { store, socket } = enter(5_000);
    socket.drop(CLOSE.replaced);
    expect(store.getState().phase).toBe('replaced');
    vi.advanceTimersByTime(60_000);
    expect(HeldSocket.all).toHaveLength(1);
    store.open();
    HeldSocket.last().open();
    HeldSocket.last().say(host.terms(STARTS_AT - 4_000));
    expect(store.getState()).toMatchObject({ phase: 'countdown', connection: 'open' });
  });

  test('does not come back to a server that refuses its origin', () => {
    const { store, socket } = enter(5_000);
    socket.drop(CLOSE.origin);
    vi.advanceTimersByTime(60_000);
    expect(HeldSocket.all).toHaveLength(1);
    expect(store.getState()).toMatchObject({ phase: 'refused', fault: 'ERR_ORIGIN' });
  });

  describe('to the node that plays it', () => {
    const DIRECT = 'wss://node-2.game.example/ws';

    const elsewhere = (url: string): string =>
      JSON.stringify({ type: 'battle_elsewhere', sessionId: host.sessionId, url });

    /** How the last socket has entered: whether with `direct`. */
    const enteredDirectly = (): unknown =>
      HeldSocket.last().messages.findLast(({ type }) => type === 'battle_enter') ?? 'not at all';

    /** A store whose server has named an address. */
    function redirect(url = DIRECT): BattleStore {
      const store = createStore();
      store.open();
      HeldSocket.last().open();
      expect(enteredDirectly()).toMatchObject({ token: 'secret', direct: true });
      HeldSocket.last().receive(elsewhere(url));
      return store;
    }

    /** Expects that the battle is entered at the first address, and that another node exchanges its frames. */
    function expectRelayed(store: BattleStore): void {
      expect(HeldSocket.last().url).toBe(URL);
      HeldSocket.last().open();
      expect(enteredDirectly()).not.toHaveProperty('direct');
      HeldSocket.last().say(host.terms(STARTS_AT - 5_000));
      expect(store.getState()).toMatchObject({ phase: 'countdown', connection: 'open' });
      vi.advanceTimersByTime(5_000);
      expect(HeldSocket.last().url).toBe(URL);
    }

    test('is opened with the secret of the seat, and is used', () => {
      const store = redirect();
      expect(HeldSocket.last().url).toBe(DIRECT);
      expect(store.getState().connection).toBe('open');
      HeldSocket.last().open();
      expect(enteredDirectly()).toMatchObject({ token: 'secret' });
      HeldSocket.last().say(host.terms(STARTS_AT - 5_000));
      vi.advanceTimersByTime(4_000);
      expect(HeldSocket.all).toHaveLength(2);
      expect(store.getState()).toMatchObject({ phase: 'countdown', connection: 'open' });
    });

    test.each<readonly [string, () => void]>([
      ['is refused', () => HeldSocket.last().drop(1006)],
      ['opens and does not answer', () => (HeldSocket.last().open(), vi.advanceTimersByTime(2_000))],
      ['does not open', () => vi.advanceTimersByTime(2_000)],
      ['refuses the origin', () => (HeldSocket.last().open(), HeldSocket.last().drop(CLOSE.origin))],
      [
        'closes as if the seat was entered elsewhere',
        () => (HeldSocket.last().open(), HeldSocket.last().drop(CLOSE.replaced)),
      ],
      [
        'does not have the battle',
        () => (HeldSocket.last().open(), HeldSocket.last().receive(elsewhere('wss://node-3.example/ws'))),
      ],
      [
        'does not know the battle',
        () => {
          HeldSocket.last().open();
          const refusal = {
            type: 'battle_refused',
            sessionId: host.sessionId,
            code: 'ERR_SESSION_UNKNOWN',
            message: '',
          };
          HeldSocket.last().receive(JSON.stringify(refusal));
        },
      ],
    ])('returns to the server at once when the address %s', (_case, fail) => {
      const store = redirect();
      const shown: string[] = [];
      store.subscribe(({ connection }) => shown.push(connection));
      fail();
      vi.advanceTimersByTime(1);
      expect(HeldSocket.all).toHaveLength(3);
      expectRelayed(store);
      expect(shown).not.toContain('lost');
    });

    test('returns to the server when the page may not open the address', () => {
      class Forbidden extends HeldSocket {
        constructor(url: string) {
          if (url === DIRECT) throw new DOMException('The page’s policy forbids it.', 'SecurityError');
          super(url);
        }
      }
      vi.stubGlobal('WebSocket', Forbidden);
      vi.spyOn(console, 'warn').mockReturnValue();
      const store = redirect();
      vi.advanceTimersByTime(1);
      expectRelayed(store);
    });

    test.each([
      'ws://node-2.game.example/ws',
      'ws://127.0.0.1:9/ws',
      'https://node-2.game.example/ws',
      'wss://user:password@node-2.game.example/ws',
      'javascript:alert(1)',
      'node-2',
    ])('is not opened at %s, which could show the secret to others', (url) => {
      const store = redirect(url);
      expect(HeldSocket.all).toHaveLength(1);
      expect(enteredDirectly()).not.toHaveProperty('direct');
      HeldSocket.last().say(host.terms(STARTS_AT - 5_000));
      expect(store.getState().phase).toBe('countdown');
    });

    test('asks the server again when it is lost, and does not use the same address again', () => {
      const store = redirect();
      HeldSocket.last().open();
      HeldSocket.last().say(host.terms(STARTS_AT - 5_000));
      HeldSocket.last().drop(1006);
      expect(store.getState().connection).toBe('lost');
      vi.advanceTimersByTime(100);
      expect(HeldSocket.last().url).toBe(URL);
      HeldSocket.last().open();
      expect(enteredDirectly()).toMatchObject({ direct: true });
      HeldSocket.last().receive(elsewhere(DIRECT));
      expectRelayed(store);
      HeldSocket.last().drop(CLOSE.stopping);
      vi.advanceTimersByTime(100);
      HeldSocket.last().open();
      HeldSocket.last().receive(elsewhere('wss://node-3.game.example/ws'));
      expect(HeldSocket.last().url).toBe('wss://node-3.game.example/ws');
    });
  });

  test('leaves a server that has gone silent', () => {
    const { store } = enter(5_000);
    vi.advanceTimersByTime(6_900);
    expect(store.getState().connection).toBe('open');
    vi.advanceTimersByTime(300);
    expect(store.getState().connection).toBe('lost');
    vi.advanceTimersByTime(200);
    expect(HeldSocket.all).toHaveLength(2);
  });

  describe('when the server answers the clock, but the battle is silent', () => {
    /** Lets time pass in which the server answers the clock and nothing else. */
    function answerClocks(socket: HeldSocket, forMs: number): void {
      for (let ms = 0; ms < forMs; ms += 100) {
        vi.advanceTimersByTime(100);
        if (ms % 1_000 === 0)
          socket.say({ frame: { type: 'time', clientMs: performance.now(), serverMs: STARTS_AT + ms } });
      }
    }

    test('stays for the countdown', () => {
      const { store, socket } = enter(60_000);
      vi.advanceTimersByTime(100);
      for (let ms = 0; ms < 20_000; ms += 1_000) {
        socket.say({ frame: { type: 'time', clientMs: performance.now(), serverMs: STARTS_AT - 60_000 + ms } });
        vi.advanceTimersByTime(1_000);
      }
      expect(store.getState()).toMatchObject({ phase: 'countdown', connection: 'open' });
    });

    test('leaves within 7 s in the round, and enters again', () => {
      const { store, socket } = enter(100);
      socket.say(host.seeds());
      answerClocks(socket, 5_000);
      expect(store.getState().phase).toBe('running');
      socket.say(host.reveal(0));
      answerClocks(socket, 6_900);
      expect(store.getState().connection).toBe('open');
      answerClocks(socket, 300);
      expect(store.getState().connection).toBe('lost');
      vi.advanceTimersByTime(200);
      expect(HeldSocket.all).toHaveLength(2);
      HeldSocket.last().open();
      expect(HeldSocket.last().messages.map(({ type }) => type)).toContain('battle_enter');
    });

    test('leaves a server that does not answer to the entry', () => {
      const store = createStore();
      store.open();
      const socket = HeldSocket.last();
      socket.open();
      answerClocks(socket, 6_900);
      expect(store.getState()).toMatchObject({ phase: 'connecting', connection: 'open' });
      answerClocks(socket, 300);
      expect(store.getState().connection).toBe('lost');
    });
  });

  test('does not take its own sleep for the server’s silence', () => {
    const { store } = enter(5_000);
    const realNow = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => realNow() + 20_000);
    vi.advanceTimersByTime(400);
    expect(store.getState().connection).toBe('open');
    vi.advanceTimersByTime(7_200);
    expect(store.getState().connection).toBe('lost');
    store.close();
  });

  test('ends with the screen', () => {
    const { store, socket } = enter(5_000);
    store.close();
    socket.say(host.terms(STARTS_AT));
    vi.advanceTimersByTime(60_000);
    expect(HeldSocket.all).toHaveLength(1);
  });

  test('survives any message of a server', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.uint8Array({ maxLength: 80 }), fc.string(), fc.json()), { maxLength: 40 }),
        (said) => {
          const { store, socket } = enter(5_000);
          for (const data of said) {
            // Of every type of frame, and then anything.
            for (const type of [0, 1, 2, 3, 4, 5, 6, 7])
              socket.receive(typeof data === 'string' ? data : Uint8Array.of(type, ...data).buffer);
            store.frame(performance.now());
          }
          for (const type of ['battle_terms', 'battle_state', 'battle_seeds', 'battle_over', 'rematch'])
            socket.receive(JSON.stringify({ type, sessionId: host.sessionId }));
          expect(store.getState().connection).toBe('open');
          store.close();
        },
      ),
      { numRuns: 40 },
    );
  });
});
