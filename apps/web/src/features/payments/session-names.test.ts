import { describe, expect, test } from 'vitest';
import type { TextStorage } from '../../data/storage/storage.ts';
import { storeSession, storedCreator, storedName } from './session-names.ts';

const CREATOR = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

function createStorage(kept: Record<string, string> = {}): TextStorage {
  return {
    getItem: (key) => kept[key] ?? null,
    setItem: (key, text) => void (kept[key] = text),
    removeItem: (key) => void Reflect.deleteProperty(kept, key),
  };
}

describe('the stored data of sessions', () => {
  test('is their name and their creator’s address', () => {
    const storage = createStorage();
    storeSession({ id: 'session-0001', sessionName: 'Friday', creatorAddress: CREATOR }, storage);
    expect(storedName('session-0001', storage)).toBe('Friday');
    expect(storedCreator('session-0001', storage)).toBe(CREATOR);
    expect(storedName('session-0002', storage)).toBeNull();
  });

  test('is limited to the newest hundred', () => {
    const storage = createStorage();
    for (let number = 0; number <= 100; number++)
      storeSession({ id: `session-${number}`, sessionName: `${number}`, creatorAddress: CREATOR }, storage);
    expect(storedName('session-0', storage)).toBeNull();
    expect(storedName('session-1', storage)).toBe('1');
    expect(storedName('session-100', storage)).toBe('100');
  });

  test.each(['{', '{"session-0001":"x"}', '[1]', '[["session-0001"]]', '[["session-0001",5]]', 'null'])(
    'is nothing where the browser holds %s',
    (text) => {
      expect(storedName('session-0001', createStorage({ 'popfray.session-names.v1': text }))).toBeNull();
    },
  );
});
