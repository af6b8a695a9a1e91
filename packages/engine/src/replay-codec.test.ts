import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksum } from './checksum.ts';
import {
  arena,
  blockEntropy,
  crossChain,
  decodeReplay,
  encodeReplay,
  freePlay,
  makeReplayText,
  MAX_REPLAY_BYTES,
  MAX_TRACK_BYTES,
  parseReplayText,
  REPLAY_FORMAT,
  RULES,
  TRACK_FORMAT,
  UPGRADES,
  verifyReplay,
  type Replay,
  type Rules,
} from './index.ts';
import { bytesOf, played, record, shortArena } from './replay.fixture.ts';
import { playTo, start } from './round.fixture.ts';

const KNOWN = [...RULES, shortArena];

/** Bytes with a checksum that is right for them. */
function sealed(body: readonly number[] | Uint8Array): Uint8Array {
  const bytes = Uint8Array.of(...body, 0, 0, 0, 0);
  new DataView(bytes.buffer).setUint32(body.length, checksum(bytes, body.length), true);
  return bytes;
}

const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];
const HEADER = [...ascii('PFR'), 1];
const TRACK_HEADER = [...ascii('PFR'), 2];
const ARENA = [5, ...ascii('arena'), 1];
const SEED = [0, 1, 0x61];
const SCORE_AND_HASH = [7, 1, 2, 3, 4];

/** Inputs of any kind that the rules allow. */
const inputsOf = (rules: Rules): fc.Arbitrary<Int32Array> =>
  fc
    .array(
      fc.tuple(
        fc.integer({ min: rules.debounceMs, max: 900 }),
        fc.nat(rules.field.widthPx * 4),
        fc.nat(rules.field.heightPx * 4),
      ),
      { maxLength: 60 },
    )
    .map((clicks) => {
      let time = 0;
      const inputs = clicks
        .map(([delta, x, y]) => [(time += delta), x, y] as const)
        .filter(([ms]) => ms < rules.durationMs);
      return Int32Array.from(inputs.flat());
    });

const seed = fc.string({ unit: fc.constantFrom('a', '7', '/', 'é', '泡', '🫧', '\0'), minLength: 1, maxLength: 16 });
const replays: fc.Arbitrary<Replay> = fc.constantFrom(freePlay, arena, crossChain).chain((rules) =>
  fc.record({
    rulesId: fc.constant(rules.id),
    rulesVersion: fc.constant(rules.version),
    loadout: fc.subarray(UPGRADES.map(({ id }) => id)),
    entropy: fc.oneof(seed, fc.int32Array({ minLength: 240, maxLength: 240 })),
    inputs: inputsOf(rules),
    score: fc.nat(0x7fffffff),
    hash: fc.integer({ min: 0, max: 0xffffffff }),
  }),
);

/** Replays with a track of any bytes. */
const tracked: fc.Arbitrary<Replay> = fc
  .tuple(replays, fc.uint8Array({ minLength: 1, maxLength: 300 }))
  .map(([replay, track]) => ({ ...replay, track }));

const plain = record(played(shortArena, 'short', 'expert', ['rapid-fire']));
const valid = bytesOf(plain, KNOWN);
const track = Uint8Array.from({ length: 40 }, (_, at) => at * 7);
const validTracked = bytesOf({ ...plain, track }, KNOWN);

