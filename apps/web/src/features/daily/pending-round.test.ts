import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dailyGuest, saveDailyGuest, readDailyGuest } from './guest.ts';
import { removePendingDaily, savePendingDaily, readPendingDaily } from './pending-round.ts';

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

const round = (score: number, date = '2026-01-15') => ({ date, replay: `replay-${score}`, score });

describe('a round that waits for the server', () => {
  test('is the best of its day; one of another day replaces it', () => {
    savePendingDaily(round(100));
    expect(savePendingDaily(round(90))).toEqual(round(100));
    savePendingDaily(round(120));
    expect(readPendingDaily()).toEqual(round(120));
    savePendingDaily(round(10, '2026-01-16'));
    expect(readPendingDaily()).toEqual(round(10, '2026-01-16'));
  });

  test('stays when a different round was acknowledged', () => {
    savePendingDaily(round(100));
    removePendingDaily(round(90));
    expect(readPendingDaily()).toEqual(round(100));
    removePendingDaily(round(100));
    expect(readPendingDaily()).toBeNull();
  });
});

describe('the guest of this browser', () => {
  test('has a random secret, and is the same next time', () => {
    const guest = dailyGuest();
    expect(guest.secret).toMatch(/^[\w-]{22}$/);
    expect(guest.name).toMatch(/^Guest_[A-Z2-9]{6}$/);
    expect(dailyGuest()).toEqual(guest);
    store.clear();
    expect(dailyGuest().secret).not.toBe(guest.secret);
  });

  test('stores its id on the server', () => {
    const guest = saveDailyGuest({ ...dailyGuest(), id: 'x'.repeat(22) });
    expect(readDailyGuest()).toEqual(guest);
  });
});

describe('the stored data', () => {
  test.each([
    'no JSON',
    'null',
    '[]',
    '{}',
    '{"date":"yesterday","replay":"x","score":1}',
    '{"date":"2026-01-15","replay":"x","score":"many"}',
    `{"date":"2026-01-15","replay":"${'x'.repeat(90_001)}","score":1}`,
    '{"secret":"short","name":"Ann","id":null}',
    `{"secret":"${'x'.repeat(22)}","name":7,"id":null}`,
    `{"secret":"${'x'.repeat(22)}","name":"Ann","id":"<b>"}`,
  ])('is nothing where it is %.60j', (text) => {
    store.set('popfray.daily-round.v1', text);
    store.set('popfray.daily-guest.v1', text);
    expect(readPendingDaily()).toBeNull();
    expect(readDailyGuest()).toBeNull();
  });

  test('is held in memory where the browser stores nothing', () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    store.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    savePendingDaily(round(100));
    expect(readPendingDaily()).toEqual(round(100));
    expect(dailyGuest()).toEqual(dailyGuest());
  });
});
