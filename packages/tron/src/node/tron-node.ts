import type { ChainNode } from '@popfray/chain';
import { ok } from '@popfray/engine/result';
import { isAddress, parseAddress } from './address.ts';
import { askBalance, askHasAccount } from './balance.ts';
import { askFirstBlock, askNewestBlock, askSolidBlock } from './block.ts';
import { askBlockTransfers } from './block-transfers.ts';
import { broadcast } from './broadcast.ts';
import { buildPayment } from './unsigned-payment.ts';
import { badAnswer, createHttpApi, type Ask } from './http-api.ts';
import { createNodePool, type NodePool, type NodeProvider, type ProviderHealth } from './node-pool.ts';
import { findPayment, isFinal } from './lookup.ts';
import { recoverSigner } from './message.ts';
import { addressOf } from './signature.ts';
import { checkSigned, signPayment } from './signed-payment.ts';
import { txidHex } from './transaction.ts';
import { loadTronWeb } from './tronweb.ts';

/** How to reach a node of TRON. */
export interface TronNodeOptions {
  /** Of its HTTP API: what stands before `/wallet/…`. Plain http(s), with no user, password or query in it. */
  readonly url: string;
  /**
   * Base URL of `/walletsolidity/…`, where it differs. Final data is requested only there; `chainId` fails where the two nodes
   * are of different chains.
   */
  readonly solidUrl?: string;
  /** TronGrid's. Sent to both URLs, and written nowhere. */
  readonly apiKey?: string;
  /**
   * Further providers of the same chain, asked when `url` fails, in this order. All of them, `url` included, have to be of `chainId`. Excludes `solidUrl`.
   */
  readonly backups?: {
    readonly urls: readonly string[];
    readonly chainId: string;
    /** Epoch ms. */
    readonly now: () => number;
  };
  /** How long one answer may take, ms. 10,000 when left out. */
  readonly timeoutMs?: number;
  /** Where a person looks up a transaction, with `{txid}` in it. */
  readonly explorerUrl?: string;
  /**
   * How far past a transaction's expiration the final head must be before the transaction is called dead, ms. 0 for one
   * node. Behind one URL there may be many, and what the first says of the head says nothing of how far the second is, which
   * is asked for the transaction: then this must be more than any of them can be behind.
   */
  readonly deadMarginMs?: number;
  /** Answers every call instead of the node at `url`: for a dev chain in the same process. */
  readonly ask?: Ask;
}

/** TRON behind the contract of a chain. */
export interface TronNode extends ChainNode {
  /** Loads tronweb, which the first `buildPayment` would otherwise wait for. */
  prepare(): Promise<void>;
  /** What is known of the providers, where there are `backups`; otherwise nothing. Sends no request. */
  providers(): readonly ProviderHealth[];
}

const TIMEOUT_MS = 10_000;

/** A node of TRON, for payments in TRX. Throws for an option that is out of its range. */
export function createTronNode(options: TronNodeOptions): TronNode {
  const { url, solidUrl = url, apiKey, timeoutMs = TIMEOUT_MS, explorerUrl, deadMarginMs = 0 } = options;
  if (explorerUrl !== undefined && !isTemplate(explorerUrl)) throw new TypeError('an explorer’s URL has {txid} in it');
  // A margin that is no number would be behind every head, and anything dead at once.
  if (!Number.isSafeInteger(deadMarginMs) || deadMarginMs < 0) throw new RangeError('a margin is whole ms, 0 or more');
  const pool = options.backups === undefined ? null : openPool(options, options.backups, timeoutMs);
  const ask = options.ask ?? pool?.ask ?? createHttpApi({ url, apiKey, timeoutMs });
  const askSolid = options.ask ?? pool?.ask ?? createHttpApi({ url: solidUrl, apiKey, timeoutMs });

  return {
    isAddress,
    addressOf,
    recoverSigner,
    signPayment,
    checkSigned,
    providers: () => pool?.health() ?? [],
    findPayment: (txid) => findPayment(ask, askSolid, txid),
    buildPayment: (plan) => buildPayment(ask, askSolid, plan),
    broadcast: (signed) => broadcast(ask, signed),

    async prepare() {
      await loadTronWeb();
    },

    async chainId() {
      const first = await askFirstBlock(ask, 'wallet/getblockbynum');
      if (!first.ok) return first;
      if (solidUrl !== url) {
        const solid = await askFirstBlock(askSolid, 'walletsolidity/getblockbynum');
        if (!solid.ok) return solid;
        // What is final on one chain says nothing of what is paid, or dead, on the other.
        if (solid.value.id !== first.value.id) return badAnswer('the two URLs are of two chains');
      }
      return ok(`0x${first.value.id.slice(-8)}`);
    },

    async head() {
      // In this order, so that the final block is not the newer one.
      const solid = await askSolidBlock(askSolid);
      if (!solid.ok) return solid;
      const newest = await askNewestBlock(ask);
      if (!newest.ok) return newest;
      const { number, timestampMs } = newest.value.number < solid.value.number ? solid.value : newest.value;
      return ok({ number, timestampMs, solidNumber: solid.value.number, solidTimestampMs: solid.value.timestampMs });
    },

    async balance(address) {
      const hex = parseAddress(address);
      if (hex === null) throw new RangeError('only an address has a balance');
      return askBalance(askSolid, hex);
    },

    async hasAccount(address) {
      const hex = parseAddress(address);
      if (hex === null) throw new RangeError('only an address has an account');
      return askHasAccount(askSolid, hex);
    },

    async blockTransfers(number) {
      if (!Number.isSafeInteger(number) || number < 0) throw new RangeError('a block has a whole number');
      return askBlockTransfers(askSolid, number);
    },

    async isDead(txid, expiresAtMs) {
      const isAsked = txidHex.safeParse(txid).success && Number.isSafeInteger(expiresAtMs);
      if (!isAsked) throw new RangeError('only a transaction with a txid and an expiration can be dead');
      // One provider's head says nothing of how far another one is.
      const askSame = pool?.pinned() ?? askSolid;
      const head = await askSolidBlock(askSame);
      if (!head.ok) return head;
      if (head.value.timestampMs <= expiresAtMs + deadMarginMs) return ok(false);
      const final = await isFinal(askSame, txid);
      return final.ok ? ok(!final.value) : final;
    },

    explorerUrl(txid) {
      return explorerUrl !== undefined && txidHex.safeParse(txid).success
        ? explorerUrl.replaceAll('{txid}', txid)
        : null;
    },
  };
}

function openPool(
  { url, apiKey, solidUrl }: TronNodeOptions,
  { urls, chainId, now }: NonNullable<TronNodeOptions['backups']>,
  timeoutMs: number,
): NodePool {
  if (solidUrl !== undefined) throw new TypeError('a provider of a pool has one URL');
  const first: NodeProvider = { url, ...(apiKey !== undefined && { apiKey }) };
  return createNodePool({ providers: [first, ...urls.map((backup) => ({ url: backup }))], chainId, timeoutMs, now });
}

const isTemplate = (url: string): boolean => URL.canParse(url) && /^https?:\/\/.*\{txid\}/.test(url);
