import type { EventType, RoundEvent } from './event.ts';
import * as state from './state.ts';
import { SUB_PER_PX } from './units.ts';

/** Fractions at first, so that writing coordinates later never allocates. */
const createEvent = (): RoundEvent => ({
  type: 'end',
  timeMs: 0,
  bubbleId: -1,
  xPx: 0.5,
  yPx: 0.5,
  radiusPx: 0,
  colour: 0,
  isBoss: false,
  isForeign: false,
  points: 0,
  score: 0,
  combo: 0,
  value: 0,
});

/** Events since they were last taken, in objects used again and again: as many as were ever waiting at once. */
export class EventQueue {
  readonly #events: RoundEvent[] = [];
  #length = 0;

  /** Queues an event of the round in `words`; `bubble` is a bubble's offset, or -1; x and y in sub-pixels. */
  push(words: Int32Array, type: EventType, bubble: number, x: number, y: number, points: number, value: number): void {
    if (this.#length === this.#events.length) this.#events.push(createEvent());
    const event = this.#events[this.#length++]!;
    const look = bubble < 0 ? 0 : words[bubble + state.LOOK]!;
    event.type = type;
    event.timeMs = words[state.TIME]!;
    event.bubbleId = bubble < 0 ? -1 : words[bubble + state.ID]!;
    event.xPx = x / SUB_PER_PX;
    event.yPx = y / SUB_PER_PX;
    event.radiusPx = bubble < 0 ? 0 : words[bubble + state.RADIUS]!;
    event.colour = look & state.LOOK_COLOUR;
    event.isBoss = (look & state.LOOK_BOSS) !== 0;
    event.isForeign = (look & state.LOOK_FOREIGN) !== 0;
    event.points = points;
    event.score = words[state.SCORE]!;
    event.combo = words[state.COMBO]!;
    event.value = value;
  }

  /** Hands each event to `visit` in order, those that come up meanwhile too, and forgets them. Returns how many. */
  take(visit: (event: RoundEvent) => void): number {
    let taken = 0;
    while (taken < this.#length) visit(this.#events[taken++]!);
    this.#length = 0;
    return taken;
  }

  /** Forgets all events. */
  clear(): void {
    this.#length = 0;
  }
}
