import type { Context } from '../context.ts';
import type { Battles } from './line.ts';

/** Between two turns while there is a battle, and while there is none, ms. */
const TURN_MS = 10;
const IDLE_MS = 100;

/** Gives battles their turns until it is stopped. What a turn throws is logged, and the next one comes. */
export function startLoop(battles: Battles, { now, log }: Pick<Context, 'now' | 'log'>): { stop(): void } {
  let timer: NodeJS.Timeout;
  const turn = (): void => {
    try {
      battles.turn(now());
    } catch (error) {
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      log({ event: 'fault', method: 'TURN', path: 'battles', stack });
    }
    timer = setTimeout(turn, battles.count > 0 ? TURN_MS : IDLE_MS);
  };
  timer = setTimeout(turn, IDLE_MS);
  return { stop: () => clearTimeout(timer) };
}
