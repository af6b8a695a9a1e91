import { deepEqual, equal, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  arena,
  createBubble,
  crossChain,
  freePlay,
  recordReplay,
  verifyReplay,
  type Round,
  type Rules,
} from './index.ts';
import { bytesOf } from './replay.fixture.ts';
import { start } from './round.fixture.ts';

/** What a round should be, told from outside: its clock, its clicks and no more. */
interface Model {
  readonly rules: Rules;
  timeMs: number;
  isPaused: boolean;
  clicks: (readonly [ms: number, xQuarter: number, yQuarter: number])[];
  kept: { readonly timeMs: number; readonly isPaused: boolean; readonly clicks: Model['clicks'] } | undefined;
  /** The clicks that the round has seen itself, and not only in a snapshot. */
  log: Model['clicks'];
}

interface Real {
  round: Round;
  kept: Uint8Array | undefined;
}

type Command = fc.Command<Model, Real>;

const SEED = 'commands';

/** A round played straight through the model's clicks to its time. */
function straight({ rules, clicks, timeMs }: Model): Round {
  const round = start(rules, { seed: SEED });
  for (const [ms, x, y] of clicks) {
    round.advanceTo(ms);
    round.pop(x / 4, y / 4);
  }
  round.advanceTo(timeMs);
  return round;
}

/** That the round is where the model is. */
function expectSame(model: Model, { round }: Real): void {
  const isOver = model.timeMs === model.rules.durationMs;
  deepEqual(
    [round.timeMs, round.phase, round.inputCount],
    [model.timeMs, isOver ? 'over' : model.isPaused ? 'paused' : 'running', model.clicks.length],
  );
  deepEqual([...round.inputs()], model.log.flat());
}

class Advance implements Command {
  readonly byMs: number;
  constructor(byMs: number) {
    this.byMs = byMs;
  }
  check = (): boolean => true;
  run(model: Model, real: Real): void {
    const to = model.timeMs + this.byMs;
    const isOver = model.timeMs === model.rules.durationMs;
    const moved = real.round.advanceTo(to);
    if (!isOver && !model.isPaused) model.timeMs = Math.min(to, model.rules.durationMs);
    const outcome = model.isPaused && !isOver ? 'paused' : model.timeMs === model.rules.durationMs ? 'over' : 'ok';
    equal(moved, outcome);
    expectSame(model, real);
  }
  toString = (): string => `advance by ${this.byMs} ms`;
}

class Pop implements Command {
  readonly at: number | readonly [xPx: number, yPx: number];
  constructor(at: number | readonly [xPx: number, yPx: number]) {
    this.at = at;
  }
  check = (): boolean => true;
  run(model: Model, real: Real): void {
    const [xPx, yPx] = this.point(real.round);
    const outcome = real.round.pop(xPx, yPx);
    const last = model.clicks.at(-1);
    if (model.timeMs === model.rules.durationMs) equal(outcome, 'ERR_ROUND_OVER');
    else if (model.isPaused) equal(outcome, 'ERR_ROUND_PAUSED');
    else if (last !== undefined && model.timeMs - last[0] < model.rules.debounceMs) equal(outcome, 'debounced');
    else if (model.clicks.length === model.rules.maxInputs) equal(outcome, 'ERR_LOG_FULL');
    else {
      ok(['pop', 'hit', 'miss'].includes(outcome));
      const click = [model.timeMs, Math.floor(xPx * 4 + 0.5), Math.floor(yPx * 4 + 0.5)] as const;
      model.clicks = [...model.clicks, click];
      model.log = [...model.log, click];
    }
    expectSame(model, real);
  }
  toString = (): string => `pop ${String(this.at)}`;
  private point(round: Round): readonly [xPx: number, yPx: number] {
    if (typeof this.at !== 'number') return this.at;
    if (round.count === 0) return [400, 300];
    const { xPx, yPx } = round.bubbleAt(this.at % round.count, createBubble());
    return [xPx, Math.max(0, Math.min(yPx, round.rules.field.heightPx))];
  }
}

