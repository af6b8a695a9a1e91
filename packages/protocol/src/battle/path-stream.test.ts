import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BATCH_MS } from './constants.ts';
import { decodeClientFrame, encodeInputs } from './frames.ts';
import { PathRecorder } from './path-recorder.ts';
import {
  continuePath,
  PATH_STREAM_START,
  type PathChunk,
  type PathStream,
  type PathStreamError,
} from './path-stream.ts';
import { PATH_WORDS } from './pointer-path.ts';

/** The part for a batch that is over at a time, of a pointer that moves to the right. */
function partUntil(recorder: PathRecorder, untilMs: number): PathChunk {
  for (let ms = untilMs - BATCH_MS + 20; ms <= untilMs; ms += 20)
    recorder.add({ timeMs: ms, xPx: 100 + (ms % 400), yPx: 200, device: 'mouse' });
  const part = recorder.takePart(untilMs, untilMs - BATCH_MS);
  if (part === null) throw new Error('there is no part');
  return part;
}

/** Continues a path. Throws where that is refused. */
function accept(stream: PathStream, part: PathChunk, untilMs: number): { stream: PathStream; times: number[] } {
  const continued = continuePath(stream, part, untilMs);
  if (!continued.ok) throw new Error(continued.error);
  const { samples } = continued.value;
  return {
    stream: continued.value.stream,
    times: Array.from({ length: samples.length / PATH_WORDS }, (_, at) => samples[at * PATH_WORDS] ?? 0),
  };
}

const refusalOf = (stream: PathStream, part: PathChunk, untilMs: number): PathStreamError | null => {
  const continued = continuePath(stream, part, untilMs);
  return continued.ok ? null : continued.error;
};

describe('the parts of a path', () => {
  it('continue each other, and frames carry them', () => {
    const recorder = new PathRecorder();
    let stream = PATH_STREAM_START;
    for (let number = 0; number < 300; number++) {
      const untilMs = 200 * (number + 1);
      const path = partUntil(recorder, untilMs);
      expect([path.isFirst, path.number]).toEqual([number === 0, number % 128]);
      const frame = decodeClientFrame(encodeInputs({ first: 7, untilMs, inputs: Int32Array.of(untilMs, 8, 9), path }));
      expect(frame).toEqual({ type: 'inputs', first: 7, untilMs, inputs: Int32Array.of(untilMs, 8, 9), path });
      const accepted = accept(stream, path, untilMs);
      expect(accepted.times).toHaveLength(10);
      stream = accepted.stream;
    }
  });

  it('are ignored after a lost one, until the client restarts the path', () => {
    const recorder = new PathRecorder();
    const { stream: first } = accept(PATH_STREAM_START, partUntil(recorder, 200), 200);
    partUntil(recorder, 400);
    const lost = accept(first, partUntil(recorder, 600), 600);
    expect(lost.times).toEqual([]);
    expect(accept(lost.stream, partUntil(recorder, 800), 800).times).toEqual([]);
    recorder.restart();
    const again = accept(lost.stream, partUntil(recorder, 1_000), 1_000);
    expect(again.times).toHaveLength(10);
    expect(accept(again.stream, partUntil(recorder, 1_200), 1_200).times).toHaveLength(10);
  });

  it('have no samples that are too old for their batch: a client that was away drops them', () => {
    const recorder = new PathRecorder();
    recorder.add({ timeMs: 100, xPx: 1, yPx: 1, device: 'mouse' });
    recorder.add({ timeMs: 200, xPx: 2, yPx: 2, device: 'mouse' });
    const part = partUntil(recorder, 1_000);
    expect(accept(PATH_STREAM_START, part, 1_000).times[0]).toBeGreaterThan(1_000 - BATCH_MS);
    expect(recorder.takePart(1_200, 1_000)).toBeNull();
  });

  it.each([
    [796, 'ERR_PATH_OLD'],
    [800, null],
  ])('are as old as a batch can be, and no older: from %i ms in a batch until 1,000 ms', (timeMs, error) => {
    const recorder = new PathRecorder();
    recorder.add({ timeMs, xPx: 1, yPx: 1, device: 'mouse' });
    const part = recorder.takePart(1_000, 0);
    if (part === null) throw new Error('there is no part');
    expect(refusalOf(PATH_STREAM_START, part, 1_000)).toBe(error);
  });

  it.each<[string, (recorder: PathRecorder) => readonly [PathStream, PathChunk, number], PathStreamError]>([
    [
      'goes back in time by restarting the path',
      (recorder) => {
        const { stream } = accept(PATH_STREAM_START, partUntil(recorder, 1_000), 1_000);
        return [stream, partUntil(new PathRecorder(), 1_000), 1_040];
      },
      'ERR_PATH_BACK',
    ],
    ['is later than its batch', (recorder) => [PATH_STREAM_START, partUntil(recorder, 1_000), 900], 'ERR_PATH_LATE'],
    [
      'is older than a batch can be',
      (recorder) => [PATH_STREAM_START, partUntil(recorder, 1_000), 1_100],
      'ERR_PATH_OLD',
    ],
    [
      'is empty',
      () => [PATH_STREAM_START, { isFirst: true, number: 0, bytes: new Uint8Array(0) }, 200],
      'ERR_PATH_MALFORMED',
    ],
    [
      'is no path',
      () => [PATH_STREAM_START, { isFirst: true, number: 0, bytes: Uint8Array.of(0) }, 200],
      'ERR_PATH_MALFORMED',
    ],
  ])('that %s is refused', (_, make, error) => {
    expect(refusalOf(...make(new PathRecorder()))).toBe(error);
  });

  it('never throw for any bytes, and time never goes back', () => {
    const chunk = fc.record({ isFirst: fc.boolean(), number: fc.nat(3), bytes: fc.uint8Array({ maxLength: 40 }) });
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 12 }), (chunks) => {
        let stream = PATH_STREAM_START;
        let lastMs = -1;
        for (const [at, part] of chunks.entries()) {
          const continued = continuePath(stream, part, 150 * (at + 1));
          if (!continued.ok) continue;
          stream = continued.value.stream;
          const { samples } = continued.value;
          for (let word = 0; word < samples.length; word += PATH_WORDS) {
            expect(samples[word]).toBeGreaterThan(lastMs);
            lastMs = samples[word] ?? 0;
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
