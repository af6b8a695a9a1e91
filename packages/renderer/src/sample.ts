import { parseColour } from './colour.ts';
import { paintGlass, type Pattern } from './glass.ts';
import { FOREIGN } from './texture-sizes.ts';
import type { Skin } from './skin.ts';

/** What is drawn inside a bubble of a colour: an index into the skin's colours, or FOREIGN. */
export function patternOf(skin: Pick<Skin, 'patterns'>, colour: number): Pattern {
  const isBold = skin.patterns === 'bold';
  if (colour === FOREIGN) return { leaves: 0, rings: 2, isBold };
  return { leaves: colour, rings: colour === 0 ? 1 : 0, isBold };
}

/** Paints one bubble of a skin outside of any field, as for a legend: around (x, y), of a radius in the canvas's own pixels. */
export function paintSample(
  ctx: CanvasRenderingContext2D,
  skin: Pick<Skin, 'colours' | 'patterns'>,
  colour: number,
  x: number,
  y: number,
  radius: number,
): void {
  const hex = skin.colours[colour % skin.colours.length] ?? skin.colours[0];
  paintGlass(ctx, x, y, radius, parseColour(hex), patternOf(skin, colour));
}
