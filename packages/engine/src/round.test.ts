import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arena,
  createBubble,
  createRound,
  crossChain,
  freePlay,
  recordReplay,
  seededEntropy,
  UPGRADES,
  type Advance,
  type PopOutcome,
  type Round,
  type RoundEvent,
  type Rules,
  type UpgradeId,
} from './index.ts';
import { events, living, missAll, playTo, popVisible, start, trace } from './round.fixture.ts';

/** A click after a wait: at the bubble of that number, counted round, or at a point. */
type Click = { readonly waitMs: number } & (
  | { readonly bubble: number }
  | { readonly xPx: number; readonly yPx: number }
);

interface Play {
  readonly rules: Rules;
  readonly seed: string;
  readonly loadout: readonly UpgradeId[];
  readonly clicks: readonly Click[];
}

const waitMs = fc.oneof({ weight: 3, arbitrary: fc.nat(400) }, { weight: 1, arbitrary: fc.nat(6_000) });
const click: fc.Arbitrary<Click> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ waitMs, bubble: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      waitMs,
      xPx: fc.double({ min: 0, max: 800, noNaN: true }),
      yPx: fc.double({ min: 0, max: 600, noNaN: true }),
    }),
  },
);
const play: fc.Arbitrary<Play> = fc.record({
  rules: fc.constantFrom(freePlay, arena, crossChain),
  seed: fc.string({ minLength: 1, maxLength: 8 }),
  loadout: fc.subarray(UPGRADES.map(({ id }) => id)),
  clicks: fc.array(click, { maxLength: 60 }),
});

function apply(round: Round, one: Click): PopOutcome | null {
  if ('xPx' in one) return round.pop(one.xPx, one.yPx);
  if (round.count === 0) return null;
  const { xPx, yPx } = round.bubbleAt(one.bubble % round.count, createBubble());
  return round.pop(xPx, Math.max(0, Math.min(yPx, 600)));
}

/** Plays the clicks, with `meanwhile` between them, and then to the end. */
function run(
  { rules, seed, loadout, clicks }: Play,
  meanwhile: (round: Round, towards: number, index: number) => Round = (round) => round,
): Round {
  let round = start(rules, { seed, loadout });
  for (const [index, one] of clicks.entries()) {
    const towards = Math.min(round.timeMs + one.waitMs, 59_999);
    round = meanwhile(round, towards, index);
    round.advanceTo(towards);
    apply(round, one);
  }
  round = meanwhile(round, 60_000, clicks.length);
  round.advanceTo(60_000);
  return round;
}

