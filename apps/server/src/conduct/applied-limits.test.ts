import { describe, expect, it } from 'vitest';
import { limitsAppliedTo } from './applied-limits.ts';
import { examineRound, type Examination } from './examine.ts';
import { DEFAULT_LIMITS, judgeRound } from './judge.ts';
import { play, startRound, type Style } from './pointer.fixture.ts';

function examine(style: Style): Examination {
  const { seed, inputs, path } = play('limits', style);
  return examineRound(startRound(seed, false), inputs, path);
}

/** The reasons to hold a round whose clicks have these measurements. */
const reasonsOf = (examination: Examination, rhythm: Partial<Examination['rhythm']>) =>
  judgeRound({ ...examination, rhythm: { ...examination.rhythm, ...rhythm } }, DEFAULT_LIMITS, {
    isPathRequired: false,
  });

describe('the applied limits', () => {
  it('are those of a round with a path where there is enough of one', () => {
    expect(limitsAppliedTo(examine({}))).toEqual({
      fastMs: 105,
      regularPct: 2,
      precise: null,
      tirelessClicks: 480,
      aimless: { hitPct: 35, fromClicks: 30, doubtful: { hitPct: 50, score: 5 } },
    });
  });

  it.each([
    ['without a path', { hasPath: false }],
    ['by touches', { device: 'touch' }],
  ] satisfies [string, Style][])('are those of clicks alone for a round %s', (_, style) => {
    expect(limitsAppliedTo(examine(style))).toEqual({
      fastMs: 180,
      regularPct: 6,
      precise: { offsetPct: 8, reactionMs: 400 },
      tirelessClicks: 480,
      aimless: { hitPct: 35, fromClicks: 30, doubtful: { hitPct: 50, score: 5 } },
    });
  });

  it.each([
    ['with a path', {}],
    ['without a path', { hasPath: false }],
  ] satisfies [string, Style][])('are those by which a round %s is judged', (_, style) => {
    const examination = examine(style);
    const { fastMs, regularPct, precise, tirelessClicks, aimless } = limitsAppliedTo(examination);
    const judge = (rhythm: Partial<Examination['rhythm']>) => reasonsOf(examination, rhythm);
    expect(judge({ reactionMedianMs: fastMs })).not.toContain('fast');
    expect(judge({ reactionMedianMs: fastMs - 1 })).toContain('fast');
    expect(judge({ intervalVariationPct: regularPct })).not.toContain('regular');
    expect(judge({ intervalVariationPct: regularPct - 1 })).toContain('regular');
    expect(judge({ clicks: tirelessClicks })).not.toContain('tireless');
    expect(judge({ clicks: tirelessClicks + 1 })).toContain('tireless');
    expect(judge({ hitPct: aimless.hitPct })).not.toContain('aimless');
    expect(judge({ hitPct: aimless.hitPct - 1, clicks: aimless.fromClicks })).toContain('aimless');
    expect(judge({ hitPct: aimless.hitPct - 1, clicks: aimless.fromClicks - 1 })).not.toContain('aimless');
    const { hitPct, score } = aimless.doubtful;
    expect(judge({ hitPct: hitPct - 1, aimScore: score })).not.toContain('aimless');
    expect(judge({ hitPct: hitPct - 1, aimScore: score - 0.1, clicks: aimless.fromClicks })).toContain('aimless');
    expect(judge({ hitPct: hitPct - 1, aimScore: score - 0.1, clicks: aimless.fromClicks - 1 })).not.toContain(
      'aimless',
    );
    expect(judge({ hitPct, aimScore: score - 0.1 })).not.toContain('aimless');
    expect(judge({ hitPct: hitPct - 1, aimScore: null })).not.toContain('aimless');
    const exact = judge({ reactionMedianMs: 200, aimOffsetPct: 0 });
    expect(exact.includes('precise')).toBe(precise !== null);
  });
});
