import { z } from 'zod';
import { timeMs } from './field.ts';

/** A skin: another look of the field. Skins change colours only; rules, radii and positions are the same for all. */
export interface SkinOffer {
  readonly id: string;
  /** Price, sun; null for a skin that is earned. */
  readonly priceSun: number | null;
  /** Days with all quests completed by which it is earned; null for one that is on sale. */
  readonly questDays: number | null;
}

const TRX = 1_000_000;

/** All skins besides the standard one, in the order of the store. `SKIN_LOOKS` in packages/renderer has their colours. */
export const SKINS = [
  { id: 'coral-reef', priceSun: 5 * TRX, questDays: null },
  { id: 'orchard', priceSun: 5 * TRX, questDays: null },
  { id: 'neon-night', priceSun: 10 * TRX, questDays: null },
  { id: 'ember', priceSun: null, questDays: 7 },
] as const satisfies readonly SkinOffer[];

/** Id of a skin in the catalogue. */
export type SkinId = (typeof SKINS)[number]['id'];

/** A skin by its id; undefined when there is none. */
export const findSkin = (skinId: string): SkinOffer | undefined => SKINS.find(({ id }) => id === skinId);

/** Name of a skin in calls. */
export const skinId = z.string().regex(/^[a-z-]{1,40}$/);

/** The skins of the signed-in player. */
export const ownSkins = z.object({
  skins: z.array(
    z.object({
      skinId,
      /** When it was bought; null for one that was earned. */
      boughtAt: timeMs.nullable(),
    }),
  ),
  /** Days on which the player has completed all quests. */
  questDays: z.int().min(0),
});
export type OwnSkins = z.infer<typeof ownSkins>;
