import {
  createBubble,
  createRound,
  seededEntropy,
  type Bubble,
  type PopOutcome,
  type Round,
  type RoundEvent,
  type RoundOptions,
  type Rules,
} from './index.ts';

/** Rounds for tests, made and driven through the public API only. */

/** A round at time 0; throws where `createRound` has an error. */
export function start(rules: Rules, options: Partial<RoundOptions> & { readonly seed?: string } = {}): Round {
  const { seed = 'fixture', ...rest } = options;
  const made = createRound({ rules, entropy: seededEntropy(seed), ...rest });
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  return made.value;
}

/** Every living bubble in drawing order, each a separate object. */
export const living = (round: Round): Bubble[] =>
  Array.from({ length: round.count }, (_, place) => round.bubbleAt(place, createBubble()));

/** The events since they were last taken, each a separate object. */
export function events(round: Round): RoundEvent[] {
  const taken: RoundEvent[] = [];
  round.takeEvents((event) => taken.push({ ...event }));
  return taken;
}

/** Clicks the topmost bubble that the field shows and that `wanted` takes; null where there is none. */
export function popVisible(round: Round, wanted: (bubble: Bubble) => boolean = () => true): PopOutcome | null {
  for (const [place, bubble] of [...living(round).entries()].toReversed()) {
    const y = Math.max(0, Math.min(bubble.yPx, round.rules.field.heightPx));
    if (wanted(bubble) && round.topmostAt(bubble.xPx, y) === place) return round.pop(bubble.xPx, y);
  }
  return null;
}

/** Clicks where no bubble is. */
export function missAll(round: Round): PopOutcome {
  const { widthPx, heightPx } = round.rules.field;
  for (let y = 0; y <= heightPx; y += 4) {
    for (let x = 0; x <= widthPx; x += 4) if (round.topmostAt(x, y) < 0) return round.pop(x, y);
  }
  throw new Error('The field is full of bubbles');
}

/** Moves on in steps of `stepMs`, clicking a visible bubble at each, until the time, or until `until` holds. */
export function playTo(round: Round, ms: number, stepMs = 100, until: () => boolean = () => false): Round {
  while (round.timeMs < ms && !until()) {
    round.advanceTo(Math.min(round.timeMs + stepMs, ms));
    if (round.phase === 'running' && !until()) popVisible(round);
  }
  return round;
}

/** Bubbles that spawn in whole rounds of these rules without a click, one round a seed. */
export function spawned(rules: Rules, rounds: number, options: Partial<RoundOptions> = {}): RoundEvent[] {
  return Array.from({ length: rounds }, (_, seed) => {
    const round = start(rules, { seed: `spawn ${seed}`, ...options });
    round.advanceTo(rules.durationMs);
    return events(round).filter(({ type }) => type === 'spawn');
  }).flat();
}

/** Everything by which two rounds can differ: a change of anything shows. */
export const trace = (round: Round): string =>
  [round.phase, round.timeMs, round.hash, round.inputs().join(), round.snapshot().join()].join(' ');
