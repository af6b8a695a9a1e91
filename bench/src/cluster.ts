import { restartEmbedded } from './embedded-restart.ts';
import { playThroughDeploys } from './cluster-deploys.ts';
import { playUnderFaults, type Crowd, type FaultReport, type Fault } from './cluster-faults.ts';
import { playOnCluster, type ClusterLoad, type Placement } from './cluster-load.ts';
import { playBattles } from './battle-run.ts';
import type { Metric, Progress, Readings, Suite } from './metric.ts';
import { quantile } from './sample.ts';

/** Parts of the suite, each of which can be measured alone. */
const PARTS = ['owner', 'postgres', 'redis', 'deploy', 'restart', 'load'] as const;
type Part = (typeof PARTS)[number];

/** Metrics by the part in which they are measured. */
const METRICS: Readonly<Record<Part, readonly Metric[]>> = {
  owner: [
    {
      name: 'cluster.resume_ms_p95',
      bar: { atMost: 2_000 },
      note: 'three nodes, `kill -9` of the owner of battles in mid-round: from the kill to the first score after it, for each battle',
    },
    { name: 'cluster.resume_ms_p50', note: 'the same, median' },
    { name: 'cluster.resume_player_ms_p95', note: 'the same, until each player has a score' },
    { name: 'cluster.kills', note: 'owners that were killed' },
    {
      name: 'cluster.rounds_lost',
      bar: { atMost: 0 },
      note: 'rounds that did not end with the result that their page had shown',
    },
    {
      name: 'cluster.money_wrong',
      bar: { atMost: 0 },
      note: 'differences in the ledger, unsettled battles, receipts that do not verify',
    },
    { name: 'cluster.lost_clicks_per_round', note: 'clicks that a page took back' },
  ],
  postgres: [
    { name: 'cluster.postgres_kills', note: 'kills of PostgreSQL while battles run; it starts again 0.3 s later' },
    { name: 'cluster.postgres_rounds_lost', bar: { atMost: 0 }, note: 'the same' },
    { name: 'cluster.postgres_money_wrong', bar: { atMost: 0 }, note: 'the same' },
  ],
  redis: [
    { name: 'cluster.redis_kills', note: 'kills of Redis while battles run; it starts again, empty, 0.3 s later' },
    { name: 'cluster.redis_rounds_lost', bar: { atMost: 0 }, note: 'the same' },
    { name: 'cluster.redis_money_wrong', bar: { atMost: 0 }, note: 'the same' },
  ],
  deploy: [
    { name: 'cluster.deploys', note: 'rolling restarts of three nodes: SIGTERM and start, one node after the other' },
    { name: 'cluster.deploy_rounds', note: 'rounds that bots played meanwhile' },
    { name: 'cluster.deploy_errors', bar: { atMost: 0 }, note: 'rounds lost and errors shown to a player meanwhile' },
    { name: 'cluster.deploy_lost_clicks_per_round', note: 'clicks that a page took back' },
  ],
  restart: [
    {
      name: 'cluster.restart_resume_ms',
      bar: { atMost: 2_500 },
      note: 'embedded, on SQLite: killed in mid-round and started at once; p95 from the kill to the first score after it',
    },
    { name: 'cluster.restart_rounds_lost', bar: { atMost: 0 }, note: 'the same' },
    { name: 'cluster.restart_money_wrong', bar: { atMost: 0 }, note: 'the same' },
  ],
  load: [
    {
      name: 'cluster.scale',
      bar: { atLeast: 1.8 },
      note: 'players of two nodes at the processor time of a node and the lateness of one node, over those of one node, which is measured before and after; clients at the node of their battle',
    },
    { name: 'cluster.node_cpu_us_per_input', note: 'processor time of one node, by the clicks that it took' },
    {
      name: 'cluster.relay_cpu_us_per_input',
      note: 'clients at another node than their battle: processor time of both nodes, by the clicks',
    },
    {
      name: 'cluster.relay_cpu_factor',
      bar: { atMost: 1.6 },
      note: 'that, over battle.server_cpu_us_per_input with as many players',
    },
    { name: 'cluster.relay_score_latency_p99_ms', note: 'the same clients: as battle.score_latency_p99_ms' },
  ],
};

/** Kills and restarts of each part. */
const KILLS = { owner: 100, postgres: 50, redis: 50 } as const;
const DEPLOYS = 20;
const RESTARTS = 10;

/** Battles that are played at once under kills. */
const CROWD: Crowd = { battles: 9, seats: 2 };

/** 600 bots. */
const DEPLOY_CROWD: Crowd = { battles: 150, seats: 4 };

/** Players of a node in the measurements of processor time. */
const PLAYERS = 1_000;

/** CLUSTER_PARTS chooses parts, such as `owner,redis`, and CLUSTER_KILLS how many kills and restarts there are in each. */
const chosen = (process.env['CLUSTER_PARTS'] ?? '').split(',').filter((part) => part !== '');
const parts = PARTS.filter((part) => chosen.length === 0 || chosen.includes(part));
const times = (usual: number): number => Number(process.env['CLUSTER_KILLS'] || usual);

