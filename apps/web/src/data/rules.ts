import { arena, crossChain, SUN_PER_TRX } from '@popfray/engine';

// Figures of the rules that texts of several screens name. They are arguments of these texts.

/** Points that earn 1 TRX in a solo round. */
export const POINTS_PER_TRX = SUN_PER_TRX / arena.sunPerPoint;

/** Factor of the points of the other chain's bubbles in a battle. */
export const FOREIGN_FACTOR = (crossChain.foreign?.pointsPct ?? 100) / 100;
