import type { Bubble } from '@popfray/engine';

/** Most bubbles that any rules allow at once. */
const MOST_BUBBLES = 64;

/** A bubble as it was drawn. */
export interface DrawnBubble {
  id: number;
  x: number;
  y: number;
  radiusPx: number;
  isBoss: boolean;
}

/** What the last frame showed. An event says where the click was; this says where the bubble was. */
export class DrawnBubbles {
  readonly #pool: readonly DrawnBubble[] = Array.from({ length: MOST_BUBBLES }, () => ({
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
    const drawn = this.#pool[this.#count];
    if (drawn === undefined) return;
    this.#count++;
    drawn.id = bubble.id;
    drawn.x = bubble.xPx;
    drawn.y = bubble.yPx;
    drawn.radiusPx = bubble.radiusPx;
    drawn.isBoss = bubble.isBoss;
  }

  /** The bubble of that id, or null. The object is used again in the next frame. */
  find(id: number): DrawnBubble | null {
    for (let index = 0; index < this.#count; index++) {
      const drawn = this.#pool[index];
      if (drawn?.id === id) return drawn;
    }
    return null;
  }
}
