import { type Statistic, STATISTIC_NAMES, STATISTICS, type StatisticName } from '@popfray/protocol/admin';
import { describe, expect, it } from 'vitest';
import { compareWithPeople } from './comparison.ts';
import { examineRound } from './examine.ts';
import { PEOPLE } from './people.ts';
import { play, startRound, STRAIGHT, type Style } from './pointer.fixture.ts';

function compare(style: Style): ReadonlyMap<StatisticName, Statistic> {
  const { seed, inputs, path } = play('comparison', style);
  const { statistics } = compareWithPeople(examineRound(startRound(seed, false), inputs, path));
  return new Map(statistics.map((statistic) => [statistic.name, statistic]));
}

describe('the comparison of a round with people', () => {
  it('has every statistic of a round with a path, in the order of the desk', () => {
    expect([...compare({}).keys()]).toEqual(STATISTIC_NAMES);
  });

  it('has the measured value, and the percentiles of people in their order', () => {
    const { seed, inputs, path } = play('comparison');
    const { rhythm, motion, legs, spectrum } = examineRound(startRound(seed, false), inputs, path);
    const statistics = compare({});
    expect(statistics.get('reactionMedianMs')?.value).toBe(rhythm.reactionMedianMs);
    expect(statistics.get('straightness')?.value).toBe(legs?.straightness);
    expect(statistics.get('wobble')?.value).toBe(motion.wobble);
    expect(statistics.get('tremor')?.value).toBe(spectrum?.tremor);
    for (const { name, low, median, high } of statistics.values()) {
      expect([low, median, high]).toEqual(PEOPLE.percentiles[name]);
      expect([low, median, high]).toEqual([low, median, high].toSorted((a, b) => a - b));
    }
  });

  it('shows that a program moves straighter and smoother than people', () => {
    const statistics = compare({ way: STRAIGHT });
    const { value, high } = statistics.get('straightness') ?? { value: 0, high: 0 };
    expect(value).toBeGreaterThan(high);
    const { value: wobble, low } = statistics.get('wobble') ?? { value: 1, low: 0 };
    expect(wobble).toBeLessThan(low);
  });

  it.each([
    ['a round without a path', { hasPath: false }],
    ['a round by touches', { device: 'touch' }],
  ] satisfies [string, Style][])('has the clicks alone of %s', (_, style) => {
    expect([...compare(style).keys()]).toEqual(Object.keys(STATISTICS.clicks));
  });
});
