import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodePath,
  encodePath,
  PATH_DEVICES,
  PATH_RATE,
  PATH_START,
  PATH_TICK_MS,
  PATH_WORDS,
  PathRecorder,
  type PathEnd,
} from './index.ts';

const [MOUSE, PEN, TOUCH, KEYBOARD] = PATH_DEVICES.keys();
const ROUND_MS = 60_000;

type Sample = readonly [timeMs: number, x: number, y: number, device: number, radius: number];

const flat = (samples: readonly Sample[]): Int32Array => Int32Array.from(samples.flat());

const decoded = (bytes: Uint8Array, from: PathEnd = PATH_START, untilMs = ROUND_MS): Int32Array => {
  const part = decodePath(bytes, from, untilMs);
  if (!part.ok) throw new Error(part.error);
  return part.value.samples;
};

const errorOf = (bytes: Uint8Array, from: PathEnd = PATH_START, untilMs = ROUND_MS): string | null => {
  const part = decodePath(bytes, from, untilMs);
  return part.ok ? null : part.error;
};

/** A path without anything wrong: each sample a few sixtieths of a second after the one before. */
const PATHS: fc.Arbitrary<Int32Array> = fc
  .array(
    fc.record({
      wait: fc.oneof(fc.integer({ min: 5, max: 8 }), fc.integer({ min: 5, max: 400 })),
      x: fc.nat(3_200),
      y: fc.nat(2_400),
      device: fc.constantFrom(MOUSE, MOUSE, MOUSE, PEN, TOUCH, KEYBOARD),
      radius: fc.nat(255),
    }),
    { maxLength: 150 },
  )
  .map((list) => {
    let tick = -5;
    return flat(
      list.map(({ wait, x, y, device = 0, radius }): Sample => {
        tick += wait;
        const isPlaced = device !== KEYBOARD;
        return [tick * PATH_TICK_MS, isPlaced ? x : 0, isPlaced ? y : 0, device, device === TOUCH ? radius : 0];
      }),
    );
  });

/** The keyboard's samples have no point, so the place of the pointer before them is as good as any. */
const withoutKeyPoints = (samples: Int32Array): number[] => {
  const list = [...samples];
  for (let at = 0; at < list.length; at += PATH_WORDS) if (list[at + 3] === KEYBOARD) list.fill(0, at + 1, at + 3);
  return list;
};

/** A pointer that a hand could move: from bubble to bubble, with a rest at each, in events of a 125 Hz mouse. */
function moveLikeAHand(recorder: PathRecorder): void {
  let [fromX, fromY] = [400, 300];
  for (let startMs = 0, leg = 0; startMs < ROUND_MS; startMs += 480, leg++) {
    const [toX, toY] = [100 + ((leg * 271) % 600), 80 + ((leg * 173) % 440)];
    for (let ms = 0; ms < 480; ms += 8) {
      const share = Math.min(1, ms / 360);
      const eased = share * share * share * (10 - 15 * share + 6 * share * share);
      const wobble = share < 1 ? Math.sin(ms / 14 + leg) * 1.5 : 0;
      const [xPx, yPx] = [fromX + (toX - fromX) * eased + wobble, fromY + (toY - fromY) * eased - wobble];
      recorder.add({ timeMs: startMs + ms, xPx, yPx, device: 'mouse' });
    }
    [fromX, fromY] = [toX, toY];
  }
}

describe('a path', () => {
  it('is the same after it was encoded and decoded', () => {
    fc.assert(
      fc.property(PATHS, (samples) => {
        const { bytes, end } = encodePath(samples, PATH_START);
        const part = decodePath(bytes, PATH_START, Infinity);
        expect(part.ok && withoutKeyPoints(part.value.samples)).toEqual([...samples]);
        expect(part.ok && part.value.end).toEqual(end);
      }),
    );
  });

  it('may be cut into parts anywhere: each is decoded from where the part before ends', () => {
    fc.assert(
      fc.property(PATHS, fc.nat(), (samples, cut) => {
        const middle = samples.length === 0 ? 0 : (cut % (samples.length / PATH_WORDS)) * PATH_WORDS;
        const first = encodePath(samples.slice(0, middle), PATH_START);
        const second = encodePath(samples.slice(middle), first.end);
        const together = [...decoded(first.bytes, PATH_START, Infinity), ...decoded(second.bytes, first.end, Infinity)];
        expect(withoutKeyPoints(Int32Array.from(together))).toEqual([...samples]);
      }),
    );
  });

  it('has the radius of each touch, and only the time of a pop by the keyboard', () => {
    const touches: Sample[] = [
      [500, 800, 1_200, TOUCH!, 14],
      [900, 3_200, 0, TOUCH!, 0],
    ];
    expect([...decoded(encodePath(flat(touches), PATH_START).bytes)]).toEqual(touches.flat());
    const key = decoded(encodePath(flat([[500, 0, 0, KEYBOARD!, 0]]), PATH_START).bytes);
    expect([key[0], key[3]]).toEqual([500, KEYBOARD]);
  });
});

