import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dropPractice, keepPractice, keptPractice, MAX_KEPT_PRACTICE } from './kept-practice.ts';

const ANN = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const BOB = 'TDqkrSzoVPeWTF3ZCpxhEvPxDztfhWwZJq';

/** A browser's storage. */
class Store extends Map<string, string> {
  getItem = (key: string): string | null => this.get(key) ?? null;
  setItem = (key: string, text: string): void => void this.set(key, text);
  removeItem = (key: string): void => void this.delete(key);
}

let store: Store;
beforeEach(() => {
  store = new Store();
  vi.stubGlobal('localStorage', store);
});

describe('practice rounds that the server has not acknowledged', () => {
  test('are kept for each player, each once, the newest last', () => {
    keepPractice(ANN, 'one');
    keepPractice(ANN, 'two');
    keepPractice(ANN, 'one');
    keepPractice(BOB, 'three');
    expect(keptPractice(ANN)).toEqual(['two', 'one']);
    expect(keptPractice(BOB)).toEqual(['three']);
  });

  test('go one by one, and leave nothing in the storage', () => {
    keepPractice(ANN, 'one');
    keepPractice(ANN, 'two');
    dropPractice(ANN, 'one');
    expect(keptPractice(ANN)).toEqual(['two']);
    dropPractice(ANN, 'two');
    expect(store.size).toBe(0);
  });

  test('are the newest ten', () => {
    for (let at = 0; at < MAX_KEPT_PRACTICE + 2; at++) keepPractice(ANN, `round ${at}`);
    expect(keptPractice(ANN)).toHaveLength(MAX_KEPT_PRACTICE);
    expect(keptPractice(ANN)[0]).toBe('round 2');
  });

  test.each(['{', 'null', '{"0":"a"}', '[1,null]', JSON.stringify(['x'.repeat(90_001)])])(
    'are none where the storage holds %.20s',
    (text) => {
      store.setItem(`popfray.practice.v1.${ANN}`, text);
      expect(keptPractice(ANN)).toEqual([]);
    },
  );
});
