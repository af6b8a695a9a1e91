import { createBubble, createRound, freePlay, seededEntropy, type Bubble, type Round } from '@popfray/engine';
import { describe, expect, test } from 'vitest';
import { helpClick } from './near-miss.ts';

/** A field of bubbles at rest, the last one topmost. */
function lay(...circles: readonly (readonly [xPx: number, yPx: number, radiusPx: number])[]) {
  return {
    count: circles.length,
    bubbleAt(place: number, out: Bubble) {
      const [xPx, yPx, radiusPx] = circles[place] ?? [0, 0, 0];
      return Object.assign(out, { xPx, yPx, radiusPx });
    },
    topmostAt: (x: number, y: number) =>
      x < 0 || y < 0 || x > 800 || y > 600
        ? -1
        : circles.findLastIndex(([xPx, yPx, radiusPx]) => Math.hypot(x - xPx, y - yPx) <= radiusPx),
  };
}

function helped(round: ReturnType<typeof lay>, xPx: number, yPx: number, reachPx = 24) {
  const click = { xPx, yPx };
  helpClick(round, click, reachPx);
  return { ...click, hit: round.topmostAt(click.xPx, click.yPx) };
}

describe('a helped click', () => {
  test('that nearly hits counts for that bubble', () => {
    expect(helped(lay([100, 100, 20]), 140, 100)).toEqual({ xPx: 119, yPx: 100, hit: 0 });
  });

  test.each([
    ['hits', 110, 100],
    ['is further off than it may be', 145, 100],
  ])('that %s stays where it is', (_name, xPx, yPx) => {
    expect(helped(lay([100, 100, 20]), xPx, yPx)).toMatchObject({ xPx, yPx });
  });

  test('goes to the nearest edge, not to the nearest middle', () => {
    expect(helped(lay([100, 100, 20], [180, 100, 50]), 124.5, 100).hit).toBe(0);
    expect(helped(lay([100, 100, 20], [180, 100, 50]), 125.5, 100).hit).toBe(1);
  });

  test('is as it was without help', () => {
    expect(helped(lay([100, 100, 20]), 121, 100, 0)).toMatchObject({ xPx: 121, hit: -1 });
  });

  test('never brings in a bubble that no click can hit yet', () => {
    expect(helped(lay([100, 622, 20]), 100, 599)).toEqual({ xPx: 100, yPx: 599, hit: -1 });
  });

  test('in a real round hits whenever an edge is near enough, and only then', () => {
    const made = createRound({ rules: freePlay, entropy: seededEntropy('NEAR-MISS') });
    if (!made.ok) throw new Error(made.error.code);
    const round: Round = made.value;
    const bubble = createBubble();
    let moved = 0;
    for (let timeMs = 3_000; timeMs < 20_000; timeMs += 97) {
      round.advanceTo(timeMs);
      const click = { xPx: (timeMs * 7) % 800, yPx: (timeMs * 11) % 600 };
      if (round.topmostAt(click.xPx, click.yPx) >= 0) continue;
      const gaps = Array.from({ length: round.count }, (_, place) => {
        round.bubbleAt(place, bubble);
        return Math.hypot(click.xPx - bubble.xPx, click.yPx - bubble.yPx) - bubble.radiusPx;
      });
      const near = gaps.indexOf(Math.min(...gaps));
      helpClick(round, click, 24);
      const isNear = (gaps[near] ?? Infinity) <= 24;
      expect(round.topmostAt(click.xPx, click.yPx)).toBe(isNear ? near : -1);
      if (isNear) moved++;
    }
    expect(moved).toBeGreaterThan(10);
  });
});
