import { ParticleContainer, ParticleShader, Rectangle, type Container, type IParticle, type Texture } from 'pixi.js';
import type { Brush } from './brush.ts';
import { FIELD } from './viewport.ts';

/** White at full opacity, as Pixi packs colours: opacity in the high byte. */
const WHITE = 0xff_ff_ff;

/** A stamp. Its numbers start as fractions, so that writing them later allocates nothing. */
const createStamp = (texture: Texture): IParticle => ({
  x: 0.5,
  y: 0.5,
  scaleX: 0.5,
  scaleY: 0.5,
  anchorX: 0.5,
  anchorY: 0.5,
  rotation: 0.5,
  color: 0.5,
  texture,
});

/** The GPU is sent stamps in steps of this many, so that their number seldom changes. */
const STEP = 64;

/** Makes a stamp invisible, and of no size. */
function hide(stamp: IParticle): void {
  stamp.scaleX = 0;
  stamp.scaleY = 0;
  stamp.color = WHITE;
}

/**
 * Draws with WebGL. A container of the stage is refilled in each frame, which makes one draw call, with a shader that knows one texture.
 * What Pixi calls particles are plain objects that are made once and kept, so a frame allocates nothing.
 */
export class ParticleBrush implements Brush {
  readonly #container: ParticleContainer;
  readonly #stamps: IParticle[] = [];
  readonly #blank: Texture;
  #used = 0;
  #usedBefore = 0;
  #groupOpacity = 1;

  /** Unused stamps show the picture `blank`, at no size. It may be any picture of the atlas. */
  constructor(stage: Container, blank: Texture) {
    this.#blank = blank;
    this.#container = new ParticleContainer({
      texture: blank,
      // A shader for this brush alone: the renderer's shared one would keep the texture alive after the brush is destroyed.
      shader: new ParticleShader(),
      boundsArea: new Rectangle(0, 0, FIELD.widthPx, FIELD.heightPx),
      dynamicProperties: { position: true, vertex: true, rotation: true, uvs: true, color: true },
    });
    this.#container.eventMode = 'none';
    stage.addChild(this.#container);
  }

  reserve(stamps: number): void {
    if (this.#stamps.length >= stamps) return;
    while (this.#stamps.length < stamps) {
      const stamp = createStamp(this.#blank);
      hide(stamp);
      this.#stamps.push(stamp);
    }
    // Pixi makes its buffers as large as what it is first given.
    this.#send(stamps);
    this.#container.update();
  }

  begin(shiftX: number, shiftY: number): void {
    this.#container.position.set(shiftX, shiftY);
    this.#usedBefore = this.#used;
    this.#used = 0;
  }

  stamp(texture: Texture, x: number, y: number, scaleX: number, scaleY: number, turn: number, opacity: number): void {
    if (this.#used === this.#stamps.length) this.reserve(this.#used + 32);
    const stamp = this.#stamps[this.#used++];
    if (stamp === undefined) return;
    stamp.texture = texture;
    stamp.x = x;
    stamp.y = y;
    stamp.scaleX = scaleX;
    stamp.scaleY = scaleY;
    stamp.rotation = turn;
    stamp.color = WHITE + Math.round(opacity * this.#groupOpacity * 255) * 0x1_00_00_00;
  }

  /** The GPU draws all stamps in one call, so that nothing is gained by keeping a group. */
  open(_look: number, _x: number, _y: number, _widthPx: number, _heightPx: number, opacity: number): boolean {
    this.#groupOpacity = opacity;
    return true;
  }

  close(): void {
    this.#groupOpacity = 1;
  }

  /** Hides the stamps that the last frame used and this one does not, and sends the GPU little more than those in use. */
  end(): void {
    for (let index = this.#used; index < this.#usedBefore; index++) {
      const stamp = this.#stamps[index];
      if (stamp !== undefined) hide(stamp);
    }
    this.#send(Math.ceil((this.#used + 1) / STEP) * STEP);
  }

  /** Gives Pixi the first so many stamps. */
  #send(count: number): void {
    const sent = this.#container.particleChildren;
    if (sent.length > count) sent.length = count;
    for (let index = sent.length; index < Math.min(count, this.#stamps.length); index++) {
      const stamp = this.#stamps[index];
      if (stamp !== undefined) sent.push(stamp);
    }
  }

  destroy(): void {
    if (!this.#container.destroyed) this.#container.destroy();
  }
}
