import { SKINS, type SkinId } from '@popfray/protocol';
import { createTranslator } from './texts.ts';

const t = createTranslator('skins.names');

const isKnown = (id: string): id is SkinId => SKINS.some((skin) => skin.id === id);

/** Name of a skin in the reader's language; its id if this version does not know it. */
export const skinName = (id: string): string => (isKnown(id) ? t(id) : id);
