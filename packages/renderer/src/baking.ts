import { CanvasSource, Rectangle, Texture } from 'pixi.js';
import type { Paint } from './shapes.ts';
import { layOut } from './sheet.ts';

/** Width of a baked texture, texels: every WebGL device takes it. */
const WIDTH = 2_048;

interface Piece {
  readonly texture: Texture;
  readonly paint: Paint;
}

/** Gathers pictures and paints them all onto one texture. Its canvas is kept: a lost WebGL context is refilled from it. */
export class Baking {
  readonly source: CanvasSource;
  readonly context: CanvasRenderingContext2D;
  readonly #pieces: Piece[] = [];

  /** Throws where there is no 2D canvas; Pixi's renderers would not run there either. */
  constructor() {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This browser has no 2D canvas to paint on');
    this.context = context;
    this.source = new CanvasSource({
      resource: canvas,
      resolution: 1,
      autoGenerateMipmaps: true,
      mipmapFilter: 'nearest',
    });
  }

  /** Asks for a picture of a size in texels. Its texture can be used once the baking is finished. */
  add(width: number, height: number, paint: Paint): Texture {
    const texture = new Texture({ source: this.source, frame: new Rectangle(0, 0, width, height) });
    this.#pieces.push({ texture, paint });
    return texture;
  }

  /** Lays the pictures out and paints them. */
  finish(): void {
    const { slots, width, height } = layOut(
      this.#pieces.map(({ texture }) => texture.frame),
      WIDTH,
    );
    this.source.resize(width, height);
    for (const [index, { texture, paint }] of this.#pieces.entries()) {
      const slot = slots[index];
      if (slot === undefined) continue;
      texture.frame.x = slot.x;
      texture.frame.y = slot.y;
      texture.updateUvs();
      paint(this.context, slot.x, slot.y, slot.width, slot.height);
    }
    this.source.update();
  }

  /** Frees the texture, on the GPU as well, and the canvas. An application that ended first has freed the textures. */
  destroy(): void {
    for (const { texture } of this.#pieces) if (!texture.destroyed) texture.destroy();
    if (!this.source.destroyed) this.source.destroy();
    this.context.canvas.width = 0;
  }
}
