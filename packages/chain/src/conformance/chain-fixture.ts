import type { ChainErrorCode, ChainNode } from '../chain-node.ts';

/** An account on the chain, with its key. */
export interface Account {
  readonly address: string;
  /** As `ChainNode.addressOf` takes it. */
  readonly privateKey: string;
}

/** What one test of a chain's node uses: a separate chain that produces a block only on request. */
export interface ChainFixture {
  /** The implementation under test. */
  readonly node: ChainNode;
  /** The id of the chain behind it. */
  readonly chainId: string;
  /** Holds at least 100,000,000 base units, final. */
  readonly payer: Account;
  /** Known to the chain, and with a balance too small to pay anything from: its fees, or the amounts here. */
  readonly pauper: Account;
  /** An address that the chain has never seen. */
  readonly stranger: Account;
  /** Texts that look like addresses of this chain and are none: another spelling, a wrong digit, another chain's. */
  readonly wrongAddresses: readonly string[];
  /** Texts that look like private keys and are none. */
  readonly wrongKeys: readonly string[];
  /** The chain's clock, epoch ms. */
  now(): number;
  /** Produces one block from what waits for one. It is not final yet. */
  include(): Promise<void>;
  /** Produces blocks until all that is included or waits is final. */
  finalise(): Promise<void>;
  /** Produces blocks until the newest final one has the last time that this chain's blocks can have up to `timestampMs`. */
  finaliseUpTo(timestampMs: number): Promise<void>;
  /** Produces blocks until the newest final one is the first that is later than `timestampMs`. */
  finalisePast(timestampMs: number): Promise<void>;
  /** The chain does what the next broadcast says, and the answer to it is lost. */
  loseNextAnswer(): Promise<void>;
  /** The chain takes the next broadcast, answers well, and never includes it. */
  dropNext(): Promise<void>;
  /** From now on every request fails with this code; null ends that. */
  fail(how: ChainErrorCode | null): Promise<void>;
  /** A final transaction that moved nothing, its txid. Leave it out where the chain has none such. */
  makeFailed?(): Promise<string>;
  /** Transactions, included or final, that are no plain transfer: their txids, and what each is. */
  makeForeign(): Promise<readonly { readonly txid: string; readonly what: string }[]>;
  /** A well-formed txid of no transaction. */
  readonly unknownTxid: string;
  /** Texts that are no txid in its one spelling, this transaction's in another one among them. */
  misspell(txid: string): readonly string[];
  /** Versions of a signed transaction that a cheat could send in its place, and what was done to each. */
  tamper(signed: string): readonly { readonly signed: string; readonly what: string }[];
  /** Signs a text for sign-in with the chain's own tool, not the implementation's. */
  signText(text: string, privateKey: string): Promise<string>;
  /** Releases everything. */
  close(): Promise<void>;
}
