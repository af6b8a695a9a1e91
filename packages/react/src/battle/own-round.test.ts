import { crossChain, seededEntropy } from '@popfray/engine';
import { BATCH_MS, BATTLE_MS, continuePath, PATH_STREAM_START, type InputBatch } from '@popfray/protocol/battle';
import { describe, expect, it } from 'vitest';
import { OwnRound } from './own-round.ts';

const FRAME_MS = 1_000 / 60;
/** Between two events of a mouse, and between two clicks, ms. */
const EVENT_MS = 8;
const CLICK_MS = 290;

/** Plays a round as a page does, with a mouse that never rests and clicks where it is. Returns all batches. */
function play(sendsPath: boolean): { readonly own: OwnRound; readonly batches: readonly InputBatch[] } {
  const own = new OwnRound(crossChain, seededEntropy('BATCHES'));
  own.sendsPath = sendsPath;
  const batches: InputBatch[] = [];
  const takeAll = (nextMs: number): void => {
    for (let batch = own.takeBatch(nextMs, nextMs); batch !== null; batch = own.takeBatch(nextMs, nextMs))
      batches.push(batch);
  };
  let [eventMs, clickMs] = [0, CLICK_MS];
  for (let frame = 1; own.round.timeMs < BATTLE_MS; frame++) {
    const nextMs = Math.min(BATTLE_MS, Math.round(frame * FRAME_MS));
    takeAll(nextMs);
    own.round.advanceTo(nextMs);
    for (; eventMs <= nextMs; eventMs += EVENT_MS) {
      const place = { xPx: 400 + 300 * Math.sin(eventMs / 400), yPx: 300 + 200 * Math.cos(eventMs / 300) };
      const isPress = eventMs >= clickMs;
      own.path.add({ ...place, timeMs: eventMs, device: 'mouse', isPress });
      if (!isPress) continue;
      own.pop(place.xPx, place.yPx);
      clickMs += CLICK_MS;
    }
  }
  takeAll(BATTLE_MS);
  return { own, batches };
}

describe('the batches of a player whose mouse never rests', () => {
  const { own, batches } = play(true);

  it('are at most six a second', () => {
    expect(batches.length).toBeGreaterThan((2 * BATTLE_MS) / 1_000);
    expect(batches.length).toBeLessThanOrEqual((6 * BATTLE_MS) / 1_000);
  });

  it('have every click', () => {
    const clicks = batches.flatMap(({ inputs }) => [...inputs]);
    expect(clicks).toEqual([...own.round.inputs()]);
    expect(clicks.length).toBeGreaterThan(0);
  });

  it('span no more than a server accepts', () => {
    for (const { inputs, untilMs } of batches) {
      const times = inputs.filter((_, word) => word % 3 === 0);
      for (const clickMs of times) expect(clickMs).toBeGreaterThan(untilMs - BATCH_MS);
    }
  });

  it('have the whole path', () => {
    let stream = PATH_STREAM_START;
    const times: number[] = [];
    for (const { path, untilMs } of batches) {
      if (path === undefined) continue;
      const read = continuePath(stream, path, untilMs);
      if (!read.ok) throw new Error(read.error);
      ({ stream } = read.value);
      times.push(...read.value.samples.filter((_, word) => word % 5 === 0));
    }
    // A sample for each sixtieth of a second, except where an event of 8 ms falls between two of them.
    expect(times.length).toBeGreaterThan(0.95 * 60 * (BATTLE_MS / 1_000));
    const gaps = times.slice(1).map((timeMs, at) => timeMs - (times[at] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(2.5 * FRAME_MS);
  });
});

it('a player whose path is not sent has a batch for each click', () => {
  const { own, batches } = play(false);
  expect(batches.every(({ path }) => path === undefined)).toBe(true);
  expect(batches.length).toBe(own.round.inputCount);
});

it('a batch that is sent again while the first one is not answered has another end, because answers name batches by their ends', () => {
  const own = new OwnRound(crossChain, seededEntropy('ENDS'));
  for (const clickMs of [700, 1_000, 1_250]) {
    own.round.advanceTo(clickMs);
    own.pop(400, 300);
  }
  own.round.advanceTo(1_500);
  const sent = [own.takeBatch(1_516, 1_516), own.takeBatch(1_516, 1_516)];
  expect(sent).toMatchObject([
    { first: 0, untilMs: 700 },
    { first: 1, untilMs: 1_000 },
  ]);
  own.refuse({ reason: 'late', untilMs: 700, count: 0 }, 0);
  const again = own.takeBatch(1_516, 1_516);
  expect(again).toMatchObject({ first: 0, untilMs: 1_001 });
  expect(again?.inputs[0]).toBe(1_000);
});
