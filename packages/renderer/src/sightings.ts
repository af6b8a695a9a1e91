import type { Bubble } from '@popfray/engine';

/** Most bubbles that any rules allow at once. */
const MOST_BUBBLES = 64;

/** A bubble as it was drawn. */
export interface Sighting {
  id: number;
  x: number;
  y: number;
  radiusPx: number;
  isBoss: boolean;
}

/** What the last frame showed. An event says where the click was; this says where the bubble was. */
export class Sightings {
  readonly #pool: readonly Sighting[] = Array.from({ length: MOST_BUBBLES }, () => ({
    id: -1,
    x: 0.5,
    y: 0.5,
    radiusPx: 0,
    isBoss: false,
  }));
  #count = 0;

  /** Forgets all. */
  clear(): void {
    this.#count = 0;
  }

  add(bubble: Bubble): void {
    const sighting = this.#pool[this.#count];
    if (sighting === undefined) return;
    this.#count++;
    sighting.id = bubble.id;
    sighting.x = bubble.xPx;
    sighting.y = bubble.yPx;
    sighting.radiusPx = bubble.radiusPx;
    sighting.isBoss = bubble.isBoss;
  }

  /** The bubble of that id, or null. The object is used again in the next frame. */
  find(id: number): Sighting | null {
    for (let index = 0; index < this.#count; index++) {
      const sighting = this.#pool[index];
      if (sighting?.id === id) return sighting;
    }
    return null;
  }
}
