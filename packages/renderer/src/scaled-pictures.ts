import type { Texture } from 'pixi.js';

/** Most pixels of all copies: 8 MB. */
const MOST_PIXELS = 2_000_000;

/** From this width on, copies are made at every second width only, pixels: their edges are softer than that. */
const COARSE_FROM = 64;

/** Width of the copy for a width, pixels. */
export const copyWidthOf = (width: number): number =>
  Math.max(width >= COARSE_FROM ? Math.round(width / 2) * 2 : Math.round(width), 1);

/** A copy, and the picture and width that it is of. */
interface Copy {
  readonly sizes: (HTMLCanvasElement | number)[];
  readonly width: number;
  readonly pixels: number;
}

/**
 * Copies of an atlas's pictures at the sizes at which they are drawn. A copy is made when a size is asked for in two frames in a row, so that
 * a picture that grows or shrinks has none. The oldest copies are dropped when all of them are too large.
 */
export class ScaledPictures {
  /** By the width of the copy: the copy, or the last frame in which this width was asked for. */
  readonly #sizesOf = new Map<Texture, (HTMLCanvasElement | number)[]>();
  readonly #copies: Copy[] = [];
  #pixels = 0;
  #frame = 0;

  /** Pixels of all copies. */
  get pixels(): number {
    return this.#pixels;
  }

  /** Starts a frame. */
  begin(): void {
    this.#frame++;
  }

  /** The copy of a picture of about such a width in pixels; null if there is none yet. */
  find(texture: Texture, width: number): HTMLCanvasElement | null {
    const copyWidth = copyWidthOf(width);
    let sizes = this.#sizesOf.get(texture);
    if (sizes === undefined) {
      sizes = [];
      this.#sizesOf.set(texture, sizes);
    }
    const found = sizes[copyWidth];
    if (typeof found === 'object') return found;
    if (found === this.#frame - 1) return this.#copy(texture, copyWidth, sizes);
    sizes[copyWidth] = this.#frame;
    return null;
  }

  clear(): void {
    this.#sizesOf.clear();
    this.#copies.length = 0;
    this.#pixels = 0;
  }

  #copy(texture: Texture, width: number, sizes: (HTMLCanvasElement | number)[]): HTMLCanvasElement | null {
    const { frame } = texture;
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = Math.max(Math.round((width * frame.height) / frame.width), 1);
    const context = canvas.getContext('2d');
    if (context === null) return null;
    context.imageSmoothingQuality = 'high';
    const { resource } = texture.source;
    context.drawImage(resource, frame.x, frame.y, frame.width, frame.height, 0, 0, canvas.width, canvas.height);
    const pixels = canvas.width * canvas.height;
    while (this.#pixels + pixels > MOST_PIXELS && this.#copies.length > 0) this.#dropOldest();
    sizes[width] = canvas;
    this.#copies.push({ sizes, width, pixels });
    this.#pixels += pixels;
    return canvas;
  }

  #dropOldest(): void {
    const oldest = this.#copies.shift();
    if (oldest === undefined) return;
    oldest.sizes[oldest.width] = 0;
    this.#pixels -= oldest.pixels;
  }
}
