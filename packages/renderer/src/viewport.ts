import type { Renderer } from 'pixi.js';

/** The field, px: SPEC section 9. */
export const FIELD = { widthPx: 800, heightPx: 600 } as const;

/** Most device pixels per CSS px. */
export const MOST_RESOLUTION = 1.5;
/** Least device pixels per CSS px, however slow frames come. */
const LEAST_RESOLUTION = 0.5;

/** Device pixels per CSS px for a screen's ratio and a quality factor. */
export const resolutionOf = (devicePixelRatio: number, factor: number): number =>
  Math.max(Math.min(devicePixelRatio || 1, MOST_RESOLUTION) * factor, LEAST_RESOLUTION);

/**
 * Ties a canvas's size on the page to Pixi's renderer. Pixi always sees a field of 800 by 600 px; only its resolution
 * changes, so nothing in the scene is ever rescaled. CSS sizes the canvas: it fills its host.
 */
export class Viewport {
  readonly #renderer: Renderer;
  readonly #canvas: HTMLCanvasElement;
  readonly #observer: ResizeObserver;
  #factor = 1;
  #cssWidth = 0;
  #left = 0;
  #top = 0;
  #width = 1;
  #height = 1;
  #measured = false;

  constructor(renderer: Renderer, canvas: HTMLCanvasElement) {
    this.#renderer = renderer;
    this.#canvas = canvas;
    canvas.style.display = 'block';
    canvas.style.width = '100%';
    canvas.style.height = '100%';
    this.#observer = new ResizeObserver(() => this.fit());
    this.#observer.observe(canvas);
    window.addEventListener('resize', this.fit);
    this.fit();
  }

  /** CSS px per px of the field. */
  get cssScale(): number {
    return this.#cssWidth / FIELD.widthPx;
  }

  /** Device pixels per CSS px. */
  get resolution(): number {
    return resolutionOf(window.devicePixelRatio, this.#factor);
  }

  /** Sets the governor's factor on the resolution. */
  setFactor(factor: number): void {
    this.#factor = factor;
    this.fit();
  }

  /** Matches the renderer to the canvas's size on the page. */
  readonly fit = (): void => {
    this.#measured = false;
    const width = this.#canvas.clientWidth;
    if (width === 0) return;
    this.#cssWidth = width;
    const pixels = Math.round(width * this.resolution);
    if (this.#canvas.width !== pixels) this.#renderer.resize(FIELD.widthPx, FIELD.heightPx, pixels / FIELD.widthPx);
  };

  /** Forgets where the canvas is on the page: it may have moved since. */
  forget(): void {
    this.#measured = false;
  }

  toFieldX(clientX: number): number {
    this.#measure();
    return ((clientX - this.#left) / this.#width) * FIELD.widthPx;
  }

  toFieldY(clientY: number): number {
    this.#measure();
    return ((clientY - this.#top) / this.#height) * FIELD.heightPx;
  }

  destroy(): void {
    this.#observer.disconnect();
    window.removeEventListener('resize', this.fit);
  }

  #measure(): void {
    if (this.#measured) return;
    const box = this.#canvas.getBoundingClientRect();
    this.#left = box.left;
    this.#top = box.top;
    this.#width = Math.max(box.width, 1);
    this.#height = Math.max(box.height, 1);
    this.#measured = true;
  }
}
