import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BATTLE_SECONDS,
  decodeClientFrame,
  decodeServerFrame,
  encodeAccepted,
  encodeClock,
  encodeInputs,
  encodeRefused,
  encodeReveal,
  encodeScores,
  encodeTime,
  HASH_BYTES,
  makeHex,
  MAX_BATCH_INPUTS,
  MAX_CLIENT_FRAME,
  REFUSALS,
  type ClientFrame,
  type ServerFrame,
} from './index.ts';

const encodeClient = (frame: ClientFrame): Uint8Array =>
  frame.type === 'clock' ? encodeClock(frame.clientMs) : encodeInputs(frame);

function encodeServer(frame: ServerFrame): Uint8Array {
  if (frame.type === 'reveal') return encodeReveal(frame);
  if (frame.type === 'scores') return encodeScores(frame);
  if (frame.type === 'refused') return encodeRefused(frame);
  if (frame.type === 'accepted') return encodeAccepted(frame);
  return encodeTime(frame.clientMs, frame.serverMs);
}

const COUNT = fc.nat({ max: 0x7fffffff });
const CLICKS = (most: number): fc.Arbitrary<Int32Array> =>
  fc.array(fc.tuple(fc.nat(2_000_000), fc.nat(0xfff), fc.nat(0xfff)), { maxLength: most }).map((list) => {
    let time = 0;
    return Int32Array.from(list.flatMap(([wait, x, y]) => [(time += wait), x, y]));
  });
const MS = fc.double({ noNaN: true, noDefaultInfinity: true });

const CLIENT_FRAMES: fc.Arbitrary<ClientFrame> = fc.oneof(
  fc.record({ type: fc.constant('inputs' as const), first: COUNT, untilMs: COUNT, inputs: CLICKS(MAX_BATCH_INPUTS) }),
  fc.record({ type: fc.constant('clock' as const), clientMs: MS }),
);
const SERVER_FRAMES: fc.Arbitrary<ServerFrame> = fc.oneof(
  fc.record({
    type: fc.constant('reveal' as const),
    second: fc.nat(BATTLE_SECONDS - 1),
    reveal: fc.uint8Array({ minLength: HASH_BYTES, maxLength: HASH_BYTES }),
  }),
  fc.record({ type: fc.constant('time' as const), clientMs: MS, serverMs: MS }),
  fc.record({
    type: fc.constant('refused' as const),
    reason: fc.constantFrom(...REFUSALS),
    untilMs: COUNT,
    count: COUNT,
  }),
  fc.record({ type: fc.constant('accepted' as const), untilMs: COUNT, count: COUNT }),
  fc.record({
    type: fc.constant('scores' as const),
    timeMs: COUNT,
    players: fc.array(fc.record({ place: fc.nat(7), score: COUNT, combo: COUNT, first: COUNT, inputs: CLICKS(20) }), {
      maxLength: 8,
    }),
  }),
);

/** Bytes that often begin like a frame. */
const ANY_BYTES = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.uint8Array({ maxLength: 80 }))
    .map(([type, rest]) => Uint8Array.of(type, ...rest)),
);

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.split(' '), (byte) => Number.parseInt(byte, 16));

