import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ClusterSeat, openClusterBattles } from '@popfray/server/testing/cluster-battles';
import { findFreePort } from '@popfray/server/testing/free-port';
import { NodeProgram } from '@popfray/server/testing/node-program';
import { ClusterBot } from './cluster-bots.ts';
import { waitUntil, type Crowd } from './cluster-faults.ts';

/** What became of battles of an embedded server that was killed. */
export interface RestartReport {
  readonly restarts: number;
  /** From each kill to the first score after it of each battle, ms. */
  readonly resumeMs: readonly number[];
  readonly rounds: number;
  readonly roundsLost: number;
  readonly moneyWrong: number;
}

/** Before the first second, ms: the server has to start. */
const COUNTDOWN_MS = 8_000;

/** Between two kills, ms, and time of the round at the first one. */
const BETWEEN_KILLS_MS = 4_000;
const FIRST_KILL_MS = 4_000;

/** Most kills in one round: each takes about five seconds of its sixty. */
const KILLS_OF_ROUND = 10;

/** Longest waits: for a score, and for all results, ms. */
const RESUME_TIMEOUT_MS = 20_000;
const END_TIMEOUT_MS = 120_000;

/** Kills the embedded server on SQLite in mid-round and starts it again, so many times, in as many rounds as that takes. */
export async function restartEmbedded(restarts: number, crowd: Crowd): Promise<RestartReport> {
  const waves: RestartReport[] = [];
  for (let left = restarts; left > 0; left -= KILLS_OF_ROUND)
    waves.push(await playRound(Math.min(left, KILLS_OF_ROUND), crowd));
  const sum = (count: (wave: RestartReport) => number): number => waves.reduce((total, wave) => total + count(wave), 0);
  return {
    restarts,
    resumeMs: waves.flatMap(({ resumeMs }) => resumeMs),
    rounds: sum(({ rounds }) => rounds),
    roundsLost: sum(({ roundsLost }) => roundsLost),
    moneyWrong: sum(({ moneyWrong }) => moneyWrong),
  };
}

/** Kills a new server in mid-round and starts it again, at most `KILLS_OF_ROUND` times. */
async function playRound(restarts: number, { battles: count, seats }: Crowd): Promise<RestartReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'popfray-embedded-'));
  const database = join(dataDir, 'popfray.db');
  const env = {
    PORT: String(await findFreePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    REDIS_URL: '',
    DEV_CHAIN_PORT: '0',
  };
  const node = new NodeProgram(env);
  const battles = await openClusterBattles(database, dataDir);
  const resumeMs: number[] = [];
  let bots: readonly ClusterBot[] = [];
  try {
    const taken: readonly ClusterSeat[] = await battles.begin(count, seats, COUNTDOWN_MS, true);
    await node.start();
    bots = taken.map((seat) => new ClusterBot(node.url, seat));
    await waitUntil(() => bots.every(({ timeMs }) => timeMs >= FIRST_KILL_MS), COUNTDOWN_MS + RESUME_TIMEOUT_MS);
    for (let restart = 0; restart < restarts; restart++) {
      const killedMs = performance.now();
      await node.end('SIGKILL');
      await node.start();
      await waitUntil(() => bots.every((bot) => bot.scoredAfter(killedMs) !== undefined), RESUME_TIMEOUT_MS);
      for (const players of Map.groupBy(bots, ({ seat }) => seat.sessionId).values()) {
        const first = Math.min(...players.map((bot) => bot.scoredAfter(killedMs) ?? Infinity)) - killedMs;
        resumeMs.push(Math.min(first, RESUME_TIMEOUT_MS));
      }
      await delay(BETWEEN_KILLS_MS);
    }
    await waitUntil(() => bots.every(({ isOver }) => isOver), END_TIMEOUT_MS);
    const lost = bots.map((bot) => bot.findWrong()).filter((wrong) => wrong.length > 0);
    for (const line of lost.flat()) console.error(`    ${line}`);
    await node.end('SIGTERM');
    const wrong = await battles.findWrong();
    for (const line of wrong) console.error(`    ${line}`);
    return { restarts, resumeMs, rounds: bots.length, roundsLost: lost.length, moneyWrong: wrong.length };
  } finally {
    for (const bot of bots) bot.close();
    await node.end('SIGKILL');
    await battles.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
