import { Container, Sprite, type Texture } from 'pixi.js';

/**
 * Stamps pictures of one texture into a container, anew each frame. The sprites behind it are made once and kept, so
 * that a frame allocates nothing, and their number does not change, so that Pixi keeps its one batch.
 */
export class Brush {
  readonly container: Container = new Container({ eventMode: 'none', interactiveChildren: false });
  readonly #sprites: Sprite[] = [];
  readonly #blank: Texture;
  #used = 0;
  #usedBefore = 0;

  /** `blank` is the picture that unused sprites wear: any one of the texture that is stamped from. */
  constructor(blank: Texture) {
    this.#blank = blank;
  }

  /** Stamps in this frame so far. */
  get used(): number {
    return this.#used;
  }

  /** Makes sure that so many stamps fit in a frame without making sprites. */
  reserve(stamps: number): void {
    while (this.#sprites.length < stamps) {
      const sprite = new Sprite({ texture: this.#blank, anchor: 0.5, alpha: 0, scale: 0 });
      this.#sprites.push(sprite);
      this.container.addChild(sprite);
    }
  }

  begin(): void {
    this.#usedBefore = this.#used;
    this.#used = 0;
  }

  /** Stamps a picture with its middle at (x, y), scaled from texels to px in the field, turned by radians, opacity 0 to 1. */
  stamp(texture: Texture, x: number, y: number, scaleX: number, scaleY: number, turn: number, opacity: number): void {
    if (this.#used === this.#sprites.length) this.reserve(this.#used + 32);
    const sprite = this.#sprites[this.#used++];
    if (sprite === undefined) return;
    sprite.texture = texture;
    sprite.position.set(x, y);
    sprite.scale.set(scaleX, scaleY);
    if (sprite.rotation !== turn) sprite.rotation = turn;
    if (sprite.alpha !== opacity) sprite.alpha = opacity;
  }

  /** Hides the sprites that the last frame used and this one does not. */
  end(): void {
    for (let index = this.#used; index < this.#usedBefore; index++) {
      const sprite = this.#sprites[index];
      if (sprite === undefined) continue;
      sprite.alpha = 0;
      sprite.scale.set(0, 0);
    }
  }

  destroy(): void {
    this.container.destroy({ children: true });
    this.#sprites.length = 0;
  }
}