describe('the frames of docs/battle-protocol.md', () => {
  const page = readFileSync(new URL('../../../../docs/battle-protocol.md', import.meta.url), 'utf8');
  const inputs = Int32Array.of(12_250, 1_600, 1_200, 12_380, 1_000, 37);
  const noInputs = new Int32Array(0);
  const example = (name: string): Uint8Array =>
    bytesOf(new RegExp(`^ {4}${name} +((?:[0-9a-f]{2} ?)+)$`, 'm').exec(page)![1]!);

  it.each<ClientFrame>([
    { type: 'inputs', first: 7, untilMs: 12_400, inputs },
    { type: 'clock', clientMs: 123_456.5 },
  ])('are what a client sends: $type', (frame) => {
    expect(makeHex(encodeClient(frame))).toBe(makeHex(example(frame.type)));
    expect(decodeClientFrame(example(frame.type))).toEqual(frame);
  });

  it.each<ServerFrame>([
    { type: 'refused', reason: 'order', untilMs: 12_400, count: 7 },
    { type: 'accepted', untilMs: 12_400, count: 9 },
    {
      type: 'scores',
      timeMs: 13_600,
      players: [
        { place: 0, score: 1_234, combo: 3, first: 7, inputs },
        { place: 2, score: 0, combo: 0, first: 0, inputs: noInputs },
      ],
    },
    { type: 'time', clientMs: 123_456.5, serverMs: 1_768_478_400_000.25 },
    { type: 'reveal', second: 12, reveal: Uint8Array.from({ length: HASH_BYTES }, (_, at) => at) },
  ])('are what the server sends: $type', (frame) => {
    expect(makeHex(encodeServer(frame))).toBe(makeHex(example(frame.type)));
    expect(decodeServerFrame(example(frame.type))).toEqual(frame);
  });
});

describe('bytes that are no frame', () => {
  it.each([
    ['nothing', ''],
    ['a type that there is none of', '00'],
    ['a frame of the server’s', '02 00'],
    ['an end within a number', '01 87'],
    ['an end within a click', '01 00 05 01 05 00 00'],
    ['a byte too many', '01 00 05 00 00'],
    ['a number that could be shorter', '01 80 00 05 00'],
    ['a number of 2^31', '01 80 80 80 80 08 05 00'],
    ['more clicks than a batch may have', `01 00 05 29${' 01 00 00 00'.repeat(41)}`],
    ['a count of clicks that do not follow', '01 00 05 ff ff ff ff 07'],
    ['clicks beyond all time', '01 00 05 02 ff ff ff ff 07 00 00 00 01 00 00 00'],
    ['a time that is no number', '04 00 00 00 00 00 00 f8 7f'],
    ['a time without end', '04 00 00 00 00 00 00 f0 7f'],
    ['more bytes than a frame may have', `01 00 05 00${' 00'.repeat(MAX_CLIENT_FRAME)}`],
  ])('are not decoded as a client’s: %s', (_, hex) => {
    expect(decodeClientFrame(hex === '' ? new Uint8Array(0) : bytesOf(hex))).toBeNull();
  });

  it.each([
    ['a second that no round has', `02 3c${' 00'.repeat(32)}`],
    ['half a reveal', `02 00${' 00'.repeat(16)}`],
    ['a reason that there is none of', '06 07 00 00'],
    ['players that do not follow', '03 00 ff'],
    ['a frame of a client’s', '01 00 05 00'],
  ])('are not decoded as the server’s: %s', (_, hex) => {
    expect(decodeServerFrame(bytesOf(hex))).toBeNull();
  });
});

describe('every frame', () => {
  it('comes back from its bytes, a client’s within their bound', () => {
    fc.assert(
      fc.property(CLIENT_FRAMES, (frame) => {
        const bytes = encodeClient(frame);
        expect(decodeClientFrame(bytes)).toEqual(bytes.length > MAX_CLIENT_FRAME ? null : frame);
      }),
    );
    fc.assert(
      fc.property(SERVER_FRAMES, (frame) => {
        expect(decodeServerFrame(encodeServer(frame))).toEqual(frame);
      }),
    );
  });

  it('has one form: bytes of any origin are none, or are those that it is made of', () => {
    fc.assert(
      fc.property(ANY_BYTES, (bytes) => {
        const said = decodeClientFrame(bytes);
        if (said !== null) expect(encodeClient(said)).toEqual(bytes);
        const told = decodeServerFrame(bytes);
        if (told !== null) expect(encodeServer(told)).toEqual(bytes);
      }),
      { numRuns: 1_000 },
    );
  });

  it('cut short anywhere is none', () => {
    fc.assert(
      fc.property(SERVER_FRAMES, fc.nat(), (frame, at) => {
        const bytes = encodeServer(frame);
        expect(decodeServerFrame(bytes.subarray(0, at % bytes.length))).toBeNull();
      }),
    );
  });
});
