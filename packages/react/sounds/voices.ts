import { addNoise, addTone, createWave, fadeOut, SAMPLE_RATE, scaleTo, type Overtone, type Wave } from './wave.ts';

/** Pitches of G major pentatonic that the sounds are made of, Hz. */
const G2 = 98;
const G3 = 196;
const D4 = 293.66;
const E4 = 329.63;
const G4 = 392;
const A4 = 440;
const B4 = 493.88;
const D5 = 587.33;
const G5 = 783.99;
const B5 = 987.77;
const D6 = 1_174.66;

/** Overtones of a soft electric piano and of a small bell. */
const KEYS: readonly Overtone[] = [
  [2, 0.22, 1.8],
  [3, 0.07, 3],
];
const BELL: readonly Overtone[] = [
  [2, 0.18, 1.5],
  [2.76, 0.12, 3.5],
  [5.4, 0.05, 6],
];

/** A bubble pops: the pitch springs up to G4, on which combos climb. */
function pop(): Wave {
  const wave = createWave(0.22);
  addTone(wave, {
    hz: G4,
    from: 0.55,
    glide: 0.007,
    gain: 1,
    attack: 0.002,
    decay: 0.05,
    partials: [[2, 0.2, 2.2]],
  });
  addNoise(wave, { hz: 5_000, gain: 0.25, attack: 0.001, decay: 0.004 });
  return wave;
}

/** A click takes health from a boss: a knock on thick glass. */
function hit(): Wave {
  const wave = createWave(0.2);
  addTone(wave, { hz: G3, from: 1.3, glide: 0.006, gain: 1, attack: 0.002, decay: 0.05, partials: BELL });
  addTone(wave, { hz: D5, gain: 0.16, attack: 0.002, decay: 0.03 });
  addNoise(wave, { hz: 2_500, gain: 0.3, attack: 0.001, decay: 0.006 });
  return wave;
}

/** A boss is down: a low bloom that opens into a chord. */
function bossDown(): Wave {
  const wave = createWave(1.25);
  addTone(wave, { hz: G2, from: 1.9, glide: 0.05, gain: 1, attack: 0.006, decay: 0.34, partials: [[2, 0.3, 1.4]] });
  addNoise(wave, { hz: 700, gain: 0.5, attack: 0.002, decay: 0.06 });
  for (const [step, hz] of [G3, D4, G4, B4, D5].entries()) {
    addTone(wave, { at: 0.03 + step * 0.035, hz, gain: 0.3 - step * 0.03, attack: 0.05, decay: 0.32, partials: KEYS });
  }
  return wave;
}

/** A click hits nothing: a soft thud that is heard and forgotten. */
function miss(): Wave {
  const wave = createWave(0.16);
  addTone(wave, { hz: 92, from: 1.7, glide: 0.018, gain: 1, attack: 0.004, decay: 0.035 });
  addNoise(wave, { hz: 500, gain: 0.35, attack: 0.002, decay: 0.012 });
  return wave;
}

/** The score passes a milestone: four small bells going up. */
function milestone(): Wave {
  const wave = createWave(0.85);
  for (const [step, hz] of [D5, G5, B5, D6].entries()) {
    addTone(wave, { at: step * 0.075, hz, gain: 0.6, attack: 0.004, decay: 0.15, partials: BELL });
  }
  return wave;
}

/** One of the last seconds: a small wooden tick. */
function tick(): Wave {
  const wave = createWave(0.1);
  addTone(wave, { hz: G5, from: 1.15, glide: 0.004, gain: 1, attack: 0.002, decay: 0.018, partials: [[3, 0.15, 2]] });
  return wave;
}

/** The round is over: an open chord that comes home to G. */
function end(): Wave {
  const wave = createWave(1.9);
  for (const hz of [D4, E4, A4, D5]) addTone(wave, { hz, gain: 0.34, attack: 0.012, decay: 0.13, partials: KEYS });
  addTone(wave, { at: 0.24, hz: G2, gain: 0.5, attack: 0.02, decay: 0.5, partials: KEYS });
  for (const [step, hz] of [G3, D4, G4, B4, G5].entries()) {
    addTone(wave, {
      at: 0.24 + step * 0.022,
      hz,
      gain: 0.42 - step * 0.05,
      attack: 0.015,
      decay: 0.46,
      partials: KEYS,
    });
  }
  return wave;
}

/** Name of a sound. */
export type VoiceName = 'pop' | 'hit' | 'bossDown' | 'miss' | 'milestone' | 'tick' | 'end';

/** Every sound of a round, in the order of the sprite: how it is made, and its peak (1 is full scale). */
const VOICES: readonly (readonly [name: VoiceName, make: () => Wave, peak: number])[] = [
  ['pop', pop, 0.6],
  ['hit', hit, 0.5],
  ['bossDown', bossDown, 0.8],
  ['miss', miss, 0.45],
  ['milestone', milestone, 0.45],
  ['tick', tick, 0.4],
  ['end', end, 0.65],
];

/** Waves longer than this end in a longer fade, s. */
const LONG_S = 0.5;

/** Makes every sound, levelled and with a quiet end. */
export function makeVoices(): Map<VoiceName, Wave> {
  const voices = new Map<VoiceName, Wave>();
  for (const [name, make, peak] of VOICES) {
    const wave = make();
    scaleTo(wave, peak);
    fadeOut(wave, wave.length > LONG_S * SAMPLE_RATE ? 0.15 : 0.03);
    voices.set(name, wave);
  }
  return voices;
}
