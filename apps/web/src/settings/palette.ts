import { DISTINCT_LOOK, TRON_SKIN, type Skin } from '@popfray/react';
import { useStore } from 'zustand';
import { settings, type Palette } from './settings.ts';

const DISTINCT_SKIN: Skin = { ...TRON_SKIN, ...DISTINCT_LOOK };

/** The look of the bubbles with a palette: the same object each time. */
export const skinOf = (palette: Palette): Skin => (palette === 'distinct' ? DISTINCT_SKIN : TRON_SKIN);

/** The look that the player has chosen. */
export const useChosenSkin = (): Skin => skinOf(useStore(settings, ({ palette }) => palette));
