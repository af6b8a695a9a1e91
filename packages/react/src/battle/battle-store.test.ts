import { createBubble } from '@popfray/engine';
import { CLOSE } from '@popfray/protocol/socket';
import { describe, expect, test, vi } from 'vitest';
import { Host, STARTS_AT } from './host.fixture.ts';
import { HeldSocket, holdSockets } from './socket.fixture.ts';
import type { BattleStore } from './battle-store.ts';
import { enter, host } from './store.fixture.ts';

holdSockets();

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
    expect(store.getState().position).toBe(2);
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

  test.each<[string, (store: BattleStore) => void, last: string]>([
    ['the page is unloaded', () => window.dispatchEvent(new Event('pagehide')), 'battle_seed'],
    ['the screen is left', (store) => store.close(), 'battle_seed'],
    ['the player gives up', (store) => store.leave(), 'battle_leave'],
  ])('sends a click that still waits for others when %s', (_, leave, last) => {
    vi.stubGlobal('window', new EventTarget());
    const honest = new Host();
    const { store, socket } = enter(1_000, honest);
    honest.seed = socket.messages.find((message) => message.type === 'battle_seed')?.seed ?? null;
    socket.say(honest.seeds());
    for (let second = 0; second < 3; second++) socket.say(honest.reveal(second));
    vi.advanceTimersByTime(1_400);
    store.pop(400, 300);
    const clickedMs = store.round?.timeMs ?? 0;
    expect(socket.batches).toEqual([]);
    leave(store);
    expect(socket.batches).toMatchObject([{ first: 0, inputs: Int32Array.of(clickedMs, 1_600, 1_200) }]);
    expect(socket.messages.at(-1)?.type).toBe(last);
    store.close();
    window.dispatchEvent(new Event('pagehide'));
    expect(socket.batches).toHaveLength(1);
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
