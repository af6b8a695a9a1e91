import {
  arena,
  createBubble,
  decodeReplay,
  freePlay,
  parseReplayText,
  type Round,
  verifyReplay,
} from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { describe, expect, test } from 'vitest';
import { createRoundStore, type RoundState, type RoundStore } from './round-store.ts';

const SEED = 'STORE-TEST';

/** Frames of a display, one after the other: virtual time that only `play` moves. */
function createDisplay(store: RoundStore, frameMs: number) {
  let nowMs = 5_000;
  return {
    /** Shows frames for some ms, the first one at once. */
    play(ms: number): void {
      for (const endMs = nowMs + ms; nowMs < endMs; nowMs += frameMs) store.frame(nowMs);
    },
    /** Lets time pass without a frame. */
    sleep(ms: number): void {
      nowMs += ms;
    },
  };
}

function watch(store: RoundStore): RoundState[] {
  const states: RoundState[] = [];
  store.subscribe((state) => states.push(state));
  return states;
}

function roundOf({ round }: RoundStore): Round {
  if (round === null) throw new Error('No round');
  return round;
}

/** Clicks the middle of the topmost bubble. */
function popTopmost(store: RoundStore): void {
  const round = roundOf(store);
  const bubble = round.bubbleAt(round.count - 1, createBubble());
  store.pop(bubble.xPx, bubble.yPx);
}

