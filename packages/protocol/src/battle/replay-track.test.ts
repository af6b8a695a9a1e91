import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  arena,
  createRound,
  decodeReplay,
  encodeReplay,
  MAX_TRACK_BYTES,
  parseReplayText,
  recordReplay,
  seededEntropy,
  verifyReplay,
} from '@popfray/engine';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attachTrack,
  BATTLE_MS,
  decodeTrack,
  encodePath,
  PATH_DEVICES,
  PATH_START,
  PATH_TICK_MS,
  PATH_WORDS,
  removeTrack,
} from './index.ts';
import { BitWriter } from './path-bits.ts';

const [MOUSE = 0, PEN = 0, TOUCH = 0] = PATH_DEVICES.keys();
const PATH = encodePath(Int32Array.of(100, 1_600, 1_200, MOUSE, 0, 120, 1_640, 1_210, MOUSE, 0), PATH_START).bytes;

/** The replay of a round without a click. */
const REPLAY = ((): Uint8Array => {
  const made = createRound({ rules: arena, entropy: seededEntropy('track') });
  if (!made.ok) throw new Error(made.error.code);
  made.value.advanceTo(arena.durationMs);
  const replay = recordReplay(made.value);
  const bytes = replay.ok ? encodeReplay(replay.value) : replay;
  if (!bytes.ok) throw new Error('the round has no replay');
  return bytes.value;
})();

const trackOf = (bytes: Uint8Array): Uint8Array | undefined => {
  const decoded = decodeReplay(bytes);
  if (!decoded.ok) throw new Error(decoded.error.code);
  return decoded.value.track;
};

/** A sample in each sixtieth of a second, with other devices in turn: each is a separate run. */
function alternate(devices: readonly number[], firstTicks: (slot: number) => number): Int32Array {
  const samples: number[] = [];
  for (let slot = 0; slot <= 3_600; slot++) {
    const device = devices[slot % devices.length] ?? 0;
    const isOdd = slot % 2 === 1;
    // From corner to corner, against the expected direction.
    samples.push(
      firstTicks(slot) * PATH_TICK_MS,
      isOdd ? 3_200 : 0,
      isOdd ? 2_400 : 0,
      device,
      device === TOUCH ? 255 : 0,
    );
  }
  return Int32Array.from(samples);
}

/** First and last tick in a sixtieth of a second. */
const firstTick = (slot: number): number => Math.ceil((slot * 1_000) / 60 / PATH_TICK_MS);
const lastTick = (slot: number): number => Math.min(firstTick(slot + 1) - 1, BATTLE_MS / PATH_TICK_MS);

/** The same path in more bytes: each sample is a separate run, with the Rice parameter that makes it longest. */
function encodeWastefully(samples: Int32Array): Uint8Array {
  const writer = new BitWriter();
  let [tick, x, y, dx, dy] = [PATH_START.tick, PATH_START.x, PATH_START.y, 0, 0];
  for (let at = 0; at < samples.length; at += PATH_WORDS) {
    const [ms = 0, nextX = 0, nextY = 0, device = 0] = samples.subarray(at, at + PATH_WORDS);
    const ticks = ms / PATH_TICK_MS - tick;
    writer.bits(device, 2);
    writer.bits(1, 6);
    writer.bits(0, 4);
    if (ticks === 4) writer.bits(0b0, 1);
    else if (ticks === 5) writer.bits(0b10, 2);
    else {
      writer.bits(0b11, 2);
      writer.gamma(ticks);
    }
    writer.rice(nextX - x - dx, 0);
    writer.rice(nextY - y - dy, 0);
    writer.align();
    [tick, x, y, dx, dy] = [tick + ticks, nextX, nextY, nextX - x, nextY - y];
  }
  return writer.take();
}

