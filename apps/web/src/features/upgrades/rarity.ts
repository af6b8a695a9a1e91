import type { UpgradeOffer } from '@popfray/protocol';

/** The colour of a rarity as `--rarity`. SPEC section 9: grey, blue, purple, yellow. */
export const RARITY: Readonly<Record<UpgradeOffer['rarity'], string>> = {
  common: '[--rarity:var(--color-common)]',
  rare: '[--rarity:var(--color-rare)]',
  epic: '[--rarity:var(--color-epic)]',
  legendary: '[--rarity:var(--color-legendary)]',
};
