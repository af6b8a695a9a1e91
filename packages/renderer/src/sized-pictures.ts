import type { Texture } from 'pixi.js';

/** The atlas is also kept at these shares of its size: a picture made much smaller in one step would lose detail. */
const SHARES = [1, 1 / 2, 1 / 4] as const;

/** Fewest pixels of a picture that is kept. A canvas for a smaller one costs more than scaling it. */
const LEAST_PIXELS = 3_600;

/** Largest width and height of a picture that is kept, and the steps of a whole turn: together they fit the key of a small integer. */
const LARGEST_PX = 1_023;
export const TURN_STEPS = 1_024;

/** Pictures that were not used for so many frames are dropped. Others are painted on their canvases. */
const KEPT_FRAMES = 60;

/** Canvases have sizes of whole steps, so that one that is free fits many pictures, px. A new canvas takes ten times as long as a picture on an old one. */
const CANVAS_STEP_PX = 32;

/** A picture at one size and turn, or a group of stamps: the upper left part of a canvas. */
export interface SizedPicture {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  /** False for a group whose stamps are still to be drawn. */
  isPainted: boolean;
}

/** A picture that is wanted. */
interface WantedPicture {
  /** Null until it is used in two frames in a row: what grows has another size in each frame. */
  picture: SizedPicture | null;
  /** The last frame in which it was used. */
  frame: number;
}

/** Where pictures are drawn from: the atlas at one share of its size. */
export interface AtlasLevel {
  readonly canvas: HTMLCanvasElement;
  readonly share: number;
}

/**
 * Pictures of an atlas at the sizes at which they are shown, and groups of them. A browser without a GPU copies a picture at its size in half of the time
 * that scaling takes, and a group as quickly as one of its pictures.
 */
export class SizedPictures {
  readonly #levels: readonly AtlasLevel[];
  /** By texture, or by the look of a group; then by size and turn. */
  readonly #wanted = new Map<Texture | number, Map<number, WantedPicture>>();
  /** Canvases that no picture is on, by their size in steps. */
  readonly #free = new Map<number, CanvasRenderingContext2D[]>();
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
   * A picture of so many whole pixels, turned by steps of TURN_STEPS to the right, in the middle of its canvas's part. Null while there is
   * none, when the caller has to scale it from a level.
   */
  find(texture: Texture, width: number, height: number, turn: number): SizedPicture | null {
    if (width * height < LEAST_PIXELS || width > LARGEST_PX || height > LARGEST_PX) return null;
    const wanted = this.#want(texture, (width * (LARGEST_PX + 1) + height) * TURN_STEPS + turn);
    if (wanted.picture === null && wanted.frame === this.#frame - 1)
      wanted.picture = this.#paint(texture, width, height, turn);
    wanted.frame = this.#frame;
    return wanted.picture;
  }

  /** The picture of a group of a look, of so many whole pixels, which is empty at first. Null while there is none: the caller stamps the group. */
  findGroup(look: number, width: number, height: number): SizedPicture | null {
    if (width < 1 || height < 1 || width > LARGEST_PX || height > LARGEST_PX) return null;
    const wanted = this.#want(look, width * (LARGEST_PX + 1) + height);
    if (wanted.picture === null && wanted.frame === this.#frame - 1) wanted.picture = this.#take(width, height);
    wanted.frame = this.#frame;
    return wanted.picture;
  }

  /** What is known of a picture. In the frame in which it is first wanted, nothing is. */
  #want(of: Texture | number, key: number): WantedPicture {
    let sizes = this.#wanted.get(of);
    if (sizes === undefined) {
      sizes = new Map();
      this.#wanted.set(of, sizes);
    }
    let wanted = sizes.get(key);
    if (wanted === undefined) {
      wanted = { picture: null, frame: this.#frame };
      sizes.set(key, wanted);
    }
    return wanted;
  }

  #paint(texture: Texture, width: number, height: number, turn: number): SizedPicture {
    const angle = (turn / TURN_STEPS) * 2 * Math.PI;
    const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
    // Even or odd like the picture itself, so that its edges lie on whole pixels without a turn.
    const picture = this.#take(
      turn === 0 ? width : Math.ceil(width * cos + height * sin),
      turn === 0 ? height : Math.ceil(width * sin + height * cos),
    );
    const { context } = picture;
    context.translate(picture.width / 2, picture.height / 2);
    context.rotate(angle);
    drawFrom(this.levelFor(width / texture.frame.width), context, texture, 0, 0, width, height);
    picture.isPainted = true;
    return picture;
  }

  /** An empty picture, on a free canvas where there is one. */
  #take(width: number, height: number): SizedPicture {
    const columns = Math.ceil(width / CANVAS_STEP_PX);
    const rows = Math.ceil(height / CANVAS_STEP_PX);
    const context =
      this.#free.get(columns * LARGEST_PX + rows)?.pop() ??
      contextOf(createCanvas(columns * CANVAS_STEP_PX, rows * CANVAS_STEP_PX));
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    return { context, width, height, isPainted: false };
  }

  #dropUnused(): void {
    for (const [of, sizes] of this.#wanted) {
      for (const [key, { frame, picture }] of sizes) {
        if (this.#frame - frame <= KEPT_FRAMES) continue;
        sizes.delete(key);
        if (picture !== null) this.#setFree(picture.context);
      }
      if (sizes.size === 0) this.#wanted.delete(of);
    }
  }

  #setFree(context: CanvasRenderingContext2D): void {
    const { width, height } = context.canvas;
    const size = (width / CANVAS_STEP_PX) * LARGEST_PX + height / CANVAS_STEP_PX;
    const free = this.#free.get(size);
    if (free === undefined) this.#free.set(size, [context]);
    else free.push(context);
  }
}

/** Draws a picture of an atlas with its middle at (x, y), scaled to a size in px. */
export function drawFrom(
  { canvas, share }: AtlasLevel,
  context: CanvasRenderingContext2D,
  { frame }: Texture,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  context.drawImage(
    canvas,
    frame.x * share,
    frame.y * share,
    frame.width * share,
    frame.height * share,
    x - width / 2,
    y - height / 2,
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