/** Nodes of a cluster on PostgreSQL and Redis, which are real processes that are killed. */
export const clusterSuite: Suite = {
  name: 'cluster',
  metrics: parts.flatMap((part) => METRICS[part].map((metric) => ({ ...metric, needs: 'PostgreSQL' as const }))),
  async measure(progress) {
    const readings: Record<string, number> = {};
    for (const part of parts) Object.assign(readings, await MEASURES[part](progress));
    return readings;
  },
};

const MEASURES: Readonly<Record<Part, (progress: Progress) => Promise<Readings>>> = {
  async owner(progress) {
    const report = await kill('owner', progress);
    if (report === null) return {};
    return {
      'cluster.resume_ms_p95': quantile(report.resumeMs, 0.95),
      'cluster.resume_ms_p50': quantile(report.resumeMs, 0.5),
      'cluster.resume_player_ms_p95': quantile(report.playerResumeMs, 0.95),
      'cluster.kills': report.faults,
      'cluster.rounds_lost': report.roundsLost,
      'cluster.money_wrong': report.moneyWrong,
      'cluster.lost_clicks_per_round': report.lostClicks / report.rounds,
    };
  },
  postgres: async (progress) => killStore('postgres', progress),
  redis: async (progress) => killStore('redis', progress),
  async deploy(progress) {
    const report = await playThroughDeploys(times(DEPLOYS), DEPLOY_CROWD, (line) => progress(`cluster: ${line}`));
    if ('skipped' in report) return skip(report);
    return {
      'cluster.deploys': report.restarts,
      'cluster.deploy_rounds': report.rounds,
      'cluster.deploy_errors': report.errors + report.moneyWrong,
      'cluster.deploy_lost_clicks_per_round': report.lostClicks / report.rounds,
    };
  },
  async restart(progress) {
    progress('cluster: the embedded server is killed and started');
    const report = await restartEmbedded(times(RESTARTS), CROWD);
    return {
      'cluster.restart_resume_ms': quantile(report.resumeMs, 0.95),
      'cluster.restart_rounds_lost': report.roundsLost,
      'cluster.restart_money_wrong': report.moneyWrong,
    };
  },
  async load(progress) {
    const one = await play({ nodes: 1 }, progress);
    const two = await play({ nodes: 2 }, progress);
    // The speed of a machine changes, so one node is measured before and after two.
    const oneAgain = await play({ nodes: 1 }, progress);
    const relayed = await play('relayed', progress);
    if (one === null || two === null || oneAgain === null || relayed === null) return {};
    const nodeCpuUs = (one.cpuUsPerInput + oneAgain.cpuUsPerInput) / 2;
    progress(`cluster: ${PLAYERS} players on an embedded server`);
    const embedded = await playBattles(PLAYERS, 'nothing');
    return {
      // Nodes that are late more often than one node have no room for more players.
      'cluster.scale': two.lateTurns > one.lateTurns + oneAgain.lateTurns ? 1 : (2 * nodeCpuUs) / two.cpuUsPerInput,
      'cluster.node_cpu_us_per_input': nodeCpuUs,
      'cluster.relay_cpu_us_per_input': relayed.cpuUsPerInput,
      'cluster.relay_cpu_factor': relayed.cpuUsPerInput / embedded.cpuUsPerInput,
      'cluster.relay_score_latency_p99_ms': relayed.report.latencyP99Ms,
    };
  },
};

async function kill(victim: keyof typeof KILLS, progress: Progress): Promise<FaultReport | null> {
  const faults = Array.from({ length: times(KILLS[victim]) }, (): Fault => `${victim}-killed`);
  const report = await playUnderFaults(faults, CROWD, (line) => progress(`cluster: ${victim}: ${line}`));
  if (!('skipped' in report)) return report;
  skip(report);
  return null;
}

async function killStore(victim: 'postgres' | 'redis', progress: Progress): Promise<Readings> {
  const report = await kill(victim, progress);
  if (report === null) return {};
  return {
    [`cluster.${victim}_kills`]: report.faults,
    [`cluster.${victim}_rounds_lost`]: report.roundsLost,
    [`cluster.${victim}_money_wrong`]: report.moneyWrong,
  };
}

async function play(placement: Placement, progress: Progress): Promise<ClusterLoad | null> {
  const what = placement === 'relayed' ? 'at another node than their battles' : `on each of ${placement.nodes}`;
  progress(`cluster: ${PLAYERS} players ${what}`);
  const load = await playOnCluster(PLAYERS, placement);
  if ('skipped' in load) return (skip(load), null);
  const { players, cpuUsPerInput, lateTurns, latestMs, lostBattles, report } = load;
  console.error(
    `    players ${players}, cpuUsPerInput ${cpuUsPerInput.toFixed(1)}, lateTurns ${lateTurns}, latestMs ${latestMs.toFixed(0)}, lost ${report.lost}, battles elsewhere ${lostBattles}, refused ${report.refused}, p99 ${report.latencyP99Ms.toFixed(0)} ms`,
  );
  return load;
}

function skip({ skipped }: { readonly skipped: string }): Readings {
  console.error(`  cluster: ${skipped}`);
  return {};
}
