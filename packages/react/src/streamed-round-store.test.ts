import { arena, createBubble, decodeReplay, parseReplayText, verifyReplay } from '@popfray/engine';
import type { BattleOver } from '@popfray/protocol/battle';
import { CLOSE } from '@popfray/protocol/socket';
import { describe, expect, test, vi } from 'vitest';
import { createBattleStore } from './battle/battle-store.ts';
import { Host, STARTS_AT } from './battle/host.fixture.ts';
import { HeldSocket, holdSockets } from './battle/socket.fixture.ts';
import { createStreamedRoundStore, type StreamedRoundState } from './streamed-round-store.ts';

/** A display frame, ms. */
const FRAME_MS = 20;

/** A server with a paid round of one seat. */
const soloHost = (loadout: readonly 'score-multiplier'[] = []): Host => new Host(0, [0], 7, { rules: arena, loadout });

/** A store that has connected to a round, `ms` before its first second. */
function enter(host: Host, ms: number, store = createStreamedRoundStore({ rules: arena })) {
  store.play(createBattleStore({ socketUrl: 'wss://x/ws', sessionId: host.sessionId, userId: 'me', token: 'secret' }));
  const socket = HeldSocket.last();
  socket.open();
  socket.say({ frame: { type: 'time', clientMs: performance.now(), serverMs: STARTS_AT - ms } });
  socket.say(host.terms(STARTS_AT - ms));
  host.seed = socket.messages.find((message) => message.type === 'battle_seed')?.seed ?? null;
  return { store, socket, host };
}

type Entered = ReturnType<typeof enter>;

/**
 * Plays from one time of the round to another with an honest server, and clicks a bubble every 300 ms until `quietFromMs`. Returns how many batches the
 * server has taken.
 */
function play({ store, socket, host }: Entered, fromMs: number, toMs: number, quietFromMs = toMs): number {
  let taken = 0;
  if (fromMs < 0) socket.say(host.seeds());
  for (let timeMs = fromMs; timeMs < toMs; timeMs += FRAME_MS) {
    for (let second = 0; second < 60; second++)
      if (host.revealMs(second) >= timeMs && host.revealMs(second) < timeMs + FRAME_MS) socket.say(host.reveal(second));
    vi.advanceTimersByTime(FRAME_MS);
    store.frame(performance.now());
    const { round } = store;
    if (round !== null && round.count > 0 && timeMs < quietFromMs && timeMs % 300 < FRAME_MS) {
      const { xPx, yPx } = round.bubbleAt(round.count - 1, createBubble());
      store.pop(xPx, yPx);
    }
    for (const batch of socket.batches.slice(taken)) {
      taken++;
      expect(host.take(batch, timeMs + FRAME_MS)).toBeNull();
      socket.say({ frame: { type: 'accepted', untilMs: batch.untilMs, count: host.round.inputCount } });
    }
  }
  return taken;
}

/** The server's result of a round with this score. */
const over = (host: Host, score: number): BattleOver => ({
  type: 'battle_over',
  sessionId: host.sessionId,
  outcome: 'settled',
  results: [{ place: 0, userId: 'me', score, popped: 4, bestCombo: 3, position: 1, shareSun: 5, status: 'finished' }],
});

holdSockets();

