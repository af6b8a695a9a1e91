import { DISTINCT_LOOK, SKIN_LOOKS, TRON_SKIN, type Skin } from '@popfray/react';
import { useStore } from 'zustand';
import { settings, type Palette } from './settings.ts';

const DISTINCT_SKIN: Skin = { ...TRON_SKIN, ...DISTINCT_LOOK };

/** The skins of the store, by their id. */
const STORE_SKINS = new Map(Object.entries(SKIN_LOOKS).map(([id, look]) => [id, { ...TRON_SKIN, ...look }] as const));

/**
 * The skin of the bubbles for a palette and a skin of the store; null for the standard one. The palette for colour-blind players has precedence, because it
 * needs the standard field. It returns the same object for the same choice.
 */
export const skinOf = (palette: Palette, skinId: string | null = null): Skin =>
  palette === 'distinct' ? DISTINCT_SKIN : (STORE_SKINS.get(skinId ?? '') ?? TRON_SKIN);

/** The skin that the player has chosen. */
export const useChosenSkin = (): Skin =>
  skinOf(
    useStore(settings, ({ palette }) => palette),
    useStore(settings, ({ skin }) => skin),
  );
