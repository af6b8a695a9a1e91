/** A colour as six hex digits, e.g. `#FF4757`. */
export type Hex = `#${string}`;

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const WHITE: Rgb = [255, 255, 255];
export const BLACK: Rgb = [0, 0, 0];

/** Reads `#RRGGBB`. Throws a RangeError for anything else: a skin is written by a programmer. */
export function parseColour(hex: Hex): Rgb {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new RangeError(`A skin's colour is #RRGGBB, not ${hex}`);
  return [
    Number.parseInt(hex.slice(1, 3), 16),
    Number.parseInt(hex.slice(3, 5), 16),
    Number.parseInt(hex.slice(5, 7), 16),
  ];
}

/** The colour `share` (0 to 1) of the way from one to the other. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

/** How light a colour looks, 0 to 1. */
export const lightness = (colour: Rgb): number => (0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]) / 255;

/** CSS text of a colour with an opacity of 0 to 1. */
export function css(colour: Rgb, opacity = 1): string {
  return `rgba(${Math.round(colour[0])},${Math.round(colour[1])},${Math.round(colour[2])},${opacity})`;
}
