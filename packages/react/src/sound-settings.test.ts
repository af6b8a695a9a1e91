import { describe, expect, test } from 'vitest';
import { createSoundSettings } from './sound-settings.ts';

/** A storage of one entry; `text` is what it holds. */
function createStorage(text: string | null): Storage & { text: string | null } {
  return {
    text,
    length: 1,
    clear() {},
    key: () => null,
    removeItem() {},
    getItem(key) {
      return key === 'popfray.sound' ? this.text : null;
    },
    setItem(_key, value) {
      this.text = value;
    },
  };
}

const readSettings = (storage: Storage | undefined) => {
  const { muted, volume } = createSoundSettings(() => storage).getState();
  return { muted, volume };
};

function refuse(): never {
  throw new DOMException('full', 'QuotaExceededError');
}

describe('sound settings', () => {
  test('are remembered', () => {
    const storage = createStorage(null);
    const settings = createSoundSettings(() => storage).getState();
    settings.setMuted(true);
    settings.setVolume(0.25);
    expect(readSettings(storage)).toEqual({ muted: true, volume: 0.25 });
  });

  test.each([
    ['nothing kept', null],
    ['no JSON', '{muted'],
    ['no object', '7'],
    ['another list', '["muted"]'],
    ['values of other kinds', '{"muted":"yes","volume":null}'],
    ['a volume beyond all bounds', '{"muted":false,"volume":11}'],
    ['a volume a little above 1', '{"muted":false,"volume":1.01}'],
    ['a volume below 0', '{"muted":false,"volume":-0.01}'],
  ])('fall back to sound at a fair volume: %s', (_reason, text) => {
    expect(readSettings(createStorage(text))).toEqual({ muted: false, volume: 0.7 });
  });

  test('keep what is sound beside what is not', () => {
    expect(readSettings(createStorage('{"muted":true,"volume":11}'))).toEqual({ muted: true, volume: 0.7 });
  });

  test('last as long as the page without a storage, or with one that refuses', () => {
    const full = createStorage(null);
    full.setItem = refuse;
    for (const open of [() => undefined, () => full, refuse]) {
      const store = createSoundSettings(open);
      store.getState().setMuted(true);
      expect(store.getState().muted).toBe(true);
    }
  });

  test('follow another tab that shares the storage', () => {
    const storage = createStorage(null);
    const [here, there] = [createSoundSettings(() => storage), createSoundSettings(() => storage)];
    there.getState().setVolume(0.2);
    here.getState().reload();
    expect(here.getState().volume).toBe(0.2);
  });

  test('go back to the defaults, and stay there', () => {
    const storage = createStorage('{"muted":true,"volume":0.1}');
    createSoundSettings(() => storage)
      .getState()
      .reset();
    expect(readSettings(storage)).toEqual({ muted: false, volume: 0.7 });
  });

  test('hold the volume within 0 and 1', () => {
    const store = createSoundSettings(() => undefined);
    store.getState().setVolume(7);
    expect(store.getState().volume).toBe(1);
    store.getState().setVolume(-7);
    expect(store.getState().volume).toBe(0);
    store.getState().setVolume(Number.NaN);
    expect(store.getState().volume).toBe(0);
  });
});
