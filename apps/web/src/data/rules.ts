// Figures of the rules that texts of several screens name: they are arguments of these texts. They are written here, and compared with the rules
// by a test, because the first page would otherwise load the engine.

/** Points that earn 1 TRX in a solo round. */
export const POINTS_PER_TRX = 100;

/** Factor of the points of the other chain's bubbles in a battle. */
export const FOREIGN_FACTOR = 1.5;
