import { DISTINCT_LOOK, TRON_SKIN, type Skin } from '@popfray/react';
import { useStore } from 'zustand';
import { settings, type Palette } from './settings.ts';

const DISTINCT_SKIN: Skin = { ...TRON_SKIN, ...DISTINCT_LOOK };

/** The skin of the bubbles for a palette. It returns the same object for the same palette. */
export const skinOf = (palette: Palette): Skin => (palette === 'distinct' ? DISTINCT_SKIN : TRON_SKIN);

/** The skin that the player has chosen. */
export const useChosenSkin = (): Skin => skinOf(useStore(settings, ({ palette }) => palette));
