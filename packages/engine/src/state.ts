import type { Rules } from './rules.ts';
import { MS_PER_SECOND } from './units.ts';

/**
 * The state of a round is one array of 32-bit integers, so that a snapshot is a copy and nothing is allocated while it
 * runs: a header, then the drawing order (offsets of bubbles, the living first), then the bubbles.
 */

/** Header words. */
export const TIME = 0;
export const PHASE = 1;
export const SCORE = 2;
export const COMBO = 3;
export const BEST_COMBO = 4;
export const LEVEL = 5;
export const POPPED = 6;
export const HITS = 7;
export const MISSED = 8;
export const ESCAPED = 9;
/** Bubbles spawned so far, which is the next bubble's id. */
export const SPAWNED = 10;
/** Bubbles alive. */
export const COUNT = 11;
/** Round times of the next wave and of the next escape. */
export const NEXT_SPAWN = 12;
export const NEXT_ESCAPE = 13;
/** Round time of the last accepted click. */
export const LAST_CLICK = 14;
/** Accepted clicks so far. */
export const INPUTS = 15;
/** The state hash. */
export const HASH = 16;
/** The second that the round is in, from 0; -1 before its first block. */
export const SECOND = 17;
/** The four words of that second's block. */
export const BLOCK = 18;
/** Bit per stream: seeded from that block. */
export const SEEDED = 22;
/** Four words for each of the three streams. */
export const STREAMS = 23;
/** Score at which the next milestone is reached. */
export const NEXT_MILESTONE = 35;
/** Time up to which, exclusive, no event is scheduled and the entropy is known: at most the time of the next event. */
export const HORIZON = 36;
export const HEADER_WORDS = 37;

/** Words of a bubble, from its offset. A line is `at + velocity * time`, in sub-pixels and ms. */
export const ID = 0;
export const LINE_X = 1;
export const LINE_Y = 3;
export const RADIUS = 5;
export const LOOK = 6;
export const HEALTH = 7;
export const FULL_HEALTH = 8;
export const POINTS = 9;
export const BORN = 10;
export const ESCAPE_AT = 11;
export const BUBBLE_WORDS = 12;

/** A bubble's look: its colour, and two flags. */
export const LOOK_COLOUR = 0xff;
export const LOOK_BOSS = 0x100;
export const LOOK_FOREIGN = 0x200;

/** Phases. */
export const RUNNING = 0;
export const PAUSED = 1;
export const OVER = 2;

/** A time that never comes. */
export const NEVER = 0x7fffffff;

/** Words that the state of a round with room for `capacity` bubbles takes. */
export const stateWords = (capacity: number): number => HEADER_WORDS + capacity * (1 + BUBBLE_WORDS);

/** Most bubbles that rules ever allow at once. */
export const capacityOf = (rules: Rules): number => Math.max(rules.bubbleCap.from, rules.bubbleCap.to);

/** A state before its first millisecond. */
export function createState(capacity: number): Int32Array {
  const words = new Int32Array(stateWords(capacity));
  const bubbles = HEADER_WORDS + capacity;
  for (let place = 0; place < capacity; place++) words[HEADER_WORDS + place] = bubbles + place * BUBBLE_WORDS;
  words[LEVEL] = 1;
  words[NEXT_ESCAPE] = NEVER;
  words[SECOND] = -1;
  return words;
}

/** Offset of the bubble at a place in the drawing order, 0 being the lowest. */
export const bubbleOffset = (words: Int32Array, place: number): number => words[HEADER_WORDS + place]!;

/** Takes the bubble at a place out of the drawing order; its words are the next to be reused. */
export function removeBubble(words: Int32Array, place: number): void {
  const offset = bubbleOffset(words, place);
  const last = words[COUNT]! - 1;
  words[COUNT] = last;
  for (let k = place; k < last; k++) words[HEADER_WORDS + k] = words[HEADER_WORDS + k + 1]!;
  words[HEADER_WORDS + last] = offset;
  if (words[offset + ESCAPE_AT] === words[NEXT_ESCAPE]) renewEscape(words);
}

/** Clears what says nothing of the round: the horizon, which is worked out again, and the words of the dead. */
export function forget(words: Int32Array, capacity: number): void {
  words[HORIZON] = 0;
  for (let place = words[COUNT]!; place < capacity; place++) {
    const offset = bubbleOffset(words, place);
    words.fill(0, offset, offset + BUBBLE_WORDS);
  }
}

/** Works out when the next bubble escapes. */
export function renewEscape(words: Int32Array): void {
  const count = words[COUNT]!;
  let next = NEVER;
  for (let place = 0; place < count; place++) {
    const at = words[words[HEADER_WORDS + place]! + ESCAPE_AT]!;
    if (at < next) next = at;
  }
  words[NEXT_ESCAPE] = next;
}

/**
 * Whether words of any origin are a state from which a round of these rules can safely continue: counts and times in
 * range, each bubble's place used once, bubbles that fit the field. That play leads there is what a replay proves.
 */
export function isState(words: Int32Array, rules: Rules): boolean {
  const capacity = capacityOf(rules);
  const count = words[COUNT]!;
  const time = words[TIME]!;
  const isOver = words[PHASE] === OVER;
  const latest = isOver ? NEVER : words[NEXT_SPAWN]! - 1;
  if (words.length !== stateWords(capacity) || count < 0 || count > capacity || words[PHASE]! >>> 0 > OVER)
    return false;
  if (time < 0 || time > Math.min(rules.durationMs, latest) || words[SCORE]! < 0 || words[COMBO]! < 0) return false;
  const second = words[SECOND]!;
  if (second < -1 || second * MS_PER_SECOND > time || (!isOver && time > 0 && time >= (second + 1) * MS_PER_SECOND))
    return false;
  const widestPx = (Math.min(rules.field.widthPx, rules.field.heightPx) - 1) / 2;
  let low = 0;
  let high = 0;
  for (let place = 0; place < capacity; place++) {
    const offset = bubbleOffset(words, place);
    const slot = (offset - HEADER_WORDS - capacity) / BUBBLE_WORDS;
    if (!Number.isInteger(slot) || slot < 0 || slot >= capacity) return false;
    const bit = 1 << (slot & 31);
    if (((slot < 32 ? low : high) & bit) !== 0) return false;
    if (slot < 32) low |= bit;
    else high |= bit;
    const radius = words[offset + RADIUS]!;
    if (place < count && (radius < 1 || radius > widestPx || words[offset + POINTS]! < 0)) return false;
    if (place < count && !isOver && words[offset + ESCAPE_AT]! <= time) return false;
  }
  return true;
}
