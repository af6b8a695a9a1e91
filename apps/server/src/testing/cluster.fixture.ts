/** A cluster for tests: PostgreSQL, Redis, a dev chain and a separate cross-chain server, and nodes in this process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDevChain } from '@popfray/tron/dev-chain';
import { parseConfig } from '../start/config.ts';
import { startCrossChainHost } from '../start/cross-chain/own-host.ts';
import { type Server, type StartError, type StartOptions, startServer } from '../start/start.ts';
import { parseCrossChainConfig } from '../cross-chain/config.ts';
import { type PrivatePostgresServer, startPrivatePostgres } from './postgres-server.fixture.ts';
import { findRedis, REDIS_SKIPPED, type RedisServer, startRedis } from './redis-server.fixture.ts';

/**
 * How long the leases of a node live without a heartbeat, ms. The nodes share one process, in which the start of one keeps the heartbeats of the others waiting, so
 * that their leases would be taken over. Nodes that stop give theirs back.
 */
const LEASE_EXPIRY_MS = 60_000;

/** What the nodes of a cluster have in common. */
export interface TestCluster {
  readonly postgres: PrivatePostgresServer;
  readonly redis: RedisServer;
  /** The environment of a node, with a separate folder. */
  createEnv(changes?: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /** Starts a node in this process. It is stopped with the cluster, unless that has happened before. */
  startNode(options?: StartOptions, env?: Readonly<Record<string, string>>): Promise<Server>;
  /** Why a node cannot start. */
  refuseNode(env?: Readonly<Record<string, string>>): Promise<StartError>;
  stop(): Promise<void>;
}

/** Starts the common parts. Resolves with the reason where a program is missing on this machine. */
export async function startCluster(): Promise<TestCluster | { readonly skipped: string }> {
  if (findRedis() === undefined) return { skipped: REDIS_SKIPPED };
  const postgres = await startPrivatePostgres();
  if ('skipped' in postgres) return postgres;
  const folder = mkdtempSync(join(tmpdir(), 'popfray-cluster-'));
  const redis = await startRedis();
  const devChain = await startDevChain({ port: 0, path: ':memory:', blockMs: 100 });
  if ('code' in devChain) throw new Error(devChain.message);
  const config = parseCrossChainConfig({ PORT: '0', DATA_DIR: join(folder, 'cross-chain') });
  if ('code' in config) throw new Error(config.message);
  const crossChain = await startCrossChainHost(config, { log: () => undefined, hasLimits: false });
  if ('code' in crossChain) throw new Error(crossChain.message);
  const nodes = new Set<Server>();
  let count = 0;

  const createEnv: TestCluster['createEnv'] = (changes = {}) => ({
    PORT: '0',
    DATA_DIR: join(folder, `node ${++count}`),
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    TRON_NODE_URL: devChain.url,
    CROSS_CHAIN_URL: crossChain.url,
    ...changes,
  });

  async function start(options: StartOptions, env: Readonly<Record<string, string>>): Promise<Server | StartError> {
    const parsed = parseConfig(env);
    if ('code' in parsed) return parsed;
    const usual = { hasWebsite: false, hasLimits: false, log: () => undefined, leaseExpiryMs: LEASE_EXPIRY_MS };
    return startServer(parsed, { ...usual, ...options });
  }

  return {
    postgres,
    redis,
    createEnv,
    async startNode(options = {}, env = createEnv()) {
      const server = await start(options, env);
      if ('code' in server) throw new Error(server.message);
      nodes.add(server);
      const node: Server = {
        ...server,
        async stop(graceMs) {
          nodes.delete(server);
          return server.stop(graceMs);
        },
      };
      return node;
    },
    async refuseNode(env = createEnv()) {
      const server = await start({}, env);
      if ('code' in server) return server;
      await server.stop(0);
      throw new Error('the node has started');
    },
    async stop() {
      await Promise.all([...nodes].map(async (node) => node.stop(0)));
      await crossChain.stop(0);
      await devChain.stop();
      await redis.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
