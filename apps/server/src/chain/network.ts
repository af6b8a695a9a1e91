import { join } from 'node:path';
import { createTronNode, TRON_NETWORKS, type ProviderHealth, type TronNodeOptions } from '@popfray/tron/node';
import type { Settings } from '../platform/config/index.ts';
import { guardNode, type GuardedNode } from './guarded-node.ts';

/** The network that the server uses, and how it reaches it. */
export interface NetworkConfig {
  readonly network: Settings['network']['id'];
  /** The TRON node; null for the network's public one, or the dev chain that comes with the server. */
  readonly nodeUrl: string | null;
  /** Further nodes of the same network, asked in this order when the first one fails. */
  readonly backupNodeUrls: readonly string[];
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

/** An opened network. */
export interface Network extends GuardedNode {
  readonly settings: Settings['network'];
  /** Loads code that the first payment would otherwise wait for, about 250 ms. */
  prepare(): Promise<void>;
  /** What is known of each provider of nodes, where there are several. Sends no request. */
  providers(): readonly ProviderHealth[];
  /** Stops the built-in dev chain, if it runs. */
  close(): Promise<void>;
}

/** Why a network cannot be used. */
export interface NetworkError {
  readonly code: 'ERR_DEV_CHAIN' | 'ERR_CONFIG_NODE_URL';
  /** Describes for a person what is wrong and what to do. */
  readonly message: string;
}

/** The dev chain listens on this machine only. */
const LOOPBACK = '127.0.0.1';

/** Name of the dev chain for players. DESIGN section 10. */
const DEV_NAME = 'Dev chain: play money';

/** File of the dev chain in DATA_DIR. */
const DEV_CHAIN_FILE = 'dev-chain.db';

/** Opens the configured network, and starts the built-in dev chain unless another one is configured. Sends no request. */
export async function openNetwork(config: NetworkConfig, now: () => number): Promise<Network | NetworkError> {
  return config.network === 'dev' ? openDevNetwork(config, now) : openTron(config, config.network, now);
}

/** Opens the configured network for requests only. It starts nothing; a built-in dev chain must be running in a server. */
export async function reachNetwork(config: NetworkConfig, now: () => number): Promise<GuardedNode> {
  if (config.network !== 'dev') return openTron(config, config.network, now);
  const { DEV_CHAIN_ID } = await import('@popfray/tron/dev-chain');
  const url = config.nodeUrl ?? `http://${LOOPBACK}:${ownPort(config)}`;
  return guardNode(createTronNode({ url, ...backupsOf(config, DEV_CHAIN_ID, now) }), DEV_CHAIN_ID, now);
}

/** The option for the configured backups. */
const backupsOf = (
  { backupNodeUrls: urls }: NetworkConfig,
  chainId: string,
  now: () => number,
): Pick<TronNodeOptions, 'backups'> => (urls.length === 0 ? {} : { backups: { urls, chainId, now } });

/** Default port of the dev chain. It is stable, so that an open page finds the chain again after a restart. */
const ownPort = ({ devChain, port }: NetworkConfig): number => devChain.port ?? (port === 0 ? 0 : port + 1);

function openTron(config: NetworkConfig, id: keyof typeof TRON_NETWORKS, now: () => number): Network {
  const { name, chainId, isTest, ...network } = TRON_NETWORKS[id];
  const node = createTronNode({
    url: config.nodeUrl ?? network.url,
    explorerUrl: network.explorerUrl,
    deadMarginMs: network.deadMarginMs,
    ...(config.nodeApiKey !== null && { apiKey: config.nodeApiKey }),
    ...backupsOf(config, chainId, now),
  });
  return {
    ...guardNode(node, chainId, now),
    prepare: async () => node.prepare(),
    providers: () => node.providers(),
    settings: { id, name, chainId, isPlayMoney: isTest, devNodeUrl: null },
    close: async () => undefined,
  };
}

/** Opens the dev chain, whose code other networks do not load. */
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
    // When the default port is taken, any free one will do.
    if ('code' in started && started.code === 'ERR_PORT_TAKEN' && config.devChain.port === null)
      started = await start(0);
    if ('code' in started) return { code: 'ERR_DEV_CHAIN', message: `The dev chain cannot start: ${started.message}` };
    ({ url } = started);
    close = started.stop;
  }
  const node = createTronNode({
    url,
    explorerUrl: `${url}/dev/tx/{txid}`,
    ...backupsOf(config, DEV_CHAIN_ID, now),
  });
  return {
    ...guardNode(node, DEV_CHAIN_ID, now),
    prepare: async () => node.prepare(),
    providers: () => node.providers(),
    settings: { id: 'dev', name: DEV_NAME, chainId: DEV_CHAIN_ID, isPlayMoney: true, devNodeUrl: url },
    close,
  };
}
