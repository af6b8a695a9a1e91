import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arena,
  bubblePoints,
  createRound,
  crossChain,
  freePlay,
  parseRules,
  rampAt,
  RULES,
  seededEntropy,
  steady,
  type Rules,
} from './index.ts';
import { events, living, playTo, start } from './round.fixture.ts';

/** A rule set with every part present, some field of it exchanged. */
function changed(path: string, value: unknown): unknown {
  const copy = structuredClone({ ...crossChain, comboMultiplier: { divisor: 5, cap: 15 } }) as unknown as Record<
    string,
    unknown
  >;
  const keys = path.split('.');
  let part = copy;
  for (const key of keys.slice(0, -1)) part = part[key] as Record<string, unknown>;
  part[keys.at(-1) ?? ''] = value;
  return copy;
}

/** Whole numbers: path, least and most. */
const BOUNDS: readonly (readonly [path: string, min: number, max: number])[] = [
  ['version', 1, 65_535],
  ['durationMs', 1_000, 85_714],
  ['field.widthPx', 181, 1_023],
  ['field.heightPx', 181, 1_023],
  ['radiusPx.min', 1, 80],
  ['radiusPx.max', 35, 255],
  ['speedPxPerS.min', 1, 140],
  ['speedPxPerS.max', 60, 200],
  ['driftPxPerS', 0, 200],
  ['speedFactor.from', 200, 7_142],
  ['speedFactor.perPoints', 1, 1_000_000],
  ['speedFactor.to', 200, 7_142],
  ['firstSpawnMs', 1, 600_000],
  ['spawnIntervalMs.from', 20, 600_000],
  ['spawnIntervalMs.perPoints', 1, 1_000_000],
  ['spawnIntervalMs.to', 20, 600_000],
  ['spawnCount', 1, 64],
  ['bubbleCap.from', 1, 64],
  ['bubbleCap.perPoints', 1, 1_000_000],
  ['bubbleCap.to', 1, 64],
  ['points.largest', 0, 39],
  ['points.smallest', 15, 10_000],
  ['comboMultiplier.divisor', 1, 15],
  ['comboMultiplier.cap', 5, 100_000],
  ['levelPops', 0, 1_000_000],
  ['boss.chanceBp.from', 0, 10_000],
  ['boss.chanceBp.perPoints', 1, 1_000_000],
  ['boss.chanceBp.to', 0, 10_000],
  ['boss.radiusPx', 1, 255],
  ['boss.speedPxPerS', 1, 200],
  ['boss.health', 1, 1_000],
  ['boss.hitPoints', 0, 10_000],
  ['boss.killPoints', 0, 10_000],
  ['foreign.chanceBp', 0, 10_000],
  ['foreign.pointsPct', 0, 10_000],
  ['comboMessageEvery', 0, 1_000_000],
  ['milestonePoints', 0, 1_000_000],
  ['debounceMs', 0, 60_000],
  ['maxInputs', 1, 10_000],
  ['sunPerPoint', 0, 16_000],
  ['colours', 1, 64],
];

const NO_WHOLE_NUMBERS = [undefined, null, '5', 1.5, Number.NaN, Infinity, -1, {}, [], true, 1e15];

/** Whether the field named in an error is the changed one, or a part that holds it. */
const isAbout = (field: string, path: string): boolean =>
  path === field || path.startsWith(`${field}.`) || field.startsWith(`${path}.`);

test('bubbles that bounce do not drift', () => {
  expect(parseRules({ ...freePlay, driftPxPerS: 10 })).toEqual({
    ok: false,
    error: { code: 'ERR_RULES_INVALID', field: 'driftPxPerS' },
  });
});

describe('a whole number of a rule set', () => {
  test.each(BOUNDS)('%s goes from %i to %i', (path, min, max) => {
    expect(parseRules(changed(path, min))).toMatchObject({ ok: true });
    expect(parseRules(changed(path, max))).toMatchObject({ ok: true });
    for (const beyond of [min - 1, max + 1]) {
      const parsed = parseRules(changed(path, beyond));
      expect(parsed.ok ? `takes ${beyond}` : parsed.error.code).toBe('ERR_RULES_INVALID');
    }
  });

  test.each(BOUNDS)('%s is refused, and named, when it is none', (path) => {
    for (const value of NO_WHOLE_NUMBERS) {
      const parsed = parseRules(changed(path, value));
      if (parsed.ok) expect.fail(`takes ${JSON.stringify(value)}`);
      expect(parsed.error.field).toSatisfy((field: string) => isAbout(field, path));
    }
  });
});

