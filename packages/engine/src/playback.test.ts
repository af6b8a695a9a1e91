import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arena,
  blockEntropy,
  crossChain,
  freePlay,
  openPlayback,
  type Replay,
  type Round,
  type Rules,
} from './index.ts';
import { bytesOf, played, record } from './replay.fixture.ts';
import { events, living, playTo, start, trace } from './round.fixture.ts';

const replays = [freePlay, arena, crossChain].map((rules) =>
  record(played(rules, 'playback', 'expert', ['rapid-fire'])),
);

/** The round of a replay at a time, played straight there. */
function straight(replay: Replay, ms: number): Round {
  const { round } = openPlayback(replay);
  for (let at = 0; at < replay.inputs.length && replay.inputs[at]! <= ms; at += 3) {
    round.advanceTo(replay.inputs[at]!);
    round.pop(replay.inputs[at + 1]! / 4, replay.inputs[at + 2]! / 4);
  }
  round.advanceTo(ms);
  return round;
}

describe('seek', () => {
  test('in any order shows what the straight run shows', () => {
    const times = fc.array(fc.oneof(fc.nat(60_000), fc.constantFrom(0, 4_999, 5_000, 5_001, 59_999, 60_000)), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.constantFrom(...replays), times, (replay, order) => {
        const playback = openPlayback(replay);
        for (const ms of order) {
          playback.seek(ms);
          const expected = straight(replay, ms);
          expect(playback.round.timeMs).toBe(ms);
          expect(living(playback.round)).toEqual(living(expected));
          expect(trace(playback.round)).toBe(trace(expected));
        }
      }),
      { numRuns: 40 },
    );
  });

  test('to the end shows the score and hash that the replay states, from anywhere', () => {
    for (const replay of replays) {
      const playback = openPlayback(replay);
      for (const from of [0, 60_000, 31_234, 5_000]) {
        playback.seek(from);
        playback.seek(playback.durationMs);
        expect([playback.round.phase, playback.round.score, playback.round.hash]).toEqual([
          'over',
          replay.score,
          replay.hash,
        ]);
      }
    }
  });

  test('to every input shows it clicked', () => {
    const [replay] = replays;
    if (replay === undefined) return;
    const playback = openPlayback(replay);
    for (let input = replay.inputs.length / 3 - 1; input >= 0; input -= 7) {
      playback.seek(replay.inputs[input * 3]!);
      expect(playback.round.inputCount).toBeGreaterThan(input);
    }
  });

  test('forwards gives each event once, backwards gives none', () => {
    for (const replay of replays) {
      const playback = openPlayback(replay);
      const inSteps: unknown[] = [];
      for (let ms = 0; ms <= 60_000; ms += 700) {
        playback.seek(ms);
        inSteps.push(...events(playback.round));
      }
      playback.seek(60_000);
      inSteps.push(...events(playback.round));
      expect(inSteps).toEqual(events(straight(replay, 60_000)));
      playback.seek(33_333);
      expect(events(playback.round)).toEqual([]);
      playback.seek(40_000);
      expect(events(playback.round).every(({ timeMs }) => timeMs > 33_333 && timeMs <= 40_000)).toBe(true);
    }
  });

  test.each([
    [-1, 0],
    [-Infinity, 0],
    [1_234.9, 1_234],
    [60_001, 60_000],
    [Infinity, 60_000],
  ])('to %d stops at %d', (ms, stops) => {
    const playback = openPlayback(replays[0]!);
    playback.seek(20_000);
    playback.seek(ms);
    expect(playback.round.timeMs).toBe(stops);
  });

  test('to no time at all stays', () => {
    const playback = openPlayback(replays[0]!);
    playback.seek(20_000);
    const before = trace(playback.round);
    playback.seek(Number.NaN);
    expect(trace(playback.round)).toBe(before);
  });
});

test('a playback may be opened at the same replay twice: neither moves the other', () => {
  const [one, other] = [openPlayback(replays[1]!), openPlayback(replays[1]!)];
  one.seek(30_000);
  other.seek(100);
  expect([one.round.timeMs, other.round.timeMs]).toEqual([30_000, 100]);
});

test('a replay of blocks and of own rules is shown as well', () => {
  const own: Rules = { ...arena, id: 'own', durationMs: 7_300 };
  const blocks = new Int32Array(32).map((_, word) => Math.imul(word + 3, 0x85ebca6b));
  const replay = record(playTo(start(own, { entropy: blockEntropy(blocks) }), 7_300));
  const playback = openPlayback(replay, [own]);
  playback.seek(7_300);
  expect([playback.round.score, playback.round.hash, bytesOf(replay, [own]).length > 16]).toEqual([
    replay.score,
    replay.hash,
    true,
  ]);
  expect(() => openPlayback(replay)).toThrow(RangeError);
});

test('a replay that no decoder would have given is a bug, and thrown', () => {
  expect(() => openPlayback({ ...replays[0]!, loadout: ['luck'] as unknown as Replay['loadout'] })).toThrow(RangeError);
});
