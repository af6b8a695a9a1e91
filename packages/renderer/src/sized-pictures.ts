import type { Texture } from 'pixi.js';

/** The atlas is also kept at these shares of its size: a picture made much smaller in one step would lose detail. */
const SHARES = [1, 1 / 2, 1 / 4] as const;

/** Fewest pixels of a picture that is kept. A canvas for a smaller one costs more than scaling it. */
const LEAST_PIXELS = 3_600;

/** Largest width and height of a picture that is kept, and the steps of a whole turn: together they fit the key of a small integer. */
const LARGEST_PX = 1_023;
export const TURN_STEPS = 1_024;

/** Pictures that were not used for so many frames are dropped. */
const KEPT_FRAMES = 300;

/** A picture at one size and turn. */
interface SizedPicture {
  /** Null until it is used in two frames in a row: what grows has another size in each frame. */
  canvas: HTMLCanvasElement | null;
  /** The last frame in which it was used. */
  frame: number;
}

/** Where pictures are drawn from: the atlas at one share of its size. */
export interface AtlasLevel {
  readonly canvas: HTMLCanvasElement;
  readonly share: number;
}

/**
 * Pictures of an atlas at the sizes at which they are shown. A browser without a GPU copies a picture at its size in half of the time that
 * scaling takes.
 */
export class SizedPictures {
  readonly #levels: readonly AtlasLevel[];
  readonly #pictures = new Map<Texture, Map<number, SizedPicture>>();
  #frame = 0;

  constructor(atlas: HTMLCanvasElement) {
    this.#levels = SHARES.map((share) => ({ canvas: share === 1 ? atlas : shrink(atlas, share), share }));
  }

  /** Begins a frame. */
  begin(): void {
    this.#frame++;
    if (this.#frame % KEPT_FRAMES === 0) this.#dropUnused();
  }

  /** The level to draw from when texels are scaled by so much: the smallest that need not be made larger. */
  levelFor(scale: number): AtlasLevel {
    let found = this.#levels[0] as AtlasLevel;
    for (const level of this.#levels) if (level.share >= scale) found = level;
    return found;
  }

  /**
   * A picture of so many whole pixels, turned by steps of TURN_STEPS to the right, in the middle of its canvas. Null while there is
   * none, when the caller has to scale it from a level.
   */
  find(texture: Texture, width: number, height: number, turn: number): HTMLCanvasElement | null {
    if (width * height < LEAST_PIXELS || width > LARGEST_PX || height > LARGEST_PX) return null;
    let sizes = this.#pictures.get(texture);
    if (sizes === undefined) {
      sizes = new Map();
      this.#pictures.set(texture, sizes);
    }
    const key = (width * (LARGEST_PX + 1) + height) * TURN_STEPS + turn;
    const picture = sizes.get(key);
    if (picture === undefined) {
      sizes.set(key, { canvas: null, frame: this.#frame });
      return null;
    }
    if (picture.canvas === null && picture.frame === this.#frame - 1)
      picture.canvas = this.#paint(texture, width, height, turn);
    picture.frame = this.#frame;
    return picture.canvas;
  }

  #paint(texture: Texture, width: number, height: number, turn: number): HTMLCanvasElement {
    const angle = (turn / TURN_STEPS) * 2 * Math.PI;
    const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
    // Even or odd like the picture itself, so that its edges lie on whole pixels without a turn.
    const canvas = createCanvas(
      turn === 0 ? width : Math.ceil(width * cos + height * sin),
      turn === 0 ? height : Math.ceil(width * sin + height * cos),
    );
    const context = contextOf(canvas);
    context.translate(canvas.width / 2, canvas.height / 2);
    context.rotate(angle);
    drawFrom(this.levelFor(width / texture.frame.width), context, texture, width, height);
    return canvas;
  }

  #dropUnused(): void {
    for (const sizes of this.#pictures.values())
      for (const [key, { frame }] of sizes) if (this.#frame - frame > KEPT_FRAMES) sizes.delete(key);
  }
}

/** Draws a picture of an atlas around (0, 0), scaled to a size in px. */
export function drawFrom(
  { canvas, share }: AtlasLevel,
  context: CanvasRenderingContext2D,
  { frame }: Texture,
  width: number,
  height: number,
): void {
  context.drawImage(
    canvas,
    frame.x * share,
    frame.y * share,
    frame.width * share,
    frame.height * share,
    -width / 2,
    -height / 2,
    width,
    height,
  );
}

function shrink(atlas: HTMLCanvasElement, share: number): HTMLCanvasElement {
  const canvas = createCanvas(atlas.width * share, atlas.height * share);
  contextOf(canvas).drawImage(atlas, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function createCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/** Throws where there is no 2D canvas, like the painting of the atlas before. */
function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser has no 2D canvas to paint on');
  context.imageSmoothingQuality = 'high';
  return context;
}
