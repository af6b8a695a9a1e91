import { HOUSE, playerAccount, postEntry } from '../ledger/ledger.ts';
import { Database } from '../platform/database/database.ts';
import { addPlayer } from '../testing/context.fixture.ts';
import { SimulatedEngine, type Mutation } from './simulated-engine.ts';
import type { Decisions } from './simulated-operator.ts';
import { SimulatedNode } from './simulated-node.ts';
import { SimulatedPlayer } from './simulated-player.ts';
import { BALANCE_SUN, FUNDS_SUN, SimulatedWorld } from './simulated-world.ts';

const PLAYERS = 6;

/** Nodes, their players and their surroundings. */
export interface SimulatedCluster {
  readonly world: SimulatedWorld;
  readonly nodes: readonly SimulatedNode[];
  readonly players: readonly SimulatedPlayer[];
  /** Decides about what is held, and plays nothing. */
  readonly operator: SimulatedPlayer;
  readonly decisions: Decisions;
  /** The database without faults, for findings. */
  readonly db: Database;
}

/** Creates a cluster whose nodes have not started, and players with money. */
export async function createCluster(
  seed: number,
  nodeCount: number,
  mutation: Mutation | null,
): Promise<SimulatedCluster> {
  const world = new SimulatedWorld(seed, mutation);
  // Loads what a node would otherwise load in the middle of a task.
  await world.chain.node.prepare();
  const faults = { slow: 0, conflict: 0, lost: 0, lostCommit: 0 };
  const db = new Database(new SimulatedEngine(world.database, world.createClient('auditor'), faults), null);
  const nodes = Array.from({ length: nodeCount }, (_, at) => new SimulatedNode('ABCDEFGH'.charAt(at), world));
  const players = Array.from({ length: PLAYERS }, (_, at) => new SimulatedPlayer(`player${at}`, world, nodes));
  for (const { address } of players) {
    await addPlayer(db, address, world.scheduler.nowMs);
    world.chain.fund(address, FUNDS_SUN);
    await giveBalance(db, address, world.scheduler.nowMs);
  }
  const operator = new SimulatedPlayer('operator', world, nodes);
  return { world, nodes, players, operator, decisions: new Map(), db };
}

/** Gives a player a balance from the house's account. */
async function giveBalance(db: Database, address: string, nowMs: number): Promise<void> {
  const postings = [
    { account: HOUSE, amountSun: -BALANCE_SUN },
    { account: playerAccount(address), amountSun: BALANCE_SUN },
  ];
  await postEntry(db, { key: `adjustment:${address}`, kind: 'adjustment', reference: address, postings }, nowMs);
}
