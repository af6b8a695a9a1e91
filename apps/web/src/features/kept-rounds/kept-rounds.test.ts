import { arena, decodeReplay, encodeReplay, freePlay, makeReplayText } from '@popfray/engine';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { playFalseReplay, playReplay } from '../../testing/replays.ts';
import { findBest, MAX_KEPT_ROUNDS, readRound, sortRounds, type KeptRound } from './kept-round.ts';
import { createKeptRounds } from './kept-rounds.ts';
import { makeRoundsFile, parseRoundsFile } from './rounds-file.ts';
import { createMemoryStorage, type RoundStorage } from './round-storage.ts';

function make(seed: string, playedAtMs: number, rules = freePlay): KeptRound {
  const round = readRound(playReplay(rules, seed), playedAtMs);
  if (round === null) throw new Error('No round.');
  return round;
}

/** A storage that tests can inspect and break. */
function openBreakable(): RoundStorage & { stored: () => Promise<readonly unknown[]>; fault: DOMException | null } {
  const inner = createMemoryStorage();
  const storage = {
    isLasting: true,
    fault: null as DOMException | null,
    stored: () => inner.all(),
    all: async () => inner.all(),
    async put(round: Parameters<RoundStorage['put']>[0]) {
      if (storage.fault !== null) throw storage.fault;
      await inner.put(round);
    },
    drop: async (id: string) => inner.drop(id),
  };
  return storage;
}

const first = make('ONE', 1_000);
const second = make('TWO', 2_000);
const inArena = make('THREE', 3_000, arena);

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

describe('kept rounds', () => {
  test('are read from the storage again, newest first', async () => {
    const storage = createMemoryStorage();
    await createKeptRounds(() => Promise.resolve(storage)).add([first, inArena, second]);
    const kept = createKeptRounds(() => Promise.resolve(storage));
    expect(kept.getState().rounds).toBeNull();
    await kept.load();
    expect(kept.getState().rounds).toEqual([inArena, second, first]);
  });

  test('have no duplicates, and are restored at their place after a deletion', async () => {
    const kept = createKeptRounds(() => Promise.resolve(createMemoryStorage()));
    expect(await kept.add([first, second])).toBe(2);
    expect(await kept.add([first, second])).toBe(0);
    await kept.drop(first.id);
    expect(kept.getState().rounds).toEqual([second]);
    expect(await kept.add([first])).toBe(1);
    expect(kept.getState().rounds).toEqual([second, first]);
  });

  test('that are added concurrently are all stored', async () => {
    const storage = createMemoryStorage();
    const kept = createKeptRounds(() => Promise.resolve(storage));
    await Promise.all([kept.add([first]), kept.add([second]), kept.load(), kept.add([inArena])]);
    expect(kept.getState().rounds).toHaveLength(3);
    expect(await storage.all()).toHaveLength(3);
  });

  test('are limited in number, but keep the best of each rule set', () => {
    const old: KeptRound = { ...first, id: 'old best', playedAtMs: 1, replay: { ...first.replay, score: 99_999 } };
    const many = Array.from({ length: MAX_KEPT_ROUNDS + 5 }, (_, at): KeptRound => {
      const replay = { ...second.replay, score: at };
      return { ...second, id: `round ${String(at)}`, playedAtMs: 100 + at, replay };
    });
    const { kept, surplus } = sortRounds([old, ...many]);
    expect(kept).toHaveLength(MAX_KEPT_ROUNDS + 1);
    expect(kept.at(-1)).toBe(old);
    expect(surplus.map(({ id }) => id)).toEqual(['round 4', 'round 3', 'round 2', 'round 1', 'round 0']);
    expect(findBest(kept, freePlay.id)).toBe(old);
    expect(findBest(kept, arena.id)).toBeNull();
  });

  test('that are invalid are deleted: other formats, wrong scores, another round’s id', async () => {
    const storage = openBreakable();
    const put = (round: object): Promise<void> => storage.put(round as never);
    await put({ id: 'a', playedAtMs: 1, bytes: 'text' });
    await put({ id: 'b', playedAtMs: Number.NaN, bytes: first.bytes });
    await put({ id: 'c', playedAtMs: 1, bytes: playFalseReplay(freePlay, 'FALSE') });
    await put({ id: 'd', playedAtMs: 1, bytes: first.bytes });
    await put({ id: 'e', playedAtMs: 1, bytes: first.bytes.subarray(0, 20) });
    await put({ id: second.id, playedAtMs: 2_000, bytes: second.bytes });
    const kept = createKeptRounds(() => Promise.resolve(storage));
    await kept.load();
    expect(kept.getState()).toMatchObject({ rounds: [{ id: second.id }], isLasting: true });
    expect(await storage.stored()).toHaveLength(1);
  });

  test('are held in memory when the storage is full, and say so', async () => {
    const storage = openBreakable();
    const kept = createKeptRounds(() => Promise.resolve(storage));
    await kept.add([first]);
    storage.fault = new DOMException('No room.', 'QuotaExceededError');
    expect(await kept.add([second])).toBe(1);
    expect(kept.getState()).toMatchObject({ rounds: [{ id: second.id }, { id: first.id }], isLasting: false });
    await kept.load();
    expect(kept.getState().rounds).toHaveLength(2);
    await kept.drop(first.id);
    expect(await storage.stored()).toEqual([]);
  });

  test('from a clock that was ahead do not displace rounds played after it was corrected', async () => {
    const storage = createMemoryStorage();
    const ahead = createKeptRounds(
      () => Promise.resolve(storage),
      () => 9_000,
    );
    await ahead.add([{ ...first, playedAtMs: 9_000 }]);
    const right = createKeptRounds(
      () => Promise.resolve(storage),
      () => 2_000,
    );
    await right.add([second]);
    expect(right.getState().rounds?.map(({ id, playedAtMs }) => [id, playedAtMs])).toEqual([
      [second.id, 2_000],
      [first.id, 2_000],
    ]);
  });

  test('with upgrades or of a battle are not practice', () => {
    const decoded = decodeReplay(playReplay(freePlay, 'X'));
    const solo = decoded.ok && encodeReplay({ ...decoded.value, loadout: ['score-multiplier'] });
    expect(solo && solo.ok && readRound(solo.value, 1)).toBeNull();
    expect(readRound(new Uint8Array(5), 1)).toBeNull();
  });
});

