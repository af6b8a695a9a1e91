import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBatch, encodeBatch, type RelayRecord } from './record.ts';

const link = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const text = fc.string({ unit: 'grapheme', maxLength: 50 });
const bytes = fc.uint8Array({ maxLength: 300 }).map((data) => Buffer.from(data));

const RECORDS: fc.Arbitrary<RelayRecord> = fc.oneof(
  fc.record({
    type: fc.constant('connect' as const),
    link,
    attempt: link,
    sessionId: text,
    userId: text,
    proof: text,
    entry: fc.option(
      fc.record({
        page: fc.stringMatching(/^[0-9a-f]{32}$/),
        number: fc.integer({ min: 1 }),
      }),
      { nil: undefined },
    ),
  }),
  fc.record({ type: fc.constant('inputs' as const), link, frame: bytes }),
  fc.record({ type: fc.constant('seed' as const), link, seed: text }),
  fc.record({ type: fc.constantFrom('leave' as const, 'disconnect' as const), link }),
  fc.record({ type: fc.constantFrom('connected' as const, 'unknown' as const), link, attempt: link }),
  fc.record({ type: fc.constant('seed-answer' as const), link, code: text }),
  fc.record({ type: fc.constant('refused' as const), link, attempt: link, code: text }),
  fc.record({
    type: fc.constant('send' as const),
    links: fc.array(link, { maxLength: 20 }),
    data: fc.oneof(text, bytes),
  }),
  fc.record({
    type: fc.constant('close' as const),
    link,
    attempt: link,
    code: fc.integer({ min: 0, max: 65_535 }),
    reason: text,
  }),
);

const BATCHES = fc.record({
  from: fc.string({ maxLength: 50 }),
  number: link,
  records: fc.array(RECORDS, { maxLength: 10 }),
});

describe('a batch of the relay', () => {
  it('is decoded as it was encoded', () => {
    fc.assert(
      fc.property(BATCHES, (batch) => {
        expect(decodeBatch(encodeBatch(batch))).toEqual(batch);
      }),
    );
  });

  it('is none when it is cut', () => {
    fc.assert(
      fc.property(BATCHES, fc.nat(), (batch, cut) => {
        const encoded = encodeBatch(batch);
        const decoded = decodeBatch(encoded.subarray(0, cut % encoded.length));
        // A cut between two records leaves a shorter batch.
        if (decoded !== null) expect(batch.records.slice(0, decoded.records.length)).toEqual(decoded.records);
      }),
    );
  });

  it('is none of other bytes, and decoding never throws', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (data) => void decodeBatch(Buffer.from(data))));
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        (data) => void decodeBatch(Buffer.from([2, 0, 1, 0, 0, 0, ...data])),
      ),
    );
    expect(decodeBatch(Buffer.from([1, 0, 1, 0, 0, 0]))).toBeNull();
  });
});
