import { setTimeout as delay } from 'node:timers/promises';
import { type ClusterBattles, openClusterBattles } from '@popfray/server/testing/cluster-battles';
import { type ClusterPrograms, startClusterPrograms } from '@popfray/server/testing/cluster-programs';
import { REPLICATION_SETTINGS } from '@popfray/server/testing/postgres-server';
import { ClusterBot } from './cluster-bots.ts';
import { quantile } from './sample.ts';

/**
 * What happens while battles are played. The node of most battles is killed and started again, or stands still and then continues while another node
 * has its battles; PostgreSQL or Redis is killed and started again, or a standby takes the place of PostgreSQL; Redis stands still, or loses everything.
 */
export type Fault =
  | 'owner-killed'
  | 'owner-paused'
  | 'postgres-killed'
  | 'postgres-failed-over'
  | 'redis-killed'
  | 'redis-paused'
  | 'redis-flushed';

/** What became of battles under faults. */
export interface FaultReport {
  readonly faults: number;
  /** Rounds of players that were played, and those that did not end with the result that the page had shown. */
  readonly rounds: number;
  readonly roundsLost: number;
  readonly moneyWrong: number;
  readonly lostClicks: number;
  /** From each kill to the first score after it that any player of a battle of the victim received, ms. */
  readonly resumeMs: readonly number[];
  /** The same for each player. */
  readonly playerResumeMs: readonly number[];
}

/** Before the first second of a wave's battles, ms: players need to connect. */
const COUNTDOWN_MS = 6_000;

/** Time of the round at the first kill of a wave and after the last one, ms. */
const FIRST_KILL_MS = 4_000;
const LAST_KILL_MS = 52_000;

/** Least time between two kills, ms: long enough for the battles to continue. */
const BETWEEN_KILLS_MS = 3_000;

/** A battle without a score for this long after a kill has not been continued, ms. */
const RESUME_TIMEOUT_MS = 20_000;

/** How long a wave waits for all results, ms. */
const END_TIMEOUT_MS = 120_000;

/** How long PostgreSQL or Redis is away, and how long Redis and a node stand still, ms. */
const AWAY_MS = 300;
const REDIS_PAUSE_MS = 2_000;
const NODE_PAUSE_MS = 10_000;

/** Interval of the conditions that are waited for, ms. */
const POLL_MS = 5;

/** How many battles a wave has, and players each. */
export interface Crowd {
  readonly battles: number;
  readonly seats: number;
}

/** Waits until a condition is true. Returns whether it became true in time. */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const endMs = performance.now() + timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > endMs) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** Plays battles on three nodes while faults happen one after the other. Resolves with the reason where a program is missing on this machine. */
export async function playUnderFaults(
  faults: readonly Fault[],
  crowd: Crowd,
  progress: (line: string) => void = () => undefined,
): Promise<FaultReport | { readonly skipped: string }> {
  const settings = faults.includes('postgres-failed-over') ? REPLICATION_SETTINGS : {};
  const cluster = await startClusterPrograms({ nodes: 3, settings });
  if ('skipped' in cluster) return cluster;
  const battles = await openClusterBattles(cluster.postgres.url);
  const run = new FaultRun(cluster, battles, faults, progress);
  try {
    while (run.faults < faults.length) await run.playWave(crowd);
    return await run.report();
  } finally {
    await battles.stop();
    await cluster.stop();
  }
}

class FaultRun {
  readonly #cluster: ClusterPrograms;
  readonly #battles: ClusterBattles;
  readonly #plan: readonly Fault[];
  readonly #progress: (line: string) => void;
  readonly #resumeMs: number[] = [];
  readonly #playerResumeMs: number[] = [];
  faults = 0;
  #rounds = 0;
  #roundsLost = 0;
  #lostClicks = 0;

  constructor(
    cluster: ClusterPrograms,
    battles: ClusterBattles,
    plan: readonly Fault[],
    progress: (line: string) => void,
  ) {
    this.#cluster = cluster;
    this.#battles = battles;
    this.#plan = plan;
    this.#progress = progress;
  }

