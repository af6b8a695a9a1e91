import { EVENT_TYPES, type EventType, type RoundEvent } from './event.ts';
import * as state from './state.ts';
import { SUB_PER_PX } from './units.ts';

/** Words of a queued event. */
const WORDS = 11;

/** Events since they were last taken, as integers in one array that grows only while nobody takes them. */
export class EventQueue {
  private words = new Int32Array(32 * WORDS);
  private length = 0;
  private readonly event: RoundEvent = {
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
  };

  /** Queues an event of the round in `words`; `bubble` is a bubble's offset, or -1; x and y in sub-pixels. */
  push(words: Int32Array, type: EventType, bubble: number, x: number, y: number, points: number, value: number): void {
    if (this.length + WORDS > this.words.length) {
      const longer = new Int32Array(this.words.length * 2);
      longer.set(this.words);
      this.words = longer;
    }
    const at = this.length;
    this.length = at + WORDS;
    this.words[at] = EVENT_TYPES.indexOf(type);
    this.words[at + 1] = words[state.TIME]!;
    this.words[at + 2] = bubble < 0 ? -1 : words[bubble + state.ID]!;
    this.words[at + 3] = x;
    this.words[at + 4] = y;
    this.words[at + 5] = bubble < 0 ? 0 : words[bubble + state.RADIUS]!;
    this.words[at + 6] = bubble < 0 ? 0 : words[bubble + state.LOOK]!;
    this.words[at + 7] = points;
    this.words[at + 8] = words[state.SCORE]!;
    this.words[at + 9] = words[state.COMBO]!;
    this.words[at + 10] = value;
  }

  /** Hands each event to `visit` in order, always in the same object, and forgets it. Returns how many there were. */
  take(visit: (event: RoundEvent) => void): number {
    const { event } = this;
    let at = 0;
    for (; at < this.length; at += WORDS) {
      const { words } = this;
      const look = words[at + 6]!;
      event.type = EVENT_TYPES[words[at]!]!;
      event.timeMs = words[at + 1]!;
      event.bubbleId = words[at + 2]!;
      event.xPx = words[at + 3]! / SUB_PER_PX;
      event.yPx = words[at + 4]! / SUB_PER_PX;
      event.radiusPx = words[at + 5]!;
      event.colour = look & state.LOOK_COLOUR;
      event.isBoss = (look & state.LOOK_BOSS) !== 0;
      event.isForeign = (look & state.LOOK_FOREIGN) !== 0;
      event.points = words[at + 7]!;
      event.score = words[at + 8]!;
      event.combo = words[at + 9]!;
      event.value = words[at + 10]!;
      visit(event);
    }
    this.length = 0;
    return at / WORDS;
  }

  /** Forgets all events. */
  clear(): void {
    this.length = 0;
  }
}