describe('decode and encode', () => {
  test("are each other's inverse for any replay that rules allow", () => {
    fc.assert(
      fc.property(fc.oneof(replays, tracked), (replay) => {
        const bytes = bytesOf(replay);
        expect(decodeReplay(bytes)).toEqual({ ok: true, value: replay });
        const decoded = decodeReplay(bytes);
        if (decoded.ok) expect(bytesOf(decoded.value)).toEqual(bytes);
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ['without a track', valid, 200],
    ['with a track', validTracked, 100],
  ])('know one form only: what decodes from changed bytes %s encodes back to them', (_, bytesBefore, atLeast) => {
    const body = bytesBefore.subarray(0, bytesBefore.length - 4);
    const changes = fc.array(fc.tuple(fc.nat(body.length - 1), fc.nat(255)), { minLength: 1, maxLength: 2 });
    let decodable = 0;
    fc.assert(
      fc.property(changes, (bytes) => {
        const changed = body.slice();
        for (const [at, byte] of bytes) changed[at] = byte;
        const decoded = decodeReplay(sealed(changed), KNOWN);
        if (!decoded.ok) return;
        decodable++;
        expect(bytesOf(decoded.value, KNOWN)).toEqual(sealed(changed));
      }),
      { numRuns: 2_000 },
    );
    expect(decodable).toBeGreaterThan(atLeast);
  });

  test('store the loadout by upgrade number, independent of the order it was given in', () => {
    const replay = record(played(arena, 'worn', 'novice', ['divine-blessing', 'trx-boost']));
    const decoded = decodeReplay(bytesOf(replay));
    expect(decoded.ok ? decoded.value.loadout : []).toEqual(['trx-boost', 'divine-blessing']);
    expect(verifyReplay(bytesOf(replay)).ok).toBe(true);
  });

  test('read bytes that lie somewhere in a larger buffer', () => {
    const larger = new Uint8Array(valid.length + 9).fill(0xee);
    larger.set(valid, 5);
    expect(verifyReplay(larger.subarray(5, 5 + valid.length), KNOWN).ok).toBe(true);
    expect(verifyReplay(Buffer.from(valid), KNOWN).ok).toBe(true);
  });

  test('write the format 2 for a replay with a track only, which adds its length and its bytes', () => {
    expect([REPLAY_FORMAT, TRACK_FORMAT]).toEqual([1, 2]);
    expect([valid[3], validTracked[3]]).toEqual([1, 2]);
    expect([...validTracked.subarray(4, -4)]).toEqual([...valid.subarray(4, -4), track.length, ...track]);
  });

  test('copy the bytes of a track, which verification does not look at', () => {
    const source = validTracked.slice();
    const verified = verifyReplay(source, KNOWN);
    if (!verified.ok) throw new Error(verified.error.code);
    const { track: read, ...rest } = verified.value.replay;
    expect(rest).toEqual(plain);
    source.fill(0);
    expect(read).toEqual(track);
    const other = verifyReplay(bytesOf({ ...plain, track: Uint8Array.of(255) }, KNOWN), KNOWN);
    expect(other.ok && other.value.round.hash).toBe(verified.value.round.hash);
  });

  test('take the longest track, and then fit in the most bytes that are read', () => {
    const inputs = Int32Array.from({ length: 600 * 3 }, (_, at) =>
      at % 3 === 0 ? (at / 3) * arena.debounceMs : 2_400,
    );
    const longest = new Uint8Array(MAX_TRACK_BYTES).fill(255);
    const bytes = bytesOf({
      ...record(played(arena, 'longest')),
      entropy: new Int32Array(240),
      inputs,
      track: longest,
    });
    expect(decodeReplay(bytes)).toMatchObject({ ok: true, value: { track: longest } });
    expect(bytes.length).toBeLessThan(MAX_REPLAY_BYTES / 2);
  });

  test('need at most 5.5 bytes a click', () => {
    const round = played(arena, 'size', 'expert');
    const none = bytesOf({ ...record(round), inputs: new Int32Array(0) });
    expect((bytesOf(record(round)).length - none.length) / round.inputCount).toBeLessThanOrEqual(5.5);
    expect(bytesOf(record(round)).length).toBeLessThan(2_500);
  });
});

describe('encodeReplay names the field that the rules do not allow', () => {
  const replay = record(played(arena, 'field'));
  test.each<readonly [why: string, change: Partial<Replay>, field: keyof Replay]>([
    ['unknown rules', { rulesId: 'chess' }, 'rulesId'],
    ['an unknown version', { rulesVersion: 9 }, 'rulesId'],
    ['an unknown upgrade', { loadout: ['luck'] as unknown as Replay['loadout'] }, 'loadout'],
    ['an upgrade twice', { loadout: ['trx-boost', 'trx-boost'] }, 'loadout'],
    ['no seed', { entropy: '' }, 'entropy'],
    ['a seed too long', { entropy: 'x'.repeat(65) }, 'entropy'],
    ['a lone surrogate', { entropy: '\ud800' }, 'entropy'],
    ['blocks of another duration', { entropy: new Int32Array(236) }, 'entropy'],
    ['a negative score', { score: -1 }, 'score'],
    ['a score of half a point', { score: 0.5 }, 'score'],
    ['a score beyond 31 bits', { score: 0x80000000 }, 'score'],
    ['a signed hash', { hash: -1 }, 'hash'],
    ['a hash beyond 32 bits', { hash: 0x1_0000_0000 }, 'hash'],
    ['half a click', { inputs: Int32Array.of(1, 2) }, 'inputs'],
    ['a click before the round', { inputs: Int32Array.of(-1, 2, 2) }, 'inputs'],
    ['a click after the round', { inputs: Int32Array.of(60_000, 2, 2) }, 'inputs'],
    ['clicks out of order', { inputs: Int32Array.of(500, 2, 2, 400, 2, 2) }, 'inputs'],
    ['clicks denser than the debounce', { inputs: Int32Array.of(500, 2, 2, 599, 2, 2) }, 'inputs'],
    ['a click left of the field', { inputs: Int32Array.of(500, -1, 2) }, 'inputs'],
    ['a click right of the field', { inputs: Int32Array.of(500, 3_201, 2) }, 'inputs'],
    ['a click above the field', { inputs: Int32Array.of(500, 1, -1) }, 'inputs'],
    ['a click below the field', { inputs: Int32Array.of(500, 1, 2_401) }, 'inputs'],
    ['more clicks than a round takes', { inputs: new Int32Array(602 * 3) }, 'inputs'],
    ['a track without bytes', { track: new Uint8Array(0) }, 'track'],
    ['a track too long', { track: new Uint8Array(MAX_TRACK_BYTES + 1) }, 'track'],
  ])('%s', (_why, change, field) => {
    expect(encodeReplay({ ...replay, ...change })).toEqual({ ok: false, error: { code: 'ERR_REPLAY_FIELD', field } });
  });

  test('a track with which the replay would be longer than what is read', () => {
    const rules: Rules = { ...arena, id: 'long', durationMs: 600_000, maxInputs: 10_000, debounceMs: 1 };
    const long = {
      ...replay,
      rulesId: 'long',
      entropy: new Int32Array(2_400),
      inputs: Int32Array.from({ length: 30_000 }, (_, at) => (at % 3 === 0 ? at / 3 : 9)),
    };
    const encoded = encodeReplay(long, [rules]);
    if (!encoded.ok) throw new Error(encoded.error.field);
    // The length of the track takes two more bytes.
    const room = MAX_REPLAY_BYTES - encoded.value.length - 2;
    const longest = encodeReplay({ ...long, track: new Uint8Array(room) }, [rules]);
    expect(longest.ok && [longest.value.length, decodeReplay(longest.value, [rules]).ok]).toEqual([65_536, true]);
    expect(encodeReplay({ ...long, track: new Uint8Array(room + 1) }, [rules])).toEqual({
      ok: false,
      error: { code: 'ERR_REPLAY_FIELD', field: 'track' },
    });
  });
});

describe('decodeReplay names what is wrong and where', () => {
  const click = (delta: number[], x: number, y: number): number[] => [
    ...delta,
    x & 0xff,
    (x >> 8) | ((y & 0xf) << 4),
    y >> 4,
  ];
  const upTo = [...HEADER, ...ARENA, 0, ...SEED, ...SCORE_AND_HASH];
  const upToTrack = [...TRACK_HEADER, ...upTo.slice(HEADER.length), 0];
  test.each<readonly [why: string, bytes: Uint8Array, code: string, offset: number]>([
    ['nothing', new Uint8Array(0), 'ERR_REPLAY_TRUNCATED', 0],
    ['three letters', Uint8Array.from(ascii('PFR')), 'ERR_REPLAY_TRUNCATED', 3],
    ['another file', Uint8Array.from(ascii('PK00000')), 'ERR_REPLAY_MAGIC', 1],
    ['a format before the first', sealed([...ascii('PFR'), 0, ...ARENA]), 'ERR_REPLAY_FORMAT', 3],
    ['another format', sealed([...ascii('PFR'), 3, ...ARENA]), 'ERR_REPLAY_FORMAT', 3],
    ['no name of rules', sealed([...HEADER, 0]), 'ERR_REPLAY_RULES', 4],
    ['a name of rules too long', sealed([...HEADER, 33, ...ascii('a'.repeat(33))]), 'ERR_REPLAY_RULES', 4],
    ['unknown rules', sealed([...HEADER, 5, ...ascii('arenb'), 1]), 'ERR_REPLAY_RULES', 4],
    ['an unknown version', sealed([...HEADER, 5, ...ascii('arena'), 2]), 'ERR_REPLAY_RULES', 4],
    ['a version longer than it need be', sealed([...HEADER, 5, ...ascii('arena'), 0x81, 0]), 'ERR_REPLAY_NUMBER', 10],
    [
      'a version without end',
      sealed([...HEADER, 5, ...ascii('arena'), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
      'ERR_REPLAY_NUMBER',
      10,
    ],
    [
      'a version of 32 bits',
      sealed([...HEADER, 5, ...ascii('arena'), 0xff, 0xff, 0xff, 0xff, 0x08]),
      'ERR_REPLAY_NUMBER',
      10,
    ],
    ['a tenth upgrade', sealed([...HEADER, ...ARENA, 0x80, 0x04]), 'ERR_REPLAY_LOADOUT', 11],
    ['an unknown kind of entropy', sealed([...HEADER, ...ARENA, 0, 2]), 'ERR_REPLAY_ENTROPY', 12],
    ['an empty seed', sealed([...HEADER, ...ARENA, 0, 0, 0]), 'ERR_REPLAY_ENTROPY', 12],
    ['a seed too long', sealed([...HEADER, ...ARENA, 0, 0, 65, ...ascii('x'.repeat(65))]), 'ERR_REPLAY_ENTROPY', 12],
    ['a seed that is no UTF-8', sealed([...HEADER, ...ARENA, 0, 0, 1, 0xff]), 'ERR_REPLAY_ENTROPY', 12],
    ['blocks of another duration', sealed([...HEADER, ...ARENA, 0, 1, 59]), 'ERR_REPLAY_ENTROPY', 12],
    [
      'an absurd number of blocks',
      sealed([...HEADER, ...ARENA, 0, 1, 0xff, 0xff, 0xff, 0xff, 7]),
      'ERR_REPLAY_ENTROPY',
      12,
    ],
    ['an absurd number of clicks', sealed([...upTo, 0xff, 0xff, 0xff, 0xff, 7]), 'ERR_REPLAY_INPUT_COUNT', 20],
    ['a click too many', sealed([...upTo, 0xda, 0x04]), 'ERR_REPLAY_INPUT_COUNT', 20],
    ['a click after the round', sealed([...upTo, 1, ...click([0xe0, 0xd4, 0x03], 1, 1)]), 'ERR_REPLAY_INPUT_TIME', 21],
    [
      'a second click after the round',
      sealed([...upTo, 2, ...click([1], 1, 1), ...click([0xdf, 0xd4, 0x03], 1, 1)]),
      'ERR_REPLAY_INPUT_TIME',
      25,
    ],
    [
      'clicks denser than the debounce',
      sealed([...upTo, 2, ...click([1], 1, 1), ...click([99], 1, 1)]),
      'ERR_REPLAY_INPUT_DENSE',
      25,
    ],
    ['a click right of the field', sealed([...upTo, 1, ...click([1], 3_201, 1)]), 'ERR_REPLAY_INPUT_OUTSIDE', 22],
    ['a click below the field', sealed([...upTo, 1, ...click([1], 1, 2_401)]), 'ERR_REPLAY_INPUT_OUTSIDE', 22],
    ['a time longer than it need be', sealed([...upTo, 1, ...click([0x81, 0], 1, 1)]), 'ERR_REPLAY_NUMBER', 21],
    ['a click cut short', Uint8Array.from([...upTo, 1, 5, 1]), 'ERR_REPLAY_TRUNCATED', 23],
    ['a wrong checksum', Uint8Array.of(...upTo, 0, 1, 2, 3, 4), 'ERR_REPLAY_CHECKSUM', 21],
    ['a byte too many', Uint8Array.of(...sealed([...upTo, 0]), 0), 'ERR_REPLAY_EXTENDED', 25],
    ['a track in the format 1', sealed([...upTo, 0, 2, 8, 9]), 'ERR_REPLAY_CHECKSUM', 21],
    ['no track in the format 2', Uint8Array.from(upToTrack), 'ERR_REPLAY_TRUNCATED', 21],
    ['a track without bytes', sealed([...upToTrack, 0]), 'ERR_REPLAY_TRACK', 21],
    ['a track one byte too long', sealed([...upToTrack, 0xf8, 0xc4, 0x01]), 'ERR_REPLAY_TRACK', 21],
    ['an absurd length of a track', sealed([...upToTrack, 0xff, 0xff, 0xff, 0xff, 7]), 'ERR_REPLAY_TRACK', 21],
    ['a length longer than it need be', sealed([...upToTrack, 0x81, 0, 9]), 'ERR_REPLAY_NUMBER', 21],
    ['a track cut short', Uint8Array.from([...upToTrack, 3, 7, 8]), 'ERR_REPLAY_TRUNCATED', 24],
    ['a track without a checksum', Uint8Array.from([...upToTrack, 2, 7, 8]), 'ERR_REPLAY_TRUNCATED', 24],
    ['a wrong checksum after a track', Uint8Array.of(...upToTrack, 1, 9, 1, 2, 3, 4), 'ERR_REPLAY_CHECKSUM', 23],
    ['a byte after a track', Uint8Array.of(...sealed([...upToTrack, 1, 9]), 0), 'ERR_REPLAY_EXTENDED', 27],
    ['too long a file', new Uint8Array(MAX_REPLAY_BYTES + 1), 'ERR_REPLAY_TOO_LONG', MAX_REPLAY_BYTES],
  ])('%s', (_why, bytes, code, offset) => {
    expect(decodeReplay(bytes)).toEqual({ ok: false, error: { kind: 'malformed', code, offset } });
  });

  test('and reads the smallest replay there is', () => {
    expect(decodeReplay(sealed([...upTo, 0]))).toEqual({
      ok: true,
      value: {
        rulesId: 'arena',
        rulesVersion: 1,
        loadout: [],
        entropy: 'a',
        score: 7,
        hash: 0x04030201,
        inputs: new Int32Array(0),
      },
    });
  });

  test('and reads the longest track', () => {
    const longest = new Uint8Array(MAX_TRACK_BYTES).fill(5);
    const decoded = decodeReplay(sealed([...upToTrack, 0xf7, 0xc4, 0x01, ...longest]));
    expect(decoded.ok && decoded.value.track).toEqual(longest);
  });
});

describe('bytes of any origin', () => {
  /** Decodes what cannot be trusted: a replay, or a code and an offset within the bytes. */
  function refuse(bytes: Uint8Array): boolean {
    const decoded = decodeReplay(bytes, KNOWN);
    if (decoded.ok) return false;
    const { kind, code, offset } = decoded.error;
    const isSound =
      kind === 'malformed' &&
      /^ERR_REPLAY_[A-Z_]+$/.test(code) &&
      Number.isInteger(offset) &&
      offset >= 0 &&
      offset <= bytes.length;
    if (!isSound) expect.fail(JSON.stringify(decoded.error));
    return true;
  }

  test('never make decode throw: random ones', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), fc.nat(40), (bytes, head) => {
        expect(refuse(bytes)).toBe(true);
        expect(refuse(Uint8Array.of(...valid.subarray(0, head), ...bytes))).toBe(true);
        refuse(sealed([...valid.subarray(0, head), ...bytes]));
      }),
      { numRuns: 3_000 },
    );
  });

  const BOTH = [
    ['without a track', valid],
    ['with a track', validTracked],
  ] as const;

  test.each(BOTH)('%s are refused when cut short anywhere', (_, bytes) => {
    for (let length = 0; length < bytes.length; length++)
      expect(refuse(bytes.subarray(0, length)), `${length}`).toBe(true);
  });

  test.each(BOTH)('%s are refused when cut short anywhere and sealed again', (_, bytes) => {
    for (let length = 0; length < bytes.length - 4; length++)
      expect(refuse(sealed(bytes.subarray(0, length))), `${length}`).toBe(true);
  });

  test('are refused when anything is put at their end', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (more) => {
        expect(refuse(Uint8Array.of(...valid, ...more))).toBe(true);
      }),
    );
  });

  test.each(BOTH)('%s are refused by verify when any single bit is flipped', (_, bytes) => {
    expect(verifyReplay(bytes, KNOWN).ok).toBe(true);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = bytes.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      refuse(flipped);
      expect(verifyReplay(flipped, KNOWN).ok, `bit ${bit}`).toBe(false);
    }
  });

  test('with absurd lengths anywhere are refused', () => {
    const absurd = [
      [0xff],
      [0x7f],
      [0xff, 0xff, 0xff, 0xff, 0x07],
      [0xff, 0xff, 0xff, 0xff, 0xff],
      [0x80, 0x80, 0x80, 0x80, 0x01],
    ];
    for (let at = 4; at < valid.length - 4; at++) {
      for (const length of absurd) {
        const bytes = Uint8Array.of(...valid.subarray(0, at), ...length, ...valid.subarray(at + 1, valid.length - 4));
        refuse(sealed(bytes));
        expect(verifyReplay(sealed(bytes), KNOWN).ok && bytes.join() !== valid.subarray(0, -4).join()).toBe(false);
      }
    }
  });
});