describe('a path from a client is refused', () => {
  const mouse = (timeMs: number, x = 1_600, y = 1_200): Sample => [timeMs, x, y, MOUSE!, 0];
  const { end } = encodePath(flat([mouse(1_000)]), PATH_START);
  /** One mouse sample, written by hand: a step of time, and steps of x and y from where the path ends. */
  const handmade = (...parts: string[]): Uint8Array => {
    const bits = parts.join('');
    const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
    return Uint8Array.from(padded.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
  };
  const HEAD = ['00', '000001', '0000'];

  it('when time does not advance: such a step has no code, and the encoder throws', () => {
    expect(() => encodePath(flat([mouse(1_000)]), end)).toThrow('ERR_PATH_MALFORMED');
    expect(() => encodePath(flat([mouse(400)]), end)).toThrow('ERR_PATH_MALFORMED');
    expect(() => encodePath(flat([mouse(1_018)]), end)).toThrow('ERR_PATH_MALFORMED');
    // Five ticks have a code of two bits; the long code for them is not valid.
    expect(errorOf(handmade(...HEAD, '10', '0', '0'), end)).toBeNull();
    expect(errorOf(handmade(...HEAD, '11', '00101', '0', '0'), end)).toBe('ERR_PATH_MALFORMED');
  });

  it('when a run has no sample, or a code that no encoder uses', () => {
    const sample = [...HEAD, '10', '0', '0'];
    expect(errorOf(handmade(...sample), end)).toBeNull();
    // A run begins at a byte.
    expect(errorOf(handmade('00', '000000', '0000', '0000', ...sample), end)).toBe('ERR_PATH_MALFORMED');
    const rice = (k: number): Uint8Array =>
      handmade('00', '000001', k.toString(2).padStart(4, '0'), '10', '0'.repeat(2 * (k + 1)));
    expect(errorOf(rice(12), end)).toBeNull();
    expect(errorOf(rice(13), end)).toBe('ERR_PATH_MALFORMED');
  });

  it('when a sample is later than its batch', () => {
    const { bytes } = encodePath(flat([mouse(1_040)]), end);
    expect(errorOf(bytes, end, 1_040)).toBeNull();
    expect(errorOf(bytes, end, 1_039)).toBe('ERR_PATH_LATE');
  });

  it('when it jumps out of the field', () => {
    expect(() => encodePath(flat([mouse(1_040, 3_201)]), end)).toThrow('ERR_PATH_OUTSIDE');
    const escape = (folded: number): string => '1'.repeat(15) + folded.toString(2).padStart(15, '0');
    expect(errorOf(handmade(...HEAD, '10', escape(2 * 1_600), '0'), end)).toBeNull();
    expect(errorOf(handmade(...HEAD, '10', escape(2 * 1_601), '0'), end)).toBe('ERR_PATH_OUTSIDE');
    expect(errorOf(handmade(...HEAD, '10', escape(2 * 1_601 - 1), '0'), end)).toBe('ERR_PATH_OUTSIDE');
    const touch = (x: number): string => `1000000110${x.toString(2).padStart(12, '0')}${'0'.repeat(20)}`;
    expect(errorOf(handmade(touch(3_200)), end)).toBeNull();
    expect(errorOf(handmade(touch(3_201)), end)).toBe('ERR_PATH_OUTSIDE');
  });

  it('when it floods: more than one sample in a sixtieth of a second', () => {
    // 1,000 ms begins a sixtieth that ends at 1,016 ms.
    expect(errorOf(handmade(...HEAD, '11', '011', '0', '0'), end)).toBe('ERR_PATH_DENSE');
    expect(errorOf(handmade(...HEAD, '0', '0', '0'), end)).toBe('ERR_PATH_DENSE');
    expect(() => encodePath(flat([mouse(1_008)]), end)).toThrow('ERR_PATH_DENSE');
  });

  it('when bytes are missing, are left over, or are anything at all; it never throws', () => {
    const { bytes } = encodePath(flat([mouse(1_040, 0, 2_400), mouse(1_060, 3_200, 0), [1_500, 4, 4, TOUCH!, 9]]), end);
    // The touch is a separate run of 7 bytes, so the path without it is a path.
    for (let length = 1; length < bytes.length; length++)
      expect(errorOf(bytes.slice(0, length), end)).toBe(length === bytes.length - 7 ? null : 'ERR_PATH_MALFORMED');
    expect(errorOf(Uint8Array.from([...bytes, 0]), end)).toBe('ERR_PATH_MALFORMED');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        const part = decodePath(noise, end, ROUND_MS);
        if (!part.ok) return;
        const { samples } = part.value;
        for (let at = 0; at < samples.length; at += PATH_WORDS) {
          expect(samples[at]).toBeGreaterThan(at === 0 ? end.tick * PATH_TICK_MS : samples[at - PATH_WORDS]!);
          expect(samples[at]).toBeLessThanOrEqual(ROUND_MS);
          expect(samples[at + 1]).toBeGreaterThanOrEqual(0);
          expect(samples[at + 1]).toBeLessThanOrEqual(3_200);
          expect(samples[at + 2]).toBeLessThanOrEqual(2_400);
        }
      }),
    );
  });

  it('when a byte of a good path is changed so that it leaves the rules; else it is another good path', () => {
    fc.assert(
      fc.property(PATHS, fc.nat(), fc.integer({ min: 1, max: 255 }), (samples, place, change) => {
        const { bytes } = encodePath(samples, PATH_START);
        if (bytes.length === 0) return;
        bytes[place % bytes.length]! ^= change;
        const part = decodePath(bytes, PATH_START, ROUND_MS);
        if (part.ok) expect(() => encodePath(part.value.samples, PATH_START)).not.toThrow();
      }),
    );
  });
});

