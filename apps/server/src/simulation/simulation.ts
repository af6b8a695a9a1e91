import { createHash } from 'node:crypto';
import { QUICK_FEES_SUN } from '@popfray/protocol';
import { endFaults, planFaults } from './fault-plan.ts';
import { countOutcomes, describeBooks, findViolations } from './findings.ts';
import { doBusiness, playGame } from './simulated-games.ts';
import { createCluster, type SimulatedCluster } from './simulated-cluster.ts';
import type { Mutation } from './simulated-engine.ts';
import { decideHeld } from './simulated-operator.ts';
import { playQuick } from './simulated-quick.ts';
import { playSolo } from './simulated-solo.ts';
import { START_MS } from './scheduler.ts';
import { installVirtualTimers } from './virtual-timers.ts';

const MINUTE_MS = 60_000;

/** When no more games begin, when the faults end, and the end, virtual minutes. The time between lets everything come to its end. */
const LAST_GAME_MIN = 32;
const FAULTS_MIN = 40;
const LENGTH_MIN = 60;

/** When an operator decides for the last time, virtual minutes. Payouts that follow need some more. */
const LAST_DECISION_MIN = 48;

/** Time within which the players of a quick battle ask for it, ms. */
const QUICK_SPREAD_MS = 30_000;

/** Options of a simulation. */
export interface SimulationOptions {
  readonly seed: number;
  readonly nodes?: number;
  /** A bug to be found. */
  readonly mutation?: Mutation;
}

/** What came of a simulation. */
export interface SimulationResult {
  readonly seed: number;
  /** What is wrong, in words; empty when nothing is. */
  readonly violations: readonly string[];
  /** The same for two runs that went alike. */
  readonly hash: string;
  readonly events: number;
  /** How many sessions ended in which way. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The last events, for a person. */
  readonly trace: readonly string[];
}

/** Simulates an hour of a cluster with players and faults, all of which follow from the seed. */
export async function simulate({ seed, nodes = 3, mutation }: SimulationOptions): Promise<SimulationResult> {
  installVirtualTimers();
  const cluster = await createCluster(seed, nodes, mutation ?? null);
  const { world } = cluster;
  // A server's process would end.
  const handleRejection = (error: unknown): void =>
    world.report(`nothing handles a rejection: ${error instanceof Error ? error.stack : String(error)}`);
  process.on('unhandledRejection', handleRejection);
  try {
    const endMs = START_MS + LENGTH_MIN * MINUTE_MS;
    for (const node of cluster.nodes) node.boot();
    planFaults(cluster, START_MS + FAULTS_MIN * MINUTE_MS);
    startGames(cluster);
    world.scheduler.plan(FAULTS_MIN * MINUTE_MS, null, 'end of faults', () => endFaults(cluster));
    await world.scheduler.run(endMs);
    for (const node of cluster.nodes) node.process.crash('the simulation is over');
    const violations = await findViolations(cluster);
    const { trace } = world.scheduler;
    const books = createHash('sha256')
      .update(await describeBooks(cluster.db))
      .digest('hex')
      .slice(0, 16);
    return {
      seed,
      violations,
      hash: `${trace.hash}-${books}`,
      events: trace.count,
      outcomes: await countOutcomes(cluster.db),
      trace: trace.lines,
    };
  } finally {
    process.off('unhandledRejection', handleRejection);
    world.close();
  }
}

/** Plans games and other business over the time in which they begin. */
function startGames({ world, players, operator, decisions }: SimulatedCluster): void {
  const random = world.random.fork('games');
  const games = random.between(3, 7);
  for (let game = 0; game < games; game++) {
    const shuffled = players.map((player) => ({ player, at: random.next() })).toSorted((a, b) => a.at - b.at);
    const [host, ...others] = shuffled.map(({ player }) => player);
    if (host === undefined) throw new Error('there are no players');
    const guests = others.slice(0, random.between(1, 3));
    host.process.after(random.below(LAST_GAME_MIN * MINUTE_MS), 'game', async () => playGame(host, guests));
  }
  for (let times = random.between(5, 12); times > 0; times--) {
    const player = random.pick(players);
    player.process.after(random.below(FAULTS_MIN * MINUTE_MS), 'business', async () => doBusiness(player));
  }
  for (let times = random.between(1, 3); times > 0; times--) {
    const player = random.pick(players);
    player.process.after(random.below(LAST_GAME_MIN * MINUTE_MS), 'solo', async () => playSolo(player));
  }
  for (let times = random.between(0, 2); times > 0; times--) {
    const atMs = random.below(LAST_GAME_MIN * MINUTE_MS);
    const feeSun = random.pick(QUICK_FEES_SUN);
    for (const player of [random.pick(players), random.pick(players)])
      player.process.after(atMs + random.below(QUICK_SPREAD_MS), 'quick', async () => playQuick(player, feeSun));
  }
  for (let times = random.between(2, 4); times > 0; times--)
    operator.process.after(random.between(5, LAST_DECISION_MIN) * MINUTE_MS, 'desk', async () =>
      decideHeld(operator, decisions),
    );
}
