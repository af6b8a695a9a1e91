import type { CanvasRenderer, Texture } from 'pixi.js';
import type { Brush } from './brush.ts';
import { drawFrom, SizedPictures, TURN_STEPS, type SizedPicture } from './sized-pictures.ts';

/**
 * Draws on a 2D canvas, in a browser without a GPU: more frames are on time than with WebGL that software emulates (decision 0109). Pixi's
 * canvas renderer has an empty stage then, and no longer clears the canvas.
 */
export class CanvasBrush implements Brush {
  readonly #renderer: CanvasRenderer;
  readonly #pictures: SizedPictures;
  /** What is drawn on: the canvas of the field, or that of a group which is painted to be kept. */
  #context: CanvasRenderingContext2D;
  /** Canvas px per px of the field. */
  #scale = 1;
  /** From a place in the field to its place on what is drawn on, px of the field. */
  #shiftX = 0;
  #shiftY = 0;
  /** The same for the field's canvas. */
  #fieldShiftX = 0;
  #fieldShiftY = 0;
  #opacity = 1;
  #isTurned = false;
  #isInGroup = false;
  /** Opacity of the group whose stamps are drawn one by one; 1 for any other stamp. */
  #groupOpacity = 1;
  /** The group that is being painted to be kept, and the middle of its place. */
  #group: SizedPicture | null = null;
  #groupX = 0;
  #groupY = 0;
  #keptOpacity = 1;

  /** `atlas` has all pictures that will be stamped. */
  constructor(renderer: CanvasRenderer, atlas: HTMLCanvasElement) {
    this.#renderer = renderer;
    this.#pictures = new SizedPictures(atlas);
    this.#context = this.#fieldContext;
    renderer.background.clearBeforeRender = false;
  }

  /** Any number of stamps fits. */
  reserve(): void {
    // Stamps are drawn at once.
  }

  begin(shiftX: number, shiftY: number): void {
    const { canvas, resolution } = this.#renderer;
    this.#scale = resolution;
    this.#fieldShiftX = shiftX;
    this.#fieldShiftY = shiftY;
    this.#isInGroup = false;
    this.#groupOpacity = 1;
    this.#group = null;
    this.#pictures.begin();
    this.#drawOn(this.#fieldContext, shiftX, shiftY);
    this.#context.clearRect(0, 0, canvas.width, canvas.height);
  }

  stamp(texture: Texture, x: number, y: number, scaleX: number, scaleY: number, turn: number, opacity: number): void {
    const width = Math.round(texture.frame.width * scaleX * this.#scale);
    const height = Math.round(texture.frame.height * scaleY * this.#scale);
    if (opacity <= 0 || width < 1 || height < 1) return;
    this.#setOpacity(opacity * this.#groupOpacity);
    const middleX = (x + this.#shiftX) * this.#scale;
    const middleY = (y + this.#shiftY) * this.#scale;
    const steps = Math.round((turn / (2 * Math.PI)) * TURN_STEPS) & (TURN_STEPS - 1);
    // A group is kept as a whole, so its pictures are not.
    const picture = this.#isInGroup ? null : this.#pictures.find(texture, width, height, steps);
    if (picture === null) this.#drawScaled(texture, middleX, middleY, width, height, turn);
    else this.#drawPicture(picture, middleX, middleY);
  }

  open(look: number, x: number, y: number, widthPx: number, heightPx: number, opacity: number): boolean {
    if (opacity <= 0) return false;
    const middleX = (x + this.#shiftX) * this.#scale;
    const middleY = (y + this.#shiftY) * this.#scale;
    const width = Math.round(widthPx * this.#scale);
    const height = Math.round(heightPx * this.#scale);
    const group = this.#pictures.findGroup(look, width, height);
    if (group?.isPainted === true) {
      this.#drawGroup(group, middleX, middleY, opacity);
      return false;
    }
    this.#isInGroup = true;
    if (group === null) this.#groupOpacity = opacity;
    else {
      this.#group = group;
      this.#groupX = middleX;
      this.#groupY = middleY;
      this.#keptOpacity = opacity;
      this.#drawOn(group.context, width / 2 / this.#scale - x, height / 2 / this.#scale - y);
    }
    return true;
  }

  close(): void {
    this.#isInGroup = false;
    this.#groupOpacity = 1;
    const group = this.#group;
    if (group === null) return;
    this.#turnBack();
    this.#group = null;
    group.isPainted = true;
    this.#drawOn(this.#fieldContext, this.#fieldShiftX, this.#fieldShiftY);
    this.#drawGroup(group, this.#groupX, this.#groupY, this.#keptOpacity);
  }

  end(): void {
    // Stamps are drawn at once.
  }

  destroy(): void {
    // The canvas is the renderer's.
  }

  get #fieldContext(): CanvasRenderingContext2D {
    return this.#renderer.canvasContext.rootContext as unknown as CanvasRenderingContext2D;
  }

  /** Draws on a canvas from now on, unturned and opaque. */
  #drawOn(context: CanvasRenderingContext2D, shiftX: number, shiftY: number): void {
    this.#context = context;
    this.#shiftX = shiftX;
    this.#shiftY = shiftY;
    this.#opacity = 1;
    this.#isTurned = false;
    context.globalAlpha = 1;
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  /** Copies a picture to whole pixels. */
  #drawPicture({ context: { canvas }, width, height }: SizedPicture, x: number, y: number): void {
    this.#turnBack();
    const left = Math.round(x - width / 2);
    const top = Math.round(y - height / 2);
    this.#context.drawImage(canvas, 0, 0, width, height, left, top, width, height);
  }

  #drawGroup(group: SizedPicture, x: number, y: number, opacity: number): void {
    this.#setOpacity(opacity);
    this.#drawPicture(group, x, y);
  }

  #setOpacity(opacity: number): void {
    if (opacity === this.#opacity) return;
    this.#opacity = opacity;
    this.#context.globalAlpha = opacity;
  }

  #drawScaled(texture: Texture, x: number, y: number, width: number, height: number, turn: number): void {
    const context = this.#context;
    const level = this.#pictures.levelFor(width / texture.frame.width);
    if (turn === 0) {
      this.#turnBack();
      drawFrom(level, context, texture, x, y, width, height);
      return;
    }
    const cos = Math.cos(turn);
    const sin = Math.sin(turn);
    context.setTransform(cos, sin, -sin, cos, x, y);
    this.#isTurned = true;
    drawFrom(level, context, texture, 0, 0, width, height);
  }

  /** Ends the turn of the stamp before. Most stamps are not turned, and turned ones follow each other. */
  #turnBack(): void {
    if (!this.#isTurned) return;
    this.#isTurned = false;
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
  }
}
