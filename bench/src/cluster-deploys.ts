import { openClusterBattles } from '@popfray/server/testing/cluster-battles';
import { startClusterPrograms } from '@popfray/server/testing/cluster-programs';
import { ClusterBot } from './cluster-bots.ts';
import { waitUntil, type Crowd } from './cluster-faults.ts';

/** What players saw of rolling restarts. */
export interface DeployReport {
  readonly restarts: number;
  readonly rounds: number;
  /** Rounds lost and errors shown to players. */
  readonly errors: number;
  readonly moneyWrong: number;
  readonly lostClicks: number;
}

/** For each battle before the first second, ms: its rows have to be written. And for the players to connect. */
const PREPARE_MS = 100;
const CONNECT_MS = 10_000;

/** Time of the round at the first stop of a wave and at the last one, ms. */
const FIRST_STOP_MS = 2_000;
const LAST_STOP_MS = 54_000;

const ROUND_MS = 60_000;

/** How long a wave waits for all results, ms. */
const END_TIMEOUT_MS = 120_000;

/** Stops every node by SIGTERM in turn and starts it again, so many times, while bots play. Resolves with the reason where a program is missing. */
export async function playThroughDeploys(
  restarts: number,
  { battles: count, seats }: Crowd,
  progress: (line: string) => void,
): Promise<DeployReport | { readonly skipped: string }> {
  const cluster = await startClusterPrograms({ nodes: 3 });
  if ('skipped' in cluster) return cluster;
  const battles = await openClusterBattles(cluster.postgres.url);
  const report = { restarts: 0, rounds: 0, errors: 0, lostClicks: 0 };
  let stops = 0;
  try {
    while (report.restarts < restarts) {
      const all = await battles.begin(count, seats, count * PREPARE_MS + CONNECT_MS, true);
      const bots = all.map((seat) => new ClusterBot(cluster.url, seat));
      await waitUntil(() => bots.every(({ timeMs }) => timeMs >= FIRST_STOP_MS), ROUND_MS);
      while (report.restarts < restarts && bots.every(({ timeMs }) => timeMs < LAST_STOP_MS)) {
        const node = cluster.nodes[stops++ % cluster.nodes.length];
        await node?.end('SIGTERM');
        if (node !== undefined) await cluster.start(node);
        if (stops % cluster.nodes.length === 0) report.restarts++;
      }
      await waitUntil(() => bots.every(({ isOver }) => isOver), END_TIMEOUT_MS);
      for (const bot of bots) {
        const wrong = bot.findWrong();
        report.rounds++;
        report.errors += wrong.length;
        report.lostClicks += bot.lostClicks;
        for (const line of wrong) console.error(`    ${line}`);
        bot.close();
      }
      progress(`${report.restarts} rolling restarts, ${report.rounds} rounds, ${report.errors} errors`);
    }
    const wrong = await battles.findWrong();
    for (const line of wrong) console.error(`    ${line}`);
    return { ...report, moneyWrong: wrong.length };
  } finally {
    await battles.stop();
    await cluster.stop();
  }
}
