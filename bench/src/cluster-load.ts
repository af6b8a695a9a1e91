import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { START_DELAY_S } from '@popfray/protocol';
import type {
  BattleOrder,
  BattleQuestion,
  BattleReady,
  BattleSecrets,
  BattleUse,
} from '@popfray/server/testing/battle-server';
import { startClusterPrograms } from '@popfray/server/testing/cluster-programs';
import type { LoadCommand, LoadOrder, LoadReport } from './battle-load.ts';
import { EARLY_MS, SEATS, SERVER, SETTLED_MS } from './battle-run.ts';
import { ROOT } from './build.ts';
import { HAS_LOCAL_ADDRESSES, localAddressOf } from './local-address.ts';
import { serverEnv } from './server-env.ts';
import { Program } from './program-channel.ts';
import { readStartFlags } from './start-flags.ts';

/** What a round took of the nodes of a cluster. */
export interface ClusterLoad {
  readonly players: number;
  readonly report: LoadReport;
  /** Processor time of all nodes over the round, by the clicks they took, us. */
  readonly cpuUsPerInput: number;
  /** Turns of all nodes that were late, and the latest, ms. */
  readonly lateTurns: number;
  readonly latestMs: number;
  /** Battles that were played by another node than the one that the placement names, because that was busy or too late. */
  readonly lostBattles: number;
}

/** Which players are on which node: as many battles on each of the nodes, and their clients with them; or all battles on the first of two nodes, and all clients on the other. */
export type Placement = { readonly nodes: 1 | 2 } | 'relayed';

const LOAD = `${ROOT}/bench/src/battle-load.ts`;

/** Plays a round with so many players a node. Resolves with the reason where a program is missing on this machine. */
export async function playOnCluster(
  playersOfNode: number,
  placement: Placement,
): Promise<ClusterLoad | { readonly skipped: string }> {
  const shared = await startClusterPrograms({ nodes: 0 });
  if ('skipped' in shared) return shared;
  const folder = mkdtempSync(join(tmpdir(), 'popfray-cluster-load-'));
  const isRelayed = placement === 'relayed';
  const count = isRelayed ? 2 : placement.nodes;
  const load = new Program(LOAD);
  const nodes: Program<BattleOrder | BattleQuestion>[] = [];
  try {
    const ready: BattleReady[] = [];
    for (let number = 0; number < count; number++) {
      const dataDir = join(folder, `node-${number}`);
      mkdirSync(dataDir, { mode: 0o700 });
      const env = { ...serverEnv(dataDir), ...(await shared.createEnv()), DATA_DIR: dataDir, PORT: '0' };
      const node = new Program<BattleOrder | BattleQuestion>(SERVER, env, readStartFlags());
      nodes.push(node);
      if (availableParallelism() > 1) node.pinTo(number % 2);
      const players = isRelayed && number > 0 ? 0 : playersOfNode;
      const order: BattleOrder = {
        players,
        first: number * playersOfNode,
        seats: SEATS,
        scope: 'cross-chain',
        hasLimits: HAS_LOCAL_ADDRESSES,
      };
      ready.push(await node.ask<BattleReady>(order));
    }
    const last = ready.at(-1)?.url ?? '';
    const seats = ready
      .flatMap(({ url, seats: own }) => own.map((seat) => ({ ...seat, url: isRelayed ? last : url })))
      .map((seat, number) => ({ ...seat, localAddress: localAddressOf(number) }));
    await Promise.all([delay(SETTLED_MS), load.ask({ url: last, seats } satisfies LoadOrder)]);
    const use = async (): Promise<BattleUse[]> => Promise.all(nodes.map(async (node) => node.ask<BattleUse>('use')));
    const secrets: BattleSecrets[number][] = [];
    for (const node of nodes) secrets.push(...(await node.ask<BattleSecrets>('start')));
    const startedMs = performance.now();
    await load.ask({ secrets } satisfies LoadCommand);
    await delay(START_DELAY_S * 1_000 - (performance.now() - startedMs) - EARLY_MS);
    const before = await use();
    const report = await load.next<LoadReport>();
    const after = await use();
    const cpuMs = after.reduce((sum, { cpuMs: end }, at) => sum + end - (before[at]?.cpuMs ?? 0), 0);
    return {
      players: seats.length,
      report,
      cpuUsPerInput: (cpuMs * 1_000) / report.inputs,
      lateTurns: after.reduce((sum, { lateTurns }) => sum + lateTurns, 0),
      latestMs: Math.max(...after.map(({ latestMs }) => latestMs)),
      lostBattles: after.reduce((sum, { lostBattles }) => sum + lostBattles, 0),
    };
  } finally {
    await load.end();
    for (const node of nodes) await node.end();
    await shared.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
