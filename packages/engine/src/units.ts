/** Space is 16.16 fixed point: sub-pixels in one pixel. A position is always a safe integer of these. */
export const SUB_PER_PX = 65_536;

/** Clicks are recorded in quarter pixels: sub-pixels in one. */
export const SUB_PER_QUARTER_PX: number = SUB_PER_PX / 4;

/** Sun in one TRX. */
export const SUN_PER_TRX = 1_000_000;

/** ms in one second, the length of an entropy block. */
export const MS_PER_SECOND = 1_000;

/** 100 % in basis points, the unit of chances. */
export const BASIS_POINTS = 10_000;

/** px/s as sub-pixels per ms, rounded down: the integer speed that paths are made of. */
export const subPerMs = (pxPerSecond: number): number => Math.floor((pxPerSecond * SUB_PER_PX) / MS_PER_SECOND);
