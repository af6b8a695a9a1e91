import { createStore, type StoreApi } from 'zustand/vanilla';

/** How loud the player wants it. */
export interface SoundSettings {
  readonly muted: boolean;
  /** 0 to 1. */
  readonly volume: number;
  /** Sets the silence, and keeps it. */
  readonly setMuted: (muted: boolean) => void;
  /** Sets the volume, held within 0 to 1, and keeps it. What is not a number changes nothing. */
  readonly setVolume: (volume: number) => void;
  /** Resets to the defaults and stores them. */
  readonly reset: () => void;
  /** Reads the stored settings again: another tab may have changed them. */
  readonly reload: () => void;
}

/** Name of the settings in localStorage. */
export const SOUND_KEY = 'popfray.sound';

const DEFAULTS = { muted: false, volume: 0.7 };

/** Creates settings over a storage, which may be missing, full, forbidden or hold anything at all. */
export function createSoundSettings(openStorage: () => Storage | undefined): StoreApi<SoundSettings> {
  const store = createStore<SoundSettings>((set) => ({
    ...load(openStorage),
    setMuted: (muted) => {
      set({ muted });
    },
    setVolume: (volume) => {
      if (!Number.isNaN(volume)) set({ volume: Math.min(Math.max(volume, 0), 1) });
    },
    reset: () => {
      set(DEFAULTS);
    },
    reload: () => {
      set(load(openStorage));
    },
  }));
  store.subscribe(({ muted, volume }) => {
    try {
      openStorage()?.setItem(SOUND_KEY, JSON.stringify({ muted, volume }));
    } catch {
      // The settings then last as long as the page.
    }
  });
  return store;
}

function load(openStorage: () => Storage | undefined): Pick<SoundSettings, 'muted' | 'volume'> {
  const settings = { ...DEFAULTS };
  try {
    const kept: unknown = JSON.parse(openStorage()?.getItem(SOUND_KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return settings;
    if ('muted' in kept && typeof kept.muted === 'boolean') settings.muted = kept.muted;
    if ('volume' in kept && typeof kept.volume === 'number' && kept.volume >= 0 && kept.volume <= 1) {
      settings.volume = kept.volume;
    }
  } catch {
    // Not ours, or not readable: the defaults.
  }
  return settings;
}

/** Outside a page there is nothing to keep settings in. */
const openLocalStorage = (): Storage | undefined => (typeof window === 'undefined' ? undefined : window.localStorage);

/** The player's settings, kept in localStorage under `popfray.sound`: `useStore(soundSettings, (s) => s.muted)`. */
export const soundSettings: StoreApi<SoundSettings> = /* @__PURE__ */ createSoundSettings(openLocalStorage);
