import { crossChain, decodeReplay, seededEntropy, verifyReplay } from '@popfray/engine';
import {
  AHEAD_MS,
  BATCH_MS,
  BATTLE_MS,
  decodePath,
  GRACE_MS,
  PATH_START,
  PATH_WORDS,
  PathRecorder,
  type InputBatch,
  type PlayerScore,
  type Refusal,
} from '@popfray/protocol/battle';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SeatRow } from '../platform/database/schema.ts';
import { Contestant } from './contestant.ts';
import { makeSeat } from './seat.fixture.ts';
import { decodeRecords, encodeRecords } from './journal-record.ts';

const contestant = (seat: Partial<SeatRow> = {}): Contestant =>
  new Contestant(makeSeat(seat), crossChain, seededEntropy('a'), 'bot');

/** Clicks at times, in the middle of the field. */
const at = (...times: readonly number[]): Int32Array => Int32Array.from(times.flatMap((time) => [time, 1_600, 1_200]));

const batch = (first: number, untilMs: number, inputs = at()): InputBatch => ({ first, untilMs, inputs });

/** Seconds that are known at a time of the round, ms, when every reveal arrives on time. */
const knownAt = (elapsedMs: number): number => Math.min(Math.floor(elapsedMs / 1_000) * 1_000 + 2_000, BATTLE_MS);

/** Judges a batch, and plays it if it is valid. */
function take(player: Contestant, said: InputBatch, elapsedMs: number): Refusal | null {
  const refusal = player.accept(said, elapsedMs, knownAt(elapsedMs), null);
  if (refusal === null) player.playAccepted();
  return refusal;
}

/** Two clicks were taken: at 4,800 and 4,900 ms. It is 5,000 ms. */
function playing(): Contestant {
  const player = contestant();
  expect(take(player, batch(0, 4_900, at(4_800, 4_900)), 5_000)).toBeNull();
  return player;
}

it('everybody plays without upgrades', () => {
  expect(contestant().round.loadout).toEqual([]);
});

