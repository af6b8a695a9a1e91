import { describe, expect, test } from 'vitest';
import {
  arena,
  createBubble,
  eventMessage,
  steady,
  TRON_EVENT_SKIN,
  type BossRules,
  type Round,
  type Rules,
} from './index.ts';
import { events, living, missAll, playTo, popVisible, spawned, start } from './round.fixture.ts';

const boss = arena.boss as BossRules;

/** The arena with bosses only. */
const bosses: Rules = { ...arena, id: 'bosses', boss: { ...boss, chanceBp: steady(10_000) } };

/** One boss at a time. */
const loneBoss: Rules = { ...bosses, id: 'lone-boss', bubbleCap: steady(1) };

/** The arena without bosses, every bubble worth the same. */
const worth = (points: number): Rules => ({
  ...arena,
  id: 'worth',
  boss: null,
  points: { kind: 'linear', smallest: points, largest: points },
});

/** The arena without bosses, bubbles too slow to escape. */
const slow: Rules = { ...worth(500), id: 'slow', speedPxPerS: { min: 1, max: 1 }, speedFactor: steady(2_000) };

/** Pops one visible bubble as soon as there is one, each 100 ms. */
function popOne(round: Round): void {
  do round.advanceTo(round.timeMs + 100);
  while (popVisible(round) === null);
}

/** px/s upwards of the latest bubble. */
function riseOf(round: Round): number {
  const { id, yPx } = round.bubbleAt(round.count - 1, createBubble());
  round.advanceTo(round.timeMs + 1);
  const after = living(round).find((bubble) => bubble.id === id);
  return (yPx - (after?.yPx ?? 0)) * 1_000;
}

/** Share of bosses among the bubbles that spawn after one pop worth so many points. */
function bossShare(points: number): number {
  let all = 0;
  let bossy = 0;
  for (let seed = 0; seed < 60; seed++) {
    const round = start(
      { ...worth(points), boss: { ...boss, killPoints: points, health: 1 } },
      { seed: `share ${seed}` },
    );
    if (points > 0) popOne(round);
    events(round);
    round.advanceTo(60_000);
    for (const { type, isBoss } of events(round)) {
      all += Number(type === 'spawn');
      bossy += Number(type === 'spawn' && isBoss);
    }
  }
  expect(all).toBeGreaterThan(3_000);
  return bossy / all;
}

const spawns = spawned(arena, 40);
const plain = spawns.filter(({ isBoss }) => !isBoss);

