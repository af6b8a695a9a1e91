import { createBubble, freePlay, type Round } from '@popfray/engine';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { createRoundStore, type RoundStore } from './round-store.ts';
import { soundSettings } from './sound-settings.ts';
import { createSounds, type Sounds } from './sounds.ts';

/** Every audio context that this page has made. */
const contexts: AudioContext[] = [];

class KnownAudioContext extends AudioContext {
  constructor(options?: AudioContextOptions) {
    super(options);
    contexts.push(this);
  }
}

let sounds: Sounds | null = null;

beforeEach(() => {
  vi.stubGlobal('AudioContext', KnownAudioContext);
  soundSettings.getState().setMuted(false);
});

afterEach(() => {
  sounds?.destroy();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const eventually = <T>(get: () => T) => expect.poll(get, { interval: 20 });

/** Files of howler and the sprite that the page has fetched. */
const fetched = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.includes('howler') || name.includes('pop-sprite.mp3'));

/** A store 2.9 s into a round, and the way to later times. */
function createPlay(): { store: RoundStore; goTo: (timeMs: number) => void } {
  const store = createRoundStore({ rules: freePlay, seed: 'SOUNDS' });
  store.start();
  let nowMs = 0;
  const goTo = (timeMs: number): void => {
    for (; roundOf(store).timeMs < timeMs; nowMs += 50) store.frame(nowMs);
  };
  goTo(2_900);
  return { store, goTo };
}

function roundOf({ round }: RoundStore): Round {
  if (round === null) throw new Error('No round');
  return round;
}

function popTopmost(store: RoundStore): void {
  const round = roundOf(store);
  const bubble = round.bubbleAt(round.count - 1, createBubble());
  store.pop(bubble.xPx, bubble.yPx);
}

/** Counts the sounds that start and those that are silenced before their end, from now on. */
function watchAudio(): { started: () => number; stopped: () => number; semitones: () => number[] } {
  const start = vi.spyOn(AudioBufferSourceNode.prototype, 'start');
  const stop = vi.spyOn(AudioBufferSourceNode.prototype, 'stop');
  return {
    started: () => start.mock.calls.length,
    stopped: () => stop.mock.calls.length,
    semitones: () =>
      start.mock.contexts
        .filter((node) => node instanceof AudioBufferSourceNode)
        .map((node) => Math.round(12 * Math.log2(node.playbackRate.value))),
  };
}

/** Sounds that are attached and have loaded: the page has been clicked. */
async function createLoadedSounds(store: RoundStore): Promise<Sounds> {
  const created = createSounds();
  created.attach(store);
  await userEvent.click(document.body);
  const { started } = watchAudio();
  await eventually(() => {
    store.pop(1, 1);
    return started();
  }).toBeGreaterThan(0);
  vi.restoreAllMocks();
  return created;
}

test('nothing is fetched, made or played before the first gesture, but the audio service started; all is right after it', async () => {
  const { store } = createPlay();
  const askForDevices = vi.spyOn(navigator.mediaDevices, 'enumerateDevices');
  expect(navigator.userActivation.hasBeenActive).toBe(false);
  sounds = createSounds();
  sounds.attach(store);
  const { started } = watchAudio();
  popTopmost(store);
  await eventually(() => askForDevices.mock.calls.length).toBe(1);
  expect(contexts).toHaveLength(0);
  expect(fetched().filter((name) => name.includes('pop-sprite.mp3'))).toEqual([]);

  await userEvent.click(document.body);
  await eventually(() => fetched().some((name) => name.includes('pop-sprite.mp3'))).toBe(true);
  expect(contexts.filter(({ state }) => state !== 'closed').length).toBeGreaterThan(0);
  await eventually(() => {
    store.pop(1, 1);
    return started();
  }).toBeGreaterThan(0);
});

test('pops climb with the combo', async () => {
  const { store } = createPlay();
  sounds = await createLoadedSounds(store);
  const { semitones } = watchAudio();
  popTopmost(store);
  popTopmost(store);
  popTopmost(store);
  // An audio node takes its rate over with the next bit of sound.
  await expect.poll(semitones).toEqual([0, 2, 4]);
});

test('the loudest moments are held to a few voices', async () => {
  const { store } = createPlay();
  sounds = await createLoadedSounds(store);
  const { started, stopped } = watchAudio();
  for (let miss = 0; miss < 30; miss++) store.pop(1, 1);
  expect(started()).toBe(30);
  expect(stopped()).toBeGreaterThanOrEqual(28);
});

test('a pop is loud enough to be heard and never clips', async () => {
  const { store } = createPlay();
  sounds = await createLoadedSounds(store);
  const { Howler } = await import('howler');
  const listener = new AnalyserNode(Howler.ctx, { fftSize: 2_048 });
  Howler.masterGain.connect(listener);
  const samples = new Float32Array(listener.fftSize);
  let peak = 0;
  popTopmost(store);
  await eventually(() => {
    listener.getFloatTimeDomainData(samples);
    peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), peak);
    return peak;
  }).toBeGreaterThan(0.1);
  expect(peak).toBeLessThan(1);
  Howler.masterGain.disconnect(listener);
});

test('each of the last three seconds ticks, and the end sounds', async () => {
  const { store, goTo } = createPlay();
  sounds = await createLoadedSounds(store);
  const { started } = watchAudio();
  goTo(56_900);
  expect(started()).toBe(0);
  goTo(59_900);
  expect(started()).toBe(3);
  goTo(60_000);
  expect(store.getState().phase).toBe('over');
  expect(started()).toBe(4);
});

test('a muted page plays nothing, and stays muted', async () => {
  const { store } = createPlay();
  sounds = await createLoadedSounds(store);
  const { started } = watchAudio();
  soundSettings.getState().setMuted(true);
  soundSettings.getState().setVolume(0.4);
  popTopmost(store);
  expect(started()).toBe(0);
  expect(JSON.parse(localStorage.getItem('popfray.sound') ?? '')).toEqual({ muted: true, volume: 0.4 });
});

test('a detached store is silent', async () => {
  const { store } = createPlay();
  sounds = await createLoadedSounds(store);
  const other = createPlay().store;
  const detach = sounds.attach(other);
  const { started } = watchAudio();
  popTopmost(other);
  expect(started()).toBe(1);
  detach();
  popTopmost(other);
  expect(started()).toBe(1);
  popTopmost(store);
  expect(started()).toBe(2);
});