describe('a round store', () => {
  test('is idle before the first round', () => {
    const store = createRoundStore({ rules: freePlay });
    expect(store.round).toBeNull();
    expect(store.getState()).toEqual({
      phase: 'idle',
      score: 0,
      secondsLeft: 60,
      combo: 0,
      level: 1,
      popped: 0,
      seed: '',
      secondsToStart: null,
      pauseCause: null,
      result: null,
    });
    store.frame(0);
    store.pop(10, 10);
    expect(store.pause()).toBe(false);
    expect(store.resume()).toBe(false);
  });

  test('plays the seed it is given, or a fresh readable one', () => {
    const store = createRoundStore({ rules: freePlay });
    store.start(SEED);
    expect(store.getState()).toMatchObject({ phase: 'running', seed: SEED });
    store.start();
    expect(store.getState().seed).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(createRoundStore({ rules: freePlay, seed: SEED }).getState().seed).toBe(SEED);
  });

  test('refuses a seed that is none and keeps the round it has', () => {
    const store = createRoundStore({ rules: freePlay });
    store.start(SEED);
    const { round } = store;
    expect(store.start('')).toMatchObject({ ok: false, error: { code: 'ERR_SEED_INVALID' } });
    expect(store.round).toBe(round);
    expect(store.getState().seed).toBe(SEED);
  });

  test('starts to count at the first frame, in whole ms', () => {
    const store = createRoundStore({ rules: freePlay });
    store.start(SEED);
    store.frame(1_000.7);
    expect(store.round?.timeMs).toBe(0);
    store.frame(1_017.4);
    expect(store.round?.timeMs).toBe(16);
    store.frame(1_034.1);
    expect(store.round?.timeMs).toBe(33);
  });

  test.each([60, 144])('judges a click between frames at the last frame shown, at %i Hz', (hertz) => {
    const store = createRoundStore({ rules: freePlay });
    store.start(SEED);
    const display = createDisplay(store, 1_000 / hertz);
    display.play(2_000);
    const shownMs = store.round?.timeMs;
    const bubble = roundOf(store).bubbleAt(0, createBubble());
    display.sleep(900 / hertz);
    const times: number[] = [];
    store.listen((event) => times.push(event.timeMs));
    store.pop(bubble.xPx, bubble.yPx);
    expect(times).toEqual([shownMs]);
    expect(store.round?.popped).toBe(1);
  });

  test('shows nothing new while nothing shown changes', () => {
    const store = createRoundStore({ rules: freePlay });
    store.start(SEED);
    const display = createDisplay(store, 4);
    display.play(8);
    const states = watch(store);
    display.play(980);
    expect(states).toHaveLength(0);
    display.play(20);
    expect(states).toHaveLength(1);
    expect(states[0]?.secondsLeft).toBe(59);
  });

  test('shows all changes of a frame at once, at the next frame', () => {
    const store = createRoundStore({ rules: freePlay });
    store.start(SEED);
    const display = createDisplay(store, 10);
    display.play(3_300);
    const states = watch(store);
    popTopmost(store);
    popTopmost(store);
    expect(states).toHaveLength(0);
    display.play(10);
    expect(states).toHaveLength(1);
    expect(states[0]).toMatchObject({ popped: 2, combo: 2, score: store.round?.score });
  });

  test.each(['free-play', 'arena'])(
    'changes at most six times a second in %s, and ends with what the round says',
    (id) => {
      const store = createRoundStore({ rules: id === 'arena' ? arena : freePlay });
      store.start(SEED);
      const bot = createBot({ skill: BOT_SKILLS.expert, seed: SEED });
      const states = watch(store);
      for (let nowMs = 0; store.getState().phase !== 'over'; nowMs += 1_000 / 60) {
        if (store.round !== null) bot.advanceTo(store.round, Math.floor(nowMs));
        store.frame(nowMs);
      }
      expect(states.length).toBeGreaterThan(60);
      expect(states.length).toBeLessThanOrEqual(6 * 60 + 1);
      const { round } = store;
      expect(states.at(-1)).toMatchObject({
        phase: 'over',
        secondsLeft: 0,
        score: round?.score,
        popped: round?.popped,
      });
    },
  );

  test('counts down before its time starts, when told to, and clicks count only after that', () => {
    const store = createRoundStore({ rules: freePlay, countdownMs: 3_000 });
    const watched = watch(store);
    store.start(SEED);
    expect(store.getState()).toMatchObject({ phase: 'running', secondsLeft: 60, secondsToStart: 3 });
    const screen = createDisplay(store, 10);
    screen.play(2_500);
    store.pop(400, 300);
    expect(store.round).toMatchObject({ timeMs: 0, missed: 0 });
    expect(store.pause()).toBe(true);
    screen.play(5_000);
    expect(store.getState().secondsToStart).toBe(1);
    store.resume();
    screen.play(2_600);
    expect(watched.map(({ secondsToStart }) => secondsToStart)).toEqual(expect.arrayContaining([3, 2, 1, null]));
    expect(store.getState().secondsToStart).toBeNull();
    expect(roundOf(store).timeMs).toBeGreaterThan(2_000);
    expect(roundOf(store).timeMs).toBeLessThan(2_150);
    store.pop(1, 1);
    expect(store.round?.missed).toBe(1);
  });

  test('stops while paused and continues from there', () => {
    const store = createRoundStore({ rules: freePlay });
    store.start(SEED);
    const display = createDisplay(store, 10);
    display.play(1_500);
    const pausedMs = roundOf(store).timeMs;
    expect(store.pause()).toBe(true);
    expect(store.getState()).toMatchObject({ phase: 'paused', pauseCause: 'player' });
    display.play(700);
    display.sleep(90_000);
    expect(store.resume()).toBe(true);
    expect(store.getState().phase).toBe('running');
    display.play(10);
    expect(store.round?.timeMs).toBe(pausedMs);
    display.play(10);
    expect(store.round?.timeMs).toBe(pausedMs + 10);
  });

  test('pauses instead of jumping when the display slept for more than a second', () => {
    const store = createRoundStore({ rules: freePlay });
    store.start(SEED);
    const display = createDisplay(store, 10);
    display.play(500);
    display.sleep(990);
    display.play(10);
    expect(store.round?.timeMs).toBe(1_490);
    expect(store.getState().phase).toBe('running');
    display.sleep(1_000);
    display.play(10);
    expect(store.round?.timeMs).toBe(1_490);
    expect(store.getState()).toMatchObject({ phase: 'paused', pauseCause: 'gap' });
    store.resume();
    expect(store.getState().pauseCause).toBeNull();
  });

  test('advances over any gap when the round may not be paused', () => {
    const store = createRoundStore({ rules: freePlay, pausable: false });
    store.start(SEED);
    const display = createDisplay(store, 10);
    display.play(500);
    expect(store.pause()).toBe(false);
    display.sleep(20_000);
    display.play(10);
    expect(store.round?.timeMs).toBe(20_500);
    expect(store.getState()).toMatchObject({ phase: 'running', secondsLeft: 40 });
  });

  test('tells each event once, in order, to everybody who listens', () => {
    const store = createRoundStore({ rules: freePlay });
    const first: string[] = [];
    const second: string[] = [];
    const stop = store.listen((event) => first.push(event.type));
    store.listen((event) => second.push(event.type));
    store.start(SEED);
    createDisplay(store, 10).play(1_000);
    store.pop(0, 0);
    store.pause();
    stop();
    store.resume();
    expect(first).toEqual(['spawn', 'spawn', 'spawn', 'miss', 'pause']);
    expect(second).toEqual([...first, 'resume']);
  });

  test('gives a replay of the finished round that verifies', () => {
    const store = createRoundStore({ rules: arena, loadout: ['score-multiplier'] });
    store.start(SEED);
    const display = createDisplay(store, 50);
    for (let second = 0; second < 59; second++) {
      display.play(1_000);
      popTopmost(store);
    }
    expect(store.getState().result).toBeNull();
    display.play(1_100);
    const { result, phase } = store.getState();
    expect(phase).toBe('over');
    expect(result).toMatchObject({ score: store.round?.score, popped: store.round?.popped, seed: SEED });
    expect(result?.earnedSun).toBe(store.round?.earnedSun);
    const bytes = parseReplayText(result?.replayText ?? '');
    if (!bytes.ok) throw new Error('Not a replay text');
    expect(decodeReplay(bytes.value)).toMatchObject({ ok: true, value: { loadout: ['score-multiplier'] } });
    expect(verifyReplay(bytes.value)).toMatchObject({ ok: true });
    display.play(100);
    expect(store.getState().result).toBe(result);
  });

  test('plays the loadout given to start() instead of the one in its options', () => {
    const store = createRoundStore({ rules: arena, loadout: ['rapid-fire'] });
    store.start(SEED, ['trx-boost', 'score-multiplier']);
    expect(store.round?.loadout).toEqual(['trx-boost', 'score-multiplier']);
    store.start(SEED, []);
    expect(store.round?.loadout).toEqual([]);
    store.start(SEED);
    expect(store.round?.loadout).toEqual(['rapid-fire']);
    expect(store.start(SEED, ['trx-boost', 'trx-boost'])).toMatchObject({ error: { code: 'ERR_UPGRADE_TWICE' } });
    expect(store.round?.loadout).toEqual(['rapid-fire']);
  });

  test('resets the view at a start and at a reset, which returns to idle', () => {
    const store = createRoundStore({ rules: freePlay });
    const { generation } = store;
    store.start(SEED);
    createDisplay(store, 10).play(3_000);
    store.start(SEED);
    expect(store.generation).toBe(generation + 2);
    expect(store.round?.timeMs).toBe(0);
    store.reset();
    expect(store.generation).toBe(generation + 3);
    expect(store.round).toBeNull();
    expect(store.getState()).toBe(store.getInitialState());
  });
});
