import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeSettings, DEFAULT_SETTINGS, parseSettings, reloadSettings, settings, SETTINGS_KEY } from './settings.ts';

const CHOSEN = {
  motion: 'reduced',
  palette: 'distinct',
  skin: 'orchard',
  hasLargeTargets: true,
  showsFrameRate: true,
  deviceTranslation: 'off',
} as const;

describe('stored settings', () => {
  test('are applied again', () => {
    expect(parseSettings(JSON.stringify(CHOSEN))).toEqual(CHOSEN);
  });

  test.each([
    ['nothing', null],
    ['an empty text', ''],
    ['no JSON', '{"motion":"redu'],
    ['no object', '7'],
    ['null', 'null'],
    ['a list', '["reduced"]'],
    ['names that only objects have', '{"motion":"__proto__","palette":"constructor"}'],
    [
      'values of other kinds',
      '{"motion":1,"palette":true,"skin":7,"hasLargeTargets":"yes","showsFrameRate":1,"deviceTranslation":true}',
    ],
  ])('are the defaults where there is %s', (_name, text) => {
    expect(parseSettings(text)).toEqual(DEFAULT_SETTINGS);
  });

  test('keep valid values beside invalid ones, and drop unknown ones', () => {
    expect(parseSettings('{"motion":"full","palette":"sepia","zoom":3}')).toEqual({
      ...DEFAULT_SETTINGS,
      motion: 'full',
    });
  });
});

describe('current settings', () => {
  beforeEach(() => vi.spyOn(console, 'warn').mockReturnValue());
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    settings.setState(DEFAULT_SETTINGS);
  });

  test('are stored when they change, and updated by another tab', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    });
    changeSettings({ palette: 'distinct' });
    expect(parseSettings(kept.get(SETTINGS_KEY) ?? null)).toEqual({ ...DEFAULT_SETTINGS, palette: 'distinct' });
    kept.set(SETTINGS_KEY, JSON.stringify(CHOSEN));
    reloadSettings();
    expect(settings.getState()).toEqual(CHOSEN);
  });

  test('are held in memory when the storage is full', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    });
    changeSettings({ motion: 'reduced' });
    reloadSettings();
    expect(settings.getState().motion).toBe('reduced');
  });

  test('are held in memory when there is no storage', () => {
    changeSettings({ motion: 'full' });
    reloadSettings();
    expect(settings.getState().motion).toBe('full');
  });
});
