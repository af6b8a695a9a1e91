import { setTimeout as delay } from 'node:timers/promises';
import { BATTLE_SECONDS } from '@popfray/protocol/battle';
import type { LoadSocket } from './load-socket.ts';

/** What every load program counts of a player. */
export interface LoadPlayer {
  /** Clicks. */
  sent: number;
  isOver: boolean;
  /** Bytes of the player's socket at the first and the last moment of the round; null before. */
  bytesAtStart: readonly [down: number, up: number] | null;
  bytesAtEnd: readonly [down: number, up: number] | null;
}

/** The part of a report that is the same for all load programs. */
export interface PlayedReport {
  readonly inputs: number;
  /** Players who received the end. */
  readonly finished: number;
  /** Bytes on a player's socket while the round ran, per second, heads of frames included. */
  readonly downPerS: number;
  readonly upPerS: number;
}

/** A player before the round. */
export const newLoadPlayer = (): LoadPlayer => ({ sent: 0, isOver: false, bytesAtStart: null, bytesAtEnd: null });

/** Notes the traffic of a player. Call it at every turn of the round, and with `isEnd` from its last moment on. */
export function noteBytes(player: LoadPlayer, { bytesDown, bytesUp }: LoadSocket, isEnd: boolean): void {
  player.bytesAtStart ??= [bytesDown, bytesUp];
  if (isEnd) player.bytesAtEnd ??= [bytesDown, bytesUp];
}

/** Waits until all players have received the end, but not longer than until a time, epoch ms. */
export async function waitForEnd(players: readonly LoadPlayer[], latestMs: number): Promise<void> {
  while (players.some(({ isOver }) => !isOver) && Date.now() < latestMs) await delay(100);
}

/** Sums up what the players have done. */
export function reportPlayed(players: readonly LoadPlayer[]): PlayedReport {
  const meanPerS = (way: 0 | 1): number =>
    players.reduce(
      (sum, { bytesAtEnd, bytesAtStart }) => sum + (bytesAtEnd?.[way] ?? 0) - (bytesAtStart?.[way] ?? 0),
      0,
    ) /
    players.length /
    BATTLE_SECONDS;
  return {
    inputs: players.reduce((sum, { sent }) => sum + sent, 0),
    finished: players.filter(({ isOver }) => isOver).length,
    downPerS: meanPerS(0),
    upPerS: meanPerS(1),
  };
}
