import type { Texture } from 'pixi.js';

/** Draws the pictures of one atlas, frame by frame. A frame allocates nothing. */
export interface Brush {
  /** Makes room for so many pictures in a frame. */
  reserve(stamps: number): void;
  /** Starts a frame, all of it moved by px in the field. */
  begin(offsetX: number, offsetY: number): void;
  /** Draws a picture with its middle at (x, y), scaled from texels to px in the field, turned by radians, opacity 0 to 1. */
  stamp(texture: Texture, x: number, y: number, scaleX: number, scaleY: number, turn: number, opacity: number): void;
  /** Ends a frame. */
  end(): void;
  destroy(): void;
}
