import { PATH_WORDS } from '@popfray/protocol/battle';
import { describe, expect, it } from 'vitest';
import { examine } from './conduct-rounds.ts';
import type { Trace } from './traces.ts';
import { playRelax, playTrace, WARPS } from './warped-path.ts';

/** A pointer that goes round in ellipses that slowly change, with a press every 410 ms. */
const TRACE: Trace = {
  kind: 'human',
  identity: 'made',
  t: Float64Array.from({ length: 3_600 }, (_, at) => Math.round(at * 16.67)),
  x: Float64Array.from({ length: 3_600 }, (_, at) => 400 + 250 * Math.sin(at / 31) + 40 * Math.sin(at / 7)),
  y: Float64Array.from({ length: 3_600 }, (_, at) => 300 + 180 * Math.cos(at / 23)),
  presses: Array.from({ length: 140 }, (_, press) => 1_000 + press * 410),
};

describe('a recorded path', () => {
  it.each(WARPS)('is moved onto bubbles, so that the pointer is where it clicks: %s', (warp) => {
    const played = playTrace(TRACE, { seed: `warp ${warp}`, warp });
    const { approach, strikes } = examine(played);
    expect(approach.pointerClicks).toBeGreaterThan(100);
    expect(approach.contradicted).toBe(0);
    expect(strikes.count).toBeGreaterThan(40);
    expect(played.path.length / PATH_WORDS).toBeGreaterThan(2_500);
  });

  it('takes another time when it is played at another speed', () => {
    const { path } = playTrace(TRACE, { seed: 'fast', warp: 'smooth', timeScale: 0.5 });
    expect(path.at(-PATH_WORDS)).toBeLessThan(31_000);
  });

  it('has clicks soon after the pointer reaches a bubble when a program clicks', () => {
    const options = { seed: 'relax', warp: 'smooth' } as const;
    const { legs } = examine(playRelax(TRACE, options));
    expect(legs?.prompt).toBeGreaterThan(2 * (examine(playTrace(TRACE, options)).legs?.prompt ?? 1));
  });
});
