/** A cluster of real processes on this machine, any of which may be killed: nodes behind a load balancer, PostgreSQL, Redis, a dev chain and a cross-chain server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDevChain } from '@popfray/tron/dev-chain';
import { parseCrossChainConfig } from '../cross-chain/config.ts';
import { startCrossChainHost } from '../start/cross-chain/own-host.ts';
import type { ConstantChanges } from './constants.fixture.ts';
import { findFreePort } from './free-port.fixture.ts';
import { startLoadBalancer } from './load-balancer.fixture.ts';
import { NodeProgram } from './node-program.fixture.ts';
import { queryOnce } from './postgres-connection.fixture.ts';
import type { PostgresSettings } from './postgres-cluster.fixture.ts';
import { type PrivatePostgresServer, startPrivatePostgres } from './postgres-server.fixture.ts';
import { findRedis, REDIS_SKIPPED, type RedisServer, startRedis } from './redis-server.fixture.ts';

/** A running cluster. */
export interface ClusterPrograms {
  readonly postgres: PrivatePostgresServer;
  readonly redis: RedisServer;
  readonly nodes: readonly NodeProgram[];
  /** The address of the load balancer. */
  readonly url: string;
  /** The environment of one more node, with a separate folder and port. */
  createEnv(): Promise<Readonly<Record<string, string>>>;
  /** Starts a node that has ended. Only one starts at a time, so that it is known which node of the database it is. */
  start(node: NodeProgram): Promise<void>;
  /** The node that has the battle of each session, by the leases in the database. */
  ownersOf(sessionIds: readonly string[]): Promise<ReadonlyMap<string, NodeProgram>>;
  stop(): Promise<void>;
}

const WRONG_CLOCK = new URL('wrong-clock.fixture.ts', import.meta.url).href;

/** Variables of a node whose machine's wall clock is wrong. */
export const clockAhead = (aheadMs: number): Readonly<Record<string, string>> => ({
  CLOCK_AHEAD_MS: String(aheadMs),
  NODE_OPTIONS: `--import=${WRONG_CLOCK}`,
});

const CONSTANTS = new URL('constants.fixture.ts', import.meta.url).href;

/** Variables of a node of another version of the program, in which some constants have other values. */
export const withConstants = (changes: ConstantChanges): Readonly<Record<string, string>> => ({
  CONSTANTS: JSON.stringify(changes),
  NODE_OPTIONS: `--import=${CONSTANTS}`,
});

/** All variables of some sets of them. Node.js receives the options of each set. */
export function joinVariables(...sets: readonly Readonly<Record<string, string>>[]): Readonly<Record<string, string>> {
  const options = sets.flatMap(({ NODE_OPTIONS }) => NODE_OPTIONS ?? []);
  return { ...Object.fromEntries(sets.flatMap((set) => Object.entries(set))), NODE_OPTIONS: options.join(' ') };
}

/** How a cluster is started. */
export interface ClusterOptions {
  readonly nodes: number;
  readonly settings?: PostgresSettings;
  /** More variables of every node. */
  readonly env?: Readonly<Record<string, string>>;
  /** More variables of each node, in the order of the nodes. */
  readonly envs?: readonly Readonly<Record<string, string>>[];
  /** Whether clients can reach each node by its own address. Default: false. */
  readonly hasAddresses?: boolean;
  /** Arguments of every node. */
  readonly args?: readonly string[];
  /** Interval of the dev chain's blocks, ms. A payment is final after about twenty. */
  readonly blockMs?: number;
}

/** Starts a cluster. Resolves with the reason where a program is missing on this machine. */
export async function startClusterPrograms({
  nodes: count,
  settings = {},
  env = {},
  args = ['--no-web'],
  hasAddresses = false,
  envs = [],
  blockMs = 1_000,
}: ClusterOptions): Promise<ClusterPrograms | { readonly skipped: string }> {
  if (findRedis() === undefined) return { skipped: REDIS_SKIPPED };
  const postgres = await startPrivatePostgres(settings);
  if ('skipped' in postgres) return postgres;
  const folder = mkdtempSync(join(tmpdir(), 'popfray-programs-'));
  const redis = await startRedis();
  const devChain = await startDevChain({ port: 0, path: ':memory:', blockMs });
  if ('code' in devChain) throw new Error(devChain.message);
  const config = parseCrossChainConfig({ PORT: '0', DATA_DIR: join(folder, 'cross-chain') });
  if ('code' in config) throw new Error(config.message);
  const crossChain = await startCrossChainHost(config, { log: () => undefined, hasLimits: false });
  if ('code' in crossChain) throw new Error(crossChain.message);

  let made = 0;
  const createEnv: ClusterPrograms['createEnv'] = async () => {
    const port = await findFreePort();
    return {
      PORT: String(port),
      DATA_DIR: join(folder, `node-${++made}`),
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      TRON_NODE_URL: devChain.url,
      CROSS_CHAIN_URL: crossChain.url,
      ...(hasAddresses && { NODE_PUBLIC_URL: `http://127.0.0.1:${port}` }),
      ...env,
    };
  };

  const nodes: NodeProgram[] = [];
  for (let number = 0; number < count; number++)
    nodes.push(new NodeProgram({ ...(await createEnv()), ...envs[number] }, args));
  /** Programs by the names that their processes have had in the database. */
  const byId = new Map<string, NodeProgram>();
  let starting: Promise<void> = Promise.resolve();

  const nodeIds = async (): Promise<readonly string[]> =>
    (await queryOnce<{ id: string }>(postgres.url, 'SELECT id FROM nodes ORDER BY started_at')).map(({ id }) => id);

  async function startAlone(node: NodeProgram): Promise<void> {
    await node.start();
    // The row of the new process is the only one that is not known yet.
    for (const id of await nodeIds()) if (!byId.has(id)) byId.set(id, node);
  }

  const start: ClusterPrograms['start'] = async (node) => {
    starting = starting.then(async () => startAlone(node));
    return starting;
  };

  for (const node of nodes) await start(node);
  const balancer = await startLoadBalancer(nodes.map(({ port }) => port));
  return {
    postgres,
    redis,
    nodes,
    url: `http://127.0.0.1:${balancer.port}`,
    createEnv,
    start,
    async ownersOf(sessionIds) {
      const rows = await queryOnce<{ name: string; owner: string }>(
        postgres.url,
        'SELECT name, owner FROM leases JOIN nodes ON nodes.id = owner WHERE name = ANY ($1)',
        [sessionIds.map((id) => `battle:${id}`)],
      );
      return new Map(
        rows.flatMap(({ name, owner }) => {
          const node = byId.get(owner);
          return node === undefined ? [] : [[name.slice('battle:'.length), node] as const];
        }),
      );
    },
    async stop() {
      await starting.catch(() => undefined);
      await Promise.all(nodes.map(async (node) => node.end('SIGKILL')));
      await balancer.stop();
      await crossChain.stop(0);
      await devChain.stop();
      await redis.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