  /** Plays some battles at once to their end, while faults happen. */
  async playWave({ battles, seats }: Crowd): Promise<void> {
    const all = await this.#battles.begin(battles, seats, COUNTDOWN_MS, true);
    const bots = all.map((seat) => new ClusterBot(this.#cluster.url, seat));
    try {
      await waitUntil(() => bots.every(({ timeMs }) => timeMs >= FIRST_KILL_MS), COUNTDOWN_MS + RESUME_TIMEOUT_MS);
      while (bots.every(({ timeMs }) => timeMs < LAST_KILL_MS)) {
        const fault = this.#plan[this.faults];
        if (fault === undefined) break;
        const startMs = performance.now();
        await this.#cause(fault, bots);
        this.faults++;
        await delay(Math.max(0, startMs + BETWEEN_KILLS_MS - performance.now()));
      }
      await waitUntil(() => bots.every(({ isOver }) => isOver), END_TIMEOUT_MS);
      for (const bot of bots) this.#count(bot);
    } finally {
      for (const bot of bots) bot.close();
    }
    this.#progress(
      `${this.faults} faults, ${this.#rounds} rounds, ${this.#roundsLost} lost, resume p50 ${Math.round(quantile(this.#resumeMs, 0.5))} ms, p95 ${Math.round(quantile(this.#resumeMs, 0.95))} ms`,
    );
  }

  async report(): Promise<FaultReport> {
    const wrong = await this.#battles.findWrong();
    for (const line of wrong) console.error(`    ${line}`);
    return {
      faults: this.faults,
      rounds: this.#rounds,
      roundsLost: this.#roundsLost,
      moneyWrong: wrong.length,
      lostClicks: this.#lostClicks,
      resumeMs: this.#resumeMs,
      playerResumeMs: this.#playerResumeMs,
    };
  }

  #count(bot: ClusterBot): void {
    const wrong = bot.findWrong();
    this.#rounds++;
    this.#lostClicks += bot.lostClicks;
    if (wrong.length > 0) this.#roundsLost++;
    for (const line of wrong) console.error(`    ${line}`);
  }

  async #cause(fault: Fault, bots: readonly ClusterBot[]): Promise<void> {
    const { postgres, redis } = this.#cluster;
    const startMs = performance.now();
    switch (fault) {
      case 'owner-killed':
      case 'owner-paused':
        return this.#loseOwner(fault, bots);
      case 'redis-flushed':
        await redis.flush();
        break;
      case 'redis-paused':
        redis.pause();
        await delay(REDIS_PAUSE_MS);
        redis.resume();
        break;
      case 'redis-killed':
        await redis.kill();
        await delay(AWAY_MS);
        await redis.restart();
        break;
      case 'postgres-failed-over':
        await postgres.addStandby();
        await postgres.failOver();
        break;
      case 'postgres-killed':
        await postgres.kill();
        await delay(AWAY_MS);
        await postgres.restart();
        break;
    }
    return this.#noteResume(bots, startMs);
  }

  /** Ends or pauses the node of most battles in mid-round, and brings it back when its battles continue. */
  async #loseOwner(fault: 'owner-killed' | 'owner-paused', bots: readonly ClusterBot[]): Promise<void> {
    const owners = await this.#cluster.ownersOf(bots.map(({ seat }) => seat.sessionId));
    const counts = Map.groupBy(owners.values(), (node) => node);
    const [node] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
    if (node === undefined) throw new Error('no node has a battle');
    const theirs = bots.filter(({ seat, isRunning }) => isRunning && owners.get(seat.sessionId) === node);
    const startMs = performance.now();
    if (fault === 'owner-paused') {
      node.pause();
      await this.#noteResume(theirs, startMs);
      await delay(Math.max(0, startMs + NODE_PAUSE_MS - performance.now()));
      node.resume();
      return;
    }
    await node.end('SIGKILL');
    const restarted = this.#cluster.start(node);
    await this.#noteResume(theirs, startMs);
    await restarted;
  }

  async #noteResume(bots: readonly ClusterBot[], killedMs: number): Promise<void> {
    await waitUntil(
      () => bots.every((bot) => bot.scoredAfter(killedMs) !== undefined || bot.isOver),
      RESUME_TIMEOUT_MS,
    );
    for (const [sessionId, players] of Map.groupBy(bots, ({ seat }) => seat.sessionId)) {
      const times = players.map((bot) => (bot.scoredAfter(killedMs) ?? Infinity) - killedMs);
      const first = Math.min(...times);
      if (first === Infinity && players.every(({ isOver }) => isOver)) continue;
      if (first > RESUME_TIMEOUT_MS)
        console.error(`    ${sessionId} has no score ${RESUME_TIMEOUT_MS} ms after a kill`);
      this.#resumeMs.push(Math.min(first, RESUME_TIMEOUT_MS));
      this.#playerResumeMs.push(...times.map((time) => Math.min(time, RESUME_TIMEOUT_MS)));
    }
  }
}
