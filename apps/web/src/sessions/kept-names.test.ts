import { describe, expect, test } from 'vitest';
import type { KeptText } from '../account/storage.ts';
import { keepSession, keptCreator, keptName } from './kept-names.ts';

const CREATOR = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

function createStorage(kept: Record<string, string> = {}): KeptText {
  return {
    getItem: (key) => kept[key] ?? null,
    setItem: (key, text) => void (kept[key] = text),
    removeItem: (key) => void Reflect.deleteProperty(kept, key),
  };
}

describe('what this browser remembers of its sessions', () => {
  test('is their name and their creator', () => {
    const storage = createStorage();
    keepSession({ id: 'session-0001', sessionName: 'Friday', creatorAddress: CREATOR }, storage);
    expect(keptName('session-0001', storage)).toBe('Friday');
    expect(keptCreator('session-0001', storage)).toBe(CREATOR);
    expect(keptName('session-0002', storage)).toBeNull();
  });

  test('is the newest hundred', () => {
    const storage = createStorage();
    for (let number = 0; number <= 100; number++)
      keepSession({ id: `session-${number}`, sessionName: `${number}`, creatorAddress: CREATOR }, storage);
    expect(keptName('session-0', storage)).toBeNull();
    expect(keptName('session-1', storage)).toBe('1');
    expect(keptName('session-100', storage)).toBe('100');
  });

  test.each(['{', '{"session-0001":"x"}', '[1]', '[["session-0001"]]', '[["session-0001",5]]', 'null'])(
    'is nothing where the browser holds %s',
    (text) => {
      expect(keptName('session-0001', createStorage({ 'popfray.session-names.v1': text }))).toBeNull();
    },
  );
});
