import { BATTLE_SECONDS, SCORE_EVERY_MS } from '@popfray/protocol/battle';
import { expect, it } from 'vitest';
import { BattleClock } from './battle-clock.ts';

const STARTS_AT = 1_700_000_010_037;

it.each([1, 10, 37])('lets scores be due in the turns that reveal a second, with turns every %d ms', (turnMs) => {
  const clock = new BattleClock(STARTS_AT, STARTS_AT - 4_963.5);
  const turns: number[] = [];
  let second = 0;
  for (let nowMs = STARTS_AT - 5_000; second < BATTLE_SECONDS; nowMs += turnMs) {
    const areScoresDue = clock.startTurn(nowMs);
    if (areScoresDue) turns.push(nowMs);
    if (nowMs < clock.revealAt(second)) continue;
    expect(areScoresDue).toBe(true);
    second++;
  }
  const intervals = turns.slice(2).map((nowMs, at) => nowMs - (turns[at + 1] ?? 0));
  expect(Math.max(...intervals)).toBeLessThan(SCORE_EVERY_MS + turnMs);
  expect(Math.min(...intervals)).toBeGreaterThan(SCORE_EVERY_MS - turnMs);
});

it('follows a start that has been moved', () => {
  const clock = new BattleClock(STARTS_AT, STARTS_AT - 5_000);
  clock.setStart(STARTS_AT - 1_111);
  clock.startTurn(STARTS_AT - 5_000);
  for (let nowMs = STARTS_AT - 4_999; nowMs < clock.revealAt(1); nowMs++)
    expect(clock.startTurn(nowMs)).toBe((clock.revealAt(0) - nowMs) % SCORE_EVERY_MS === 0);
});
