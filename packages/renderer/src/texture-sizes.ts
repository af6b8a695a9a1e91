/** Radii that balls are painted at, texels. */
export const BUBBLE_TEXELS = 120;
export const BOSS_TEXELS = 160;

/** Boxes of the other pictures, texels. */
export const DROP_TEXELS = 40;
export const MARK_TEXELS = 112;
export const RING_TEXELS = 256;
export const POINTER_TEXELS = 48;
export const FLASH_TEXELS = 160;
export const SHADOW_TEXELS = 64;

/** The health ring's radius and thickness, in radii of the boss. */
export const HEALTH_RING = 1.17;
export const HEALTH_THICKNESS = 0.085;

/** Segment counts that arcs are painted for; other counts take the next finer one. */
export const SEGMENT_COUNTS: readonly number[] = [8, 15, 24];

/** Index of the other chain's colour and of the boss's, after the seven colours. */
export const FOREIGN = 7;
export const BOSS = 8;
