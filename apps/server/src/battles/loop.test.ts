import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { LogEntry } from '../platform/log/log.ts';
import type { Battles } from './battle-connection.ts';
import { latenessOfTurns, startLoop } from './loop.ts';

/** Battles that do as a test says. */
const battles = (turn: (nowMs: number) => Promise<number>): Battles => ({
  count: 1,
  turn,
  connect: async () => ({ ok: false, error: 'ERR_SESSION_UNKNOWN' }),
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
