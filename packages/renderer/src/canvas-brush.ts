import type { CanvasRenderer, Texture } from 'pixi.js';
import type { Brush } from './brush.ts';
import { ScaledPictures } from './scaled-pictures.ts';
import { FIELD } from './viewport.ts';

/** A picture that is stretched by more than this share on one axis is scaled in each frame. */
const STRETCHED = 0.05;

/**
 * Draws pictures on the canvas itself, without Pixi's scene: the processor copies pictures that are already at their size, at whole
 * pixels, which costs a fraction of scaling them in each frame.
 */
export class CanvasBrush implements Brush {
  readonly #renderer: CanvasRenderer;
  readonly #pictures = new ScaledPictures();
  #context: CanvasRenderingContext2D;
  /** Pixels of the canvas per px of the field. */
  #scale = 1;
  #offsetX = 0;
  #offsetY = 0;
  #opacity = 1;

  constructor(renderer: CanvasRenderer) {
    this.#renderer = renderer;
    // Pixi still renders its empty stage after each frame, and must not clear what is drawn here.
    renderer.background.clearBeforeRender = false;
    this.#context = renderer.canvasContext.rootContext as CanvasRenderingContext2D;
  }

  reserve(): void {}

  begin(offsetX: number, offsetY: number): void {
    const context = this.#renderer.canvasContext.rootContext as CanvasRenderingContext2D;
    const { width, height } = context.canvas;
    this.#context = context;
    this.#scale = width / FIELD.widthPx;
    this.#offsetX = offsetX;
    this.#offsetY = offsetY;
    this.#opacity = 1;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.clearRect(0, 0, width, height);
    this.#pictures.begin();
  }

  stamp(texture: Texture, x: number, y: number, scaleX: number, scaleY: number, turn: number, opacity: number): void {
    if (opacity <= 0 || scaleX <= 0 || scaleY <= 0) return;
    const context = this.#context;
    if (opacity !== this.#opacity) {
      this.#opacity = opacity;
      context.globalAlpha = Math.min(opacity, 1);
    }
    const middleX = (x + this.#offsetX) * this.#scale;
    const middleY = (y + this.#offsetY) * this.#scale;
    const { frame } = texture;
    const { resource } = texture.source;
    const width = frame.width * scaleX * this.#scale;
    const height = frame.height * scaleY * this.#scale;
    if (turn !== 0) {
      context.setTransform(Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), middleX, middleY);
      context.drawImage(resource, frame.x, frame.y, frame.width, frame.height, -width / 2, -height / 2, width, height);
      context.setTransform(1, 0, 0, 1, 0, 0);
      return;
    }
    const isStretched = Math.abs(scaleX - scaleY) > STRETCHED * scaleX;
    const scaled = isStretched ? null : this.#pictures.find(texture, (width + frame.width * scaleY * this.#scale) / 2);
    if (scaled !== null) {
      context.drawImage(scaled, Math.round(middleX - scaled.width / 2), Math.round(middleY - scaled.height / 2));
      return;
    }
    const left = middleX - width / 2;
    const top = middleY - height / 2;
    context.drawImage(resource, frame.x, frame.y, frame.width, frame.height, left, top, width, height);
  }

  end(): void {}

  destroy(): void {
    this.#pictures.clear();
  }
}
