import { statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { POP_SPRITE } from '../src/pop-sprite.ts';
import { makeVoices } from './voices.ts';
import { peakOf, rmsOf, SAMPLE_RATE, type Wave } from './wave.ts';

/** Pitch of a steady stretch of a wave by its rises through zero, Hz. */
function pitchOf(wave: Wave, fromMs: number, toMs: number): number {
  const rises: number[] = [];
  for (let k = (fromMs * SAMPLE_RATE) / 1_000; k < (toMs * SAMPLE_RATE) / 1_000; k++) {
    const at = Math.round(k);
    if (wave[at]! < 0 && wave[at + 1]! >= 0) rises.push(at - wave[at]! / (wave[at + 1]! - wave[at]!));
  }
  return ((rises.length - 1) * SAMPLE_RATE) / (rises.at(-1)! - rises[0]!);
}

const voices = makeVoices();

describe.each([...voices])('the sound %s', (name, wave) => {
  test('is heard and never clips', () => {
    expect(peakOf(wave)).toBeLessThan(0.85);
    expect(peakOf(wave)).toBeGreaterThan(0.3);
    expect(rmsOf(wave)).toBeGreaterThan(0.09);
    expect(rmsOf(wave)).toBeLessThan(0.2);
  });

  test('starts and ends in silence', () => {
    expect(Math.abs(wave[0]!)).toBeLessThan(0.001);
    expect(peakOf(wave.slice(-20))).toBeLessThan(0.001);
  });

  test('has its place in the sprite', () => {
    const [, lengthMs] = POP_SPRITE[name];
    expect(lengthMs).toBeCloseTo((wave.length * 1_000) / SAMPLE_RATE + 2, 0);
  });
});

test('a pop settles on G4, from which combos climb', () => {
  expect(pitchOf(voices.get('pop')!, 60, 120)).toBeCloseTo(392, 0);
});

test('the sounds lie one after the other in the sprite with silence between them', () => {
  const places = Object.values(POP_SPRITE);
  for (const [index, [startMs]] of places.entries()) {
    const [beforeMs, lengthMs] = places[index - 1] ?? [0, 0];
    expect(startMs - (beforeMs + lengthMs)).toBeGreaterThan(100);
  }
});

test('the sprite is a small download', () => {
  expect(statSync(new URL('../src/pop-sprite.mp3', import.meta.url)).size).toBeLessThan(60_000);
});
