import { BATTLE_MS, BATTLE_SECONDS, GRACE_MS, SCORE_EVERY_MS } from '@popfray/protocol/battle';
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

/** A clock that had turns up to a time of the round, ms, and the next one so many ms later. */
function stall(timeMs: number, forMs: number): BattleClock {
  const clock = new BattleClock(STARTS_AT, STARTS_AT + timeMs - 400);
  clock.startTurn(STARTS_AT + timeMs);
  clock.startTurn(STARTS_AT + timeMs + forMs);
  return clock;
}

it('accepts late batches for a moment after it had no turn for half a second', () => {
  const clock = stall(20_900, 900);
  const atMs = STARTS_AT + 21_800;
  const fromMs = 20_900 - GRACE_MS;
  expect(clock.openWindow(atMs + 249)).toMatchObject({ fromMs, untilMs: 21_800 });
  expect(clock.openWindow(atMs + 250)).toBeNull();
  expect(stall(20_900, 500).openWindow(STARTS_AT + 21_400)).toBeNull();
});

it('accepts no late batch of a second that was not known before the stall', () => {
  expect(stall(20_900, 5_000).openWindow(STARTS_AT + 25_900)).toMatchObject({ untilMs: 22_000 });
});

it('ends a round whose end it has missed when late batches have had the time to be read', () => {
  const clock = stall(BATTLE_MS - 100, 2_000);
  expect(clock.endsAt).toBe(STARTS_AT + BATTLE_MS + 1_900 + 250);
});

it('leaves the longer window of an outage as it is', () => {
  const clock = new BattleClock(STARTS_AT, STARTS_AT);
  clock.resume(STARTS_AT, 20_000, STARTS_AT + 22_000);
  const window = clock.openWindow(STARTS_AT + 22_000);
  clock.startTurn(STARTS_AT + 23_000);
  expect(clock.openWindow(STARTS_AT + 23_000)).toBe(window);
});