class Pause implements Command {
  check = (): boolean => true;
  run(model: Model, real: Real): void {
    const canPause = !model.isPaused && model.timeMs < model.rules.durationMs;
    equal(real.round.pause(), canPause);
    if (canPause) model.isPaused = true;
    expectSame(model, real);
  }
  toString = (): string => 'pause';
}

class Resume implements Command {
  check = (): boolean => true;
  run(model: Model, real: Real): void {
    equal(real.round.resume(), model.isPaused);
    model.isPaused = false;
    expectSame(model, real);
  }
  toString = (): string => 'resume';
}

class Keep implements Command {
  check = (): boolean => true;
  run(model: Model, real: Real): void {
    real.kept = real.round.snapshot();
    model.kept = { timeMs: model.timeMs, isPaused: model.isPaused, clicks: model.clicks };
  }
  toString = (): string => 'snapshot';
}

class Restore implements Command {
  readonly isElsewhere: boolean;
  constructor(isElsewhere: boolean) {
    this.isElsewhere = isElsewhere;
  }
  check = ({ kept }: Readonly<Model>): boolean => kept !== undefined;
  run(model: Model, real: Real): void {
    const { kept } = model;
    if (kept === undefined || real.kept === undefined) return;
    if (this.isElsewhere) real.round = start(model.rules, { seed: SEED });
    deepEqual(real.round.restore(real.kept), { ok: true, value: true });
    deepEqual(real.round.snapshot(), real.kept);
    model.log = this.isElsewhere ? [] : model.log.slice(0, kept.clicks.length);
    Object.assign(model, { timeMs: kept.timeMs, isPaused: kept.isPaused, clicks: kept.clicks });
    expectSame(model, real);
  }
  toString = (): string => (this.isElsewhere ? 'restore into another round' : 'restore');
}

class Clone implements Command {
  check = (): boolean => true;
  run(model: Model, real: Real): void {
    const left = real.round;
    real.round = left.clone();
    if (left.phase === 'running') left.pop(0, 0);
    left.advanceTo(model.rules.durationMs);
    expectSame(model, real);
  }
  toString = (): string => 'clone';
}

const commands = fc.commands(
  [
    fc
      .oneof({ weight: 4, arbitrary: fc.nat(1_500) }, { weight: 1, arbitrary: fc.nat(30_000) })
      .map((ms) => new Advance(ms)),
    fc.nat(20).map((place) => new Pop(place)),
    fc
      .tuple(fc.double({ min: 0, max: 800, noNaN: true }), fc.double({ min: 0, max: 600, noNaN: true }))
      .map((point) => new Pop(point)),
    fc.constant(new Pause()),
    fc.constant(new Resume()),
    fc.constant(new Keep()),
    fc.boolean().map((isElsewhere) => new Restore(isElsewhere)),
    fc.constant(new Clone()),
  ],
  { size: 'large', maxCommands: 80 },
);

test('after any sequence of commands a round equals one that played its clicks straight through, and has a valid replay if its log is complete', () => {
  fc.assert(
    fc.property(fc.constantFrom(freePlay, arena, crossChain), commands, (rules, done) => {
      const model: Model = { rules, timeMs: 0, isPaused: false, clicks: [], kept: undefined, log: [] };
      const real: Real = { round: start(rules, { seed: SEED }), kept: undefined };
      real.round.advanceTo(0);
      fc.modelRun(() => ({ model, real }), done);
      real.round.resume();
      const expected = straight(model);
      expect([real.round.hash, real.round.score]).toEqual([expected.hash, expected.score]);
      expect(real.round.snapshot()).toEqual(expected.snapshot());
      real.round.advanceTo(rules.durationMs);
      const recorded = recordReplay(real.round);
      expect(recorded.ok).toBe(model.log.join() === model.clicks.join());
      if (recorded.ok) expect(verifyReplay(bytesOf(recorded.value)).ok).toBe(true);
    }),
    { numRuns: 150 },
  );
});
