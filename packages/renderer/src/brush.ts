import type { Texture } from 'pixi.js';

/** Draws the pictures of one atlas, again in each frame: `begin`, a `stamp` for each picture, the lowest first, `end`. */
export interface Brush {
  /** Makes sure that so many stamps fit in a frame without making more. */
  reserve(stamps: number): void;
  /** Begins a frame whose stamps are all shifted by so many px of the field. */
  begin(shiftX: number, shiftY: number): void;
  /** Stamps a picture with its middle at (x, y), scaled from texels to px in the field, turned by radians, opacity 0 to 1. */
  stamp(texture: Texture, x: number, y: number, scaleX: number, scaleY: number, turn: number, opacity: number): void;
  /**
   * Opens a group of stamps that looks the same in many frames, within so many px of the field, with its middle at (x, y). `look` says how it looks:
   * group-looks.ts. `opacity` (0 to 1) is that of the whole group. False when the group is drawn already: then stamp nothing. Else stamp it, and `close` the
   * group. No group is opened inside another.
   */
  open(look: number, x: number, y: number, widthPx: number, heightPx: number, opacity: number): boolean;
  close(): void;
  end(): void;
  destroy(): void;
}