describe('a batch', () => {
  it('is played at the times that it says, and sent once', () => {
    const player = playing();
    expect(player.count).toBe(2);
    expect(player.scoreUpdate(4_799)).toMatchObject({ place: 0, first: 0, inputs: at() });
    expect(player.scoreUpdate(4_899)).toMatchObject({ first: 0, inputs: at(4_800) });
    expect(player.broadcastClicks()).toEqual(at(4_800));
    expect(player.scoreUpdate(4_900)).toMatchObject({ first: 1, inputs: at(4_900) });
    expect(take(player, batch(2, 5_100, at(5_000)), 5_200)).toBeNull();
    expect(player.scoreUpdate(5_000)).toMatchObject({ first: 2, inputs: at(5_000) });
    expect(player.scoreUpdate(BATTLE_MS)).toMatchObject({ first: 3, inputs: at() });
  });

  it.each<[string, InputBatch, number]>([
    ['at the last ms of the grace', batch(2, 5_200, at(5_100)), 5_200 + GRACE_MS],
    ['as far ahead as clocks may be', batch(2, 5_000 + AHEAD_MS, at(5_000 + AHEAD_MS)), 5_000],
    ['that spans all that one may', batch(2, 5_200, at(5_001, 5_101)), 5_200],
    ['without clicks', batch(2, 4_901), 5_000],
    ['after a long silence', batch(2, 30_000, at(29_801)), 30_000],
    ['with clicks as close as rules allow', batch(2, 5_100, at(5_000, 5_100)), 5_000],
    ['with clicks on the edges of the field', batch(2, 5_100, Int32Array.of(5_000, 0, 0, 5_100, 3_200, 2_400)), 5_000],
    ['with the last click of a round', batch(2, BATTLE_MS, at(BATTLE_MS - 1)), BATTLE_MS + GRACE_MS],
  ])('is taken %s', (_, said, elapsedMs) => {
    const player = playing();
    expect(take(player, said, elapsedMs)).toBeNull();
    expect(player.count).toBe(2 + said.inputs.length / 3);
  });

  it.each<[string, Refusal, InputBatch, number]>([
    ['comes 1 ms after the grace', 'late', batch(2, 5_200, at(5_100)), 5_201 + GRACE_MS],
    ['has a click from before its stretch', 'late', batch(2, 5_200, at(5_000, 5_200)), 5_200],
    ['is from the future', 'ahead', batch(2, 5_001 + AHEAD_MS), 5_000],
    ['has a click after its own end', 'ahead', batch(2, 5_000, at(5_001)), 5_100],
    ['is from a second that is not revealed', 'ahead', batch(2, 7_000), 6_950],
    ['comes again', 'order', batch(0, 4_900, at(4_800, 4_900)), 5_000],
    ['leaves out a click', 'order', batch(3, 5_000, at(5_000)), 5_000],
    ['takes a click back', 'order', batch(1, 5_000, at(5_000)), 5_000],
    ['ends where the last one ended', 'order', batch(2, 4_900), 5_000],
    ['ends before the last one', 'order', batch(2, 4_850), 5_000],
    ['has a click from within the last one', 'order', batch(2, 5_050, at(4_900)), 5_000],
    ['has clicks that go back in time', 'dense', batch(2, 5_150, at(5_150, 5_050)), 5_000],
    ['has clicks closer than rules allow', 'dense', batch(2, 5_140, at(5_000, 5_099)), 5_000],
    ['has a click too close to the last one', 'dense', batch(2, 5_000, at(4_999)), 5_000],
    ['has two clicks at once', 'dense', batch(2, 5_100, at(5_050, 5_050)), 5_000],
    ['clicks right of the field', 'outside', batch(2, 5_000, Int32Array.of(5_000, 3_201, 0)), 5_000],
    ['clicks below the field', 'outside', batch(2, 5_000, Int32Array.of(5_000, 0, 2_401)), 5_000],
    ['is from after the end', 'over', batch(2, BATTLE_MS + 1), BATTLE_MS],
    ['clicks at the end', 'over', batch(2, BATTLE_MS, at(BATTLE_MS)), BATTLE_MS],
  ])('that %s is refused as %s, whole, and leaves no trace', (name, reason, said, elapsedMs) => {
    const player = playing();
    const before = [player.round.hash, player.count, player.round.timeMs];
    const knownMs = name.includes('not revealed') ? 7_000 : knownAt(elapsedMs);
    expect(player.accept(said, elapsedMs, knownMs, null)).toBe(reason);
    expect([player.round.hash, player.count, player.round.timeMs]).toEqual(before);
    expect(take(player, batch(2, 5_100, at(5_000, 5_100)), 5_100)).toBeNull();
  });

  it('is refused from a player who gave up', () => {
    const player = playing();
    player.hasLeft = true;
    expect(take(player, batch(2, 5_000, at(5_000)), 5_000)).toBe('over');
    expect(player.finish()).toMatchObject({ status: 'left' });
  });

  it('of any kind is taken or refused, and what counts was neither late nor ahead', () => {
    const said = fc.record({
      elapsedMs: fc.integer({ min: 0, max: 400 }),
      skip: fc.oneof(
        { weight: 9, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }) },
      ),
      behindMs: fc.integer({ min: -200, max: 1_200 }),
      clicks: fc.array(
        fc.record({ back: fc.integer({ min: -5, max: 240 }), x: fc.nat({ max: 3_300 }), y: fc.nat({ max: 2_400 }) }),
        { maxLength: 3 },
      ),
    });
    const story = fc.array(said, { maxLength: 200 });
    fc.assert(
      fc.property(story, (steps) => {
        const player = contestant();
        const accepted: number[] = [];
        let elapsedMs = 0;
        for (const step of steps) {
          elapsedMs += step.elapsedMs;
          const untilMs = Math.max(0, elapsedMs - step.behindMs);
          const clicks = step.clicks.toSorted((a, b) => b.back - a.back);
          const inputs = Int32Array.from(clicks.flatMap(({ back, x, y }) => [Math.max(0, untilMs - back), x, y]));
          if (take(player, batch(player.count + step.skip, untilMs, inputs), elapsedMs) !== null) continue;
          accepted.push(...inputs);
          for (let word = 0; word < inputs.length; word += 3) {
            const lateMs = elapsedMs - (inputs[word] ?? NaN);
            expect(lateMs).toBeLessThan(GRACE_MS + BATCH_MS);
            expect(lateMs).toBeGreaterThanOrEqual(-AHEAD_MS);
          }
        }
        const { replay } = player.finish();
        const decoded = decodeReplay(replay);
        expect(decoded.ok && [...decoded.value.inputs]).toEqual(accepted);
        expect(verifyReplay(replay).ok).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a contestant', () => {
  it('who never connected was absent, with a round without clicks', () => {
    expect(contestant().finish()).toMatchObject({ status: 'absent', score: 0, seed: null });
  });

  it('that is a bot plays automatically, up to the allowed time, and reports every click', () => {
    const bot = contestant({ bot_skill: 'expert', address: '' });
    const collected: number[] = [];
    const collect = (score: PlayerScore): void => void collected.push(...score.inputs);
    for (let ms = 200; ms <= 10_000; ms += 200) {
      bot.playTo(ms);
      expect(bot.round.timeMs).toBe(ms);
      collect(bot.scoreUpdate(ms));
    }
    expect(bot.show()).toMatchObject({ isBot: true, isConnected: true, hasSeed: false, walletAddress: '' });
    const played = bot.finish();
    collect(bot.scoreUpdate(BATTLE_MS));
    const decoded = decodeReplay(played.replay);
    expect(decoded.ok && [...decoded.value.inputs]).toEqual(collected);
    expect(played).toMatchObject({ status: 'finished', isBot: true });
    expect(played.score).toBeGreaterThan(1_000);
  });
});

describe('the path of the pointer', () => {
  /** A batch without clicks. The pointer has moved since the last batch. */
  const moving = (recorder: PathRecorder, untilMs: number): InputBatch => {
    for (let ms = untilMs - 180; ms <= untilMs; ms += 20)
      recorder.add({ timeMs: ms, xPx: 100 + ms / 20, yPx: 300 - (ms % 50), device: 'mouse' });
    const path = recorder.takePart(untilMs, untilMs - BATCH_MS);
    if (path === null) throw new Error('there is no path');
    return { ...batch(0, untilMs), path };
  };
  const payer = (): Contestant => contestant({ fee_sun: 1_000_000 });

  it('is examined with the clicks of a player who has paid a fee, and settled as it was sent', () => {
    const player = payer();
    const recorder = new PathRecorder();
    for (let untilMs = 200; untilMs <= 2_000; untilMs += 200)
      expect(take(player, moving(recorder, untilMs), untilMs)).toBeNull();
    const { path, conduct } = player.finish();
    expect(conduct).toMatchObject({ reasons: [], clicks: 0, contradicted: 0, pathScore: null });
    const read = decodePath(path ?? new Uint8Array(0), PATH_START, BATTLE_MS);
    expect(read.ok && read.value.samples.length / PATH_WORDS).toBe(100);
    expect(read.ok && read.value.samples.subarray(0, PATH_WORDS)).toEqual(Int32Array.of(20, 404, 1_120, 0, 0));
    expect(read.ok && read.value.samples.at(-PATH_WORDS)).toBe(2_000);
  });

  it('is nothing to examine without a fee, and where the server did not ask for it only clicks are', () => {
    expect(contestant().finish()).toMatchObject({ conduct: null, path: null });
    const payerWithout = (acceptsPath: boolean): Contestant =>
      new Contestant(makeSeat({ fee_sun: 1_000_000 }), crossChain, seededEntropy('a'), 'bot', null, acceptsPath);
    const conductOf = (player: Contestant) => {
      for (let first = 0; first < 20; first++)
        expect(take(player, batch(first, first * 200, at(first * 200)), first * 200)).toBeNull();
      return player.finish();
    };
    expect(conductOf(payerWithout(false))).toMatchObject({
      conduct: { contradicted: null, pathScore: null, reasons: ['regular'] },
      path: null,
    });
    expect(conductOf(payerWithout(true))).toMatchObject({
      conduct: { contradicted: 20, pathScore: null, reasons: ['regular', 'pathless'] },
      path: null,
    });
  });

  it('is the same for a process that takes the battle over from the journal', () => {
    const [first, next] = [payer(), payer()];
    const recorder = new PathRecorder();
    const stored: Uint8Array[] = [];
    for (let untilMs = 200; untilMs <= 4_000; untilMs += 200) {
      const sent = { ...moving(recorder, untilMs), first: first.count, inputs: at(untilMs) };
      // One part is lost on the way, so the parts after it are ignored until the client restarts the path.
      if (untilMs === 1_000) continue;
      if (untilMs === 1_400) recorder.restart();
      expect(take(first, sent, untilMs)).toBeNull();
      stored.push(encodeRecords([{ type: 'inputs', place: 0, batch: sent }]));
    }
    for (const record of decodeRecords(Buffer.concat(stored))) if (record.type === 'inputs') next.replay(record.batch);
    const [expected, taken] = [first.finish(), next.finish()];
    expect(taken.path).toEqual(expected.path);
    expect(taken.conduct).toEqual(expected.conduct);
    const read = decodePath(taken.path ?? new Uint8Array(0), PATH_START, BATTLE_MS);
    // One of twenty parts is lost, and the two after it are ignored.
    expect(read.ok && read.value.samples.length / PATH_WORDS).toBe(170);
  });

  it.each<[string, (recorder: PathRecorder) => InputBatch]>([
    ['goes back in time', () => ({ ...moving(new PathRecorder(), 4_980), untilMs: 5_200 })],
    ['has samples after its end', () => ({ ...moving(new PathRecorder(), 5_400), untilMs: 5_200 })],
    ['has samples from before its stretch', (recorder) => ({ ...moving(recorder, 5_200), untilMs: 5_400 })],
    [
      'is cut off',
      () => ({ ...batch(0, 5_200), path: { isFirst: false, number: 1, bytes: Uint8Array.of(0x04, 0xff, 0xff) } }),
    ],
    ['is empty', () => ({ ...batch(0, 5_200), path: { isFirst: false, number: 1, bytes: new Uint8Array(0) } })],
    [
      'is no path',
      () => ({ ...batch(0, 5_200), path: { isFirst: true, number: 0, bytes: Uint8Array.of(0xff, 0xff, 0xff, 0xff) } }),
    ],
  ])('is refused with its batch when it %s', (_, make) => {
    const player = payer();
    const recorder = new PathRecorder();
    expect(take(player, moving(recorder, 5_000), 5_000)).toBeNull();
    expect(take(player, make(recorder), 5_400)).toBe('path');
    expect(take(player, { ...batch(0, 5_400), inputs: at(5_300) }, 5_400)).toBeNull();
    expect(player.finish().conduct?.clicks).toBe(1);
  });

  it('that contradicts the clicks is evidence: the player’s share will be held', () => {
    const player = payer();
    const recorder = new PathRecorder();
    for (let untilMs = 200; untilMs <= 6_000; untilMs += 200)
      expect(
        take(
          player,
          { ...moving(recorder, untilMs), first: player.count, inputs: Int32Array.of(untilMs, 3_000, 2_000) },
          untilMs,
        ),
      ).toBeNull();
    const { conduct } = player.finish();
    expect(conduct?.contradicted).toBe(30);
    expect(conduct?.reasons).toContain('pathless');
  });
});
