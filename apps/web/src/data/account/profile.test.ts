import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  removePlayerProfile,
  saveGuest,
  saveProfile,
  createGuest,
  readGuest,
  readStoredPlayerAddress,
  readProfile,
  type Profile,
} from './profile.ts';
import { CONNECTED_KEY, writeText, PROFILE_KEY, readText, wasConnected, type TextStorage } from '../storage/storage.ts';

const KEPT: Profile = {
  address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  username: 'TRON_TJRabP',
  lastConnected: 1_790_000_000_000,
  gamesPlayed: 3,
  totalScore: 1_200,
  preferredGameMode: 'cross-chain-battle',
};

function createStorage(entries: Readonly<Record<string, string>> = {}): TextStorage {
  const map = new Map(Object.entries(entries));
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, text) => void map.set(key, text),
    removeItem: (key) => void map.delete(key),
  };
}

const refuse = (): never => {
  throw new DOMException('', 'SecurityError');
};
const refusing = (): TextStorage => ({ getItem: refuse, setItem: refuse, removeItem: refuse });
const full = (): TextStorage => ({ ...createStorage(), setItem: refuse });

let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('the stored profile', () => {
  test('is read as it was stored', () => {
    const storage = createStorage();
    expect(readProfile(storage)).toBeNull();
    saveProfile(KEPT, storage);
    expect(readProfile(storage)).toEqual(KEPT);
    expect(readStoredPlayerAddress(storage)).toBe(KEPT.address);
    expect(readGuest(storage)).toBeNull();
    expect(warn).not.toHaveBeenCalled();
  });

  test.each([
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['a list', '[]'],
    ['no address', JSON.stringify({ ...KEPT, address: undefined })],
    ['an address that is none', JSON.stringify({ ...KEPT, address: '<img src=x onerror=alert(1)>' })],
    ['no name', JSON.stringify({ ...KEPT, username: '' })],
    ['a name without end', JSON.stringify({ ...KEPT, username: 'x'.repeat(10_000) })],
    ['a score that is text', JSON.stringify({ ...KEPT, totalScore: '1200' })],
    ['a negative score', JSON.stringify({ ...KEPT, totalScore: -1 })],
    ['a score past counting', JSON.stringify({ ...KEPT, totalScore: 1e300 })],
    ['an unknown mode', JSON.stringify({ ...KEPT, preferredGameMode: 'admin' })],
  ])('is none where there is %s, which is only logged', (_, text) => {
    expect(readProfile(createStorage({ [PROFILE_KEY]: text }))).toBeNull();
    expect(warn).toHaveBeenCalledOnce();
  });

  test('is missing when the storage refuses, which is only logged', () => {
    expect(readProfile(refusing())).toBeNull();
    expect(wasConnected(refusing())).toBe(false);
    expect(warn).toHaveBeenCalledTimes(2);
  });

  test('is removed if it is a player’s; a guest stays', () => {
    const storage = createStorage();
    const guest = createGuest(5, () => 0);
    saveGuest(guest, storage);
    removePlayerProfile(storage);
    expect(readGuest(storage)).toMatchObject(guest);
    saveProfile(KEPT, storage);
    removePlayerProfile(storage);
    expect(readProfile(storage)).toBeNull();
  });
});

describe('a storage that stores nothing', () => {
  test.each([
    ['refuses', refusing],
    ['is full', full],
  ])('and %s is made up for as long as the page lives, and logged once', (_, open) => {
    const storage = open();
    writeText(CONNECTED_KEY, 'true', storage);
    expect(wasConnected(storage)).toBe(true);
    expect(wasConnected(storage)).toBe(true);
    expect(wasConnected(open())).toBe(false);
    expect(warn).toHaveBeenCalledTimes(open === full ? 1 : 2);
  });

  test('returns the newest value of the page, not an old stored one', () => {
    const storage = { ...createStorage({ [PROFILE_KEY]: 'old' }), setItem: refuse };
    writeText(PROFILE_KEY, 'new', storage);
    expect(readText(PROFILE_KEY, storage)).toBe('new');
    writeText(PROFILE_KEY, null, storage);
    expect(readText(PROFILE_KEY, storage)).toBeNull();
  });
});

describe('a guest', () => {
  test('is named as the specification says', () => {
    const guest = createGuest(1_790_000_000_123, Math.random);
    expect(guest.address).toBe('guest_1790000000123');
    expect(guest.username).toMatch(/^Guest_[A-Z0-9]{6}$/);
    expect(guest).toMatchObject({ gamesPlayed: 0, totalScore: 0 });
  });

  test.each([0, 0.5, 1 - Number.EPSILON])('has a complete name for every random number: %d', (chance) => {
    expect(createGuest(1, () => chance).username).toHaveLength('Guest_'.length + 6);
  });

  test('is stored with free play as the preferred mode, and is not a player', () => {
    const storage = createStorage();
    const guest = createGuest(5, () => 0);
    saveGuest(guest, storage);
    expect(readGuest(storage)).toMatchObject(guest);
    expect(readProfile(storage)?.preferredGameMode).toBe('free-play');
    expect(readStoredPlayerAddress(storage)).toBeNull();
  });

  test('does not replace a player', () => {
    const storage = createStorage();
    saveProfile(KEPT, storage);
    saveGuest(
      createGuest(5, () => 0),
      storage,
    );
    expect(readStoredPlayerAddress(storage)).toBe(KEPT.address);
  });
});
