import {
  arena,
  createBubble,
  createRound,
  encodeReplay,
  makeReplayText,
  recordReplay,
  seededEntropy,
  type Bubble,
  type Replay,
  type Round,
  type Rules,
  type UpgradeId,
} from '@popfray/engine';

/** Rounds for tests, played as people play. */

/** Numbers of a click in an input log: its time, ms, and its place, quarter pixels. */
const INPUT_WORDS = 3;
/** Quarter pixels in a pixel. */
const QUARTERS = 4;

/** How a person plays. */
export interface Person {
  /** Time that the way to a bubble some 100 px off takes, ms. */
  readonly paceMs?: number;
  /** Deviation of clicks from the centre along each axis, per cent of the radius. */
  readonly spreadPct?: number;
  readonly loadout?: readonly UpgradeId[];
  /** What is played: the arena by default. */
  readonly rules?: Rules;
}

/** A round at time 0. */
export function startRound(seed: string, loadout: readonly UpgradeId[] = [], rules: Rules = arena): Round {
  const made = createRound({ rules, entropy: seededEntropy(seed), loadout });
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}

/** A round at its end, with these clicks: the input log of another play of the same seed. */
export function playInputs(seed: string, inputs: Int32Array): Round {
  const round = startRound(seed);
  for (let at = 0; at < inputs.length; at += INPUT_WORDS) {
    const [timeMs = 0, x = 0, y = 0] = inputs.subarray(at, at + INPUT_WORDS);
    round.advanceTo(timeMs);
    round.pop(x / QUARTERS, y / QUARTERS);
  }
  round.advanceTo(round.rules.durationMs);
  return round;
}

/** The replay of a round that is over. */
export function recorded(round: Round): Replay {
  const replay = recordReplay(round);
  if (!replay.ok) throw new Error(replay.error);
  return replay.value;
}

/** A replay as text. */
export function textOf(replay: Replay): string {
  const bytes = encodeReplay(replay);
  if (!bytes.ok) throw new Error(bytes.error.field);
  return makeReplayText(bytes.value);
}

/** A whole round as a person plays it: towards one of the nearest bubbles in a time by Fitts's law, with the scatter of a hand. */
export function playAsPerson(
  seed: string,
  { paceMs = 380, spreadPct = 26, loadout = [], rules = arena }: Person = {},
): Replay {
  const round = startRound(seed, loadout, rules);
  const random = generator(seed);
  let [xPx, yPx] = [400, 300];
  round.advanceTo(900);
  while (round.phase === 'running') {
    const bubble = nearest(round, xPx, yPx);
    if (bubble === null) {
      round.advanceTo(Math.min(rules.durationMs, round.timeMs + 60));
      continue;
    }
    const distance = Math.hypot(bubble.xPx - xPx, bubble.yPx - yPx);
    const difficulty = Math.log2(1 + distance / bubble.radiusPx);
    const movedMs = (paceMs * (0.55 + 0.4 * difficulty) * Math.exp(0.22 * normal(random))) | 0;
    const waitMs = Math.max(120, random() < 0.06 ? movedMs + 250 : movedMs);
    round.advanceTo(Math.min(rules.durationMs, round.timeMs + waitMs));
    if (round.phase !== 'running') break;
    const now = find(round, bubble.id);
    const scatter = (spreadPct / 100) * bubble.radiusPx;
    xPx = within((now ?? bubble).xPx + scatter * normal(random), rules.field.widthPx);
    yPx = within((now ?? bubble).yPx + scatter * normal(random), rules.field.heightPx);
    round.pop(xPx, yPx);
  }
  return recorded(round);
}

/** The nearest bubble whose centre is in the field. */
function nearest(round: Round, xPx: number, yPx: number): Bubble | null {
  const away = (bubble: Bubble): number => Math.hypot(bubble.xPx - xPx, bubble.yPx - yPx);
  const seen = bubbles(round).filter((bubble) => bubble.yPx > 0 && bubble.yPx < round.rules.field.heightPx);
  return seen.toSorted((a, b) => away(a) - away(b))[0] ?? null;
}

const find = (round: Round, id: number): Bubble | undefined => bubbles(round).find((bubble) => bubble.id === id);

const bubbles = (round: Round): Bubble[] =>
  Array.from({ length: round.count }, (_, place) => round.bubbleAt(place, createBubble()));

const within = (value: number, max: number): number => Math.max(0, Math.min(value, max));

/** Numbers from 0 to 1 that follow from a text: mulberry32 over its FNV-1a hash. */
function generator(text: string): () => number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A normally distributed number, by Box and Muller. */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
