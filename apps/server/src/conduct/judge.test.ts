import {
  arena,
  createBubble,
  createRound,
  recordReplay,
  seededEntropy,
  type Bubble,
  type Replay,
  type Round,
} from '@popfray/engine';
import { BOT_SKILLS, createBot, type BotSkill } from '@popfray/engine/bot';
import { describe, expect, it } from 'vitest';
import { playAsPerson, recorded, startRound } from '../testing/player.fixture.ts';
import type { ClickPace } from './click-rhythm.ts';
import { examineClicks } from './examine.ts';
import { DEFAULT_LIMITS, judgeClicks } from './judge.ts';

const SEEDS = Array.from({ length: 25 }, (_, number) => `seed ${number}`);

const conductOf = ({ entropy, inputs }: Replay): ClickPace => examineClicks(startRound(String(entropy)), inputs);

const judgeConduct = (conduct: ClickPace) => judgeClicks(conduct, DEFAULT_LIMITS);

/** Conduct of a round that a bot of the engine played. */
function playedBy(skill: BotSkill, seed: string): ClickPace {
  const round = startRound(seed);
  createBot({ skill, seed }).advanceTo(round, arena.durationMs);
  return conductOf(recorded(round));
}

/** The highest bubble whose centre is in the field. */
function target(round: Round): Bubble | null {
  const bubbles = Array.from({ length: round.count }, (_, place) => round.bubbleAt(place, createBubble()));
  return (
    bubbles.filter(({ yPx }) => yPx > 0 && yPx < arena.field.heightPx).toSorted((a, b) => a.yPx - b.yPx)[0] ?? null
  );
}

/** Conduct of a script that clicks on centres, a fixed time after the last click, give or take. */
function script(seed: string, everyMs: number, jitterMs = 0): ClickPace {
  const round = startRound(seed);
  for (let click = 1; round.phase === 'running'; click++) {
    round.advanceTo(
      Math.min(arena.durationMs, round.timeMs + everyMs + ((click * 7_919) % (2 * jitterMs + 1)) - jitterMs),
    );
    const bubble = target(round);
    if (round.phase === 'running' && bubble !== null) round.pop(bubble.xPx, bubble.yPx);
  }
  return conductOf(recorded(round));
}

/** A replay of nothing but these clicks: times in ms, at a place in px. */
function clicks(times: readonly number[], xPx = 400, yPx = 300): Replay {
  const made = createRound({ rules: arena, entropy: seededEntropy('clicks') });
  if (!made.ok) throw new Error(made.error.code);
  for (const ms of times) {
    made.value.advanceTo(ms);
    made.value.pop(xPx, yPx);
  }
  made.value.advanceTo(arena.durationMs);
  const replay = recordReplay(made.value);
  if (!replay.ok) throw new Error(replay.error);
  return replay.value;
}

describe('conduct', () => {
  it('is not known of a round with hardly a click', () => {
    const unknown = { reactionMedianMs: null, intervalVariationPct: null, aimOffsetPct: null };
    expect(conductOf(clicks([]))).toMatchObject({ clicks: 0, ...unknown });
    expect(conductOf(clicks([1_000, 2_000, 3_000]))).toMatchObject({ clicks: 3, ...unknown });
    expect(judgeConduct(conductOf(clicks([])))).toEqual([]);
  });

  it('has the variation of the times between all clicks, hits and misses', () => {
    const even = Array.from({ length: 50 }, (_, click) => 1_000 + click * 250);
    expect(conductOf(clicks(even)).intervalVariationPct).toBe(0);
    // 200, 300, 200, 300: quartiles 100 apart, which is 1.349 deviations of a normal distribution, about 300.
    const uneven = even.map((ms, click) => ms + (click % 2) * 50);
    expect(conductOf(clicks(uneven)).intervalVariationPct).toBe(24);
    // A long pause, or a few, change nothing.
    const paused = even.map((ms, click) => ms + Math.floor(click / 10) * 3_000);
    expect(conductOf(clicks(paused)).intervalVariationPct).toBe(0);
  });

  it('counts strikes: reactions from the spawn or from the click before, offsets from the centre', () => {
    const round = startRound('reaction');
    const seen: { reaction: number; offset: number }[] = [];
    let before = { ms: 0, xPx: -9_999, yPx: -9_999 };
    while (round.phase === 'running') {
      round.advanceTo(Math.min(arena.durationMs, round.timeMs + 430));
      const bubble = target(round);
      if (round.phase !== 'running' || bubble === null) continue;
      const click = { ms: round.timeMs, xPx: bubble.xPx + 8, yPx: bubble.yPx - 6 };
      const place = round.topmostAt(click.xPx, click.yPx);
      const hit = place < 0 ? null : round.bubbleAt(place, createBubble());
      if (hit !== null && Math.hypot(click.xPx - before.xPx, click.yPx - before.yPx) > hit.radiusPx) {
        const offset = (100 * Math.hypot(click.xPx - hit.xPx, click.yPx - hit.yPx)) / hit.radiusPx;
        seen.push({ reaction: click.ms - Math.max(before.ms, hit.bornMs), offset });
      }
      before = click;
      round.pop(click.xPx, click.yPx);
    }
    const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
    const conduct = conductOf(recorded(round));
    expect(conduct.reactionMedianMs).toBe(middle(seen.map(({ reaction }) => reaction)));
    // The log keeps quarter pixels.
    expect(Math.abs((conduct.aimOffsetPct ?? 0) - middle(seen.map(({ offset }) => offset)))).toBeLessThanOrEqual(2);
  });

  it('has no strikes of a hand that stays in place while bubbles drift under it', () => {
    const hammered = Array.from({ length: 300 }, (_, click) => 2_000 + click * 120 + ((click * click * 7) % 19));
    const conduct = conductOf(clicks(hammered));
    expect(conduct).toMatchObject({ clicks: 300, reactionMedianMs: null, aimOffsetPct: null });
    expect(judgeConduct(conduct)).toEqual([]);
  });
});

