import type { Result } from '@popfray/engine/result';

/** Why a chain's node did not answer a question. All of them may pass by themselves: ask again later. */
export type ChainErrorCode =
  /** It could not be reached, or did not answer in time. */
  | 'ERR_CHAIN_UNREACHABLE'
  /** It answered that it is busy, or that it has been asked too often. */
  | 'ERR_CHAIN_BUSY'
  /** It answered something that is no answer, such as a page. */
  | 'ERR_CHAIN_ANSWER';

/** A question that was not answered. */
export interface ChainError {
  readonly code: ChainErrorCode;
  /** The node's words, for a log. */
  readonly reason: string;
}

/** An answer of a node. */
export type Answer<Value> = Promise<Result<Value, ChainError>>;

/** How far the chain is. */
export interface ChainHead {
  readonly number: number;
  /** Epoch ms. */
  readonly timestampMs: number;
  /** Of the newest block that can no longer be undone. Never ahead of `number`. */
  readonly solidNumber: number;
  readonly solidTimestampMs: number;
}

/** A transfer of base units as the chain has it. */
export interface Transfer {
  readonly txid: string;
  readonly from: string;
  readonly to: string;
  /** Base units, a safe integer above 0. */
  readonly amount: number;
  /** When its maker says it was made, epoch ms; 0 when it does not say. */
  readonly timestampMs: number;
}

/** What a node knows of a transaction. Only `paid` may be credited. */
export type PaymentLookup =
  /** Not seen, which is no proof that it never will be. */
  | { readonly state: 'absent' }
  /** Seen, and not final: it can still vanish or fail. The block is null while it waits for one. */
  | { readonly state: 'pending'; readonly blockNumber: number | null }
  /** Final, and exactly one plain transfer that succeeded. */
  | {
      readonly state: 'paid';
      readonly transfer: Transfer;
      readonly blockNumber: number;
      readonly blockTimestampMs: number;
      /** What the sender paid the chain for it besides, in base units; absent where the chain does not tell. */
      readonly fee?: number;
    }
  /** Final, and it moved nothing. */
  | { readonly state: 'failed'; readonly blockNumber: number }
  /**
   * It exists and is no plain transfer, which no later block changes: a contract call, several contracts, or bytes that say
   * more than a transfer does, or an amount beyond the safe integers.
   */
  | { readonly state: 'foreign'; readonly reason: string };

/** The plain transfers of one final block. */
export interface BlockTransfers {
  readonly number: number;
  /** Epoch ms. */
  readonly timestampMs: number;
  /** Those that succeeded, in the order of the block. */
  readonly transfers: readonly Transfer[];
}

/** A transaction without a signature. */
export interface UnsignedPayment {
  readonly txid: string;
  /** As JSON text, for a wallet or `signPayment`. */
  readonly unsigned: string;
  /** After this time by the chain's clock it can never be included, epoch ms. */
  readonly expiresAtMs: number;
}

/** What to build a payment from. */
export interface PaymentPlan {
  readonly from: string;
  readonly to: string;
  /** Base units, a safe integer above 0. */
  readonly amount: number;
  /** Epoch ms, at most 24 h ahead (TRON). */
  readonly expiresAtMs: number;
  /** Makes otherwise equal payments differ: written into the transaction as its time, epoch ms. */
  readonly timestampMs: number;
  /** Text that the transaction carries, for which the chain may take a fee; absent for none. Not empty. */
  readonly memo?: string | undefined;
}

/** Why a signed transaction is not the one that was asked for. A forgery or a bug, never a passing state. */
export type SignedErrorCode =
  | 'ERR_SIGNED_MALFORMED'
  /** It says something else than the unsigned one. */
  | 'ERR_SIGNED_OTHER'
  /** It is signed by another account. */
  | 'ERR_SIGNED_SIGNER';

/** What a node made of a transaction that was handed to it. */
export type BroadcastVerdict =
  /** It took it. Not yet a payment: look it up. */
  | { readonly verdict: 'accepted' }
  /** It had it already, which is no proof of success: look it up. */
  | { readonly verdict: 'known' }
  /** Not now: send the same bytes again later. */
  | { readonly verdict: 'later'; readonly reason: string }
  /** Not with this balance or these resources: fund the wallet, send the same bytes again until they expire. */
  | { readonly verdict: 'unfunded'; readonly reason: string }
  /** Too late by the node's word. Only the rule of `isDead` proves it. */
  | { readonly verdict: 'expired'; readonly reason: string }
  /** It is wrong and always will be: a bug, or a forgery. */
  | { readonly verdict: 'invalid'; readonly reason: string };

/**
 * A chain as the server sees it. It holds no money and no key; every method may be called again with the same
 * arguments without harm. Time is an argument. Nothing throws for what the network or the node does.
 */
export interface ChainNode {
  /** Whether a text is an address of this chain in its canonical spelling. */
  isAddress(text: string): boolean;
  /** The address that a private key (hex) speaks for; null when it is no key. */
  addressOf(privateKey: string): string | null;
  /** Id of the chain behind the node (TRON: `0x` and the last 8 hex digits of block 0's id). */
  chainId(): Answer<string>;
  head(): Answer<ChainHead>;
  /**
   * Final spendable balance in base units, a safe integer; 0 for an address never seen. Rejects with a RangeError for what is
   * no address (a bug).
   */
  balance(address: string): Answer<number>;
  /**
   * Whether an address was ever paid, by final blocks: a chain may take more for the first payment to one. Rejects with a RangeError
   * for what is no address (a bug).
   */
  hasAccount(address: string): Answer<boolean>;
  /**
   * What the node knows of a transaction, by every check that makes it a payment or not. A txid counts in one spelling alone
   * (TRON: 64 lower-case hex digits), so that one transaction cannot be credited twice; no other spelling finds anything.
   */
  findPayment(txid: string): Answer<PaymentLookup>;
  /**
   * Every plain transfer that succeeded in a final block: those that `findPayment` calls `paid`. Null when the node has no final
   * block of that number. Rejects with a RangeError for what is no block number (a bug).
   */
  blockTransfers(number: number): Answer<BlockTransfers | null>;
  /**
   * Builds an unsigned payment on a block of the chain. Rejects with a RangeError for a plan that is no payment (a bug): an
   * amount or a time that is no safe integer in its range, addresses that are none, or the same.
   */
  buildPayment(plan: PaymentPlan): Answer<UnsignedPayment>;
  /**
   * Signs an unsigned payment with a private key (hex). Throws when it is not one that `buildPayment` made with the same memo, or the
   * key is none; what it throws never tells the key.
   */
  signPayment(unsigned: string, privateKey: string, memo?: string): string;
  /**
   * Whether a signed transaction is exactly the unsigned one, signed by its sender alone. No network. Throws a
   * TypeError when the unsigned one is not one that `buildPayment` made with the same memo.
   */
  checkSigned(unsigned: string, signed: string, memo?: string): Result<{ readonly txid: string }, SignedErrorCode>;
  /** Hands signed bytes to the chain. */
  broadcast(signed: string): Answer<BroadcastVerdict>;
  /**
   * Whether a transaction can never be included any more: the final head is past its expiration, and looked up after
   * reading that head, from the same node, it is absent. Only then may it be built again. Rejects with a RangeError for a txid
   * in another spelling than its own, which would always be absent (a bug).
   */
  isDead(txid: string, expiresAtMs: number): Answer<boolean>;
  /** The address whose key signed a text; null for what is no signature. */
  recoverSigner(text: string, signature: string): string | null;
  /** Where a person can look a transaction up; null when there is no such place. */
  explorerUrl(txid: string): string | null;
}