describe('a file of rounds', () => {
  test('imports the same rounds into another browser', () => {
    const read = parseRoundsFile(makeRoundsFile([second, first, inArena]), 5_000);
    expect(read).toEqual({ rounds: [second, first, inArena], refused: 0 });
  });

  test('may contain invalid entries: they are skipped and counted', () => {
    const good = { playedAt: new Date(1_000).toISOString(), replay: makeReplayText(first.bytes) };
    const text = JSON.stringify({
      format: 'popfray-rounds',
      version: 1,
      rounds: [good, null, 7, { replay: 3 }, { replay: '!!' }, { ...good, replay: good.replay.slice(0, 30) }],
    });
    expect(parseRoundsFile(text, 5_000)).toEqual({ rounds: [first], refused: 5 });
  });

  test.each([['tomorrow'], [new Date(9_000).toISOString()], [-1], [undefined]])(
    'with a round of %s has it as of now',
    (playedAt) => {
      const rounds = [{ playedAt, replay: makeReplayText(first.bytes) }];
      const text = JSON.stringify({ format: 'popfray-rounds', version: 1, rounds });
      expect(parseRoundsFile(text, 5_000)?.rounds[0]?.playedAtMs).toBe(5_000);
    },
  );

  test.each([
    '',
    'null',
    '[]',
    '{}',
    '{"format":"popfray-rounds","version":2,"rounds":[]}',
    '{"format":"x","rounds":[]}',
  ])('is not: %s', (text) => {
    expect(parseRoundsFile(text, 5_000)).toBeNull();
  });
});