test('a bug in rules that a caller brings is thrown, and not told of the bytes', () => {
  const broken: Rules = {
    ...shortArena,
    get maxInputs(): number {
      throw new Error('broken');
    },
  };
  expect(() => decodeReplay(valid, [broken])).toThrow('broken');
});

describe('replay text', () => {
  test('is base64url that comes back as the same bytes', () => {
    const text = makeReplayText(valid);
    expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(parseReplayText(text)).toEqual({ ok: true, value: valid });
  });

  test.each<readonly [why: string, text: string, code: string, offset: number]>([
    ['a letter that is not one', 'UEZS*', 'ERR_REPLAY_TEXT', 4],
    ['bits left over', 'AB', 'ERR_REPLAY_TEXT', 1],
    ['too long', 'A'.repeat(87_383), 'ERR_REPLAY_TOO_LONG', 87_382],
  ])('%s is named by its place', (_why, text, code, offset) => {
    expect(parseReplayText(text)).toEqual({ ok: false, error: { kind: 'malformed', code, offset } });
  });

  test('of the longest replay is taken', () => {
    const longest = makeReplayText(new Uint8Array(MAX_REPLAY_BYTES));
    const parsed = parseReplayText(longest);
    expect(parsed.ok && parsed.value.length).toBe(MAX_REPLAY_BYTES);
  });
});

test('a round of blocks that are known to the end is kept with them', () => {
  const blocks = new Int32Array(240).map((_, word) => Math.imul(word + 1, 0x9e3779b1));
  const replay = record(playTo(start(crossChain, { entropy: blockEntropy(blocks) }), 60_000, 250));
  const decoded = decodeReplay(bytesOf(replay));
  expect(decoded).toEqual({ ok: true, value: replay });
  expect(replay.entropy).toEqual(blocks);
  expect(verifyReplay(bytesOf(replay)).ok).toBe(true);
});