describe('a round', () => {
  test('of the same seed and inputs has the same hash, score and events', () => {
    fc.assert(
      fc.property(play, (played) => {
        const one = run(played);
        const other = run(played);
        expect(trace(one)).toBe(trace(other));
        expect(events(one)).toEqual(events(other));
      }),
      { numRuns: 60 },
    );
  });

  test('of another seed, loadout or rule set has another hash', () => {
    const variants = [
      start(arena),
      start(arena, { seed: 'other' }),
      start(arena, { loadout: ['trx-boost'] }),
      start(crossChain),
      start(freePlay),
      start({ ...arena, version: 2 }),
    ];
    for (const round of variants) round.advanceTo(60_000);
    expect(new Set(variants.map(({ hash }) => hash)).size).toBe(variants.length);
  });

  test('never depends on how often advanceTo is called', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(play, steps, (played, pattern) => {
        const straight = run(played);
        let step = 0;
        const stepped = run(played, (round, towards) => {
          while (round.timeMs < towards) {
            round.advanceTo(Math.min(towards, round.timeMs + (pattern[step++ % pattern.length] ?? 1)));
            if (step % 3 === 0) living(round);
            if (step % 7 === 0) round.snapshot();
          }
          return round;
        });
        expect(trace(stepped)).toBe(trace(straight));
        expect(events(stepped)).toEqual(events(straight));
      }),
      { numRuns: 40 },
    );
  });

  test('never depends on when its events are taken', () => {
    fc.assert(
      fc.property(play, (played) => {
        const straight = run(played);
        const taken: RoundEvent[] = [];
        const often = run(played, (round) => {
          taken.push(...events(round));
          return round;
        });
        expect([...taken, ...events(often)]).toEqual(events(straight));
        expect(trace(often)).toBe(trace(straight));
      }),
      { numRuns: 30 },
    );
  });

  test('continues from a snapshot taken at any time, in another round, as if it had never stopped', () => {
    fc.assert(
      fc.property(play, fc.nat(60), (played, stop) => {
        const straight = run(played);
        const resumed = run(played, (round, _towards, index) => {
          if (index !== stop) return round;
          const other = playTo(start(played.rules, { seed: played.seed, loadout: played.loadout }), 9_000);
          const snapshot = round.snapshot();
          expect(other.restore(snapshot)).toEqual({ ok: true, value: true });
          expect(other.snapshot()).toEqual(snapshot);
          return other;
        });
        expect([resumed.hash, resumed.score, resumed.inputCount]).toEqual([
          straight.hash,
          straight.score,
          straight.inputCount,
        ]);
        expect(resumed.snapshot()).toEqual(straight.snapshot());
      }),
      { numRuns: 60 },
    );
  });

  test('plays the same again from a snapshot restored into itself', () => {
    fc.assert(
      fc.property(play, fc.integer({ min: 0, max: 59_999 }), (played, back) => {
        const round = start(played.rules, { seed: played.seed, loadout: played.loadout });
        playTo(round, back, 250);
        const snapshot = round.snapshot();
        const first = trace(playTo(round, 60_000, 250));
        expect(round.restore(snapshot).ok).toBe(true);
        expect(trace(playTo(round, 60_000, 250))).toBe(first);
      }),
      { numRuns: 30 },
    );
  });

  test('has clones that continue identically and independently', () => {
    fc.assert(
      fc.property(play, fc.nat(60), (played, stop) => {
        const straight = run(played);
        let left: { readonly round: Round; readonly trace: string } | undefined;
        const cloned = run(played, (round, _towards, index) => {
          if (index !== stop) return round;
          left = { round, trace: trace(round) };
          return round.clone();
        });
        expect(trace(cloned)).toBe(trace(straight));
        if (left !== undefined) expect(trace(left.round)).toBe(left.trace);
      }),
      { numRuns: 40 },
    );
  });

  test('ends the same however often it is paused', () => {
    fc.assert(
      fc.property(play, (played) => {
        const straight = run(played);
        const paused = run(played, (round, towards) => {
          round.pause();
          expect(round.advanceTo(towards)).toBe('paused');
          round.resume();
          return round;
        });
        expect(trace(paused)).toBe(trace(straight));
        const isPause = ({ type }: RoundEvent): boolean => type === 'pause' || type === 'resume';
        expect(events(paused).filter((event) => !isPause(event))).toEqual(events(straight));
      }),
      { numRuns: 30 },
    );
  });

  test('is the same without events', () => {
    fc.assert(
      fc.property(play, (played) => {
        const silent = start(played.rules, { seed: played.seed, loadout: played.loadout, events: false });
        for (const one of played.clicks) {
          silent.advanceTo(Math.min(silent.timeMs + one.waitMs, 59_999));
          apply(silent, one);
        }
        silent.advanceTo(60_000);
        expect(trace(silent)).toBe(trace(run(played)));
        expect(events(silent)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  test('counts what its events tell', () => {
    fc.assert(
      fc.property(play, (played) => {
        const round = run(played);
        const taken = events(round);
        const number = (type: RoundEvent['type']): number => taken.filter((event) => event.type === type).length;
        expect([number('pop'), number('hit'), number('miss'), number('escape'), number('end')]).toEqual([
          round.popped,
          round.hits,
          round.missed,
          round.escaped,
          1,
        ]);
        expect(number('spawn') - number('pop') - number('escape')).toBe(round.count);
        expect(round.inputCount).toBe(round.popped + round.hits + round.missed);
        expect(taken.reduce((sum, { points }) => sum + points, 0)).toBe(round.score);
        expect(taken.map(({ timeMs }) => timeMs)).toEqual(taken.map(({ timeMs }) => timeMs).toSorted((a, b) => a - b));
      }),
      { numRuns: 40 },
    );
  });
});

test('a round without a log plays the same, and has no replay', () => {
  const [logged, logless] = [true, false].map((log) => playTo(start(arena, { log }), 60_000));
  expect(logless?.snapshot()).toEqual(logged?.snapshot());
  expect(logless?.clone().snapshot()).toEqual(logged?.snapshot());
  expect([...(logless?.inputs() ?? [1])]).toEqual([]);
  expect(logless === undefined || recordReplay(logless)).toEqual({ ok: false, error: 'ERR_LOG_INCOMPLETE' });
});

test('a round keeps the loadout it was made with, in the order of the nine', () => {
  const loadout: UpgradeId[] = ['lucky-streak', 'trx-boost'];
  const round = start(arena, { loadout });
  loadout.length = 0;
  round.advanceTo(60_000);
  expect(round.loadout).toEqual(['trx-boost', 'lucky-streak']);
  expect(round.clone().loadout).toEqual(['trx-boost', 'lucky-streak']);
  expect(recordReplay(round).ok).toBe(true);
});

describe('bad input', () => {
  /** A round in mid-play, and what it is by. */
  const midway = (rules: Rules = freePlay): Round => playTo(start(rules), 4_321);

  test.each<readonly [why: string, x: unknown, y: unknown, outcome: PopOutcome]>([
    ['left of the field', -0.01, 5, 'ERR_POP_OUTSIDE'],
    ['right of it', 800.01, 5, 'ERR_POP_OUTSIDE'],
    ['above it', 5, -1e-9, 'ERR_POP_OUTSIDE'],
    ['below it', 5, 601, 'ERR_POP_OUTSIDE'],
    ['far away', 1e300, 5, 'ERR_POP_OUTSIDE'],
    ['NaN', Number.NaN, 5, 'ERR_POP_NOT_FINITE'],
    ['NaN below', 5, Number.NaN, 'ERR_POP_NOT_FINITE'],
    ['Infinity', Infinity, 5, 'ERR_POP_NOT_FINITE'],
    ['minus Infinity', 5, -Infinity, 'ERR_POP_NOT_FINITE'],
    ['a text', '5', 5, 'ERR_POP_NOT_FINITE'],
    ['nothing', undefined, 5, 'ERR_POP_NOT_FINITE'],
    ['null', 5, null, 'ERR_POP_NOT_FINITE'],
    ['an object', {}, 5, 'ERR_POP_NOT_FINITE'],
    ['a bigint', 5n, 5, 'ERR_POP_NOT_FINITE'],
  ])('a pop at %s is refused and changes nothing', (_why, x, y, outcome) => {
    const round = midway();
    events(round);
    const before = trace(round);
    expect(round.pop(x as number, y as number)).toBe(outcome);
    expect(trace(round)).toBe(before);
    expect(events(round)).toEqual([]);
  });

  test.each([
    [0, 0],
    [800, 600],
    [-0, 600],
    [799.99, 0.01],
  ])('a pop at the very edge counts: %d, %d', (x, y) => {
    expect(['pop', 'miss']).toContain(midway().pop(x, y));
  });

  test.each<readonly [why: string, ms: unknown, outcome: Advance]>([
    ['backwards', 4_320, 'ERR_TIME_BACKWARDS'],
    ['before the beginning', -1, 'ERR_TIME_BACKWARDS'],
    ['by half a ms', 4_321.5, 'ERR_TIME_NOT_INTEGER'],
    ['to NaN', Number.NaN, 'ERR_TIME_NOT_INTEGER'],
    ['to Infinity', Infinity, 'ERR_TIME_NOT_INTEGER'],
    ['to a text', '5000', 'ERR_TIME_NOT_INTEGER'],
    ['to nothing', undefined, 'ERR_TIME_NOT_INTEGER'],
    ['to a bigint', 5_000n, 'ERR_TIME_NOT_INTEGER'],
  ])('time %s is refused and changes nothing', (_why, ms, outcome) => {
    const round = midway();
    events(round);
    const before = trace(round);
    expect(round.advanceTo(ms as number)).toBe(outcome);
    expect(trace(round)).toBe(before);
    expect(events(round)).toEqual([]);
  });

  test('time beyond the end, however far, ends the round once', () => {
    const round = midway();
    expect([round.advanceTo(1e300), round.timeMs, round.phase]).toEqual(['over', 60_000, 'over']);
    events(round);
    const before = trace(round);
    expect([round.advanceTo(60_000), round.advanceTo(70_000), round.advanceTo(59_999)]).toEqual([
      'over',
      'over',
      'ERR_TIME_BACKWARDS',
    ]);
    expect(trace(round)).toBe(before);
    expect(events(round)).toEqual([]);
  });

  test.each<readonly [phase: string, ready: (round: Round) => void, outcome: PopOutcome]>([
    ['paused', (round) => round.pause(), 'ERR_ROUND_PAUSED'],
    ['over', (round) => round.advanceTo(60_000), 'ERR_ROUND_OVER'],
  ])('a pop in a round that is %s is refused and changes nothing', (_phase, ready, outcome) => {
    const round = midway();
    ready(round);
    const before = trace(round);
    expect(round.pop(400, 300)).toBe(outcome);
    expect(trace(round)).toBe(before);
  });

  test('a pop sooner than the debounce leaves no trace', () => {
    const round = start(arena);
    round.advanceTo(4_300);
    expect(popVisible(round)).not.toBeNull();
    round.advanceTo(4_399);
    events(round);
    const before = trace(round);
    expect([popVisible(round), missAll(round)]).toEqual(['debounced', 'debounced']);
    expect(trace(round)).toBe(before);
    expect(events(round)).toEqual([]);
  });

  test('a pop into a full log is refused and changes nothing', () => {
    const round = start({ ...freePlay, maxInputs: 3 });
    expect([round.pop(1, 1), round.pop(1, 1), round.pop(1, 1)]).toEqual(['miss', 'miss', 'miss']);
    const before = trace(round);
    expect(round.pop(1, 1)).toBe('ERR_LOG_FULL');
    expect(trace(round)).toBe(before);
  });

  test('pause and resume out of turn change nothing', () => {
    const round = midway();
    events(round);
    const before = trace(round);
    expect(round.resume()).toBe(false);
    expect(trace(round)).toBe(before);
    expect([round.pause(), round.pause(), round.resume(), round.resume()]).toEqual([true, false, true, false]);
    expect(events(round).map(({ type }) => type)).toEqual(['pause', 'resume']);
    expect(trace(round)).toBe(before);
  });

  test.each([-1, 15, 64, 1e9, Number.NaN, Infinity, 0.5, '0', undefined])(
    'bubbleAt(%s) throws, `out` untouched',
    (place) => {
      const round = midway();
      const before = trace(round);
      const out = createBubble();
      expect(() => round.bubbleAt(place as number, out)).toThrow(RangeError);
      expect(out).toEqual(createBubble());
      expect(trace(round)).toBe(before);
    },
  );

  test('bubbleAt throws at the place after the last', () => {
    const round = midway();
    expect(() => round.bubbleAt(round.count, createBubble())).toThrow(RangeError);
    expect(() => start(arena).bubbleAt(0, createBubble())).toThrow(RangeError);
  });

  test.each<readonly [why: string, loadout: unknown[], code: string]>([
    ['unknown upgrade', ['trx-boots'], 'ERR_UPGRADE_UNKNOWN'],
    ['upgrade that is no text', [5], 'ERR_UPGRADE_UNKNOWN'],
    ['upgrade worn twice', ['rapid-fire', 'rapid-fire'], 'ERR_UPGRADE_TWICE'],
  ])('a round with an %s is not made', (_why, loadout, code) => {
    const made = createRound({ rules: arena, entropy: seededEntropy('a'), loadout: loadout as UpgradeId[] });
    expect(made).toEqual({ ok: false, error: { code } });
  });
});

describe('a round under observation', () => {
  test('may be clicked while its events are being taken: what comes of it is taken too', () => {
    const round = start(freePlay);
    round.advanceTo(1_000);
    const seen: string[] = [];
    const taken = round.takeEvents(({ type }) => {
      seen.push(type);
      if (seen.length === 1) popVisible(round);
    });
    expect(seen).toEqual(['spawn', 'spawn', 'spawn', 'pop']);
    expect(taken).toBe(4);
    expect(round.takeEvents(() => {})).toBe(0);
  });

  test('hands out its inputs from any click on', () => {
    const round = playTo(start(freePlay), 8_000);
    const all = round.inputs();
    expect(all).toHaveLength(round.inputCount * 3);
    expect(round.inputs(2)).toEqual(all.slice(6));
    expect(round.inputs(round.inputCount)).toHaveLength(0);
    all.fill(0);
    expect(round.inputs()).not.toEqual(all);
  });

  test('keeps clicks in quarter pixels, and judges them so', () => {
    const round = start(freePlay);
    round.pop(10.124, 20.126);
    expect([...round.inputs()]).toEqual([0, 40, 81]);
  });
});
