/** Values in a row, such as one for each day, oldest first; null for none. */
export type Values = readonly (number | null)[];

/** Size of the chart in its own units. It is stretched to the available space. */
export const WIDTH = 100;
export const HEIGHT = 40;

/** Space above the highest value, so that the stroke is not clipped. */
const HEADROOM = 2;

/** A bar, in the chart's units. */
interface Bar {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Width of a value. */
const slotWidth = (count: number): number => WIDTH / count;

/** Height of a value, where `most` fills the chart. */
const heightOf = (value: number, most: number): number => (most === 0 ? 0 : (value / most) * (HEIGHT - HEADROOM));

/** The highest value; 0 for none. */
export const mostOf = (values: Values): number => values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);

/** A bar for each value above 0. */
export function barsOf(values: Values): Bar[] {
  const slot = slotWidth(values.length);
  const most = mostOf(values);
  return values.flatMap((value, at) => {
    if (value === null || value <= 0) return [];
    // A minimum height, so that small values are visible.
    const height = Math.max(1, heightOf(value, most));
    return [{ at, x: at * slot + slot * 0.15, y: HEIGHT - height, width: slot * 0.7, height }];
  });
}

/** A point for each value. `most` is the value at the top. */
export function pointsOf(
  values: Values,
  most: number,
): { readonly at: number; readonly x: number; readonly y: number }[] {
  const slot = slotWidth(values.length);
  return values.flatMap((value, at) =>
    value === null ? [] : [{ at, x: (at + 0.5) * slot, y: HEIGHT - heightOf(value, most) }],
  );
}

/** Index of the value at a horizontal position, given as a share of the width from 0 to 1. */
export const placeAt = (share: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(share * count)));