describe('a malformed rule set', () => {
  test.each<readonly [path: string, values: unknown[]]>([
    ['id', [undefined, null, '', 5, 'Arena', 'a b', 'a'.repeat(33), 'ä', ['arena']]],
    ['motion', [undefined, null, 'fall', 1]],
    ['field', [undefined, null, 5, 'wide', []]],
    ['radiusPx', [undefined, null, 5, { min: 40, max: 39 }, { min: 35 }, { max: 35 }, { min: 35, max: 256 }]],
    ['speedPxPerS', [undefined, null, 5, { min: 100, max: 99 }, { min: 0, max: 9 }, { min: 400, max: 500 }]],
    ['speedFactor', [undefined, null, 2_000, { from: 2_000 }, { from: 2_000, to: 2_000, perPoints: 0 }]],
    ['spawnIntervalMs', [undefined, null, 700, { from: 700, to: 19, perPoints: 1 }]],
    ['bubbleCap', [undefined, null, 10, { from: 10, to: 65, perPoints: 1 }]],
    [
      'points',
      [
        undefined,
        null,
        5,
        {},
        { kind: 'cubic' },
        { kind: 'inverse' },
        { kind: 'constructor' },
        { kind: '__proto__' },
        { kind: 'toString' },
        { kind: 'inverse', numerator: -1 },
        { kind: 'linear', smallest: 15, largest: 39 },
      ],
    ],
    ['comboMultiplier', [undefined, 5, {}, { divisor: 5 }, { divisor: 5, cap: 4 }, { divisor: 0, cap: 4 }]],
    ['boss', [undefined, 5, {}, 'big', []]],
    ['foreign', [undefined, 5, {}, { chanceBp: 3_000 }]],
  ])('its %s is named', (path, values) => {
    for (const value of values) {
      const parsed = parseRules(changed(path, value));
      if (parsed.ok) expect.fail(`takes ${JSON.stringify(value)}`);
      expect(parsed.error.field).toSatisfy((field: string) => isAbout(field, path));
    }
  });

  test.each([undefined, null, 5, 'arena', [], () => arena, new Map()])('%j is none at all', (input) => {
    const parsed = parseRules(input);
    expect(parsed.ok ? '' : parsed.error.code).toBe('ERR_RULES_INVALID');
  });

  test.each<readonly [why: string, rules: Rules, field: string]>([
    ['bubbles wider than the field', { ...arena, field: { widthPx: 160, heightPx: 600 }, boss: null }, 'radiusPx'],
    ['a boss wider than the field', { ...arena, field: { widthPx: 170, heightPx: 600 } }, 'boss'],
    ['a path longer than 32 bits hold', { ...arena, durationMs: 600_000 }, 'speedPxPerS'],
    ['a ring too thin to draw directions from', { ...freePlay, speedPxPerS: { min: 100, max: 109 } }, 'speedPxPerS'],
  ])('%s is refused', (_why, rules, field) => {
    const parsed = parseRules(rules);
    expect(parsed.ok ? '' : parsed.error.field.split('.')[0]).toBe(field);
    expect(createRound({ rules, entropy: seededEntropy('a') })).toEqual(parsed);
  });

  test('is an error to createRound too, by the same code and field', () => {
    const rules = { ...arena, colours: 0 };
    expect(createRound({ rules, entropy: seededEntropy('a') })).toEqual({
      ok: false,
      error: { code: 'ERR_RULES_INVALID', field: 'colours' },
    });
  });

  test('never makes parseRules throw', () => {
    const anyRules = fc
      .tuple(fc.constantFrom(...BOUNDS.map(([path]) => path)), fc.anything())
      .map(([path, value]) => changed(path, value));
    fc.assert(
      fc.property(fc.oneof(fc.anything(), anyRules), (input) => {
        const parsed = parseRules(input);
        if (!parsed.ok) expect(parsed.error.code).toBe('ERR_RULES_INVALID');
      }),
      { numRuns: 500 },
    );
  });
});

describe('the rule sets of the game', () => {
  test.each(RULES.map((rules) => [rules.id, rules] as const))('%s passes its own check, as JSON too', (_id, rules) => {
    expect(parseRules(rules)).toEqual({ ok: true, value: rules });
    expect(parseRules(JSON.parse(JSON.stringify(rules)))).toEqual({ ok: true, value: rules });
  });

  test('have a unique pair of id and version', () => {
    expect(new Set(RULES.map(({ id, version }) => `${id} ${version}`)).size).toBe(RULES.length);
  });
});

test('a ramp moves by one with every so many points and stays at its end', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000),
      fc.nat(1_000),
      fc.integer({ min: 1, max: 700 }),
      fc.nat(2_000_000),
      (from, to, perPoints, score) => {
        const moved = Math.floor(score / perPoints);
        expect(rampAt({ from, to, perPoints }, score)).toBe(
          from <= to ? Math.min(from + moved, to) : Math.max(from - moved, to),
        );
      },
    ),
    { numRuns: 500 },
  );
  expect(rampAt(steady(7), 1_000_000)).toBe(7);
});

test('points fall from the smallest radius to the largest', () => {
  expect([35, 57, 80].map((radius) => bubblePoints(arena, radius))).toEqual([39, 27, 15]);
  expect([20, 33, 50].map((radius) => bubblePoints(freePlay, radius))).toEqual([25, 15, 10]);
  expect(bubblePoints({ ...arena, radiusPx: { min: 40, max: 40 } }, 40)).toBe(15);
});

