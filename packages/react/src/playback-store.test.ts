import { createRound, freePlay, recordReplay, seededEntropy, type Replay } from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { describe, expect, test } from 'vitest';
import { createPlaybackStore, PLAYBACK_SPEEDS, type PlaybackStore } from './playback-store.ts';

function record(): Replay {
  const made = createRound({ rules: freePlay, entropy: seededEntropy('PLAYBACK') });
  if (!made.ok) throw new Error(made.error.code);
  createBot({ skill: BOT_SKILLS.regular, seed: 'PLAYBACK' }).advanceTo(made.value, freePlay.durationMs);
  const replay = recordReplay(made.value);
  if (!replay.ok) throw new Error(replay.error);
  return replay.value;
}

const REPLAY = record();

/** Shows a frame every 10 ms from `fromMs` on, for some ms; returns when the next one is due. */
function play(store: PlaybackStore, fromMs: number, ms: number): number {
  let nowMs = fromMs;
  for (; nowMs < fromMs + ms; nowMs += 10) store.frame(nowMs);
  return nowMs;
}

test('a playback has five speeds', () => {
  expect(PLAYBACK_SPEEDS).toEqual([0.25, 0.5, 1, 2, 4]);
});

describe('a playback store', () => {
  test('starts paused at the beginning', () => {
    const store = createPlaybackStore({ replay: REPLAY });
    play(store, 0, 2_000);
    expect(store.getState()).toEqual({
      phase: 'paused',
      timeMs: 0,
      durationMs: 60_000,
      speed: 1,
      score: 0,
      secondsLeft: 60,
      combo: 0,
      level: 1,
      popped: 0,
    });
  });

  test('plays to the end and arrives at the score of the replay, each event told once', () => {
    const store = createPlaybackStore({ replay: REPLAY });
    let pops = 0;
    let ends = 0;
    store.listen(({ type }) => {
      if (type === 'pop') pops++;
      if (type === 'end') ends++;
    });
    store.play();
    play(store, 0, 60_020);
    expect(store.getState()).toMatchObject({
      phase: 'ended',
      timeMs: 60_000,
      secondsLeft: 0,
      score: REPLAY.score,
      popped: pops,
    });
    expect(ends).toBe(1);
  });

  test('shows at most ten changes a second', () => {
    const store = createPlaybackStore({ replay: REPLAY });
    store.play();
    let changes = 0;
    store.subscribe(() => changes++);
    play(store, 0, 10_000);
    expect(changes).toBeLessThanOrEqual(100);
    expect(changes).toBeGreaterThan(80);
  });

  test.each([0.25, 0.5, 1, 2, 4] as const)('plays at %f times the speed', (speed) => {
    const store = createPlaybackStore({ replay: REPLAY });
    store.setSpeed(speed);
    store.play();
    store.frame(0);
    play(store, 10, 4_000);
    expect(store.round?.timeMs).toBe(4_000 * speed);
  });

  test('pauses and resumes without a jump', () => {
    const store = createPlaybackStore({ replay: REPLAY });
    store.play();
    const nowMs = play(store, 0, 1_010);
    expect(store.pause()).toBe(true);
    expect(store.pause()).toBe(false);
    expect(store.getState()).toMatchObject({ phase: 'paused', timeMs: 1_000 });
    play(store, nowMs, 5_000);
    store.play();
    play(store, nowMs + 90_000, 20);
    expect(store.round?.timeMs).toBe(1_010);
  });

  test('continues from where it was after the display slept', () => {
    const store = createPlaybackStore({ replay: REPLAY });
    store.play();
    const nowMs = play(store, 0, 1_010);
    play(store, nowMs + 30_000, 20);
    expect(store.round?.timeMs).toBe(1_010);
  });

  test('seeks both ways, resets the view and does not deliver the events in between', () => {
    const store = createPlaybackStore({ replay: REPLAY });
    const { generation } = store;
    let events = 0;
    store.listen(() => events++);
    store.seek(40_000);
    const late = store.getState();
    expect(late.timeMs).toBe(40_000);
    store.seek(10_000.4);
    expect(store.getState().timeMs).toBe(10_000);
    expect(store.getState().score).toBeLessThan(late.score);
    store.seek(40_000);
    expect(store.getState()).toEqual(late);
    store.seek(-5);
    expect(store.getState().timeMs).toBe(0);
    store.seek(1e9);
    expect(store.getState()).toMatchObject({ timeMs: 60_000, score: REPLAY.score });
    store.seek(Number.NaN);
    expect(store.getState().timeMs).toBe(60_000);
    expect(events).toBe(0);
    expect(store.generation).toBe(generation + 5);
  });

  test('plays from the start again after the end', () => {
    const store = createPlaybackStore({ replay: REPLAY });
    store.seek(59_990);
    store.play();
    play(store, 0, 100);
    expect(store.getState().phase).toBe('ended');
    store.play();
    expect(store.getState()).toMatchObject({ phase: 'playing', timeMs: 0, score: 0 });
  });
});
