import { STEPS } from '../platform/context/step.ts';
import type { Random } from './random.ts';
import type { SimulatedNode } from './simulated-node.ts';
import type { SimulatedCluster } from './simulated-cluster.ts';
import type { SimulatedWorld } from './simulated-world.ts';

const SECOND_MS = 1_000;

/** From one fault to the next, s. */
const LEAST_S = 20;
const MOST_S = 240;

/** How long a crashed node stays away, s. */
const AWAY_S = 15;

type Fault = (cluster: SimulatedCluster, random: Random) => void;

/** Faults that strike by themselves, in the order of a list from which one is drawn each time. */
const FAULTS = {
  crash({ world, nodes }, random) {
    const node = random.pick(nodes);
    restartLater(world, random, node, () => node.crash('killed'));
    if (random.chance(60)) return;
    // The others take over what the node did, and the answer to that is lost.
    world.scheduler.plan(random.between(1_000, 6_000), null, 'fault', () => {
      for (const other of nodes) if (other !== node) other.engine.nextCommit = 'lose answer';
    });
  },
  crashAtCommit({ nodes, world }, random) {
    const node = random.pick(nodes);
    node.engine.nextCommit = random.chance(50) ? 'crash before' : 'crash after';
    restartWhenDead(world, random, node);
  },
  crashAtStep({ nodes, world }, random) {
    const node = random.pick(nodes);
    node.crashAt(random.pick(STEPS));
    restartWhenDead(world, random, node);
  },
  loseAnswer({ nodes }, random) {
    random.pick(nodes).engine.nextCommit = 'lose answer';
  },
  stop({ nodes, world }, random) {
    const node = random.pick(nodes);
    void node.stop();
    restartWhenDead(world, random, node);
  },
  pause({ nodes, world }, random) {
    const { process } = random.pick(nodes);
    const pausedMs = random.pick([300, 2_000, 10 * SECOND_MS, 20 * SECOND_MS]);
    process.note(`is paused for ${pausedMs} ms`);
    process.pausedUntilMs = world.scheduler.nowMs + pausedMs;
  },
  databaseAway({ world }, random) {
    const seconds = random.between(1, 20);
    world.scheduler.note('world', `the database is away for ${seconds} s`);
    world.database.downUntilMs = world.scheduler.nowMs + seconds * SECOND_MS;
  },
  nodeWithoutDatabase({ nodes, world }, random) {
    const { engine, process } = random.pick(nodes);
    const seconds = random.between(1, 20);
    process.note(`cannot reach the database for ${seconds} s`);
    engine.downUntilMs = world.scheduler.nowMs + seconds * SECOND_MS;
  },
  badDatabase({ world }, random) {
    world.scheduler.note('world', 'the database has faults');
    Object.assign(world.databaseFaults, {
      slow: 30,
      conflict: 5,
      lost: random.pick([0, 1, 20]),
      lostCommit: random.pick([0, 3, 30]),
    });
    world.scheduler.plan(random.between(2, 30) * SECOND_MS, null, 'database mended', () =>
      Object.assign(world.databaseFaults, { slow: 5, conflict: 0.5, lost: 0, lostCommit: 0 }),
    );
  },
  redisAway({ world }, random) {
    world.scheduler.note('world', 'Redis is away');
    world.redis.fail();
    world.scheduler.plan(random.between(1, 30) * SECOND_MS, null, 'Redis back', () => world.redis.restore());
  },
  badRedis({ world }, random) {
    world.scheduler.note('world', 'Redis has faults');
    Object.assign(world.redis.faults, { lost: 20, late: 20 });
    world.scheduler.plan(random.between(10, 90) * SECOND_MS, null, 'Redis mended', () =>
      Object.assign(world.redis.faults, { lost: 0, late: 2 }),
    );
  },
  badChain({ world }, random) {
    const kinds = [{ unreachable: 100 }, { unreachable: 30 }, { lostAnswer: 30 }, { busy: 50 }, { slow: 50 }];
    const faults = random.pick(kinds);
    world.scheduler.note('world', `the chain's node has faults: ${JSON.stringify(faults)}`);
    Object.assign(world.chain.faults, faults);
    world.scheduler.plan(random.between(5, 60) * SECOND_MS, null, 'chain mended', () => mendChain(world));
  },
  lostTransactions({ world }, random) {
    world.scheduler.note('world', 'the chain loses transactions');
    world.chain.devChain.chain.faults.set(
      random.pick([{ drop: { count: 2 } }, { drop: { count: 2, forget: true } }, { busy: { count: 3 } }]),
    );
  },
  lateFinality({ world }, random) {
    world.scheduler.note('world', 'no block becomes final');
    world.chain.devChain.chain.faults.set({ stopSolidifying: true });
    world.scheduler.plan(random.between(30, 180) * SECOND_MS, null, 'blocks final', () => {
      world.chain.devChain.chain.faults.set({});
      world.chain.wake();
    });
  },
} satisfies Readonly<Record<string, Fault>>;

