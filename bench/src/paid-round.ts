import {
  arena,
  createBubble,
  createRound,
  encodeReplay,
  makeReplayText,
  recordReplay,
  seededEntropy,
  type Bubble,
  type Round,
  type UpgradeId,
} from '@popfray/engine';
import { INPUTS } from './replays.ts';

/** More bosses: a person who makes 400 clicks that land in a minute makes most of them on bosses. */
export const LOADOUT: readonly UpgradeId[] = ['lucky-streak'];

/** Seeds tried before giving up. */
const SEEDS = 500;

/** ms from click to click on the same boss, and to another bubble, each with what it may take longer. */
const SAME = { leastMs: 105, spreadMs: 40 };
const OTHER = { leastMs: 195, spreadMs: 130 };

/** Deviation of a click from the centre along each axis, over the radius. */
const AIM = 0.35;

/** A replay as text, and the seed it is of. */
export interface PaidRound {
  readonly seed: string;
  readonly replay: string;
}

/** Some replays of exactly 400 clicks, played as a very quick person might: no limit of conduct holds them. */
export function playPaidRounds(count: number): PaidRound[] {
  const rounds: PaidRound[] = [];
  for (let number = 1; rounds.length < count; number++) {
    if (number > SEEDS) throw new Error(`No ${count} rounds of ${INPUTS} clicks in ${SEEDS} seeds`);
    const seed = `paid-${number}`;
    const round = play(seed, number);
    if (round.inputCount !== INPUTS) continue;
    const replay = recordReplay(round);
    const bytes = replay.ok && encodeReplay(replay.value);
    if (!bytes || !bytes.ok) throw new Error(`${seed} has no replay`);
    rounds.push({ seed, replay: makeReplayText(bytes.value) });
  }
  return rounds;
}

/**
 * Clicks on a boss, hardly moving, until it is popped, then moves to the highest bubble; clicks where it is while the field is empty.
 * Stops after 400 clicks.
 */
function play(seed: string, salt: number): Round {
  const made = createRound({ rules: arena, entropy: seededEntropy(seed), loadout: LOADOUT });
  if (!made.ok) throw new Error(made.error.code);
  const round = made.value;
  const random = generator(salt);
  let last = -1;
  let at = { xPx: arena.field.widthPx / 2, yPx: arena.field.heightPx / 2 };
  while (round.inputCount < INPUTS && round.phase === 'running') {
    const seen = choose(round, last);
    const { leastMs, spreadMs } = seen === null || seen.id === last ? SAME : OTHER;
    round.advanceTo(Math.min(arena.durationMs, round.timeMs + leastMs + Math.floor(random() * spreadMs)));
    const bubble = seen === null ? undefined : find(round, seen.id);
    if (bubble !== undefined && bubble.id !== last) {
      const off = (): number => (random() * 2 - 1) * AIM * bubble.radiusPx;
      at = {
        xPx: within(bubble.xPx + off(), arena.field.widthPx),
        yPx: within(bubble.yPx + off(), arena.field.heightPx),
      };
      last = bubble.id;
    }
    round.pop(at.xPx, at.yPx);
  }
  round.advanceTo(arena.durationMs);
  return round;
}

/** The bubble with an id while it lives, else a boss, else the highest one. */
function choose(round: Round, id: number): Bubble | null {
  const seen = bubbles(round).filter(({ yPx }) => yPx > 0 && yPx < arena.field.heightPx);
  const highest = seen.toSorted((a, b) => a.yPx - b.yPx);
  return seen.find((bubble) => bubble.id === id) ?? highest.find(({ isBoss }) => isBoss) ?? highest[0] ?? null;
}

const find = (round: Round, id: number): Bubble | undefined => bubbles(round).find((bubble) => bubble.id === id);

const bubbles = (round: Round): Bubble[] =>
  Array.from({ length: round.count }, (_, place) => round.bubbleAt(place, createBubble()));

const within = (value: number, max: number): number => Math.max(0, Math.min(value, max));

/** Numbers from 0 to 1: mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
