import type { Answer, ChainError, ChainNode } from '@popfray/chain';
import { err, ok } from '@popfray/engine/result';
import type { ChainHealth } from '../platform/context/index.ts';

/** A node whose chain is checked before any other request. */
export interface GuardedNode {
  readonly chain: ChainNode;
  /** From what is known already; sends no request. */
  readonly health: () => ChainHealth;
  /** Id of the node's chain when it is a wrong one; null otherwise. */
  readonly otherChainId: () => string | null;
  /** Asks the node for its chain unless it has answered a request recently. Does not throw for network errors. */
  check(): Promise<ChainHealth>;
}

/** How long an answer proves that the node is reachable, ms. */
const FRESH_MS = 30_000;

/**
 * Guards a node: until it has answered with `chainId`, and permanently after it has answered with another chain, every request fails. So no money
 * moves on a wrong chain.
 */
export function guardNode(node: ChainNode, chainId: string, now: () => number): GuardedNode {
  let foundId: string | null = null;
  let answeredMs = Number.NEGATIVE_INFINITY;
  let answers = false;

  const isOther = (): boolean => foundId !== null && foundId !== chainId;
  const health = (): ChainHealth => (isOther() ? 'other-chain' : foundId !== null && answers ? 'ok' : 'unreachable');

  /** Records whether the node answered. An error because it is busy is an answer, too. */
  function note(error: ChainError | null): void {
    answers = error === null || error.code === 'ERR_CHAIN_BUSY';
    if (answers) answeredMs = now();
  }

  async function askId(): Promise<ChainError | null> {
    const found = await node.chainId();
    note(found.ok ? null : found.error);
    if (!found.ok) return found.error;
    // The first answer is final: a node that changes its chain is as wrong as one of another chain.
    if (foundId === null || foundId === chainId) foundId = found.value;
    return null;
  }

  async function ask<Value>(question: () => Answer<Value>): Answer<Value> {
    const error = foundId === null ? await askId() : null;
    if (error !== null) return err(error);
    if (isOther())
      return err({ code: 'ERR_CHAIN_ANSWER', reason: `the node is of chain ${foundId}, not of ${chainId}` });
    const answer = await question();
    note(answer.ok ? null : answer.error);
    return answer;
  }

  return {
    health,
    otherChainId: () => (isOther() ? foundId : null),
    async check() {
      if (!isOther() && (!answers || now() >= answeredMs + FRESH_MS)) await askId();
      return health();
    },
    chain: {
      isAddress: (text) => node.isAddress(text),
      addressOf: (privateKey) => node.addressOf(privateKey),
      signPayment: (unsigned, privateKey, memo) => node.signPayment(unsigned, privateKey, memo),
      checkSigned: (unsigned, signed, memo) => node.checkSigned(unsigned, signed, memo),
      recoverSigner: (text, signature) => node.recoverSigner(text, signature),
      explorerUrl: (txid) => node.explorerUrl(txid),
      chainId: async () => ask(async () => ok(chainId)),
      head: async () => ask(async () => node.head()),
      balance: async (address) => ask(async () => node.balance(address)),
      hasAccount: async (address) => ask(async () => node.hasAccount(address)),
      findPayment: async (txid) => ask(async () => node.findPayment(txid)),
      blockTransfers: async (number) => ask(async () => node.blockTransfers(number)),
      buildPayment: async (plan) => ask(async () => node.buildPayment(plan)),
      broadcast: async (signed) => ask(async () => node.broadcast(signed)),
      isDead: async (txid, expiresAtMs) => ask(async () => node.isDead(txid, expiresAtMs)),
    },
  };
}
