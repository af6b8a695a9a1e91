import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TextStorage } from '../../data/storage/storage.ts';
import { readBest, recordBest } from './personal-best.ts';

function createStorage(kept: string | null): TextStorage {
  return {
    getItem: () => kept,
    setItem(_, text) {
      kept = text;
    },
    removeItem() {
      kept = null;
    },
  };
}

const full: TextStorage = {
  ...createStorage(null),
  setItem() {
    throw new DOMException('', 'QuotaExceededError');
  },
};

const forbidden: TextStorage = {
  ...full,
  getItem() {
    throw new DOMException('', 'SecurityError');
  },
};

afterEach(() => vi.restoreAllMocks());

describe('a personal best', () => {
  test('is stored for each rule set, and only replaced by a higher score', () => {
    const storage = createStorage(null);
    expect(readBest('arena', storage)).toBeNull();
    expect(recordBest('arena', 100, storage)).toBe(true);
    expect(recordBest('arena', 100, storage)).toBe(false);
    expect(recordBest('arena', 101, storage)).toBe(true);
    expect(recordBest('free-play', 7, storage)).toBe(true);
    expect(readBest('arena', storage)).toBe(101);
    expect(readBest('free-play', storage)).toBe(7);
  });

  test('is never a score of 0', () => {
    expect(recordBest('arena', 0, createStorage(null))).toBe(false);
  });

  test.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a list', '[1]'],
    ['no number', '{"arena":"900"}'],
    ['a fraction', '{"arena":1.5}'],
    ['a negative number', '{"arena":-1}'],
    ['out of range', '{"arena":1e300}'],
  ])('is none where the storage holds %s, and can be set again', (_, kept) => {
    const storage = createStorage(kept);
    expect(readBest('arena', storage)).toBeNull();
    expect(recordBest('arena', 5, storage)).toBe(true);
    expect(readBest('arena', storage)).toBe(5);
  });

  test.each([
    ['full', full],
    ['forbidden', forbidden],
  ])('lasts as long as the page where the storage is %s', (_, storage) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    expect(readBest('arena', storage)).toBeNull();
    expect(recordBest('arena', 50, storage)).toBe(true);
    expect(readBest('arena', storage)).toBe(50);
    expect(recordBest('arena', 5, storage)).toBe(false);
  });
});
