import type { Rules } from './rules.ts';
import { MS_PER_SECOND, SUB_PER_PX } from './units.ts';

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
/** Time up to which, exclusive, nothing happens by itself and the entropy is known: at most that of the next event. */
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
  for (let k = place; k < last; k++) words[HEADER_WORDS + k] = words[HEADER_WORDS + k + 1]!;
  words[HEADER_WORDS + last] = offset;
  words[COUNT] = last;
  if (words[offset + ESCAPE_AT] === words[NEXT_ESCAPE]) words[NEXT_ESCAPE] = nextEscape(words);
}

function nextEscape(words: Int32Array): number {
  let next = NEVER;
  for (let place = 0; place < words[COUNT]!; place++) {
    const at = words[bubbleOffset(words, place) + ESCAPE_AT]!;
    if (at < next) next = at;
  }
  return next;
}

/**
 * Whether words of any origin are a state that a round of these rules can go on from: counts and times in range, each
 * bubble's place used once, every living bubble inside the field at a speed that a path can have. It does not prove that
 * play led there; the state hash does.
 */
export function isState(words: Int32Array, rules: Rules): boolean {
  const capacity = capacityOf(rules);
  const time = words[TIME]!;
  if (words.length !== stateWords(capacity) || words[COUNT]! < 0 || words[COUNT]! > capacity) return false;
  if (time < 0 || time > rules.durationMs || words[NEXT_ESCAPE]! <= time) return false;
  if (words[NEXT_SPAWN]! <= time && time < rules.durationMs) return false;
  if (words[HORIZON]! > words[NEXT_SPAWN]! || words[HORIZON]! > words[NEXT_ESCAPE]! || words[HORIZON]! > rules.durationMs) return false;
  if (words[HORIZON]! > (words[SECOND]! + 1) * MS_PER_SECOND) return false;
  if (words[PHASE]! < RUNNING || words[PHASE]! > OVER) return false;
  if (words[SECOND]! < -1 || words[SECOND]! > Math.floor(time / MS_PER_SECOND)) return false;
  const bubbles = HEADER_WORDS + capacity;
  let low = 0;
  let high = 0;
  for (let place = 0; place < capacity; place++) {
    const offset = bubbleOffset(words, place);
    const slot = (offset - bubbles) / BUBBLE_WORDS;
    if (!Number.isInteger(slot) || slot < 0 || slot >= capacity) return false;
    const bit = 1 << (slot & 31);
    if (((slot < 32 ? low : high) & bit) !== 0) return false;
    if (slot < 32) low |= bit;
    else high |= bit;
    if (place < words[COUNT]! && !isBubble(words, offset, rules)) return false;
  }
  return true;
}

function isBubble(words: Int32Array, bubble: number, rules: Rules): boolean {
  const radius = words[bubble + RADIUS]!;
  if (radius < 1 || radius > 255 || (words[bubble + LOOK]! & LOOK_COLOUR) >= rules.colours) return false;
  if (words[bubble + HEALTH]! < 1 || words[bubble + HEALTH]! > words[bubble + FULL_HEALTH]!) return false;
  const beyond = rules.motion === 'rise' ? 2 * radius : 0;
  return (
    isLine(words, bubble + LINE_X, radius, rules.field.widthPx - radius) &&
    isLine(words, bubble + LINE_Y, radius - beyond, rules.field.heightPx - radius + beyond)
  );
}

/** Most speed a rule set can ask for, factor included, sub-pixels per ms: 5,000 px/s. */
const MAX_SPEED = 327_680;

function isLine(words: Int32Array, line: number, lowPx: number, highPx: number): boolean {
  const velocity = words[line + 1]!;
  const at = words[line]! + velocity * words[TIME]!;
  return Math.abs(velocity) <= MAX_SPEED && at >= lowPx * SUB_PER_PX && at <= highPx * SUB_PER_PX;
}
