import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { Chain } from './chain.ts';
import { createDevApi } from './dev-api.ts';
import { injectFaults } from './fault-injection.ts';
import { FaultPlan } from './faults.ts';
import { createNodeApi, createNodeCalls, type NodeCalls } from './node-api.ts';
import { openStore, type StoreError } from './store-file.ts';

/** What a dev chain is made of. */
export interface DevChainOptions {
  /** File of its state, made when there is none; `:memory:` forgets everything at the end. */
  readonly path: string;
  /** Time between blocks, ms, 0 to 3,600,000; 0 produces blocks on demand only. Default 3,000, as TRON. */
  readonly blockMs?: number;
  /** Blocks on top of one that make it final, 0 to 1,000. Default 2. */
  readonly solidAfter?: number;
  /** Epoch ms. Default the machine's clock. */
  readonly now?: () => number;
}

/** Why there is no dev chain. */
export interface DevChainError {
  readonly code: StoreError['code'] | 'ERR_DEV_CHAIN_PRODUCTION';
  /** What is wrong and what to do, for a person. */
  readonly message: string;
}

/** What the program that holds a dev chain can do with it besides the HTTP calls. */
export type ChainControls = Pick<
  Chain,
  'head' | 'solid' | 'supply' | 'waiting' | 'nowMs' | 'faucet' | 'mine' | 'stage' | 'faults'
>;

/** A running dev chain, without a port. */
export interface DevChain {
  /** Its whole HTTP API. */
  readonly app: Hono;
  readonly chain: ChainControls;
  /** The node's calls without HTTP. Faults of calls do not strike here; those of the chain do. */
  readonly calls: NodeCalls;
  /** Stops producing blocks and closes the file. */
  close(): void;
}

/** Time between TRON's blocks, ms. */
const BLOCK_MS = 3_000;

/** Blocks on top of one that make it final, enough to see that it takes a while. */
const SOLID_AFTER = 2;

/** Longest time between blocks, ms: an hour. */
export const MAX_BLOCK_MS = 3_600_000;

/** Most blocks on top of one that make it final. */
export const MAX_SOLID_AFTER = 1_000;

/** Largest body of a call, bytes: a transaction of the largest size, in hex, twice. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * Creates a dev chain, or opens the one in the file. It is play money, and refuses to be made in production. Throws for
 * options out of range.
 */
export function createDevChain(options: DevChainOptions): DevChain | DevChainError {
  if (process.env['NODE_ENV'] === 'production') {
    const message = 'The dev chain is play money: it does not run with NODE_ENV=production.';
    return { code: 'ERR_DEV_CHAIN_PRODUCTION', message };
  }
  const { blockMs = BLOCK_MS, solidAfter = SOLID_AFTER, now = Date.now } = options;
  if (!isWhole(blockMs, MAX_BLOCK_MS) || !isWhole(solidAfter, MAX_SOLID_AFTER)) {
    throw new RangeError('blockMs or solidAfter is out of range.');
  }
  const store = openStore(options.path);
  if ('code' in store) return store;
  const chain = new Chain(store, { solidAfter, now, faults: new FaultPlan() });
  const stopProducing = produceBlocks(chain, blockMs);
  const closing = new AbortController();
  const calls = createNodeCalls(chain);
  return {
    app: createApp(chain, calls, closing.signal),
    chain,
    calls,
    close() {
      stopProducing();
      closing.abort();
      store.close();
    },
  };
}

function createApp(chain: Chain, calls: NodeCalls, closing: AbortSignal): Hono {
  const node = createNodeApi(calls);
  const paths = new Set(node.routes.map(({ path }) => path));
  return new Hono()
    .use(cors())
    .use(bodyLimit({ maxSize: MAX_BODY_BYTES }))
    .use('/wallet/*', injectFaults(chain.faults, closing))
    .use('/walletsolidity/*', injectFaults(chain.faults, closing))
    .route('/', node)
    .route('/', createDevApi(chain, paths));
}

const isWhole = (value: number, max: number): boolean => Number.isSafeInteger(value) && value >= 0 && value <= max;

/** Produces a block every `blockMs`, without keeping the program alive for it. Returns what ends that. */
function produceBlocks(chain: Chain, blockMs: number): () => void {
  if (blockMs === 0) return () => undefined;
  if (chain.nowMs - chain.head.timestampMs >= blockMs) chain.mine(1);
  const timer = setInterval(() => chain.mine(1), blockMs).unref();
  return () => clearInterval(timer);
}