describe('section 9 of the specification', () => {
  test.each<readonly [phrase: string, check: () => void]>([
    ['canvas 800x600', () => expect(arena.field).toEqual({ widthPx: 800, heightPx: 600 })],
    [
      '60 s round',
      () => {
        const round = start(arena);
        expect(round.advanceTo(59_999)).toBe('ok');
        expect(round.advanceTo(60_000)).toBe('over');
        expect(events(round).at(-1)).toMatchObject({ type: 'end', timeMs: 60_000, value: 0 });
      },
    ],
    [
      'normal bubble radius 35-80',
      () => {
        const radii = [...new Set(plain.map(({ radiusPx }) => radiusPx))].toSorted((a, b) => a - b);
        expect(radii).toEqual(Array.from({ length: 46 }, (_, step) => 35 + step));
      },
    ],
    [
      'points 15-39',
      () => {
        const points = new Map<number, number>();
        for (let seed = 0; seed < 40; seed++) {
          const round = start(arena, { seed: `points ${seed}` });
          for (let ms = 0; ms < 60_000; ms += 2_000) {
            round.advanceTo(ms);
            for (const bubble of living(round)) if (!bubble.isBoss) points.set(bubble.radiusPx, bubble.points);
          }
        }
        expect([points.get(35), points.get(80)]).toEqual([39, 15]);
        const byRadius = [...points].toSorted(([a], [b]) => a - b).map(([, given]) => given);
        expect(byRadius).toHaveLength(46);
        expect(byRadius).toEqual(byRadius.toSorted((a, b) => b - a));
        for (const [radius, given] of points) expect(given).toBe(15 + Math.floor(((80 - radius) * 24) / 45));
      },
    ],
    [
      'boss chance 8%',
      () => {
        const share = spawns.filter(({ isBoss }) => isBoss).length / spawns.length;
        expect(Math.abs(share - 0.08)).toBeLessThan(0.02);
      },
    ],
    [
      'rising with score up to +15%',
      () => {
        expect(Math.abs(bossShare(700) - 0.15)).toBeLessThan(0.025);
        expect(Math.abs(bossShare(1_500) - 0.23)).toBeLessThan(0.025);
        expect(Math.abs(bossShare(10_000) - 0.23)).toBeLessThan(0.025);
      },
    ],
    [
      'radius 90',
      () =>
        expect(new Set(spawns.filter(({ isBoss }) => isBoss).map(({ radiusPx }) => radiusPx))).toEqual(new Set([90])),
    ],
    [
      '150 points, health 15, hit 15 points',
      () => {
        const round = start(loneBoss);
        round.advanceTo(2_000);
        const first = living(round).at(0) ?? createBubble();
        expect(first).toMatchObject({ isBoss: true, health: 15, fullHealth: 15, points: 150 });
        events(round);
        const outcomes = Array.from({ length: 15 }, () => {
          const outcome = popVisible(round, ({ id }) => id === first.id);
          round.advanceTo(round.timeMs + 100);
          return outcome;
        });
        expect(outcomes).toEqual([...Array.from({ length: 14 }, () => 'hit'), 'pop']);
        const struck = events(round).filter(({ type }) => type === 'hit' || type === 'pop');
        expect(struck.map(({ points }) => points)).toEqual([...Array.from({ length: 14 }, () => 15), 150]);
        expect(struck.map(({ value }) => value)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
        expect([round.score, round.popped, round.hits]).toEqual([360, 1, 14]);
      },
    ],
    [
      'spawn interval base 700 ms shrinking with score, minimum 250 ms',
      () => {
        const first = events(playTo(start(worth(0)), 10_000)).filter(({ type }) => type === 'spawn');
        expect(first.slice(1, 9).map(({ timeMs }, index) => timeMs - (first[index]?.timeMs ?? 0))).toEqual(
          Array.from({ length: 8 }, () => 700),
        );
        const round = playTo(start(worth(137)), 60_000);
        const waves = events(round).filter(({ type }) => type === 'spawn');
        for (const [index, { timeMs }] of waves.entries()) {
          const before = waves[index - 1];
          if (before !== undefined)
            expect(timeMs - before.timeMs).toBe(Math.max(250, 700 - Math.floor(before.score / 10)));
        }
        expect(waves.at(-1)?.score).toBeGreaterThan(4_500);
      },
    ],
    [
      'max bubbles 10 + score/500, cap 20',
      () => {
        for (const pops of [0, 1, 2, 5, 9, 10, 14]) {
          const round = start(slow);
          for (let pop = 0; pop < pops; pop++) popOne(round);
          expect(round.score).toBe(pops * 500);
          let most = 0;
          while (round.phase === 'running') {
            round.advanceTo(round.timeMs + 50);
            most = Math.max(most, round.count);
          }
          expect(most).toBe(Math.min(10 + pops, 20));
        }
        const one = start({ ...slow, points: { kind: 'linear', smallest: 499, largest: 499 } });
        popOne(one);
        one.advanceTo(59_999);
        expect(one.count).toBe(10);
      },
    ],
    [
      'speed rises with score, cap 2.5x',
      () => {
        for (const [score, factor] of [
          [0, 1],
          [1, 1.0005],
          [500, 1.25],
          [2_000, 2],
          [3_000, 2.5],
          [9_000, 2.5],
        ] as const) {
          const round = start({ ...worth(score), speedPxPerS: { min: 100, max: 100 }, spawnCount: 1 });
          popOne(round);
          events(round);
          do round.advanceTo(round.timeMs + 1);
          while (events(round).every(({ type }) => type !== 'spawn'));
          expect(riseOf(round)).toBeCloseTo(100 * factor, 1);
        }
      },
    ],
    [
      'click debounce 100 ms',
      () => {
        const round = start(slow);
        round.advanceTo(2_000);
        expect(popVisible(round)).toBe('pop');
        expect(popVisible(round)).toBe('debounced');
        round.advanceTo(2_099);
        expect(popVisible(round)).toBe('debounced');
        expect([round.inputCount, round.combo, round.missed]).toEqual([1, 1, 0]);
        round.advanceTo(2_100);
        expect(missAll(round)).toBe('miss');
        expect(round.inputCount).toBe(2);
      },
    ],
    [
      'combo message every 5 pops',
      () => {
        const round = playTo(start(worth(1)), 60_000);
        const taken = events(round);
        const combos = taken.filter(({ type }) => type === 'combo');
        expect(round.missed).toBe(0);
        expect(combos.length).toBeGreaterThan(5);
        expect(combos.map(({ combo }) => combo)).toEqual(combos.map((_, index) => 5 * (index + 1)));
        expect(combos.slice(0, 6).map((event) => eventMessage(event, TRON_EVENT_SKIN))).toEqual([
          'Epic Streak!',
          'TRON Combo Master!',
          'Unstoppable!',
          'Legendary Streak!',
          'TRON Warrior!',
          'Epic Streak!',
        ]);
      },
    ],
    [
      'milestone every 500 points',
      () => {
        const taken = events(playTo(start(arena), 60_000)).filter(({ score }) => score > 0);
        let before = 0;
        for (const { type, score, value } of taken) {
          if (type !== 'pop' && type !== 'hit') continue;
          const passed = Math.floor(score / 500) > Math.floor(before / 500);
          const told = taken.find((event) => event.type === 'milestone' && event.score === score);
          expect(told?.value ?? null).toBe(passed ? score - (score % 500) : null);
          expect(value).toBeGreaterThanOrEqual(0);
          before = score;
        }
        expect(before).toBeGreaterThan(1_000);
        const first = taken.find(({ type }) => type === 'milestone');
        expect(first === undefined ? null : eventMessage(first, TRON_EVENT_SKIN)).toBe('500 Points! TRON Power!');
      },
    ],
    [
      '1 TRX per 100 points',
      () => {
        const round = start(worth(100));
        popOne(round);
        expect([round.score, round.earnedSun]).toEqual([100, 1_000_000]);
        const one = start(worth(1));
        popOne(one);
        expect(one.earnedSun).toBe(10_000);
      },
    ],
  ])('"%s"', (_phrase, check) => check());
});

describe('section 4 of the specification', () => {
  test.each<readonly [phrase: string, check: () => void]>([
    [
      '15 health; each hit removes one and gives 15 points; the last hit gives full points',
      () => {
        const round = start(loneBoss);
        round.advanceTo(2_000);
        popVisible(round, ({ id }) => id === 0);
        expect(living(round).find(({ id }) => id === 0)).toMatchObject({ health: 14, fullHealth: 15 });
        expect(round.score).toBe(15);
      },
    ],
    [
      'each consecutive pop increments; a non-killing boss hit resets combo to 0',
      () => {
        const mixed: Rules = { ...arena, id: 'mixed', boss: { ...boss, chanceBp: steady(5_000) } };
        const round = start(mixed);
        let combo = 0;
        while (round.phase === 'running') {
          round.advanceTo(round.timeMs + 100);
          const outcome = popVisible(round);
          if (outcome === 'pop') combo++;
          if (outcome === 'hit') combo = 0;
          expect(round.combo).toBe(combo);
        }
        expect(round.hits).toBeGreaterThan(10);
        expect(round.bestCombo).toBeGreaterThan(1);
      },
    ],
    [
      "Every 500 points shows '{n} Points! TRON Power!'",
      () => expect(TRON_EVENT_SKIN.milestoneMessage(1_500)).toBe('1500 Points! TRON Power!'),
    ],
    ['ended at 0 seconds', () => expect([start(arena).timeLeftMs, arena.durationMs]).toEqual([60_000, 60_000])],
  ])('"%s"', (_phrase, check) => check());
});

describe('section 5 of the design', () => {
  test.each<readonly [phrase: string, check: () => void]>([
    [
      'bubbles float up from below the bottom edge',
      () => {
        for (const { yPx, radiusPx, xPx } of spawns) {
          expect(yPx).toBe(600 + radiusPx);
          expect(Math.min(xPx, 800 - xPx)).toBeGreaterThanOrEqual(radiusPx);
        }
      },
    ],
    [
      '60-140 px/s; bosses 40',
      () => {
        const rises = { plain: [] as number[], boss: [] as number[] };
        for (let seed = 0; seed < 400; seed++) {
          const round = start(arena, { seed: `rise ${seed}` });
          round.advanceTo(250);
          const { isBoss } = round.bubbleAt(0, createBubble());
          rises[isBoss ? 'boss' : 'plain'].push(riseOf(round));
        }
        expect(Math.min(...rises.plain)).toBeGreaterThan(59.98);
        expect(Math.min(...rises.plain)).toBeLessThan(62);
        expect(Math.max(...rises.plain)).toBeLessThanOrEqual(140);
        expect(Math.max(...rises.plain)).toBeGreaterThan(138);
        for (const rise of rises.boss) expect(rise).toBeCloseTo(40, 1);
        expect(rises.boss.length).toBeGreaterThan(10);
      },
    ],
    [
      'drift sideways (at most 40 px/s)',
      () => {
        const drifts = Array.from({ length: 400 }, (_, seed) => {
          const round = start(arena, { seed: `drift ${seed}` });
          round.advanceTo(250);
          const { xPx } = round.bubbleAt(0, createBubble());
          round.advanceTo(251);
          return (round.bubbleAt(0, createBubble()).xPx - xPx) * 1_000;
        });
        expect(Math.max(...drifts)).toBeGreaterThan(38);
        expect(Math.min(...drifts)).toBeLessThan(-38);
        for (const drift of drifts) expect(Math.abs(drift)).toBeLessThanOrEqual(40);
      },
    ],
    [
      'bounce off the side walls',
      () => {
        const drifting: Rules = { ...arena, id: 'drifting', driftPxPerS: 400, speedFactor: steady(2_000) };
        const round = start(drifting);
        let turns = 0;
        const ways = new Map<number, readonly [x: number, way: number]>();
        for (let ms = 250; ms < 20_000; ms += 5) {
          round.advanceTo(ms);
          for (const { id, xPx, radiusPx } of living(round)) {
            if (Math.min(xPx, 800 - xPx) < radiusPx) expect.fail(`x ${xPx} is beyond a wall`);
            const [x, way] = ways.get(id) ?? [xPx, 0];
            const next = Math.sign(xPx - x);
            if (next !== 0 && way !== 0 && next !== way) turns++;
            ways.set(id, [xPx, next === 0 ? way : next]);
          }
        }
        expect(turns).toBeGreaterThan(20);
      },
    ],
    [
      'escape over the top (no penalty)',
      () => {
        const round = start(arena, { seed: 'escape' });
        playTo(round, 3_000);
        const { score, combo } = round;
        events(round);
        round.advanceTo(30_000);
        const escapes = events(round).filter(({ type }) => type === 'escape');
        expect(escapes.length).toBeGreaterThan(5);
        expect(round.escaped).toBe(escapes.length);
        expect([round.score, round.combo, round.missed]).toEqual([score, combo, 0]);
        for (const { yPx, radiusPx } of escapes) {
          expect(yPx).toBeLessThanOrEqual(-radiusPx);
          expect(yPx).toBeGreaterThan(-radiusPx - 1);
        }
      },
    ],
    [
      '150 more for the last hit instead of 15',
      () => {
        const frail = start({ ...bosses, boss: { ...boss, health: 1, chanceBp: steady(10_000) } });
        popOne(frail);
        expect([frail.score, frail.hits, frail.popped, frail.combo]).toEqual([150, 0, 1, 1]);
      },
    ],
    [
      "fixed at a bubble's birth",
      () => {
        const round = start(worth(3_000));
        round.advanceTo(1_200);
        const [first = createBubble()] = living(round);
        round.advanceTo(1_300);
        const rise = first.yPx - (living(round).find(({ id }) => id === first.id)?.yPx ?? 0);
        expect(popVisible(round, ({ id }) => id !== first.id)).toBe('pop');
        const { yPx } = living(round).find(({ id }) => id === first.id) ?? first;
        round.advanceTo(1_400);
        const later = living(round).find(({ id }) => id === first.id)?.yPx ?? 0;
        expect(yPx - later).toBe(rise);
      },
    ],
    [
      '100 ms click debounce in engine time',
      () => {
        const round = start(slow);
        round.advanceTo(2_000);
        popVisible(round);
        round.pause();
        round.resume();
        expect(popVisible(round)).toBe('debounced');
      },
    ],
    [
      'a miss or a non-killing boss hit resets it',
      () => {
        const round = start(worth(10));
        popOne(round);
        popOne(round);
        expect(round.combo).toBe(2);
        round.advanceTo(round.timeMs + 100);
        expect(missAll(round)).toBe('miss');
        expect([round.combo, round.bestCombo]).toEqual([0, 2]);
      },
    ],
    [
      '1 TRX per 100 points, times (1 + bonuses), floored to sun once, at the end',
      () => {
        const round = start({ ...worth(13), sunPerPoint: 1 }, { loadout: ['trx-boost'] });
        popOne(round);
        popOne(round);
        popOne(round);
        expect([round.score, round.earnedSun]).toEqual([39, 48]);
      },
    ],
    [
      'Paid rounds never pause',
      () => {
        const round = start(arena, { pausable: false });
        round.advanceTo(1_000);
        expect([round.pause(), round.resume(), round.phase]).toEqual([false, false, 'running']);
        expect(events(round).every(({ type }) => type === 'spawn')).toBe(true);
      },
    ],
  ])('"%s"', (_phrase, check) => check());
});

test('a bubble escapes at the very ms at which it has left the field, its lowest point on the upper edge', () => {
  const even: Rules = { ...worth(1), id: 'even', speedPxPerS: { min: 125, max: 125 } };
  const round = start(even);
  round.advanceTo(60_000);
  const taken = events(round);
  const escapes = taken.filter(({ type }) => type === 'escape');
  expect(escapes.length).toBeGreaterThan(20);
  for (const { bubbleId, timeMs, radiusPx, yPx } of escapes) {
    const born = taken.find((event) => event.type === 'spawn' && event.bubbleId === bubbleId);
    expect(timeMs - (born?.timeMs ?? 0)).toBe((600 + 2 * radiusPx) * 8);
    expect(yPx).toBe(-radiusPx);
  }
});

test('a click may come at the first millisecond, before the debounce has ever begun', () => {
  const round = start(arena);
  expect(round.pop(1, 1)).toBe('miss');
});

test('as many clicks as the debounce leaves room for fill the log, and no more ever fit', () => {
  const round = start(arena);
  for (let ms = 0; ms < 60_000; ms += 100) {
    round.advanceTo(ms);
    expect(round.pop(1, 1)).not.toBe('ERR_LOG_FULL');
  }
  expect(round.inputCount).toBe(600);
});
