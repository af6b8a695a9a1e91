import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { LogEntry } from '../platform/log/log.ts';
import type { Battles } from './battle-connection.ts';
import { latenessOfTurns, startLoop } from './loop.ts';

/** Battles that do as a test says. */
const battles = (turn: (nowMs: number) => Promise<number>): Battles => ({
  count: 1,
  nextDueAt: 0,
  onEarlierDue: () => () => undefined,
  turn,
  connect: async () => ({ ok: false, error: 'ERR_SESSION_UNKNOWN' }),
  drainForOthers: async () => undefined,
  drain: async () => undefined,
  stop: async () => undefined,
});

it('gives turns at the time of the clock, counts the late ones, and outlives what one throws', async () => {
  const log: LogEntry[] = [];
  const turns: number[] = [];
  latenessOfTurns();
  const loop = startLoop(
    battles(async (nowMs) => {
      turns.push(nowMs);
      if (turns.length === 2) throw new Error('a turn that throws');
      return turns.length === 3 ? 150 : 5;
    }),
    { now: () => 1_000 + turns.length, log: (entry) => log.push(entry) },
  );
  while (turns.length < 5) await delay(5);
  loop.stop();
  const had = turns.length;
  expect(turns.slice(0, 5)).toEqual([1_000, 1_001, 1_002, 1_003, 1_004]);
  expect(log).toMatchObject([{ event: 'fault', method: 'TURN', path: 'battles' }]);
  expect(latenessOfTurns()).toEqual({ turns: had - 1, lateTurns: 1, latestMs: 150 });
  expect(latenessOfTurns()).toEqual({ turns: 0, lateTurns: 0, latestMs: 0 });
  await delay(30);
  expect(turns).toHaveLength(had);
});

it('gives no turn before one is due, and notices when one is due earlier', async () => {
  let nextDueAt = Number.POSITIVE_INFINITY;
  let report = (_dueAt: number): void => undefined;
  const turns: number[] = [];
  const startMs = performance.now();
  const now = (): number => performance.now() - startMs;
  const sleeping: Battles = {
    ...battles(async (nowMs) => {
      turns.push(nowMs);
      nextDueAt = Number.POSITIVE_INFINITY;
      return 0;
    }),
    get nextDueAt() {
      return nextDueAt;
    },
    onEarlierDue(handle) {
      report = handle;
      return () => undefined;
    },
  };
  const loop = startLoop(sleeping, { now, log: () => undefined });
  await delay(100);
  expect(turns).toEqual([]);
  nextDueAt = now() + 40;
  const dueAt = nextDueAt;
  report(nextDueAt);
  while (turns.length === 0) await delay(5);
  expect(turns[0]).toBeGreaterThanOrEqual(dueAt - 1);
  expect(turns[0]).toBeLessThan(30_000);
  await delay(60);
  expect(turns).toHaveLength(1);
  loop.stop();
});
