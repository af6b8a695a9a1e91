import type { Atlas } from './atlas.ts';
import { DROP_TEXELS } from './texture-sizes.ts';
import type { Brush } from './brush.ts';

/** Particles of a pop. SPEC section 9, arena. */
export const PARTICLES_PER_POP = 12;
/** How long a particle lives at most, ms. SPEC section 9, arena. */
export const PARTICLE_MS = 600;
/** Particles of a boss that goes down. */
export const PARTICLES_PER_BOSS = 48;
/** px/s² downwards. */
const GRAVITY = 420;
/** Rate at which a particle loses its speed, as an exponent a second. */
const DRAG_PER_S = 3.2;

/** One drop or splinter. Its numbers start as fractions, so that writing them later allocates nothing. */
interface Particle {
  x: number;
  y: number;
  /** px/s. */
  speedX: number;
  speedY: number;
  sizePx: number;
  /** Radians, and radians a second. */
  turn: number;
  spin: number;
  /** ms left to live; 0 or less when it is not alive. */
  leftMs: number;
  /** Index into the atlas's drops and shards. */
  colour: number;
  readonly isSplinter: boolean;
}

/** What is left of popped bubbles. Made once: a burst takes over the oldest, and neither a burst nor a frame allocates. */
export class Particles {
  readonly #pool: readonly Particle[];
  #next = 0;
  #live = 0;
  #random = 0x2545f491;

  /** `capacity` is the most that are alive at once. */
  constructor(capacity: number) {
    this.#pool = Array.from({ length: capacity }, (_, index) => ({
      x: 0.5,
      y: 0.5,
      speedX: 0.5,
      speedY: 0.5,
      sizePx: 0.5,
      turn: 0.5,
      spin: 0.5,
      leftMs: -0.5,
      colour: 0,
      isSplinter: index % 3 === 0,
    }));
  }

  /** Particles alive. */
  get live(): number {
    return this.#live;
  }

  /** Bursts a bubble of a radius in px into so many particles; `colour` is an index into the atlas's drops. */
  burst(x: number, y: number, radiusPx: number, colour: number, count: number): void {
    const reach = 110 + radiusPx * 4.2;
    for (let index = 0; index < count; index++) {
      const particle = this.#pool[this.#next];
      if (particle === undefined) return;
      this.#next = (this.#next + 1) % this.#pool.length;
      if (particle.leftMs <= 0) this.#live++;
      const angle = ((index + this.#chance()) / count) * 2 * Math.PI;
      const speed = reach * (0.35 + 0.65 * this.#chance());
      const across = Math.cos(angle);
      const down = Math.sin(angle);
      particle.x = x + across * radiusPx * 0.74;
      particle.y = y + down * radiusPx * 0.74;
      particle.speedX = across * speed;
      particle.speedY = down * speed - 40;
      particle.sizePx = 5 + (3 + radiusPx * 0.16) * this.#chance();
      particle.turn = angle + Math.PI / 2;
      particle.spin = (this.#chance() - 0.5) * 9;
      particle.leftMs = PARTICLE_MS * (0.7 + 0.3 * this.#chance());
      particle.colour = colour;
    }
  }

  /** Lets time pass. */
  advance(elapsedMs: number): void {
    if (this.#live === 0) return;
    const seconds = elapsedMs / 1_000;
    const slowing = Math.exp(-DRAG_PER_S * seconds);
    let live = 0;
    for (const particle of this.#pool) {
      if (particle.leftMs <= 0) continue;
      particle.leftMs -= elapsedMs;
      if (particle.leftMs <= 0) continue;
      live++;
      particle.speedX *= slowing;
      particle.speedY = particle.speedY * slowing + GRAVITY * seconds;
      particle.x += particle.speedX * seconds;
      particle.y += particle.speedY * seconds;
      particle.turn += particle.spin * seconds;
    }
    this.#live = live;
  }

  /** Stamps the living: drops, and splinters of the rim between them. */
  paint(brush: Brush, atlas: Atlas): void {
    if (this.#live === 0) return;
    for (const particle of this.#pool) {
      if (particle.leftMs <= 0) continue;
      const { isSplinter, x, y } = particle;
      const texture = isSplinter ? atlas.shards[particle.colour] : atlas.drops[particle.colour];
      if (texture === undefined) continue;
      const share = particle.leftMs / PARTICLE_MS;
      const scale = (particle.sizePx * (isSplinter ? 3.4 : 2) * (0.45 + 0.55 * share)) / DROP_TEXELS;
      brush.stamp(texture, x, y, scale, scale, isSplinter ? particle.turn : 0, Math.min(share * 2.2, 1));
    }
  }

  clear(): void {
    for (const particle of this.#pool) particle.leftMs = 0;
    this.#live = 0;
  }

  /** 0 to 1. Only looks depend on it, and a replay shown again looks the same again. */
  #chance(): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#random / 2 ** 32;
  }
}
