/** A rectangle on a sheet, in texels. */
export interface Slot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where each piece lies, in the order asked for, and the sheet's height. */
export interface Sheet {
  readonly slots: readonly Slot[];
  readonly width: number;
  /** A power of two, so that the sheet has mipmaps under WebGL 1 as well. */
  readonly height: number;
}

/** Texels kept free around each piece, so that neighbours do not bleed into each other's mipmaps. */
const GAP = 6;

/**
 * Lays pieces out on shelves, tallest first. `width` is the sheet's, in texels, and no piece may be wider than it less
 * a gap on either side (a RangeError otherwise).
 */
export function layOut(pieces: readonly { readonly width: number; readonly height: number }[], width: number): Sheet {
  const slots: Slot[] = Array.from({ length: pieces.length });
  const tallestFirst = pieces.map((piece, index) => ({ ...piece, index })).toSorted((a, b) => b.height - a.height);
  let x = GAP;
  let y = GAP;
  let shelf = 0;
  for (const piece of tallestFirst) {
    if (piece.width + 2 * GAP > width) throw new RangeError(`A piece of ${piece.width} does not fit ${width} texels`);
    if (x + piece.width + GAP > width) {
      y += shelf + GAP;
      x = GAP;
      shelf = 0;
    }
    slots[piece.index] = { x, y, width: piece.width, height: piece.height };
    x += piece.width + GAP;
    shelf = Math.max(shelf, piece.height);
  }
  return { slots, width, height: 2 ** Math.ceil(Math.log2(Math.max(y + shelf + GAP, 1))) };
}
