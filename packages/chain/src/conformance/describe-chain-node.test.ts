import { describe, expect, it } from 'vitest';
import type { BroadcastVerdict, ChainError, ChainHead, PaymentLookup } from '../chain-node.ts';
import { err, ok, type Result } from '@popfray/engine/result';
import { CHAIN_NODE_CASES, describeChainNode } from './describe-chain-node.ts';
import { recoverSigner, createMemoryChain, type MakeDefective } from './memory-chain.fixture.ts';

describeChainNode('a chain in memory', { setUp: () => createMemoryChain(), hasFailed: true });

/** Titles of the cases that a defective node does not pass. */
async function failures(makeDefective: MakeDefective): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const { title, run } of CHAIN_NODE_CASES) {
    try {
      await run(await createMemoryChain(makeDefective));
    } catch {
      failed.push(title);
    }
  }
  return failed;
}

describe('the suite for nodes', () => {
  const defects: readonly (readonly [string, MakeDefective])[] = [
    [
      'takes what is pending for paid',
      (node) => ({ findPayment: async (txid) => showAsPaid(await node.findPayment(txid)) }),
    ],
    [
      'finds a txid in capitals too',
      (node) => ({ findPayment: (txid) => node.findPayment(txid.toLowerCase().trim()) }),
    ],
    [
      'takes a failed lookup for nothing',
      (node) => ({ findPayment: async (txid) => orElse(await node.findPayment(txid), { state: 'absent' as const }) }),
    ],
    [
      'calls dead what it could not look up',
      (node) => ({ isDead: async (txid, at) => orElse(await node.isDead(txid, at), true) }),
    ],
    ['calls dead what expires now', (node) => ({ isDead: (txid, at) => node.isDead(txid, at - 1) })],
    ['calls dead everything past its expiration', (node) => ({ isDead: (_, at) => node.isDead(UNKNOWN_TXID, at) })],
    [
      'calls dead what has no txid',
      (node) => ({ isDead: (txid, at) => node.isDead(/^tx[0-9a-f]{16}$/.test(txid) ? txid : UNKNOWN_TXID, at) }),
    ],
    [
      'has no balance for an address that is none',
      (node) => ({ balance: async (text) => (node.isAddress(text) ? node.balance(text) : ok(0)) }),
    ],
    [
      'checks what was signed against anything',
      (node) => ({
        checkSigned: (unsigned, signed) =>
          unsigned.includes('signature') ? err('ERR_SIGNED_OTHER') : node.checkSigned(unsigned, signed),
      }),
    ],
    ['never calls anything dead', () => ({ isDead: async () => ok(false) })],
    [
      'builds half units',
      (node) => ({ buildPayment: (plan) => node.buildPayment({ ...plan, amount: Math.ceil(plan.amount) }) }),
    ],
    [
      'builds payments of nothing',
      (node) => ({ buildPayment: (plan) => node.buildPayment({ ...plan, amount: plan.amount || 1 }) }),
    ],
    [
      'rounds amounts',
      (node) => ({
        buildPayment: (plan) =>
          node.buildPayment({ ...plan, amount: plan.amount > 1000 ? Math.round(plan.amount / 10) * 10 : plan.amount }),
      }),
    ],
    [
      'makes every payment of a second the same',
      (node) => ({
        buildPayment: (plan) => node.buildPayment({ ...plan, timestampMs: Math.floor(plan.timestampMs / 1000) * 1000 }),
      }),
    ],
    [
      'does not look who signed',
      (node) => ({ checkSigned: (unsigned, signed) => orElse(node.checkSigned(unsigned, signed), { txid: '' }) }),
    ],
    [
      'takes a duplicate for a success',
      (node) => ({ broadcast: async (signed) => asAccepted(await node.broadcast(signed)) }),
    ],
    [
      'swallows a lost answer',
      (node) => ({
        broadcast: async (signed) => orElse(await node.broadcast(signed), { verdict: 'accepted' as const }),
      }),
    ],
    [
      'tells the key when it cannot sign',
      (node) => ({
        signPayment: (unsigned, key) => {
          try {
            return node.signPayment(unsigned, key);
          } catch {
            throw new Error(`no good: ${key}`);
          }
        },
      }),
    ],
    ['trims what was signed', () => ({ recoverSigner: (text, signature) => recoverSigner(text.trim(), signature) })],
    ['trims the signature', () => ({ recoverSigner: (text, signature) => recoverSigner(text, signature.trim()) })],
    ['bears blanks around an address', (node) => ({ isAddress: (text) => node.isAddress(text.trim()) })],
    ['takes every address for one that was paid', () => ({ hasAccount: async () => ok(true) })],
    ['counts a balance with what is pending', (node) => ({ balance: async () => ok((await node.head()).ok ? 7 : 0) })],
    ['defects the newest block for final', (node) => ({ head: async () => mistake(await node.head()) })],
    [
      'shows the transfers of a block that is not final',
      (node) => ({ blockTransfers: async () => node.blockTransfers(2) }),
    ],
    [
      'takes a failed look at a block for an empty one',
      (node) => ({ blockTransfers: async (number) => orElse(await node.blockTransfers(number), null) }),
    ],
    ['is of another chain', () => ({ chainId: async () => ok('another-chain') })],
  ];

  it.for(defects)('notices a node that %s', async ([, makeDefective]) => {
    expect(await failures(makeDefective)).not.toEqual([]);
  });
});

/** A txid of no transaction. */
const UNKNOWN_TXID = `tx${'0'.repeat(16)}`;

const orElse = <Value, Failure>(answer: Result<Value, Failure>, value: Value): Result<Value, Failure> =>
  answer.ok ? answer : ok(value);

function showAsPaid(answer: Result<PaymentLookup, ChainError>): Result<PaymentLookup, ChainError> {
  if (!answer.ok || answer.value.state !== 'pending') return answer;
  const transfer = { txid: '', from: '', to: '', amount: 1, timestampMs: 1 };
  return ok({ state: 'paid', transfer, blockNumber: 1, blockTimestampMs: 1 });
}

const asAccepted = (answer: Result<BroadcastVerdict, ChainError>): Result<BroadcastVerdict, ChainError> =>
  answer.ok && answer.value.verdict === 'known' ? ok({ verdict: 'accepted' }) : answer;

function mistake(answer: Result<ChainHead, ChainError>): Result<ChainHead, ChainError> {
  if (!answer.ok) return answer;
  const { number, timestampMs } = answer.value;
  return ok({ number, timestampMs, solidNumber: number - 9, solidTimestampMs: timestampMs });
}