/** Faults that strike while a battle is played, which is a small part of the time. */
const BATTLE_FAULTS: readonly Fault[] = [
  FAULTS.crash,
  FAULTS.crash,
  FAULTS.crashAtCommit,
  FAULTS.loseAnswer,
  FAULTS.stop,
  FAULTS.pause,
  FAULTS.databaseAway,
  FAULTS.nodeWithoutDatabase,
  FAULTS.badDatabase,
  FAULTS.redisAway,
];

/** From some s before the start of a battle to the time after its end in which it is settled, s. */
const BATTLE_S = 75;

/** Lets faults strike until a virtual time, epoch ms. */
export function planFaults(cluster: SimulatedCluster, untilMs: number): void {
  const { world } = cluster;
  const random = world.random.fork('faults');
  // Each seed has its own kinds and its own pace.
  const kinds = Object.values<Fault>(FAULTS).filter(() => random.chance(60));
  const pace = random.pick([0.5, 1, 2, 4]);
  const perBattle = random.pick([0, 1, 1, 2, 4]);
  world.onBattle = () => {
    for (let count = random.below(perBattle + 1); count > 0; count--)
      world.scheduler.plan(random.below(BATTLE_S * SECOND_MS), null, 'fault', () => {
        if (world.scheduler.nowMs <= untilMs) random.pick(BATTLE_FAULTS)(cluster, random);
      });
  };
  const next = (): void => {
    const afterMs = random.between(LEAST_S, MOST_S) * SECOND_MS * pace;
    if (kinds.length === 0 || world.scheduler.nowMs + afterMs > untilMs) return;
    world.scheduler.plan(afterMs, null, 'fault', () => {
      random.pick(kinds)(cluster, random);
      next();
    });
  };
  next();
}

/** Ends all faults and starts all nodes, so that everything can come to its end. */
export function endFaults({ world, nodes }: SimulatedCluster): void {
  Object.assign(world.databaseFaults, { slow: 0, conflict: 0, lost: 0, lostCommit: 0 });
  Object.assign(world.redis.faults, { lost: 0, late: 0 });
  world.redis.restore();
  world.database.downUntilMs = 0;
  mendChain(world);
  world.chain.devChain.chain.faults.set({});
  for (const node of nodes) {
    node.engine.downUntilMs = 0;
    node.engine.nextCommit = null;
    if (!node.process.isAlive) node.boot();
  }
}

function mendChain({ chain }: SimulatedWorld): void {
  Object.assign(chain.faults, { unreachable: 0, lostAnswer: 0, busy: 0, slow: 0 });
  chain.wake();
}

/** Crashes a node, which is started again after a while. */
function restartLater(world: SimulatedWorld, random: Random, node: SimulatedNode, crash: () => void): void {
  crash();
  restartWhenDead(world, random, node);
}

/** Starts a node again some time after the end of its process. */
function restartWhenDead(world: SimulatedWorld, random: Random, node: SimulatedNode): void {
  const { process } = node;
  const awayMs = random.chance(30) ? 500 : random.between(1, AWAY_S) * SECOND_MS;
  const restart = (): void => {
    if (node.process === process && !process.isAlive) node.boot();
  };
  const { isAlive } = process;
  if (!isAlive) world.scheduler.plan(awayMs, null, 'restart', restart);
  else process.onCrash(() => world.scheduler.plan(awayMs, null, 'restart', restart));
}
