import { createStore } from 'zustand/vanilla';
import { writeText, readText } from '../storage/storage.ts';

/** Amount of motion: as the system's setting, reduced, or full. */
export const MOTIONS = ['system', 'reduced', 'full'] as const;
type Motion = (typeof MOTIONS)[number];

/** Colours of the bubbles: the standard ones, or ones that colour-blind players can distinguish. */
export const PALETTES = ['standard', 'distinct'] as const;
export type Palette = (typeof PALETTES)[number];

/** Whether the browser translates chat on the device: not decided yet, accepted, or declined. */
export const DEVICE_TRANSLATIONS = ['offer', 'on', 'off'] as const;
type DeviceTranslation = (typeof DEVICE_TRANSLATIONS)[number];

/** Appearance and control settings of a player. Sound and language are stored separately. */
export interface Settings {
  readonly motion: Motion;
  readonly palette: Palette;
  /** Id of a skin of the store; null for the standard look. */
  readonly skin: string | null;
  /** Controls of at least 56 px, and in practice a tolerance for clicks that nearly hit. */
  readonly hasLargeTargets: boolean;
  readonly showsFrameRate: boolean;
  readonly deviceTranslation: DeviceTranslation;
}

export const DEFAULT_SETTINGS: Settings = {
  motion: 'system',
  palette: 'standard',
  skin: null,
  hasLargeTargets: false,
  showsFrameRate: false,
  deviceTranslation: 'offer',
};

/** Storage key. It contains the format version: a new format gets a new key. */
export const SETTINGS_KEY = 'popfray.settings.v1';

/** Distance by which a click may miss a bubble with large targets in practice, px of the field. */
export const CLICK_TOLERANCE_PX = 24;

/** Parses stored settings. Missing or invalid values are replaced by the defaults. */
export function parseSettings(text: string | null): Settings {
  const stored = parseObject(text);
  const { motion, palette, skin, hasLargeTargets, showsFrameRate, deviceTranslation } = DEFAULT_SETTINGS;
  return {
    motion: MOTIONS.find((known) => known === stored['motion']) ?? motion,
    palette: PALETTES.find((known) => known === stored['palette']) ?? palette,
    skin: typeof stored['skin'] === 'string' ? stored['skin'] : skin,
    hasLargeTargets: stored['hasLargeTargets'] === true || hasLargeTargets,
    showsFrameRate: stored['showsFrameRate'] === true || showsFrameRate,
    deviceTranslation: DEVICE_TRANSLATIONS.find((known) => known === stored['deviceTranslation']) ?? deviceTranslation,
  };
}

function parseObject(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** Store of the current settings. Change them with `changeSettings`. */
export const settings = createStore<Settings>(() => parseSettings(readText(SETTINGS_KEY)));

/** Changes some settings and stores them. */
export function changeSettings(change: Partial<Settings>): void {
  settings.setState(change);
  writeText(SETTINGS_KEY, JSON.stringify(settings.getState()));
}

/** Reads the stored settings again after another tab may have changed them. */
export const reloadSettings = (): void => settings.setState(parseSettings(readText(SETTINGS_KEY)));
