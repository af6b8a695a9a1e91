import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from '../platform/context/index.ts';
import { stackOf } from '../platform/log/index.ts';
import type { Battles } from './battle-connection.ts';

/** The shortest and the longest interval between two turns, ms. A turn comes when something is due. */
const TURN_MS = 10;
const LONGEST_MS = 60_000;
/** What was due more than this ago when its turn came is late, ms: half of the interval between broadcasts. */
const LATE_MS = 100;

/** How turns of this process came, since it was asked for last. */
interface Lateness {
  readonly turns: number;
  readonly lateTurns: number;
  /** The latest one's, ms. */
  readonly latestMs: number;
}

const PUNCTUAL: Lateness = { turns: 0, lateTurns: 0, latestMs: 0 };
let lateness = PUNCTUAL;

/** How late turns came since the last call, for measurements. */
export function latenessOfTurns(): Lateness {
  const measured = lateness;
  lateness = PUNCTUAL;
  return measured;
}

function note(lateMs: number): void {
  const { turns, lateTurns, latestMs } = lateness;
  lateness = {
    turns: turns + 1,
    lateTurns: lateTurns + (lateMs > LATE_MS ? 1 : 0),
    latestMs: Math.max(latestMs, lateMs),
  };
}

/** Gives battles their turns when something is due, until it is stopped. What a turn rejects with is logged, and the next one comes. */
export function startLoop(battles: Battles, { now, log }: Pick<Context, 'now' | 'log'>): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let turnAt = Number.POSITIVE_INFINITY;
  const fail = (error: unknown): void => {
    log({ event: 'fault', method: 'TURN', path: 'battles', stack: stackOf(error) });
  };
  const turn = (): void => {
    // The next turn does not wait for what this one writes.
    battles.turn(now()).then(note, fail);
    turnAt = Number.POSITIVE_INFINITY;
    schedule(battles.nextDueAt);
  };
  /** Plans the next turn for a time, epoch ms, unless one comes before. */
  const schedule = (dueAt: number): void => {
    if (dueAt >= turnAt) return;
    const nowMs = now();
    const waitMs = Math.min(LONGEST_MS, Math.max(TURN_MS, dueAt - nowMs));
    if (nowMs + waitMs >= turnAt) return;
    turnAt = nowMs + waitMs;
    clearTimeout(timer);
    timer = setTimeout(turn, Math.ceil(waitMs));
  };
  // A turn is not part of the caller's transaction or lease.
  const runOutside = AsyncLocalStorage.snapshot();
  const unsubscribe = battles.onEarlierDue((dueAt) => runOutside(() => schedule(dueAt)));
  schedule(battles.nextDueAt);
  return {
    stop() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
