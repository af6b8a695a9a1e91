import { Buffer } from 'node:buffer';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arena, crossChain, freePlay, steady, UPGRADES, type Round, type Rules } from './index.ts';
import { events, playTo, popVisible, spawned, start, trace } from './round.fixture.ts';
import * as state from './state.ts';

/** A snapshot with one word exchanged; the first word of a snapshot names the rules, so words of the state start at 1. */
function exchanged(snapshot: Uint8Array, word: number, change: (value: number) => number): Uint8Array {
  const words = new Int32Array(snapshot.slice().buffer);
  words[word + 1] = change(words[word + 1]!);
  return new Uint8Array(words.buffer);
}

/** That a snapshot is refused and nothing of the round is changed by it. */
function expectRefused(round: Round, snapshot: Uint8Array, code: string): void {
  const before = trace(round);
  events(round);
  expect(round.restore(snapshot)).toEqual({ ok: false, error: code });
  expect(trace(round)).toBe(before);
  expect(events(round)).toEqual([]);
}

describe('a snapshot', () => {
  test('is at most 2,048 bytes for every rule set of the game', () => {
    for (const rules of [freePlay, arena, crossChain])
      expect(start(rules).snapshot().length).toBeLessThanOrEqual(2_048);
  });

  test('of equal states has equal bytes, however they were reached', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(freePlay, arena),
        fc.integer({ min: 1, max: 60_000 }),
        fc.integer({ min: 1, max: 5_000 }),
        (rules, ms, step) => {
          const straight = start(rules);
          straight.advanceTo(ms);
          const stepped = start(rules);
          while (stepped.timeMs < ms) stepped.advanceTo(Math.min(ms, stepped.timeMs + step));
          const restored = start(rules);
          expect(restored.restore(straight.snapshot()).ok).toBe(true);
          for (const round of [stepped, restored, straight.clone()])
            expect(round.snapshot()).toEqual(straight.snapshot());
        },
      ),
      { numRuns: 60 },
    );
  });

  test('is a copy: playing the round does not change it, and changing it does not change the round', () => {
    const round = playTo(start(freePlay), 5_000);
    const snapshot = round.snapshot();
    const kept = snapshot.slice();
    playTo(round, 9_000);
    expect(snapshot).toEqual(kept);
    const before = trace(round);
    snapshot.fill(0);
    expect(trace(round)).toBe(before);
  });

  test('keeps a pause, and forgets events that were not taken', () => {
    const round = playTo(start(freePlay), 5_000);
    round.pause();
    const other = playTo(start(freePlay), 700);
    expect(other.restore(round.snapshot()).ok).toBe(true);
    expect([other.phase, other.timeMs, events(other)]).toEqual(['paused', 5_000, []]);
    expect(other.resume()).toBe(true);
  });

  test('of a paused round never pauses a round that never pauses', () => {
    const round = playTo(start(freePlay), 5_000);
    round.pause();
    const paid = start(freePlay, { pausable: false });
    paid.restore(round.snapshot());
    expect(paid.phase).toBe('running');
  });

  test('may come back in a Buffer, which shares its memory with others', () => {
    const round = playTo(start(arena), 5_000);
    const other = start(arena);
    expect(other.restore(Buffer.from(round.snapshot()))).toEqual({ ok: true, value: true });
    expect(other.hash).toBe(round.hash);
    const larger = Buffer.alloc(5_000, 0xee);
    larger.set(round.snapshot(), 3);
    expect(start(arena).restore(larger.subarray(3, 3 + round.snapshot().length)).ok).toBe(true);
  });

  test('can be restored at the end of any round, one with an escape at its last ms too', () => {
    const round = start(arena);
    round.advanceTo(60_000);
    const first = events(round).find(({ type }) => type === 'escape');
    const short = start({ ...arena, durationMs: first?.timeMs ?? 0 });
    expect(short.advanceTo(60_000)).toBe('over');
    expect(short.restore(short.snapshot())).toEqual({ ok: true, value: true });
    for (const rules of [freePlay, arena, crossChain]) {
      const over = playTo(start(rules), 60_000);
      expect(start(rules).restore(over.snapshot()).ok).toBe(true);
    }
  });

  test('can be restored at any ms of any round', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(freePlay, arena, crossChain),
        fc.nat(60_000),
        fc.string({ minLength: 1 }),
        (rules, ms, seed) => {
          const round = playTo(start(rules, { seed }), ms, 400);
          const other = start(rules, { seed });
          expect(other.restore(round.snapshot())).toEqual({ ok: true, value: true });
          expect(other.hash).toBe(round.hash);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a bad snapshot', () => {
  test.each([0, 1, 4, -1, -4, 400])('%i bytes off is refused and changes nothing', (by) => {
    const round = playTo(start(arena), 5_000);
    const snapshot = round.snapshot();
    const length = by === 0 ? 0 : snapshot.length + by;
    expectRefused(round, new Uint8Array(length), 'ERR_SNAPSHOT_LENGTH');
  });

  test('of other rules, of another version or of another loadout is refused and changes nothing', () => {
    const round = playTo(start(arena), 5_000);
    for (const other of [
      start(crossChain),
      start({ ...arena, version: 2 }),
      ...UPGRADES.map(({ id }) => start(arena, { loadout: [id] })),
    ]) {
      expectRefused(round, other.snapshot(), 'ERR_SNAPSHOT_OTHER_ROUND');
    }
    expectRefused(start(freePlay), round.snapshot(), 'ERR_SNAPSHOT_LENGTH');
  });

  const first = state.HEADER_WORDS + 20;
  test.each<readonly [why: string, word: number, value: (value: number) => number]>([
    ['a time before the beginning', state.TIME, () => -1],
    ['a time after the end', state.TIME, () => 60_001],
    ['a time past the next wave', state.TIME, () => 59_000],
    ['a phase that is none', state.PHASE, () => 3],
    ['a negative phase', state.PHASE, () => -1],
    ['a negative score', state.SCORE, () => -1],
    ['fewer than no bubbles', state.COUNT, () => -1],
    ['more bubbles than fit', state.COUNT, () => 21],
    ['dead bubbles counted as living', state.COUNT, () => 20],
    ['a wave in the past', state.NEXT_SPAWN, () => 4_000],
    ['a second to come', state.SECOND, () => 6],
    ['a second before the first', state.SECOND, () => -2],
    ['no second yet', state.SECOND, () => -1],
    ['a second that is past', state.SECOND, () => 3],
    ['a bubble that takes points away', first + state.POINTS, () => -1],
    ['a place out of line', state.HEADER_WORDS, (at) => at + 1],
    ['a place beyond the last', state.HEADER_WORDS, () => 1_000_000],
    ['a place before the first', state.HEADER_WORDS, () => -12],
    ['a place twice', state.HEADER_WORDS + 1, () => first],
    ['a bubble without a radius', first + state.RADIUS, () => 0],
    ['a bubble wider than the field', first + state.RADIUS, () => 400],
    ['a bubble that should have escaped', first + state.ESCAPE_AT, () => 4_999],
  ])('with %s is refused and changes nothing', (_why, word, change) => {
    const round = start(arena);
    round.advanceTo(5_000);
    expectRefused(round, exchanged(round.snapshot(), word, change), 'ERR_SNAPSHOT_STATE');
  });

  test('with any content is either refused with nothing changed, or lets the round run to its end without a throw or a hang', () => {
    const bounded: Rules = { ...arena, id: 'bounded', durationMs: 12_000 };
    const turning: Rules = {
      ...freePlay,
      id: 'turning',
      durationMs: 12_000,
      spawnIntervalMs: { from: 20, perPoints: 1, to: 2_000 },
      milestonePoints: 70,
    };
    const changes = fc.array(
      fc.tuple(fc.nat(600), fc.oneof(fc.nat(70_000), fc.integer(), fc.constantFrom(-1, 0, 1, 0x7fffffff, -0x80000000))),
      { minLength: 1, maxLength: 4 },
    );
    let taken = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(bounded, turning),
        fc.integer({ min: 600, max: 11_000 }),
        changes,
        (rules, ms, exchanges) => {
          const round = playTo(start(rules), ms, 300);
          const before = trace(round);
          const words = new Int32Array(round.snapshot().buffer);
          for (const [word, value] of exchanges) words[1 + (word % (words.length - 1))] = value;
          const restored = round.restore(new Uint8Array(words.buffer));
          if (!restored.ok) {
            expect(trace(round)).toBe(before);
            return;
          }
          taken++;
          for (let turn = 0; turn < 60; turn++) {
            round.advanceTo(Math.min(Math.max(round.timeMs, 0) + 250, 12_000));
            if (round.phase === 'running') popVisible(round);
            if (round.phase === 'paused') round.resume();
          }
          expect(round.phase).toBe('over');
          round.snapshot();
        },
      ),
      { numRuns: 400 },
    );
    expect(taken).toBeGreaterThan(20);
  });

  test('that promises quiet for ever is not believed', () => {
    const round = start(arena);
    round.advanceTo(5_000);
    const restored = round.restore(exchanged(round.snapshot(), state.HORIZON, () => 0x7fffffff));
    const straight = start(arena);
    straight.advanceTo(60_000);
    expect([restored.ok, round.advanceTo(99_999), round.hash]).toEqual([true, 'over', straight.hash]);
  });

  test('that has the next escape at another ms than any bubble is not waited for', () => {
    const round = start(arena);
    round.advanceTo(5_000);
    const restored = round.restore(exchanged(round.snapshot(), state.NEXT_ESCAPE, (at) => at + 1));
    const straight = start(arena);
    straight.advanceTo(60_000);
    expect([restored.ok, round.advanceTo(60_000), round.hash]).toEqual([true, 'over', straight.hash]);
  });
});

test("a state has room for its rules' largest cap", () => {
  expect(state.capacityOf(arena)).toBe(20);
  expect(state.capacityOf({ ...arena, bubbleCap: { from: 30, perPoints: 1, to: 4 } })).toBe(30);
  const shrinking: Rules = {
    ...freePlay,
    id: 'shrinking',
    bubbleCap: { from: 12, perPoints: 1, to: 2 },
    firstSpawnMs: 50,
    spawnIntervalMs: steady(50),
  };
  const round = start(shrinking);
  round.advanceTo(900);
  expect(round.count).toBe(12);
  popVisible(round);
  round.advanceTo(60_000);
  expect(round.count).toBe(11);
  expect(spawned(shrinking, 1)).toHaveLength(12);
});
