import { arena, freePlay, steady, type RoundEvent, type Rules } from '@popfray/engine';

/** The steps of the tutorial. */
export type StepName = 'pop' | 'chain' | 'miss' | 'keys' | 'boss';

/** Names of the texts of the steps: some steps have several. */
export type StepText = StepName | 'cursor' | 'popByKeys' | 'popByCursor' | 'missByCursor';

/** A step of the tutorial. */
export interface Step {
  readonly name: StepName;
  readonly text: StepText;
  /** The rules of its round: slow, and reduced to the topic. */
  readonly rules: Rules;
  /** Number of repetitions. */
  readonly times: number;
}

/** An event of the tutorial's round, and whether it was caused by the keyboard. */
export interface Done {
  readonly event: Pick<RoundEvent, 'type' | 'combo' | 'isBoss' | 'value'>;
  readonly isByKey: boolean;
}

/** Number of pops in a row that count as a chain. */
const CHAIN_POPS = 3;

/** Number of hits for the tutorial's boss: enough to see its ring shrink. */
export const LESSON_BOSS_HITS = 5;

/** Longest duration of a round at these speeds, ms. For slower players a new round starts. */
const DURATION_MS = 480_000;

/** Slow free play with large bubbles, so that a first click hits. */
const STROLL: Rules = {
  ...freePlay,
  id: 'lesson',
  durationMs: DURATION_MS,
  radiusPx: { min: 38, max: 56 },
  speedPxPerS: { min: 30, max: 60 },
  firstSpawnMs: 1,
  spawnIntervalMs: steady(1_000),
  bubbleCap: steady(6),
};

/** The same with rising bubbles, as in the arena, without a boss. */
const RISE: Rules = {
  ...arena,
  id: 'lesson-arena',
  durationMs: DURATION_MS,
  radiusPx: { min: 45, max: 75 },
  speedPxPerS: { min: 50, max: 60 },
  speedFactor: steady(2_000),
  firstSpawnMs: 1,
  spawnIntervalMs: steady(1_500),
  bubbleCap: steady(6),
  boss: null,
  milestonePoints: 0,
};

/** One weak boss at a time. */
const BOSS: Rules = {
  ...RISE,
  id: 'lesson-boss',
  spawnIntervalMs: steady(500),
  bubbleCap: steady(1),
  boss: arena.boss && { ...arena.boss, chanceBp: steady(10_000), speedPxPerS: 60, health: LESSON_BOSS_HITS },
};

/** How a player plays. */
export interface Controls {
  /** Whether the device probably has a keyboard. */
  readonly hasKeys: boolean;
  /** Whether the player has started the round by the keyboard. */
  readonly usesKeys: boolean;
  /** Whether keys jump from bubble to bubble; otherwise they move a cursor. */
  readonly keysJump: boolean;
}

/** The steps before rounds of these rules. */
export function makeSteps(rules: Rules, { hasKeys, usesKeys, keysJump }: Controls): readonly Step[] {
  const calm = rules.boss === null ? STROLL : RISE;
  const steps: Step[] = [
    { name: 'pop', text: usesKeys ? (keysJump ? 'popByKeys' : 'popByCursor') : 'pop', rules: calm, times: 1 },
    { name: 'chain', text: 'chain', rules: calm, times: CHAIN_POPS },
  ];
  // Keys that jump from bubble to bubble cannot miss.
  if (!usesKeys || !keysJump)
    steps.push({ name: 'miss', text: usesKeys ? 'missByCursor' : 'miss', rules: calm, times: 1 });
  if (rules.boss !== null) steps.push({ name: 'boss', text: 'boss', rules: BOSS, times: LESSON_BOSS_HITS });
  if (hasKeys && !usesKeys) steps.push({ name: 'keys', text: keysJump ? 'keys' : 'cursor', rules: calm, times: 1 });
  return steps;
}

/** Progress of a step after an event: from 0 to its `times`. */
export function countDone({ name, times }: Step, before: number, { event, isByKey }: Done): number {
  switch (name) {
    case 'pop':
      return event.type === 'pop' ? times : before;
    case 'chain':
      return event.type === 'pop' || event.type === 'miss' ? Math.min(event.combo, times) : before;
    case 'miss':
      return event.type === 'miss' ? times : before;
    case 'keys':
      return event.type === 'pop' && isByKey ? times : before;
    case 'boss':
      if (event.type === 'hit') return times - event.value;
      return event.type === 'pop' && event.isBoss ? times : before;
  }
}
