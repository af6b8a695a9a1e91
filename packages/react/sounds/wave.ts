/** Samples per second of the sprite. */
export const SAMPLE_RATE = 44_100;

/** A piece of sound: mono samples, -1 to 1. */
export type Wave = Float32Array<ArrayBuffer>;

/** An overtone: multiple of the pitch, gain beside the ground tone's, and how much faster it dies away. */
export type Overtone = readonly [multiple: number, gain: number, haste: number];

/** A tone that is struck and dies away. */
export interface Tone {
  /** When it is struck, s from the start of the wave. */
  readonly at?: number;
  /** Pitch it settles on, Hz. */
  readonly hz: number;
  /** Where the pitch comes from, as a multiple of `hz`. 1 (no glide) by default. */
  readonly from?: number;
  /** Time constant of the glide, s. */
  readonly glide?: number;
  /** Loudness at the peak. */
  readonly gain: number;
  /** Time to the peak, s. */
  readonly attack: number;
  /** Time constant of the dying away, s. */
  readonly decay: number;
  /** Overtones. */
  readonly partials?: readonly Overtone[];
}

/** A wave of silence. */
export const createWave = (seconds: number): Wave => new Float32Array(Math.round(seconds * SAMPLE_RATE));

/** Adds a tone to a wave. */
export function addTone(wave: Wave, tone: Tone): void {
  const { at = 0, hz, from = 1, glide = 0.01, gain, attack, decay, partials = [] } = tone;
  const first = Math.round(at * SAMPLE_RATE);
  let phase = 0;
  for (let k = first; k < wave.length; k++) {
    const time = (k - first) / SAMPLE_RATE;
    const rise = time < attack ? 0.5 - 0.5 * Math.cos((Math.PI * time) / attack) : 1;
    const age = Math.max(0, time - attack);
    let sample = Math.sin(phase) * Math.exp(-age / decay);
    for (const [multiple, share, haste] of partials) {
      sample += share * Math.sin(phase * multiple) * Math.exp((-age * haste) / decay);
    }
    wave[k]! += gain * rise * sample;
    phase += (2 * Math.PI * hz * (1 + (from - 1) * Math.exp(-time / glide))) / SAMPLE_RATE;
  }
}

/** Adds a breath of noise, dulled by a one-pole low-pass filter at `hz`. The same noise every time. */
export function addNoise(wave: Wave, noise: { hz: number; gain: number; attack: number; decay: number }): void {
  const { hz, gain, attack, decay } = noise;
  const smoothing = 1 - Math.exp((-2 * Math.PI * hz) / SAMPLE_RATE);
  let random = 1;
  let smooth = 0;
  for (let k = 0; k < wave.length; k++) {
    const time = k / SAMPLE_RATE;
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) | 0;
    smooth += smoothing * (random / 0x8000_0000 - smooth);
    const rise = time < attack ? time / attack : 1;
    wave[k]! += gain * rise * smooth * Math.exp(-Math.max(0, time - attack) / decay);
  }
}

/** Fades the end of a wave to nothing, so that it never clicks. */
export function fadeOut(wave: Wave, seconds: number): void {
  const length = Math.min(wave.length, Math.round(seconds * SAMPLE_RATE));
  for (let k = 0; k < length; k++) {
    wave[wave.length - 1 - k]! *= 0.5 - 0.5 * Math.cos((Math.PI * k) / length);
  }
}

/** Largest sample of a wave, either way. */
export const peakOf = (wave: Wave): number => wave.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);

/** Root of the mean square of a wave: its power. */
export const rmsOf = (wave: Wave): number =>
  Math.sqrt(wave.reduce((sum, sample) => sum + sample * sample, 0) / wave.length);

/** Scales a wave to a peak. */
export function scaleTo(wave: Wave, peak: number): void {
  const factor = peak / peakOf(wave);
  for (let k = 0; k < wave.length; k++) wave[k]! *= factor;
}
