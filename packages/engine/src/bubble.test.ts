import { expect, test } from 'vitest';
import { arena, crossChain, freePlay, type RoundEvent } from './index.ts';
import { events, living, popVisible, start } from './round.fixture.ts';

test.each([freePlay, arena, crossChain])(
  'a bubble of $id tells what its spawn told, and what its pop gives',
  (rules) => {
    const round = start(rules);
    const spawned = new Map<number, RoundEvent>();
    let pops = 0;
    while (round.timeMs < 30_000) {
      round.advanceTo(round.timeMs + 500);
      const bubbles = living(round);
      popVisible(round, ({ isBoss, isForeign }) => !isBoss && !isForeign);
      const taken = events(round);
      for (const event of taken) if (event.type === 'spawn') spawned.set(event.bubbleId, event);
      for (const { id, radiusPx, colour, isBoss, isForeign, bornMs } of bubbles)
        expect(spawned.get(id)).toMatchObject({ radiusPx, colour, isBoss, isForeign, timeMs: bornMs });
      const pop = taken.find(({ type }) => type === 'pop');
      if (pop === undefined) continue;
      const { points = NaN } = bubbles.find(({ id }) => id === pop.bubbleId) ?? {};
      const { divisor, cap } = rules.comboMultiplier ?? { divisor: 1, cap: 1 };
      expect(pop.points).toBe(Math.floor((points * Math.min(pop.combo + divisor, cap)) / divisor));
      pops++;
    }
    expect(pops).toBeGreaterThan(20);
  },
);
