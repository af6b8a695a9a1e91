import { createBubble } from '@popfray/engine';
import { decodeClientFrame } from '@popfray/protocol/battle';
import { CLOSE } from '@popfray/protocol/socket';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createBattleStore, type BattleStore } from './battle-store.ts';
import { Host, STARTS_AT } from './host.fixture.ts';
import { HeldSocket, holdSockets } from './socket.fixture.ts';

const URL = 'wss://game.example/ws';

const host = new Host();

const createStore = (): BattleStore =>
  createBattleStore({ socketUrl: URL, sessionId: host.sessionId, userId: 'me', token: 'secret' });

/** A store that has entered a battle, `ms` before its first second. */
function enter(ms: number, against = host): { readonly store: BattleStore; readonly socket: HeldSocket } {
  const store = createStore();
  store.open();
  const socket = HeldSocket.last();
  socket.open();
  socket.say(against.terms(STARTS_AT - ms));
  return { store, socket };
}

const clocksOf = ({ frames }: HeldSocket): number =>
  frames.filter((bytes) => decodeClientFrame(bytes)?.type === 'clock').length;

holdSockets();

describe('a battle’s line', () => {
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

describe('what a battle’s screen shows', () => {
  test('changes at most seven times a second, for any activity of players and server', () => {
    const honest = new Host();
    const { store, socket } = enter(3_000, honest);
    const at = performance.now();
    socket.say({ frame: { type: 'time', clientMs: at, serverMs: STARTS_AT - 3_000 } });
    honest.seed = socket.messages.find((message) => message.type === 'battle_seed')?.seed ?? null;
    vi.advanceTimersByTime(1_000);
    socket.say(honest.terms(STARTS_AT - 2_000));
    socket.say(honest.seeds());
    let changes = 0;
    let taken = 0;
    store.subscribe(() => changes++);
    for (let timeMs = -2_000; timeMs < 20_000; timeMs += 16) {
      for (let second = 0; second < 21; second++)
        if (honest.revealMs(second) >= timeMs && honest.revealMs(second) < timeMs + 16)
          socket.say(honest.reveal(second));
      if (timeMs % 200 < 16)
        socket.say(
          honest.scores(timeMs, [
            { place: 1, score: Math.max(0, timeMs), combo: 1, first: 0, inputs: new Int32Array(0) },
          ]),
        );
      vi.advanceTimersByTime(16);
      store.frame(performance.now());
      const { round } = store;
      if (round === null || round.count === 0) continue;
      const { xPx, yPx } = round.bubbleAt(round.count - 1, createBubble());
      store.pop(xPx, yPx);
      for (const batch of socket.batches.slice(taken)) {
        taken++;
        expect(honest.take(batch, timeMs + 20)).toBeNull();
      }
    }
    expect(store.getState().score).toBeGreaterThan(500);
    expect(taken).toBeGreaterThan(15);
    expect(changes).toBeLessThanOrEqual(22 * 7);
    expect(changes).toBeGreaterThan(22 * 3);
    expect(store.getState().opponents).toMatchObject([{ username: 'Player 1', score: 19_808 }]);
    expect(store.opponentRound(1)?.timeMs).toBeLessThanOrEqual(18_400);
    expect(store.opponentRound(0)).toBeNull();
    store.close();
  });

  test('counts down by the server’s clock, and says that it waits when the first reveal does not come', () => {
    const { store, socket } = enter(2_500);
    socket.say(host.seeds());
    expect(store.getState()).toMatchObject({ secondsToStart: 3, phase: 'countdown', isStalled: false });
    vi.advanceTimersByTime(1_000);
    expect(store.getState().secondsToStart).toBe(2);
    vi.advanceTimersByTime(2_000);
    expect(store.getState()).toMatchObject({ secondsToStart: 0, phase: 'running', isStalled: true });
    socket.say(host.reveal(0));
    vi.advanceTimersByTime(400);
    expect(store.getState().isStalled).toBe(false);
    store.close();
  });

  test('is a poor connection while the server does not acknowledge what was clicked', () => {
    const honest = new Host();
    const { store, socket } = enter(1_000, honest);
    const quality = () => store.getState().quality;
    honest.seed = socket.messages.find((message) => message.type === 'battle_seed')?.seed ?? null;
    socket.say(honest.seeds());
    for (let second = 0; second < 6; second++) socket.say(honest.reveal(second));
    vi.advanceTimersByTime(1_400);
    store.pop(400, 300);
    vi.advanceTimersByTime(2_000);
    expect([socket.batches.length, quality()]).toEqual([1, 'good']);
    vi.advanceTimersByTime(1_000);
    expect(quality()).toBe('poor');
    socket.say({ frame: { type: 'accepted', untilMs: socket.batches[0]?.untilMs ?? 0, count: 1 } });
    vi.advanceTimersByTime(1_000);
    expect(quality()).toBe('good');
    store.close();
  });

  test('keeps a round going without frames, as on a hidden page', () => {
    const { store, socket } = enter(1_000);
    socket.say(host.seeds());
    socket.say(host.reveal(0));
    vi.advanceTimersByTime(1_800);
    expect(store.round?.timeMs).toBeGreaterThan(500);
    expect(store.pause()).toBe(false);
    store.close();
  });

  test('ends with the server’s result, and then receives the proposal of a rematch', () => {
    const { store, socket } = enter(1_000);
    socket.say({
      message: {
        type: 'battle_over',
        sessionId: host.sessionId,
        outcome: 'settled',
        results: [
          { place: 0, userId: 'me', score: 120, popped: 4, bestCombo: 3, position: 2, shareSun: 0, status: 'finished' },
          {
            place: 1,
            userId: 'you',
            score: 130,
            popped: 5,
            bestCombo: 3,
            position: 1,
            shareSun: 5,
            status: 'finished',
          },
        ],
      },
    });
    expect(store.getState()).toMatchObject({ phase: 'over', score: 120, position: 2 });
    socket.receive(
      JSON.stringify({ type: 'rematch', sessionId: host.sessionId, nextSessionId: 'session-0002', playerName: 'You' }),
    );
    vi.advanceTimersByTime(500);
    expect(store.getState().rematch).toEqual({ sessionId: 'session-0002', playerName: 'You' });
    store.close();
  });

  test('says why there is no way in, but for a seed that came too late', () => {
    const { store, socket } = enter(5_000);
    const refuse = (code: string): void =>
      socket.receive(JSON.stringify({ type: 'battle_refused', sessionId: host.sessionId, code, message: '' }));
    refuse('ERR_SEED_LATE');
    expect(store.getState().phase).toBe('countdown');
    refuse('ERR_SEAT_UNKNOWN');
    expect(store.getState()).toMatchObject({ phase: 'refused', fault: 'ERR_SEAT_UNKNOWN' });
    store.close();
  });

  test('gives up when the player does', () => {
    const { store, socket } = enter(5_000);
    store.leave();
    expect(socket.messages.at(-1)).toMatchObject({ type: 'battle_leave', sessionId: host.sessionId });
    expect(store.getState().phase).toBe('left');
    store.close();
  });

  test('gives up again after a reconnection, because the server may have failed before that was stored', () => {
    const { store, socket } = enter(5_000);
    store.leave();
    socket.drop(CLOSE.moved);
    vi.advanceTimersByTime(1_000);
    const next = HeldSocket.last();
    expect(next).not.toBe(socket);
    next.open();
    expect(next.messages.slice(-2).map(({ type }) => type)).toEqual(['battle_enter', 'battle_leave']);
    store.close();
  });
});
