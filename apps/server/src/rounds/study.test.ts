import { arena, createBubble, encodeReplay, type Round } from '@popfray/engine';
import { PATH_START, PathRecorder, encodePath, type PathDevice } from '@popfray/protocol/battle';
import { expect, it } from 'vitest';
import { INPUT_WORDS } from '../conduct/index.ts';
import { play } from '../conduct/pointer.fixture.ts';
import { playInputs, recorded, startRound } from '../testing/player.fixture.ts';
import { studyReplay } from './study.ts';

/** The bytes of the replay of a round that is over. */
function bytesOf(round: Round): Uint8Array {
  const bytes = encodeReplay(recorded(round));
  if (!bytes.ok) throw new Error(bytes.error.code);
  return bytes.value;
}

/** A round of `clicks` clicks, one in three of which lands on a bubble. */
function playWithMisses(clicks: number): Round {
  const round = startRound('misses');
  for (let click = 0; click < clicks; click++) {
    round.advanceTo(3_000 + click * 400);
    const { xPx, yPx } = click % 3 === 0 ? bubbleOf(round) : gapOf(round);
    round.pop(xPx, yPx);
  }
  round.advanceTo(arena.durationMs);
  return round;
}

type Place = Readonly<Record<'xPx' | 'yPx', number>>;

function bubbleOf(round: Round): Place {
  const bubbles = Array.from({ length: round.count }, (_, place) => round.bubbleAt(place, createBubble()));
  const inside = bubbles.find(({ xPx, yPx }) => xPx > 0 && xPx < 800 && yPx > 0 && yPx < 600);
  if (inside === undefined) throw new Error('there is no bubble');
  return inside;
}

function gapOf(round: Round): Place {
  for (let yPx = 5; yPx < 600; yPx += 10)
    for (let xPx = 5; xPx < 800; xPx += 10) if (round.topmostAt(xPx, yPx) < 0) return { xPx, yPx };
  throw new Error('bubbles cover the field');
}

/** A path that has only a press of the device at each click. */
function pressAll(inputs: Int32Array, device: PathDevice): Uint8Array {
  const recorder = new PathRecorder();
  for (let at = 0; at < inputs.length; at += INPUT_WORDS) {
    const [timeMs = 0, x = 0, y = 0] = inputs.subarray(at, at + INPUT_WORDS);
    recorder.add({ timeMs, xPx: x / 4, yPx: y / 4, device, radiusPx: 12, isPress: true });
  }
  return recorder.take(arena.durationMs);
}

it('the share of clicks that land on a bubble is rounded down, so that it is compared with the limit as it was judged', () => {
  expect(studyReplay(bytesOf(playWithMisses(60)), null).hitPct).toBe(33);
  expect(studyReplay(bytesOf(playWithMisses(61)), null).hitPct).toBe(34);
});

it('the share of clicks that land is not known of a round with hardly a click', () => {
  expect(studyReplay(bytesOf(playWithMisses(9)), null).hitPct).toBeNull();
});

it.each([
  ['mouse', { mouse: 60, touch: 0, keyboard: 0 }],
  ['pen', { mouse: 60, touch: 0, keyboard: 0 }],
  ['touch', { mouse: 0, touch: 60, keyboard: 0 }],
  ['keyboard', { mouse: 0, touch: 0, keyboard: 60 }],
] satisfies [PathDevice, object][])('clicks are counted by what they were made with: %s', (device, counts) => {
  const round = playWithMisses(60);
  expect(studyReplay(bytesOf(round), pressAll(round.inputs(), device)).clicksByDevice).toEqual(counts);
});

it('a round without a path does not say what its clicks were made with', () => {
  expect(studyReplay(bytesOf(playWithMisses(60)), null).clicksByDevice).toBeNull();
});

it('the limits are those that the round was judged by: higher ones without enough of a path', () => {
  const { seed, inputs, path } = play('study');
  const bytes = bytesOf(playInputs(seed, inputs));
  const withPath = { fastMs: 105, regularPct: 2, precise: null };
  const byClicks = { fastMs: 180, regularPct: 6, precise: { offsetPct: 8, reactionMs: 400 } };
  expect(studyReplay(bytes, encodePath(path, PATH_START).bytes).limits).toMatchObject(withPath);
  expect(studyReplay(bytes, null).limits).toMatchObject(byClicks);
  expect(studyReplay(bytes, pressAll(inputs, 'touch')).limits).toMatchObject(byClicks);
});
