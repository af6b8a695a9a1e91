import { join } from 'node:path';
import { createTronNode, TRON_NETWORKS } from '@popfray/tron/node';
import type { Config } from '../config.ts';
import type { Settings } from '../settings.ts';
import { guardNode, type GuardedNode } from './guarded-node.ts';

/** A network that the server is at work on. */
export interface Network extends GuardedNode {
  readonly settings: Settings['network'];
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
export async function openNetwork(config: Config, now: () => number): Promise<Network | NetworkError> {
  return config.network === 'dev' ? openDevNetwork(config, now) : openTron(config, config.network, now);
}

function openTron(config: Config, id: keyof typeof TRON_NETWORKS, now: () => number): Network {
  const { name, chainId, isTest, ...network } = TRON_NETWORKS[id];
  const node = createTronNode({
    url: config.nodeUrl ?? network.url,
    explorerUrl: network.explorerUrl,
    deadMarginMs: network.deadMarginMs,
    ...(config.nodeApiKey !== null && { apiKey: config.nodeApiKey }),
  });
  return {
    ...guardNode(node, chainId, now),
    settings: { id, name, chainId, isPlayMoney: isTest, devNodeUrl: null },
    close: async () => undefined,
  };
}

/** The dev chain's code is loaded for the dev chain only. */
async function openDevNetwork(config: Config, now: () => number): Promise<Network | NetworkError> {
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
    const own = config.devChain.port ?? (config.port === 0 ? 0 : config.port + 1);
    let started = await start(own);
    // A page that is open finds the same port again after a restart, but no port of ours is worth refusing to start.
    if ('code' in started && started.code === 'ERR_PORT_TAKEN' && config.devChain.port === null)
      started = await start(0);
    if ('code' in started) return { code: 'ERR_DEV_CHAIN', message: `The dev chain cannot start: ${started.message}` };
    ({ url } = started);
    close = started.stop;
  }
  const node = createTronNode({ url, explorerUrl: `${url}/dev/tx/{txid}` });
  return {
    ...guardNode(node, DEV_CHAIN_ID, now),
    settings: { id: 'dev', name: DEV_NAME, chainId: DEV_CHAIN_ID, isPlayMoney: true, devNodeUrl: url },
    close,
  };
}