describe('a track', () => {
  it('is attached to a replay, which stays valid, and is removed again', () => {
    const tracked = attachTrack(REPLAY, PATH);
    expect(verifyReplay(tracked).ok).toBe(true);
    expect(trackOf(tracked)).toEqual(Uint8Array.from(PATH));
    expect(removeTrack(tracked)).toEqual(REPLAY);
    expect(trackOf(attachTrack(tracked, PATH.slice(0, -1)))).toHaveLength(PATH.length - 1);
  });

  it('is the samples of a path, and a code for bytes that are none', () => {
    expect(decodeTrack(PATH)).toEqual({
      ok: true,
      value: Int32Array.of(100, 1_600, 1_200, MOUSE, 0, 120, 1_640, 1_210, MOUSE, 0),
    });
    expect(decodeTrack(PATH.slice(0, -1))).toEqual({ ok: false, error: 'ERR_PATH_MALFORMED' });
    const late = encodePath(Int32Array.of(BATTLE_MS + PATH_TICK_MS, 0, 0, MOUSE, 0), PATH_START).bytes;
    expect(decodeTrack(late)).toEqual({ ok: false, error: 'ERR_PATH_LATE' });
  });

  it('of the example in docs/replay-format.md is a path of two samples', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/replay-format.md'), 'utf8');
    const [, text = ''] = /from the code: track -->[^`]*```[^`]*as text (\S+)/.exec(page) ?? [];
    const bytes = parseReplayText(text);
    expect(bytes.ok && trackOf(bytes.value)).toEqual(Uint8Array.from(PATH));
  });

  it.each([
    ['no replay', Uint8Array.of(1, 2, 3)],
    ['nothing', new Uint8Array(0)],
    ['a replay cut short', REPLAY.slice(0, -1)],
  ])('changes nothing of %s', (_, bytes) => {
    expect(attachTrack(bytes, PATH)).toBe(bytes);
    expect(removeTrack(bytes)).toBe(bytes);
  });

  it('is not attached without bytes, and a replay without one is not changed', () => {
    expect(attachTrack(REPLAY, new Uint8Array(0))).toBe(REPLAY);
    expect(removeTrack(REPLAY)).toBe(REPLAY);
  });

  it.each([
    ['mouse and pen', [MOUSE, PEN]],
    ['mouse and touch', [MOUSE, TOUCH]],
    ['a mouse', [MOUSE]],
    ['touches', [TOUCH]],
  ])('has room for a path of %s that moves from corner to corner in each sixtieth of a second', (_, devices) => {
    for (const ticks of [firstTick, (slot: number): number => (slot % 2 === 0 ? firstTick(slot) : lastTick(slot))]) {
      const samples = alternate(devices, ticks);
      expect(samples).toHaveLength(3_601 * PATH_WORDS);
      const { bytes } = encodePath(samples, PATH_START);
      expect(bytes.length).toBeLessThanOrEqual(MAX_TRACK_BYTES);
      expect(trackOf(attachTrack(REPLAY, bytes))).toHaveLength(bytes.length);
    }
  });

  it('never needs more than 7 bytes for a sample that follows within 100 ms', () => {
    const places = [0, 1, 799, 1_600, 2_399, 2_400];
    const samples = fc.array(
      fc.tuple(fc.integer({ min: 5, max: 25 }), fc.constantFrom(...places), fc.constantFrom(...places), fc.nat(3)),
      { minLength: 1, maxLength: 60 },
    );
    fc.assert(
      fc.property(samples, (list) => {
        let tick = 0;
        const words = list.flatMap(([wait, x, y, device]) => [(tick += wait) * PATH_TICK_MS, x, y, device, 255]);
        const { bytes } = encodePath(Int32Array.from(words), PATH_START);
        expect(bytes.length).toBeLessThanOrEqual(list.length * 7);
      }),
    );
  });

  it('is encoded again when its bytes are more than it needs', () => {
    const samples = alternate([MOUSE, PEN], firstTick);
    const wasteful = encodeWastefully(samples);
    expect(wasteful.length).toBeGreaterThan(MAX_TRACK_BYTES);
    expect(decodeTrack(wasteful)).toEqual({ ok: true, value: samples });
    const track = trackOf(attachTrack(REPLAY, wasteful)) ?? new Uint8Array(0);
    expect(decodeTrack(track)).toEqual({ ok: true, value: samples });
  });
});
