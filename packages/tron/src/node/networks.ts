/** A public network of TRON, as data to make a node from. */
export interface TronNetwork {
  readonly name: string;
  /** `0x` and the last 8 hex digits of block 0's id. */
  readonly chainId: string;
  /** A public node's HTTP API. A busy house runs its own, or brings an API key. */
  readonly url: string;
  /** Where a person looks up `{txid}`. */
  readonly explorerUrl: string;
  /** Whether its TRX are worth nothing: a test network. */
  readonly isTest: boolean;
  /** See `TronNodeOptions.deadMarginMs`: the URL stands for many nodes, which are not equally far. */
  readonly deadMarginMs: number;
}

/** A node behind a load balancer that is further behind than this is taken out of it, one hopes; ms. */
const MARGIN_MS = 600_000;

/** The public networks. Chain ids as measured, TRON.md section 1; URLs as TRON's developer documentation names them. */
export const TRON_NETWORKS: Readonly<Record<'mainnet' | 'nile' | 'shasta', TronNetwork>> = {
  mainnet: {
    name: 'TRON',
    chainId: '0x2b6653dc',
    url: 'https://api.trongrid.io',
    explorerUrl: 'https://tronscan.org/#/transaction/{txid}',
    isTest: false,
    deadMarginMs: MARGIN_MS,
  },
  nile: {
    name: 'TRON Nile',
    chainId: '0xcd8690dc',
    url: 'https://nile.trongrid.io',
    explorerUrl: 'https://nile.tronscan.org/#/transaction/{txid}',
    isTest: true,
    deadMarginMs: MARGIN_MS,
  },
  shasta: {
    name: 'TRON Shasta',
    chainId: '0x94a9059e',
    url: 'https://api.shasta.trongrid.io',
    explorerUrl: 'https://shasta.tronscan.org/#/transaction/{txid}',
    isTest: true,
    deadMarginMs: MARGIN_MS,
  },
};
