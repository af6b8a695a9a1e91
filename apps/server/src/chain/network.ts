import { join } from 'node:path';
import { createTronNode, TRON_NETWORKS } from '@popfray/tron/node';
import type { Settings } from '../platform/config/index.ts';
import { guardNode, type GuardedNode } from './guarded-node.ts';

/** Which network the server uses, and how it reaches it. */
export interface NetworkConfig {
  readonly network: Settings['network']['id'];
  /** The TRON node; null for the network's public one, or the dev chain that comes with the server. */
  readonly nodeUrl: string | null;
  /** Key of the node's operator, e.g. TronGrid's; null for none. */
  readonly nodeApiKey: string | null;
  readonly devChain: DevChainConfig;
  /** Port of the server; the dev chain takes the next one. */
  readonly port: number;
  /** Folder of the dev chain's file. */
  readonly dataDir: string;
}

/** The dev chain that comes with the server. */
interface DevChainConfig {
  /** Its port on loopback; null: the one after the server's where that is free, so that a page survives a restart. */
  readonly port: number | null;
  /** From block to block, ms; 0 makes blocks only when asked to. */
  readonly blockMs: number;
}

/** A network that the server is at work on. */
export interface Network extends GuardedNode {
  readonly settings: Settings['network'];
  /** Loads what the first payment would otherwise wait for, some 250 ms of the process's time. */
  prepare(): Promise<void>;
  /** Ends the dev chain, where it came with the server. */
  close(): Promise<void>;
}

/** Why a network cannot be used. */
export interface NetworkError {
  readonly code: 'ERR_DEV_CHAIN' | 'ERR_CONFIG_NODE_URL';
  /** What is wrong and what to do, for a person. */
  readonly message: string;
}

/** Address that the dev chain listens on: this machine alone. */
const LOOPBACK = '127.0.0.1';

/** What people are told of the dev chain. DESIGN section 10. */
const DEV_NAME = 'Dev chain: play money';

/** File of the dev chain in DATA_DIR. */
const DEV_CHAIN_FILE = 'dev-chain.db';

/** Opens the configured network; the dev chain too, unless it runs elsewhere. Asks the network nothing. */
export async function openNetwork(config: NetworkConfig, now: () => number): Promise<Network | NetworkError> {
  return config.network === 'dev' ? openDevNetwork(config, now) : openTron(config, config.network, now);
}

/** The configured network for asking it things; nothing is started. A dev chain that comes with a server has to run there. */
export async function reachNetwork(config: NetworkConfig, now: () => number): Promise<GuardedNode> {
  if (config.network !== 'dev') return openTron(config, config.network, now);
  const { DEV_CHAIN_ID } = await import('@popfray/tron/dev-chain');
  const url = config.nodeUrl ?? `http://${LOOPBACK}:${ownPort(config)}`;
  return guardNode(createTronNode({ url }), DEV_CHAIN_ID, now);
}

/** Port of the dev chain unless that is taken: a page that is open finds it again after a restart. */
const ownPort = ({ devChain, port }: NetworkConfig): number => devChain.port ?? (port === 0 ? 0 : port + 1);

function openTron(config: NetworkConfig, id: keyof typeof TRON_NETWORKS, now: () => number): Network {
  const { name, chainId, isTest, ...network } = TRON_NETWORKS[id];
  const node = createTronNode({
    url: config.nodeUrl ?? network.url,
    explorerUrl: network.explorerUrl,
    deadMarginMs: network.deadMarginMs,
    ...(config.nodeApiKey !== null && { apiKey: config.nodeApiKey }),
  });
  return {
    ...guardNode(node, chainId, now),
    prepare: async () => node.prepare(),
    settings: { id, name, chainId, isPlayMoney: isTest, devNodeUrl: null },
    close: async () => undefined,
  };
}

/** The dev chain's code is loaded for the dev chain only. */
async function openDevNetwork(config: NetworkConfig, now: () => number): Promise<Network | NetworkError> {
  const { DEV_CHAIN_ID, startDevChain } = await import('@popfray/tron/dev-chain');
  const start = async (port: number): ReturnType<typeof startDevChain> =>
    startDevChain({
      host: LOOPBACK,
      port,
      path: join(config.dataDir, DEV_CHAIN_FILE),
      blockMs: config.devChain.blockMs,
      now,
    });

  let url = config.nodeUrl;
  let close = async (): Promise<void> => undefined;
  if (url === null) {
    let started = await start(ownPort(config));
    // No port that nobody asked for is worth refusing to start.
    if ('code' in started && started.code === 'ERR_PORT_TAKEN' && config.devChain.port === null)
      started = await start(0);
    if ('code' in started) return { code: 'ERR_DEV_CHAIN', message: `The dev chain cannot start: ${started.message}` };
    ({ url } = started);
    close = started.stop;
  }
  const node = createTronNode({ url, explorerUrl: `${url}/dev/tx/{txid}` });
  return {
    ...guardNode(node, DEV_CHAIN_ID, now),
    prepare: async () => node.prepare(),
    settings: { id: 'dev', name: DEV_NAME, chainId: DEV_CHAIN_ID, isPlayMoney: true, devNodeUrl: url },
    close,
  };
}
