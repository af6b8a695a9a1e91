import { createStore } from 'zustand/vanilla';
import { keepText, readText } from '../account/storage.ts';

/** How much may move: as the system asks, little, or all. */
export const MOTIONS = ['system', 'reduced', 'full'] as const;
type Motion = (typeof MOTIONS)[number];

/** The bubbles' colours: the product's own, or such as stay far apart for the colour-blind. */
export const PALETTES = ['standard', 'distinct'] as const;
export type Palette = (typeof PALETTES)[number];

/** Whether the browser translates chat itself: it is offered, accepted or declined. */
export const DEVICE_TRANSLATIONS = ['offer', 'on', 'off'] as const;
type DeviceTranslation = (typeof DEVICE_TRANSLATIONS)[number];

/** What a player has chosen about how the product looks and is handled. Sound and language are kept by themselves. */
export interface Settings {
  readonly motion: Motion;
  readonly palette: Palette;
  /** Controls of at least 56 px, and help with clicks that nearly hit, in practice. */
  readonly hasLargeTargets: boolean;
  readonly showsFrameRate: boolean;
  readonly deviceTranslation: DeviceTranslation;
}

export const DEFAULT_SETTINGS: Settings = {
  motion: 'system',
  palette: 'standard',
  hasLargeTargets: false,
  showsFrameRate: false,
  deviceTranslation: 'offer',
};

/** Where they are kept. The key names its version: another shape gets another key. */
export const SETTINGS_KEY = 'popfray.settings.v1';

/** How near a click may miss to count for a bubble where targets are large and nothing is at stake, px in the field. */
export const REACH_PX = 24;

/** Reads what was kept: whatever of it is no setting, or not there, is the default's. */
export function parseSettings(text: string | null): Settings {
  const kept = parseObject(text);
  const { motion, palette, hasLargeTargets, showsFrameRate, deviceTranslation } = DEFAULT_SETTINGS;
  return {
    motion: MOTIONS.find((known) => known === kept['motion']) ?? motion,
    palette: PALETTES.find((known) => known === kept['palette']) ?? palette,
    hasLargeTargets: kept['hasLargeTargets'] === true || hasLargeTargets,
    showsFrameRate: kept['showsFrameRate'] === true || showsFrameRate,
    deviceTranslation: DEVICE_TRANSLATIONS.find((known) => known === kept['deviceTranslation']) ?? deviceTranslation,
  };
}

function parseObject(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

/** The settings in force. Change them by `changeSettings`. */
export const settings = createStore<Settings>(() => parseSettings(readText(SETTINGS_KEY)));

/** Changes some settings at once, and keeps them. */
export function changeSettings(change: Partial<Settings>): void {
  settings.setState(change);
  keepText(SETTINGS_KEY, JSON.stringify(settings.getState()));
}

/** Takes up what is kept: another tab may have changed it. */
export const reloadSettings = (): void => settings.setState(parseSettings(readText(SETTINGS_KEY)));