/** Rule sets of any kind that are sound. */
const soundRules: fc.Arbitrary<Rules> = fc
  .record({
    motion: fc.constantFrom('bounce', 'rise'),
    durationMs: fc.integer({ min: 1_000, max: 12_000 }),
    widthPx: fc.integer({ min: 64, max: 1_023 }),
    heightPx: fc.integer({ min: 64, max: 1_023 }),
    radii: fc.tuple(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 31 })),
    speeds: fc.tuple(fc.integer({ min: 1, max: 499 }), fc.integer({ min: 1, max: 499 })),
    drift: fc.integer({ min: 0, max: 400 }),
    factor: fc.record({
      from: fc.integer({ min: 200, max: 9_000 }),
      perPoints: fc.integer({ min: 1, max: 100 }),
      to: fc.integer({ min: 200, max: 9_000 }),
    }),
    interval: fc.record({
      from: fc.integer({ min: 20, max: 2_000 }),
      perPoints: fc.integer({ min: 1, max: 100 }),
      to: fc.integer({ min: 20, max: 2_000 }),
    }),
    cap: fc.record({
      from: fc.integer({ min: 1, max: 64 }),
      perPoints: fc.integer({ min: 1, max: 100 }),
      to: fc.integer({ min: 1, max: 64 }),
    }),
    firstSpawnMs: fc.integer({ min: 1, max: 1_500 }),
    spawnCount: fc.integer({ min: 1, max: 64 }),
    bossChance: fc.option(fc.nat(10_000), { nil: null }),
    health: fc.integer({ min: 1, max: 20 }),
    foreign: fc.option(fc.record({ chanceBp: fc.nat(10_000), pointsPct: fc.nat(10_000) }), { nil: null }),
    combo: fc.option(fc.constant({ divisor: 5, cap: 15 }), { nil: null }),
    debounceMs: fc.nat(300),
    maxInputs: fc.integer({ min: 1, max: 40 }),
    colours: fc.integer({ min: 1, max: 64 }),
  })
  .map((any): Rules => ({
    id: 'any',
    version: 1,
    durationMs: any.durationMs,
    field: { widthPx: any.widthPx, heightPx: any.heightPx },
    motion: any.motion,
    radiusPx: { min: Math.min(...any.radii), max: Math.max(...any.radii) },
    speedPxPerS: { min: Math.min(...any.speeds), max: Math.max(...any.speeds) },
    driftPxPerS: any.motion === 'rise' ? any.drift : 0,
    speedFactor: any.factor,
    firstSpawnMs: any.firstSpawnMs,
    spawnIntervalMs: any.interval,
    spawnCount: any.spawnCount,
    bubbleCap: any.cap,
    points: { kind: 'linear', smallest: 90, largest: 10 },
    comboMultiplier: any.combo,
    levelPops: 3,
    boss:
      any.bossChance === null
        ? null
        : {
            chanceBp: steady(any.bossChance),
            radiusPx: 31,
            speedPxPerS: 40,
            health: any.health,
            hitPoints: 15,
            killPoints: 150,
          },
    foreign: any.foreign,
    comboMessageEvery: 2,
    milestonePoints: 70,
    debounceMs: any.debounceMs,
    maxInputs: any.maxInputs,
    sunPerPoint: 10,
    colours: any.colours,
  }));

test('any sound rule set can be played to its end, its bubbles in their field and under their cap', () => {
  fc.assert(
    fc.property(soundRules, fc.string({ minLength: 1, maxLength: 5 }), (rules, seed) => {
      fc.pre(parseRules(rules).ok);
      const round = start(rules, { seed });
      const { widthPx, heightPx } = rules.field;
      const cap = Math.max(rules.bubbleCap.from, rules.bubbleCap.to);
      while (round.phase === 'running') {
        playTo(round, Math.min(round.timeMs + 170, rules.durationMs), 170);
        if (round.count > cap) expect.fail('above the cap');
        for (const { xPx, yPx, radiusPx, colour, health } of living(round)) {
          if (Math.min(xPx, widthPx - xPx) < radiusPx) expect.fail(`x ${xPx}`);
          const over = rules.motion === 'rise' ? 2 * radiusPx + 80 : 0;
          if (Math.min(yPx, heightPx - yPx) < radiusPx - over) expect.fail(`y ${yPx}`);
          if (colour >= rules.colours || health < 1) expect.fail('look');
        }
      }
      expect(round.timeMs).toBe(rules.durationMs);
      expect(round.score).toBe(events(round).reduce((sum, { points }) => sum + points, 0));
    }),
    { numRuns: 60 },
  );
});

test('a score stays at the most that 31 bits hold, however rich the rules', () => {
  const rich: Rules = {
    ...freePlay,
    id: 'rich',
    points: { kind: 'linear', smallest: 10_000, largest: 10_000 },
    comboMultiplier: { divisor: 1, cap: 100_000 },
    spawnIntervalMs: steady(20),
    spawnCount: 64,
    bubbleCap: steady(64),
    foreign: { chanceBp: 10_000, pointsPct: 10_000 },
  };
  const round = playTo(start(rich, { loadout: ['score-multiplier', 'divine-blessing'] }), 60_000, 20);
  expect(round.score).toBe(0x7fffffff);
});
