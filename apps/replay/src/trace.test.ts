import * as engine from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { describe, expect, it } from 'vitest';
import { findDivergence, traceReplay, type Step } from './trace.ts';

function recordArena(seed: string): engine.Replay {
  const made = engine.createRound({ rules: engine.arena, entropy: engine.seededEntropy(seed) });
  if (!made.ok) throw new Error(made.error.code);
  createBot({ skill: BOT_SKILLS.regular, seed }).advanceTo(made.value, engine.arena.durationMs);
  const replay = engine.recordReplay(made.value);
  if (!replay.ok) throw new Error(replay.error);
  return replay.value;
}

const replay = recordArena('trace');
const steps = traceReplay(engine, replay);

describe('a trace', () => {
  it('holds every event of the round in order, the end last', () => {
    const made = engine.openPlayback(replay);
    const events: engine.RoundEvent[] = [];
    made.seek(made.durationMs);
    made.round.takeEvents((event) => events.push({ ...event }));
    expect(steps.map(({ hash: _, ...event }) => event)).toEqual(events);
    expect(steps.at(-1)).toMatchObject({ type: 'end', hash: replay.hash.toString(16).padStart(8, '0') });
  });
});

describe('two traces part', () => {
  const changed = (at: number, change: Partial<Step>): Step[] =>
    steps.map((step, index) => (index === at ? { ...step, ...change } : step));

  it('nowhere when they are equal', () => {
    expect(findDivergence(steps, [...steps], true)).toBeUndefined();
  });

  it('at the first event with another value in a field', () => {
    const parting = findDivergence(steps, changed(40, { points: 1_000 }), true);
    expect(parting).toMatchObject({ event: 40, field: 'points', b: { points: 1_000 } });
  });

  it('by the state hash where nothing else shows it, unless hashes are left out', () => {
    const other = changed(7, { hash: '00000000' });
    expect(findDivergence(steps, other, true)).toMatchObject({ event: 7, field: 'hash' });
    expect(findDivergence(steps, other, false)).toBeUndefined();
  });

  it('at the end of the shorter one', () => {
    expect(findDivergence(steps, steps.slice(0, 12), true)).toMatchObject({ event: 12, field: 'event', b: undefined });
  });
});