describe('a path recorder', () => {
  it('takes at most 120 bytes a second for a moving mouse, in batches of 200 ms', () => {
    const recorder = new PathRecorder();
    moveLikeAHand(recorder);
    let end = PATH_START;
    let total = 0;
    let count = 0;
    for (let untilMs = 200; untilMs <= ROUND_MS; untilMs += 200) {
      const bytes = recorder.take(untilMs);
      const part = decodePath(bytes, end, untilMs);
      if (!part.ok) throw new Error(part.error);
      total += bytes.length;
      count += part.value.samples.length / PATH_WORDS;
      ({ end } = part.value);
    }
    expect(count).toBeGreaterThan(30 * 60);
    expect(total / 60).toBeLessThanOrEqual(120);
  });

  it('keeps one place of each sixtieth of a second, the last, and none while the pointer rests', () => {
    const recorder = new PathRecorder();
    for (let ms = 0; ms < 1_000; ms++) recorder.add({ timeMs: ms, xPx: 100 + ms / 4, yPx: 80, device: 'mouse' });
    for (let ms = 1_000; ms < 2_000; ms++) recorder.add({ timeMs: ms, xPx: 349.75, yPx: 80, device: 'mouse' });
    const samples = decoded(recorder.take(2_000));
    expect(samples.length / PATH_WORDS).toBe(PATH_RATE);
    expect(samples[0]).toBe(16);
    expect(samples.at(-PATH_WORDS)).toBeLessThan(1_000);
    expect(recorder.take(3_000)).toHaveLength(0);
  });

  it('keeps the place of a press, although the mouse moves on in the same sixtieth of a second', () => {
    const recorder = new PathRecorder();
    for (const [timeMs, xPx, isPress] of [
      [1_000, 100, false],
      [1_004, 120, true],
      [1_008, 140, false],
      [1_020, 160, false],
    ] as const)
      recorder.add({ timeMs, xPx, yPx: 80, device: 'mouse', isPress });
    const samples = decoded(recorder.take(2_000));
    const places = Array.from({ length: samples.length / PATH_WORDS }, (_, at) => [
      ...samples.subarray(at * PATH_WORDS, at * PATH_WORDS + 2),
    ]);
    expect(places).toEqual([
      [1_004, 480],
      [1_020, 640],
    ]);
  });

  it('keeps each press of a mouse that rests, because only the press has its time', () => {
    const recorder = new PathRecorder();
    for (const [timeMs, xPx, isPress] of [
      [1_000, 100, false],
      [1_200, 100, false],
      [1_400, 100, true],
      [1_404, 100, false],
      [1_600, 100, true],
      [1_800, 120, false],
    ] as const)
      recorder.add({ timeMs, xPx, yPx: 80, device: 'mouse', isPress });
    const samples = decoded(recorder.take(2_000));
    const times = Array.from({ length: samples.length / PATH_WORDS }, (_, at) => samples[at * PATH_WORDS]);
    expect(times).toEqual([1_000, 1_400, 1_600, 1_800]);
  });

  it('makes of everything that a browser reports what a server accepts', () => {
    const places = fc.record({
      timeMs: fc.oneof(fc.double(), fc.double({ min: 0, max: ROUND_MS, noNaN: true })),
      xPx: fc.oneof(fc.double(), fc.double({ min: -50, max: 900, noNaN: true })),
      yPx: fc.oneof(fc.double(), fc.double({ min: -50, max: 700, noNaN: true })),
      device: fc.constantFrom(...PATH_DEVICES),
      radiusPx: fc.double(),
    });
    fc.assert(
      fc.property(fc.array(places, { maxLength: 200 }), (list) => {
        const recorder = new PathRecorder();
        for (const place of list.toSorted((a, b) => a.timeMs - b.timeMs)) recorder.add(place);
        let end = PATH_START;
        for (let untilMs = 5_000; untilMs <= ROUND_MS; untilMs += 5_000) {
          const part = decodePath(recorder.take(untilMs), end, untilMs);
          if (!part.ok) throw new Error(part.error);
          ({ end } = part.value);
        }
      }),
    );
  });
});
