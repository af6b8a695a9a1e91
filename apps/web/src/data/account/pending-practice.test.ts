import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  removePendingPractice,
  addPendingPractice,
  pendingPractice,
  MAX_PENDING_PRACTICE,
} from './pending-practice.ts';

const ANN = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const BOB = 'TDqkrSzoVPeWTF3ZCpxhEvPxDztfhWwZJq';

/** A fake of a browser's storage. */
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
  test('are stored per player, without duplicates, newest last', () => {
    addPendingPractice(ANN, 'one');
    addPendingPractice(ANN, 'two');
    addPendingPractice(ANN, 'one');
    addPendingPractice(BOB, 'three');
    expect(pendingPractice(ANN)).toEqual(['two', 'one']);
    expect(pendingPractice(BOB)).toEqual(['three']);
  });

  test('are removed one by one, and the storage is empty at the end', () => {
    addPendingPractice(ANN, 'one');
    addPendingPractice(ANN, 'two');
    removePendingPractice(ANN, 'one');
    expect(pendingPractice(ANN)).toEqual(['two']);
    removePendingPractice(ANN, 'two');
    expect(store.size).toBe(0);
  });

  test('are limited to the newest ten', () => {
    for (let at = 0; at < MAX_PENDING_PRACTICE + 2; at++) addPendingPractice(ANN, `round ${at}`);
    expect(pendingPractice(ANN)).toHaveLength(MAX_PENDING_PRACTICE);
    expect(pendingPractice(ANN)[0]).toBe('round 2');
  });

  test.each(['{', 'null', '{"0":"a"}', '[1,null]', JSON.stringify(['x'.repeat(90_001)])])(
    'are none where the storage holds %.20s',
    (text) => {
      store.setItem(`popfray.practice.v1.${ANN}`, text);
      expect(pendingPractice(ANN)).toEqual([]);
    },
  );
});