describe('a round passes', () => {
  it.each(SEEDS)('when a person plays it: %s', (seed) => {
    expect(judgeConduct(conductOf(playAsPerson(seed)))).toEqual([]);
  });

  it.each(SEEDS)('when a quick and careful person plays it: %s', (seed) => {
    expect(judgeConduct(conductOf(playAsPerson(seed, { paceMs: 300, spreadPct: 16 })))).toEqual([]);
  });

  it.each(SEEDS.slice(0, 10))('when a person plays it by keys, whose pops are all exact: %s', (seed) => {
    expect(judgeConduct(conductOf(playAsPerson(seed, { paceMs: 520, spreadPct: 0 })))).toEqual([]);
  });

  it.each(SEEDS.slice(0, 10))('when the novice or the regular bot plays it: %s', (seed) => {
    expect(judgeConduct(playedBy(BOT_SKILLS.novice, seed))).toEqual([]);
    expect(judgeConduct(playedBy(BOT_SKILLS.regular, seed))).toEqual([]);
  });
});

describe('a program with a hand’s scatter and pauses', () => {
  it('passes, and earns more than a quick person, but not twice as much', () => {
    const total = (paceMs: number): number =>
      SEEDS.reduce((sum, seed) => {
        const replay = playAsPerson(seed, { paceMs, spreadPct: 16 });
        expect(judgeConduct(conductOf(replay))).toEqual([]);
        return sum + replay.score;
      }, 0);
    const ratio = total(180) / total(300);
    expect(ratio).toBeGreaterThan(1.2);
    expect(ratio).toBeLessThan(2);
  });

  it('is held when it is much faster', () => {
    for (const seed of SEEDS)
      expect(judgeConduct(conductOf(playAsPerson(seed, { paceMs: 90, spreadPct: 16 })))).not.toEqual([]);
  });
});

describe('a round is held', () => {
  it.each(SEEDS)('when the expert bot plays it: %s', (seed) => {
    expect(judgeConduct(playedBy(BOT_SKILLS.expert, seed))).toEqual(expect.arrayContaining(['fast', 'precise']));
  });

  it.each([
    [150, ['fast', 'regular', 'precise']],
    [300, ['regular', 'precise']],
    [500, ['regular']],
    [1_000, ['regular']],
  ])('when a script clicks on centres every %i ms: %j', (everyMs, suspicions) => {
    for (const seed of SEEDS) expect(judgeConduct(script(seed, everyMs))).toEqual(suspicions);
  });

  it('when such a script rounds its times to frames', () => {
    for (const seed of SEEDS) expect(judgeConduct(script(seed, 300, 8))).toContain('regular');
  });

  it('when it has more clicks than a hand makes in a minute', () => {
    const ticking = Array.from({ length: 481 }, (_, click) => 500 + click * 116 + ((click * 31) % 15));
    expect(judgeConduct(conductOf(clicks(ticking)))).toContain('tireless');
    expect(judgeConduct(conductOf(clicks(ticking.slice(1))))).not.toContain('tireless');
  });

  it('when a script that varies its times is faster than anybody, or more exact', () => {
    for (const seed of SEEDS) {
      expect(judgeConduct(script(seed, 140, 35))).toContain('fast');
      expect(judgeConduct(script(seed, 280, 80))).toContain('precise');
    }
  });
});