describe('a streamed round', () => {
  test('is none before the first one', () => {
    const store = createStreamedRoundStore({ rules: arena });
    store.frame(1_000);
    store.pop(400, 300);
    store.reset();
    store.reopen();
    expect(store.round).toBeNull();
    expect(store.getState()).toMatchObject({ phase: 'idle', standing: null, secondsLeft: 60, score: 0, result: null });
    expect(HeldSocket.all).toEqual([]);
  });

  test('is idle while the page connects, counts down the last three seconds, and then runs', () => {
    const entered = enter(soloHost(), 5_000);
    const { store } = entered;
    const shown: unknown[] = [];
    let last = '';
    store.subscribe(({ phase, secondsToStart }) => {
      const now = JSON.stringify([phase, secondsToStart]);
      if (now !== last) shown.push([phase, secondsToStart]);
      last = now;
    });
    expect(store.getState()).toMatchObject({ phase: 'idle', standing: 'countdown', secondsToStart: null });
    play(entered, -5_000, 500, 0);
    expect(shown).toEqual([
      ['idle', null],
      ['running', 3],
      ['running', 2],
      ['running', 1],
      ['running', null],
    ]);
    expect(store.getState()).toMatchObject({ standing: 'running', secondsLeft: 60, connection: 'open' });
    expect(store.round?.rules.id).toBe('arena');
    store.reset();
  });

  test('is played with the upgrades that the server names, and ends with its result and a replay that holds', () => {
    const entered = enter(soloHost(['score-multiplier']), 1_000);
    const { store, socket, host } = entered;
    let pops = 0;
    store.listen(({ type }) => {
      if (type === 'pop') pops++;
    });
    expect(play(entered, -1_000, 61_000)).toBeGreaterThan(40);
    host.round.advanceTo(60_000);
    expect(store.getState()).toMatchObject({ phase: 'running', standing: 'settling', secondsLeft: 0, result: null });
    expect(pops).toBe(host.round.popped);
    socket.receive(JSON.stringify(over(host, host.round.score)));
    const { phase, standing, verdict, result, score } = store.getState();
    expect({ phase, standing, outcome: verdict?.outcome, score }).toEqual({
      phase: 'over',
      standing: 'over',
      outcome: 'settled',
      score: host.round.score,
    });
    expect(result).toMatchObject({ score, popped: pops, earnedSun: host.round.earnedSun, seed: '' });
    const bytes = parseReplayText(result?.replayText ?? '');
    const replay = bytes.ok ? decodeReplay(bytes.value) : bytes;
    expect(replay.ok && replay.value.loadout).toEqual(['score-multiplier']);
    const verified = bytes.ok ? verifyReplay(bytes.value) : bytes;
    expect(verified.ok && verified.value.round.score).toBe(host.round.score);
    // The store has closed the connection at the end of the round.
    socket.drop(1006);
    vi.advanceTimersByTime(10_000);
    expect(HeldSocket.all).toHaveLength(1);
  });

  test('streams the path of the pointer when the server asks for it', () => {
    const host = soloHost();
    host.acceptsPath = true;
    const entered = enter(host, 1_000);
    const { store } = entered;
    const stop = store.listen(() => store.point?.({ atMs: null, xPx: 300, yPx: 200, device: 'touch', radiusPx: 9 }));
    play(entered, -1_000, 4_000);
    stop();
    expect(host.badPaths).toEqual([]);
    expect(host.path.length).toBeGreaterThan(0);
    store.reset();
  });

  test('has no replay where the server has another score', () => {
    const entered = enter(soloHost(), 1_000);
    play(entered, -1_000, 61_000);
    entered.socket.receive(JSON.stringify(over(entered.host, 1)));
    expect(entered.store.getState()).toMatchObject({ phase: 'over', score: 1, result: null });
  });

  test('that the server calls off has no result', () => {
    const entered = enter(soloHost(), 1_000);
    const { store, socket, host } = entered;
    play(entered, -1_000, 3_000);
    const phases: StreamedRoundState['phase'][] = [];
    store.subscribe(({ phase }) => phases.push(phase));
    socket.receive(JSON.stringify({ ...over(host, 0), outcome: 'cancelled', results: [] }));
    expect(store.getState()).toMatchObject({ phase: 'idle', standing: 'over', verdict: { outcome: 'cancelled' } });
    expect(phases).not.toContain('over');
  });

  test('waits at the last second that it knows when the connection is lost, and continues after it is back', () => {
    const entered = enter(soloHost(), 1_000);
    const { store, socket, host } = entered;
    play(entered, -1_000, 3_000);
    const { score } = store.getState();
    socket.drop(1006);
    expect(store.getState()).toMatchObject({ connection: 'lost', phase: 'running' });
    // The reconnection is refused until the server is back.
    for (let timeMs = 3_000; timeMs < 6_000; timeMs += FRAME_MS) {
      vi.advanceTimersByTime(FRAME_MS);
      store.frame(performance.now());
    }
    expect(store.round?.timeMs).toBe(3_999);
    expect(store.getState()).toMatchObject({ isStalled: true, score });
    const again = HeldSocket.last();
    expect(again).not.toBe(socket);
    again.open();
    expect(again.messages.at(-1)).toMatchObject({ type: 'battle_enter', token: 'secret' });
    again.say(host.terms(STARTS_AT + 6_000));
    again.say(host.state(8, STARTS_AT + 6_000));
    vi.advanceTimersByTime(400);
    store.frame(performance.now());
    expect(store.getState()).toMatchObject({ isStalled: false, connection: 'open', phase: 'running', lostClicks: 0 });
    expect(store.round?.timeMs).toBeGreaterThan(6_000);
    store.reset();
  });

  test('that was entered elsewhere is idle, and is taken back on request', () => {
    const entered = enter(soloHost(), 1_000);
    const { store, socket, host } = entered;
    play(entered, -1_000, 2_000);
    const { generation } = store;
    socket.drop(CLOSE.replaced);
    expect(store.getState()).toMatchObject({ phase: 'idle', standing: 'replaced' });
    store.reopen();
    expect(store.generation).toBe(generation + 1);
    HeldSocket.last().open();
    HeldSocket.last().say(host.terms(STARTS_AT + 2_000));
    HeldSocket.last().say(host.seeds());
    HeldSocket.last().say(host.state(3, STARTS_AT + 2_000));
    vi.advanceTimersByTime(400);
    store.frame(performance.now());
    expect(store.getState()).toMatchObject({ phase: 'running', standing: 'running', score: host.round.score });
    store.reset();
  });

  test('cannot be paused, and is left by a reset, which the server does not notice as an end', () => {
    const entered = enter(soloHost(), 1_000);
    const { store, socket } = entered;
    play(entered, -1_000, 2_000);
    expect([store.pause(), store.resume(), store.getState().phase]).toEqual([false, false, 'running']);
    store.reset();
    expect(store.round).toBeNull();
    expect(store.getState()).toBe(store.getInitialState());
    expect(socket.messages.map(({ type }) => type)).not.toContain('battle_leave');
    vi.advanceTimersByTime(10_000);
    expect(HeldSocket.all).toHaveLength(1);
  });

  test('that is given up stops here at once, and the message is repeated after an outage', () => {
    const entered = enter(soloHost(), 1_000);
    const { store, socket } = entered;
    play(entered, -1_000, 2_000);
    store.leave();
    expect(socket.messages.at(-1)).toMatchObject({ type: 'battle_leave', sessionId: entered.host.sessionId });
    expect(store.getState()).toMatchObject({ phase: 'idle', standing: 'left', result: null });
    socket.drop(1006);
    vi.advanceTimersByTime(3_000);
    HeldSocket.last().open();
    expect(HeldSocket.last().messages.at(-1)).toMatchObject({ type: 'battle_leave' });
    store.reset();
    store.leave();
    expect(store.getState()).toBe(store.getInitialState());
  });

  test('replaces the one before, with its events and its connection', () => {
    const entered = enter(soloHost(), 1_000);
    const { store, socket } = entered;
    play(entered, -1_000, 2_000);
    const { generation } = store;
    const next = enter(new Host(0, [0], 8, { rules: arena }), 1_000, store);
    expect(store.generation).toBe(generation + 1);
    expect(store.getState()).toMatchObject({ score: 0, popped: 0, result: null });
    // Later messages of the old server have no effect.
    socket.receive(JSON.stringify(over(entered.host, 99)));
    expect(store.getState().standing).not.toBe('over');
    let events = 0;
    store.listen(() => events++);
    play(next, -1_000, 3_000);
    expect(events).toBeGreaterThan(0);
    expect(store.getState()).toMatchObject({ phase: 'running', standing: 'running' });
    store.reset();
  });
});
