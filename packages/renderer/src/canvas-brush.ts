import type { CanvasRenderer, Texture } from 'pixi.js';
import type { Brush } from './brush.ts';
import { drawFrom, SizedPictures, TURN_STEPS } from './sized-pictures.ts';

/**
 * Draws on a 2D canvas, in a browser without a GPU: more frames are on time than with WebGL that software emulates (decision 0109). Pixi's
 * canvas renderer has an empty stage then, and no longer clears the canvas.
 */
export class CanvasBrush implements Brush {
  readonly #renderer: CanvasRenderer;
  readonly #pictures: SizedPictures;
  /** Canvas px per px of the field. */
  #scale = 1;
  #shiftX = 0;
  #shiftY = 0;
  #opacity = 1;

  /** `atlas` has all pictures that will be stamped. */
  constructor(renderer: CanvasRenderer, atlas: HTMLCanvasElement) {
    this.#renderer = renderer;
    this.#pictures = new SizedPictures(atlas);
    renderer.background.clearBeforeRender = false;
  }

  /** Any number of stamps fits. */
  reserve(): void {
    // Stamps are drawn at once.
  }

  begin(shiftX: number, shiftY: number): void {
    const { canvas, resolution } = this.#renderer;
    this.#scale = resolution;
    this.#shiftX = shiftX;
    this.#shiftY = shiftY;
    this.#opacity = 1;
    this.#pictures.begin();
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.clearRect(0, 0, canvas.width, canvas.height);
  }

  stamp(texture: Texture, x: number, y: number, scaleX: number, scaleY: number, turn: number, opacity: number): void {
    const width = Math.round(texture.frame.width * scaleX * this.#scale);
    const height = Math.round(texture.frame.height * scaleY * this.#scale);
    if (opacity <= 0 || width < 1 || height < 1) return;
    const context = this.#context;
    if (opacity !== this.#opacity) {
      this.#opacity = opacity;
      context.globalAlpha = opacity;
    }
    const middleX = (x + this.#shiftX) * this.#scale;
    const middleY = (y + this.#shiftY) * this.#scale;
    const steps = Math.round((turn / (2 * Math.PI)) * TURN_STEPS) & (TURN_STEPS - 1);
    const picture = this.#pictures.find(texture, width, height, steps);
    if (picture === null) this.#drawScaled(texture, middleX, middleY, width, height, turn);
    else {
      const left = Math.round(middleX - picture.width / 2);
      context.drawImage(picture, left, Math.round(middleY - picture.height / 2));
    }
  }

  end(): void {
    // Stamps are drawn at once.
  }

  destroy(): void {
    // The canvas is the renderer's.
  }

  get #context(): CanvasRenderingContext2D {
    return this.#renderer.canvasContext.rootContext as unknown as CanvasRenderingContext2D;
  }

  #drawScaled(texture: Texture, x: number, y: number, width: number, height: number, turn: number): void {
    const context = this.#context;
    const cos = Math.cos(turn);
    const sin = Math.sin(turn);
    context.setTransform(cos, sin, -sin, cos, x, y);
    drawFrom(this.#pictures.levelFor(width / texture.frame.width), context, texture, width, height);
    context.setTransform(1, 0, 0, 1, 0, 0);
  }
}
