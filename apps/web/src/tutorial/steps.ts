import { arena, freePlay, steady, type RoundEvent, type Rules } from '@popfray/engine';

/** What one learns by doing it. */
export type StepName = 'pop' | 'chain' | 'miss' | 'keys' | 'boss';

/** One step of a lesson. */
export interface Step {
  readonly name: StepName;
  /** The rules of its round: slow, and of what it is about. */
  readonly rules: Rules;
  /** How often it is to be done. */
  readonly times: number;
}

/** An event of a lesson's round, and whether a key brought it about. */
export interface Done {
  readonly event: Pick<RoundEvent, 'type' | 'combo' | 'isBoss' | 'value'>;
  readonly isByKey: boolean;
}

/** Pops in a row that make a chain. */
const CHAIN_POPS = 3;

/** Hits that the lesson's boss takes: enough to see its ring go. */
export const LESSON_BOSS_HITS = 5;

/** As long as a round's paths may run at these speeds, ms. Whoever takes longer gets another one. */
const DURATION_MS = 480_000;

/** Free play at a stroll: large bubbles, so that a first click lands. */
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

/** The same with bubbles that rise, as in the arena, and no boss yet. */
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

/** One boss at a time, and a weak one. */
const BOSS: Rules = {
  ...RISE,
  id: 'lesson-boss',
  spawnIntervalMs: steady(500),
  bubbleCap: steady(1),
  boss: arena.boss && { ...arena.boss, chanceBp: steady(10_000), speedPxPerS: 60, health: LESSON_BOSS_HITS },
};

/** The lesson before rounds of these rules; `hasKeys` where there is likely to be a keyboard. */
export function makeSteps(rules: Rules, hasKeys: boolean): readonly Step[] {
  const calm = rules.boss === null ? STROLL : RISE;
  return [
    { name: 'pop', rules: calm, times: 1 },
    { name: 'chain', rules: calm, times: CHAIN_POPS },
    { name: 'miss', rules: calm, times: 1 },
    ...(rules.boss === null ? [] : [{ name: 'boss', rules: BOSS, times: LESSON_BOSS_HITS } as const]),
    ...(hasKeys ? [{ name: 'keys', rules: calm, times: 1 } as const] : []),
  ];
}

/** How far a step is after something was done: from 0 to its `times`, when it is over. */
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
