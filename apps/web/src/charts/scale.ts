/** A value of each day, oldest first; null on a day that has none. */
export type Values = readonly (number | null)[];

/** A picture's measures in its own units: it is stretched to whatever room there is. */
export const WIDTH = 100;
export const HEIGHT = 40;

/** Room above the highest value, so that a stroke is not cut. */
const HEADROOM = 2;

/** A bar, in the picture's units. */
interface Bar {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a day lies: its left edge and its width. */
const slotWidth = (count: number): number => WIDTH / count;

/** How high a value reaches, where `most` fills the picture. */
const heightOf = (value: number, most: number): number => (most === 0 ? 0 : (value / most) * (HEIGHT - HEADROOM));

/** The highest value; 0 for none. */
export const mostOf = (values: Values): number => values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);

/** A bar for each day that has a value above 0. */
export function barsOf(values: Values): Bar[] {
  const slot = slotWidth(values.length);
  const most = mostOf(values);
  return values.flatMap((value, at) => {
    if (value === null || value <= 0) return [];
    // What is there at all can be seen.
    const height = Math.max(1, heightOf(value, most));
    return [{ at, x: at * slot + slot * 0.15, y: HEIGHT - height, width: slot * 0.7, height }];
  });
}

/** A point for each day that has a value. `most` is the value at the top. */
export function pointsOf(
  values: Values,
  most: number,
): { readonly at: number; readonly x: number; readonly y: number }[] {
  const slot = slotWidth(values.length);
  return values.flatMap((value, at) =>
    value === null ? [] : [{ at, x: (at + 0.5) * slot, y: HEIGHT - heightOf(value, most) }],
  );
}

/** The day under a place, given as a share of the width from 0 to 1. */
export const dayAt = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(share * count)));
