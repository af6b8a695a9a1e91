/** Speed of the cursor when a key goes down, and its limit, px of the field a second. A hand with a mouse is several times faster. */
export const FIRST_SPEED_PX_PER_S = 240;
export const SPEED_LIMIT_PX_PER_S = 640;

/** How long keys are held until the cursor is at its limit, ms. */
const ACCELERATION_MS = 350;

/** The longest part of a late frame that moves the cursor, ms, so that it cannot jump. */
const MAX_STEP_MS = 50;

/** Movement of a cursor over the field: left, right, up, down and the four diagonals, at limited speed. */
export class CursorMotion {
  /** Where the cursor is, px of the field. */
  xPx: number;
  yPx: number;
  readonly #widthPx: number;
  readonly #heightPx: number;
  #heldMs = 0;

  /** The cursor starts in the middle of a field of this size. */
  constructor(widthPx: number, heightPx: number) {
    this.#widthPx = widthPx;
    this.#heightPx = heightPx;
    this.xPx = widthPx / 2;
    this.yPx = heightPx / 2;
  }

  /**
   * Moves the cursor for a frame. `x` and `y` are the direction: -1, 0 or 1 each. It stops at the edges. Allocates nothing.
   * @param elapsedMs time since the frame before, ms
   */
  advance(elapsedMs: number, x: number, y: number): void {
    if (x === 0 && y === 0) {
      this.#heldMs = 0;
      return;
    }
    const stepMs = Math.min(elapsedMs, MAX_STEP_MS);
    this.#heldMs = Math.min(this.#heldMs + stepMs, ACCELERATION_MS);
    const gained = (SPEED_LIMIT_PX_PER_S - FIRST_SPEED_PX_PER_S) * (this.#heldMs / ACCELERATION_MS);
    // A diagonal is as fast as the other directions.
    const share = x !== 0 && y !== 0 ? Math.SQRT1_2 : 1;
    const wayPx = ((FIRST_SPEED_PX_PER_S + gained) * stepMs * share) / 1_000;
    this.xPx = Math.min(Math.max(this.xPx + x * wayPx, 0), this.#widthPx);
    this.yPx = Math.min(Math.max(this.yPx + y * wayPx, 0), this.#heightPx);
  }
}
