/** What can happen in a round. */
export const EVENT_TYPES = [
  'spawn', // a bubble appeared
  'pop', // a click popped a bubble, a boss's last hit included
  'hit', // a click took health from a boss and left some
  'miss', // a click hit nothing
  'escape', // a bubble left over the top
  'combo', // the combo reached a multiple of the rules' step: `value` counts those steps from 0
  'milestone', // the score passed a multiple of the rules' milestone: `value` is that multiple, in points
  'level', // the level rose: `value` is the new one
  'pause',
  'resume',
  'end', // the round is over: `value` is the score
] as const;

/** What happened: one of `EVENT_TYPES`. */
export type EventType = (typeof EVENT_TYPES)[number];

/**
 * One thing that happened in a round. `takeEvents` uses its objects again: copy what you keep.
 * Fields that an event has no use for are 0.
 */
export interface RoundEvent {
  type: EventType;
  /** Round time, ms. */
  timeMs: number;
  /** Number of the bubble within its round, from 0; -1 when there is none. */
  bubbleId: number;
  /** Where it happened, px in the field: the click for pop, hit and miss, else the bubble. */
  xPx: number;
  yPx: number;
  radiusPx: number;
  /** Index into the skin's colours. */
  colour: number;
  isBoss: boolean;
  /** Whether the bubble is the other chain's. */
  isForeign: boolean;
  /** Points this event gave. */
  points: number;
  /** Score after the event. */
  score: number;
  /** Combo after the event. */
  combo: number;
  /** See the event's type; for `hit` the boss's health left, for `pop` of a boss 0. */
  value: number;
}
