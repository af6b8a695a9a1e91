import { expect, test } from 'vitest';
import { arena, crossChain, steady, type Rules } from './index.ts';
import { events, living, playTo, spawned, start } from './round.fixture.ts';

const spawns = spawned(crossChain, 60);

test.each<readonly [section: string, phrase: string, check: () => void]>([
  [
    'SPEC 9',
    '30% of bubbles in cross-chain mode are the other chain',
    () => {
      const share = spawns.filter(({ isForeign }) => isForeign).length / spawns.length;
      expect(spawns.length).toBeGreaterThan(3_000);
      expect(Math.abs(share - 0.3)).toBeLessThan(0.025);
      expect(spawned(arena, 5).some(({ isForeign }) => isForeign)).toBe(false);
    },
  ],
  [
    'SPEC 9',
    'cross-chain bubbles worth 1.5x',
    () => {
      const round = playTo(start(crossChain), 60_000);
      const pops = events(round).filter(({ type, isBoss }) => type === 'pop' && !isBoss);
      for (const { radiusPx, isForeign, points } of pops) {
        const base = 15 + Math.floor(((80 - radiusPx) * 24) / 45);
        expect(points).toBe(isForeign ? Math.floor((base * 3) / 2) : base);
      }
      expect(pops.filter(({ isForeign }) => isForeign).length).toBeGreaterThan(5);
      expect(pops.filter(({ isForeign }) => !isForeign).length).toBeGreaterThan(5);
    },
  ],
  [
    'DESIGN 5',
    'the arena plus 30 % of bubbles of the other chain',
    () => {
      const { id, foreign, sunPerPoint, ...rest } = crossChain;
      const { id: arenaId, foreign: none, sunPerPoint: sun, ...same } = arena;
      expect(rest).toEqual(same);
      expect([id, foreign, sunPerPoint]).toEqual(['cross-chain', { chanceBp: 3_000, pointsPct: 150 }, 0]);
      expect([arenaId, none, sun]).toEqual(['arena', null, 10_000]);
    },
  ],
  [
    'DESIGN 5',
    '"Special" means boss, and in cross-chain rules the other chain\'s bubbles',
    () => {
      const lucky = spawned(crossChain, 60, { loadout: ['lucky-streak'] });
      const share = lucky.filter(({ isForeign }) => isForeign).length / lucky.length;
      expect(Math.abs(share - 0.6)).toBeLessThan(0.025);
    },
  ],
])('%s: "%s"', (_section, _phrase, check) => check());

test('a boss of the other chain is worth half as much again, each hit and the last', () => {
  const rules: Rules = {
    ...crossChain,
    foreign: { chanceBp: 10_000, pointsPct: 150 },
    boss: arena.boss === null ? null : { ...arena.boss, chanceBp: steady(10_000) },
  };
  const round = start(rules);
  playTo(round, 10_000);
  expect(living(round).every(({ isBoss, isForeign }) => isBoss && isForeign)).toBe(true);
  const points = events(round).flatMap(({ type, points: given }) =>
    type === 'hit' || type === 'pop' ? [`${type} ${given}`] : [],
  );
  expect(new Set(points)).toEqual(new Set(['hit 22', 'pop 225']));
});
