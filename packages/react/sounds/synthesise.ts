/**
 * Synthesises the sounds of a round into one MP3 file and the module that says where each of them lies in it:
 * `pnpm --filter @popfray/react sounds`. The same bytes every time.
 */
import { writeFileSync } from 'node:fs';
import { createMp3Encoder } from 'wasm-media-encoders';
import { makeVoices } from './voices.ts';
import { peakOf, rmsOf, SAMPLE_RATE, type Wave } from './wave.ts';

/** Silence before the first sound and after each, s: room for a decoder's rounding and for a late stop. */
const GAP_S = 0.12;

/** Samples that MP3 encoding and decoding put in front (the encoder's 576 and the decoder's 529). */
const CODEC_DELAY = 1_105;

/** kbit/s. Enough for soft tones, and small. */
const BITRATE = 64;

/** Start and length of a sound, ms. */
type Place = readonly [startMs: number, lengthMs: number];

const toMs = (samples: number): number => Math.round((samples * 1_000) / SAMPLE_RATE);

function lay(voices: Map<string, Wave>): { sprite: Wave; places: Map<string, Place> } {
  const gap = Math.round(GAP_S * SAMPLE_RATE);
  const places = new Map<string, Place>();
  let length = gap;
  for (const [name, wave] of voices) {
    // Starting a ms early cuts nothing off, whichever way a decoder rounds.
    places.set(name, [toMs(length + CODEC_DELAY) - 1, toMs(wave.length) + 2]);
    length += wave.length + gap;
  }
  const sprite: Wave = new Float32Array(length);
  let at = gap;
  for (const wave of voices.values()) {
    sprite.set(wave, at);
    at += wave.length + gap;
  }
  return { sprite, places };
}

async function encode(sprite: Wave): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 1, bitrate: BITRATE });
  // The encoder returns views of its internal memory: copy each before the next call.
  const head = encoder.encode([sprite]).slice();
  const tail = encoder.finalize().slice();
  return Buffer.concat([head, tail]);
}

function makeModule(places: Map<string, Place>): string {
  const lines = [...places].map(([name, [startMs, lengthMs]]) => `  ${name}: [${startMs}, ${lengthMs}],`);
  return `/** Where each sound lies in pop-sprite.mp3: start and length, ms. Made by sounds/synthesise.ts. */
export const POP_SPRITE: Readonly<Record<SoundName, readonly [startMs: number, lengthMs: number]>> = {
${lines.join('\n')}
};

/** Name of a sound. */
export type SoundName = ${[...places.keys()].map((name) => `'${name}'`).join(' | ')};
`;
}

const voices = makeVoices();
const { sprite, places } = lay(voices);
const file = await encode(sprite);
writeFileSync(new URL('../src/pop-sprite.mp3', import.meta.url), file);
writeFileSync(new URL('../src/pop-sprite.ts', import.meta.url), makeModule(places));

const decibels = (level: number): string => `${(20 * Math.log10(level)).toFixed(1)} dB`;
for (const [name, wave] of voices) {
  console.log(
    `${name.padEnd(10)} ${String(toMs(wave.length)).padStart(5)} ms  peak ${decibels(peakOf(wave))}  rms ${decibels(rmsOf(wave))}`,
  );
}
console.log(`${file.length} bytes, ${toMs(sprite.length)} ms`);
