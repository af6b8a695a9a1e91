import { QUEST_KINDS } from '@popfray/protocol';
import { describe, expect, it } from 'vitest';
import { DAY_MS, dayOf } from '../platform/clock/index.ts';
import { areComplete, questsOf, showQuests } from './quest.ts';
import { streakOf } from './streak.ts';

const DATES = Array.from({ length: 400 }, (_, day) => dayOf(Date.UTC(2026, 0, 1) + day * DAY_MS).date);
const PLAYED = { rounds: 3, popped: 120, best_combo: 12, best_score: 450, battles: 1, daily_rounds: 1 };

describe('the quests of a day', () => {
  it('are three of different kinds, and the same whenever they are asked for', () => {
    for (const date of DATES) {
      expect(new Set(questsOf(date).map(({ kind }) => kind)).size).toBe(3);
      expect(questsOf(date)).toEqual(questsOf(date));
    }
  });

  it.each([
    ['2026-01-15', ['rounds 5', 'battles 2', 'combo 20']],
    ['2026-02-28', ['daily 1', 'battles 2', 'rounds 5']],
    ['2026-12-31', ['pops 150', 'score 1000', 'combo 15']],
  ])('of %s stay what they were: days that players have completed depend on them', (date, quests) => {
    expect(questsOf(date).map(({ kind, target }) => `${kind} ${target}`)).toEqual(quests);
  });

  it('have every kind on some day, and differ from day to day', () => {
    expect(new Set(DATES.flatMap((date) => questsOf(date).map(({ kind }) => kind)))).toEqual(new Set(QUEST_KINDS));
    expect(new Set(DATES.map((date) => JSON.stringify(questsOf(date)))).size).toBeGreaterThan(50);
  });

  it('never show more than the target, and are complete when each has reached it', () => {
    const much = { rounds: 99, popped: 9_999, best_combo: 99, best_score: 9_999, battles: 9, daily_rounds: 9 };
    for (const date of DATES) {
      expect(showQuests(date, undefined).every(({ progress }) => progress === 0)).toBe(true);
      expect(areComplete(date, much)).toBe(true);
      for (const { progress, target } of showQuests(date, PLAYED)) expect(progress).toBeLessThanOrEqual(target);
      expect(areComplete(date, PLAYED)).toBe(
        showQuests(date, PLAYED).every((quest) => quest.progress === quest.target),
      );
    }
  });
});

describe('a streak', () => {
  const NOW = Date.UTC(2026, 2, 1, 23, 59);
  it.each([
    ['nothing', [], 0, 0, false],
    ['today', ['2026-03-01'], 1, 1, true],
    ['yesterday', ['2026-02-28'], 1, 1, false],
    ['two days ago', ['2026-02-27'], 0, 1, false],
    ['the end of a month', ['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01'], 4, 4, true],
    ['a gap', ['2026-02-01', '2026-02-02', '2026-02-03', '2026-02-28', '2026-03-01'], 2, 3, true],
  ])('with %s', (_, days, now, best, hasPlayedToday) => {
    expect(streakOf(days, NOW)).toEqual({ days: now, best, hasPlayedToday });
  });
});
