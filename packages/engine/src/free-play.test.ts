import { expect, test } from 'vitest';
import { createBubble, freePlay, steady, type Round, type Rules } from './index.ts';
import { events, living, missAll, playTo, popVisible, spawned, start } from './round.fixture.ts';

/** Free play with one bubble at a time, a new one soon after each pop. */
const oneByOne: Rules = {
  ...freePlay,
  id: 'one-by-one',
  spawnCount: 1,
  bubbleCap: steady(1),
  firstSpawnMs: 20,
  spawnIntervalMs: steady(20),
};

/** Pops one bubble after another, `count` of them. */
function popInARow(round: Round, count: number): void {
  for (let pops = 0; pops < count; pops++) {
    round.advanceTo(round.timeMs + 20);
    expect(popVisible(round)).toBe('pop');
  }
}

const spawns = spawned(freePlay, 40);

test.each<readonly [section: string, phrase: string, check: () => void]>([
  [
    'SPEC 4',
    'score 0, time 60, combo 0, level 1, popped 0, bubbles cleared',
    () => {
      const { score, timeLeftMs, combo, level, popped, count, phase } = start(freePlay);
      expect({ score, timeLeftMs, combo, level, popped, count, phase }).toEqual({
        score: 0,
        timeLeftMs: 60_000,
        combo: 0,
        level: 1,
        popped: 0,
        count: 0,
        phase: 'running',
      });
    },
  ],
  [
    'SPEC 4',
    'first spawn about 0.5 s later',
    () => {
      const round = start(freePlay);
      round.advanceTo(499);
      expect(round.count).toBe(0);
      round.advanceTo(500);
      expect(round.count).toBe(3);
    },
  ],
  [
    'SPEC 4',
    'active and paused toggle via pause/resume (timer, movement and spawning stop)',
    () => {
      const round = start(freePlay);
      round.advanceTo(2_400);
      const before = living(round);
      expect(round.pause()).toBe(true);
      expect(round.advanceTo(30_000)).toBe('paused');
      expect(round.timeLeftMs).toBe(57_600);
      expect(living(round)).toEqual(before);
      expect(round.resume()).toBe(true);
      expect(round.advanceTo(2_500)).toBe('ok');
      expect(round.count).toBe(6);
    },
  ],
  [
    'SPEC 4',
    'active to game over at time 0',
    () => {
      const round = start(freePlay);
      expect(round.advanceTo(59_999)).toBe('ok');
      expect(round.phase).toBe('running');
      expect(round.advanceTo(60_000)).toBe('over');
      expect(round.timeLeftMs).toBe(0);
      expect(round.pop(1, 1)).toBe('ERR_ROUND_OVER');
      expect(round.pause()).toBe(false);
    },
  ],
  [
    'SPEC 4',
    'Bubbles move continuously and bounce off arena edges',
    () => {
      const round = start(freePlay);
      round.advanceTo(500);
      const touched = { left: 0, right: 0, top: 0, bottom: 0 };
      for (let ms = 501; ms < 60_000; ms++) {
        round.advanceTo(ms);
        const { xPx, yPx, radiusPx } = round.bubbleAt(0, createBubble());
        if (Math.min(xPx, 800 - xPx, yPx, 600 - yPx) < radiusPx) expect.fail(`${xPx}, ${yPx} is beyond a wall`);
        if (xPx - radiusPx < 0.2) touched.left++;
        if (800 - xPx - radiusPx < 0.2) touched.right++;
        if (yPx - radiusPx < 0.2) touched.top++;
        if (600 - yPx - radiusPx < 0.2) touched.bottom++;
      }
      expect(Math.min(...Object.values(touched))).toBeGreaterThan(0);
      expect(round.escaped).toBe(0);
    },
  ],
  [
    'SPEC 5',
    'pops at most one bubble',
    () => {
      const crowded: Rules = { ...freePlay, id: 'crowded', field: { widthPx: 101, heightPx: 101 }, spawnCount: 15 };
      const round = start(crowded);
      round.advanceTo(500);
      expect(round.count).toBe(15);
      expect(round.topmostAt(50, 50)).toBeGreaterThanOrEqual(0);
      expect(round.pop(50, 50)).toBe('pop');
      expect(round.count).toBe(14);
    },
  ],
  [
    'DESIGN 5',
    'The topmost bubble is hit.',
    () => {
      const crowded: Rules = { ...freePlay, id: 'crowded', field: { widthPx: 101, heightPx: 101 }, spawnCount: 15 };
      const round = start(crowded);
      round.advanceTo(500);
      const under = living(round).filter(
        ({ xPx, yPx, radiusPx }) => (xPx - 50) * (xPx - 50) + (yPx - 50) * (yPx - 50) <= radiusPx * radiusPx,
      );
      expect(under.length).toBeGreaterThan(1);
      events(round);
      round.pop(50, 50);
      expect(events(round)[0]?.bubbleId).toBe(under.at(-1)?.id);
    },
  ],
  [
    'SPEC 5',
    'only if the point lies within its radius',
    () => {
      const round = start(oneByOne);
      round.advanceTo(333);
      const [bubble = createBubble()] = living(round);
      let hits = 0;
      for (let x = bubble.xPx - 60; x <= bubble.xPx + 60; x += 1.25) {
        for (let y = bubble.yPx - 60; y <= bubble.yPx + 60; y += 1.25) {
          const dx = Math.floor(x * 4 + 0.5) / 4 - bubble.xPx;
          const dy = Math.floor(y * 4 + 0.5) / 4 - bubble.yPx;
          const isInside = dx * dx + dy * dy <= bubble.radiusPx * bubble.radiusPx;
          expect(round.topmostAt(x, y) === 0).toBe(isInside);
          hits += Number(isInside);
        }
      }
      expect(hits).toBeGreaterThan(100);
      expect(round.clone().pop(bubble.xPx + bubble.radiusPx - 0.25, bubble.yPx)).toBe('pop');
      expect(round.clone().pop(bubble.xPx + bubble.radiusPx + 0.25, bubble.yPx)).toBe('miss');
    },
  ],
  [
    'SPEC 5',
    'only if the point lies within its radius',
    () => {
      for (let seed = 0; seed < 20; seed++) {
        const born = start(oneByOne, { seed: `edge ${seed}` });
        born.advanceTo(20);
        const { xPx, yPx, radiusPx } = born.bubbleAt(0, createBubble());
        const inwards = xPx < 400 ? 1 : -1;
        expect(born.topmostAt(xPx + inwards * radiusPx, yPx)).toBe(0);
        expect(born.topmostAt(xPx + inwards * (radiusPx + 0.25), yPx)).toBe(-1);
      }
    },
  ],
  [
    'SPEC 5',
    'only while active and not paused',
    () => {
      const round = start(freePlay);
      round.advanceTo(1_000);
      round.pause();
      expect(popVisible(round)).toBe('ERR_ROUND_PAUSED');
      round.resume();
      expect(popVisible(round)).toBe('pop');
    },
  ],
  [
    'SPEC 5',
    'a click that hits nothing resets combo to 0',
    () => {
      const round = start(oneByOne);
      popInARow(round, 4);
      expect(round.combo).toBe(4);
      expect(missAll(round)).toBe('miss');
      expect([round.combo, round.bestCombo, round.missed, round.popped]).toEqual([0, 4, 1, 4]);
    },
  ],
  [
    'SPEC 5',
    'Spawning stops at 15 bubbles',
    () => {
      const round = start(freePlay);
      for (let ms = 0; ms < 60_000; ms += 250) {
        round.advanceTo(ms);
        expect(round.count).toBeLessThanOrEqual(15);
      }
      expect(round.count).toBe(15);
      popVisible(round);
      round.advanceTo(59_999);
      expect(round.count).toBe(14);
    },
  ],
  [
    'SPEC 9',
    'max 15 bubbles; up to 3 spawned every 2 seconds',
    () => {
      const round = start(freePlay);
      round.advanceTo(59_999);
      const times = events(round).map(({ timeMs }) => timeMs);
      expect(times).toEqual([500, 2_500, 4_500, 6_500, 8_500].flatMap((ms) => [ms, ms, ms]));
      const nearlyFull = start(freePlay);
      nearlyFull.advanceTo(9_000);
      popVisible(nearlyFull);
      popVisible(nearlyFull);
      nearlyFull.advanceTo(10_500);
      expect(nearlyFull.count).toBe(15);
    },
  ],
  [
    'SPEC 9',
    '60 s; arena 800x600',
    () => expect([freePlay.durationMs, freePlay.field]).toEqual([60_000, { widthPx: 800, heightPx: 600 }]),
  ],
  [
    'SPEC 9',
    'radius 20-50',
    () => {
      const radii = new Set(spawns.map(({ radiusPx }) => radiusPx));
      expect([...radii].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 31 }, (_, step) => 20 + step));
    },
  ],
  [
    'SPEC 9',
    'speed 1-3 per frame in a random direction',
    () => {
      const octants = new Set<string>();
      const speeds: number[] = [];
      for (let seed = 0; seed < 40; seed++) {
        const round = start({ ...freePlay, field: { widthPx: 1_023, heightPx: 1_023 } }, { seed: `speed ${seed}` });
        round.advanceTo(500);
        const from = living(round);
        round.advanceTo(501);
        for (const [place, { xPx, yPx }] of living(round).entries()) {
          const dx = xPx - (from[place]?.xPx ?? 0);
          const dy = yPx - (from[place]?.yPx ?? 0);
          octants.add(`${dx > 0} ${dy > 0} ${Math.abs(dx) > Math.abs(dy)}`);
          speeds.push((Math.sqrt(dx * dx + dy * dy) * 1_000) / 60);
        }
      }
      expect(octants.size).toBe(8);
      expect(Math.min(...speeds)).toBeGreaterThan(0.999);
      expect(Math.min(...speeds)).toBeLessThan(1.3);
      expect(Math.max(...speeds)).toBeLessThanOrEqual(3);
      expect(Math.max(...speeds)).toBeGreaterThan(2.9);
    },
  ],
  [
    'SPEC 9',
    'bubble points = floor(50/radius*10)',
    () => {
      const seen = new Map<number, number>();
      for (let seed = 0; seed < 20; seed++) {
        const round = start(freePlay, { seed: `points ${seed}` });
        round.advanceTo(9_000);
        for (const { radiusPx, points } of living(round)) seen.set(radiusPx, points);
      }
      for (const [radius, points] of seen) expect(points).toBe(Math.floor(500 / radius));
      expect([seen.get(20), seen.get(50)]).toEqual([25, 10]);
    },
  ],
  [
    'SPEC 9',
    'combo multiplier = min(combo/5+1, 3) with combo counted after the hit',
    () => {
      const round = start({ ...oneByOne, points: { kind: 'linear', smallest: 5, largest: 5 } });
      popInARow(round, 13);
      const given = events(round).flatMap(({ type, points }) => (type === 'pop' ? [points] : []));
      expect(given).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 15, 15, 15]);
    },
  ],
  [
    'SPEC 9',
    'points = floor(bubble points * multiplier)',
    () => {
      const round = playTo(start(freePlay), 60_000, 150);
      let score = 0;
      const pops = events(round).filter(({ type }) => type === 'pop');
      for (const { radiusPx, combo, points, score: after } of pops) {
        expect(points).toBe(Math.floor((Math.floor(500 / radiusPx) * Math.min(combo + 5, 15)) / 5));
        score += points;
        expect(after).toBe(score);
      }
      expect(pops.length).toBeGreaterThan(50);
      expect(round.score).toBe(score);
    },
  ],
  [
    'SPEC 9',
    'level = floor(bubblesPopped/10)+1 using the count before the pop',
    () => {
      const round = start(oneByOne);
      const levels: number[] = [];
      for (let pop = 0; pop < 32; pop++) {
        popInARow(round, 1);
        levels.push(round.level);
      }
      expect(levels).toEqual(Array.from({ length: 32 }, (_, before) => Math.floor(before / 10) + 1));
      expect(events(round).flatMap(({ type, value }) => (type === 'level' ? [value] : []))).toEqual([2, 3, 4]);
    },
  ],
  [
    'SPEC 9',
    '7 colours',
    () => expect(new Set(spawns.map(({ colour }) => colour))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6])),
  ],
  [
    'SPEC 1',
    'no wallet, practice only, never earns TRX',
    () => {
      const round = playTo(start(freePlay, { loadout: ['trx-boost'] }), 60_000);
      expect(round.score).toBeGreaterThan(100);
      expect(round.earnedSun).toBe(0);
    },
  ],
  [
    'SPEC 2',
    'smaller bubbles give more points',
    () => {
      const [small, large] = [20, 50].map((radius) => {
        const round = start({ ...oneByOne, radiusPx: { min: radius, max: radius } });
        popInARow(round, 1);
        return round.score;
      });
      expect(small).toBeGreaterThan(large ?? 0);
    },
  ],
  [
    'SPEC 3',
    'id, x, y, radius, color, speed, points, vx, vy',
    () => expect(spawns.some(({ isBoss, isForeign }) => isBoss || isForeign)).toBe(false),
  ],
  [
    'Silence',
    'no debounce is named: two fingers in one frame both count',
    () => {
      const round = start(freePlay);
      round.advanceTo(1_000);
      expect([popVisible(round), popVisible(round)]).toEqual(['pop', 'pop']);
    },
  ],
])('%s: "%s"', (_section, _phrase, check) => check());
