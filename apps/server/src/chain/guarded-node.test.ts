import type { Answer, ChainNode } from '@popfray/chain';
import { err, ok } from '@popfray/engine/result';
import { createTronNode } from '@popfray/tron/node';
import { describe, expect, it } from 'vitest';
import { guardNode } from './guarded-node.ts';

const RIGHT = '0x11111111';
const OTHER = '0x22222222';
const UNREACHABLE = err({ code: 'ERR_CHAIN_UNREACHABLE', reason: 'no route' } as const);
const BUSY = err({ code: 'ERR_CHAIN_BUSY', reason: 'later' } as const);
const TXID = 'ab'.repeat(32);

/** A guard before a node that answers what a test says, and what that node was asked. */
function setUp(id: Awaited<Answer<string>> = ok(RIGHT)) {
  const asked: string[] = [];
  const answers = { id, balance: ok(7) as Awaited<Answer<number>> };
  const clock = { nowMs: 0 };
  const node: ChainNode = {
    ...createTronNode({ url: 'http://127.0.0.1:9' }),
    async chainId() {
      asked.push('chainId');
      return answers.id;
    },
    async balance() {
      asked.push('balance');
      return answers.balance;
    },
    async broadcast() {
      asked.push('broadcast');
      return ok({ verdict: 'accepted' });
    },
  };
  return { guarded: guardNode(node, RIGHT, () => clock.nowMs), asked, answers, clock };
}

describe('a guarded node', () => {
  it('is asked for its chain once, before anything else', async () => {
    const { guarded, asked } = setUp();
    expect(guarded.health()).toBe('unreachable');
    expect(await guarded.chain.balance('T')).toEqual(ok(7));
    await guarded.chain.balance('T');
    expect(asked).toEqual(['chainId', 'balance', 'balance']);
    expect(guarded.health()).toBe('ok');
  });

  it('of another chain is asked nothing more, ever', async () => {
    const { guarded, asked, answers } = setUp(ok(OTHER));
    const refused = { ok: false, error: { code: 'ERR_CHAIN_ANSWER', reason: expect.stringContaining(OTHER) } };
    const { chain } = guarded;
    expect(await chain.broadcast('{}')).toEqual(refused);
    answers.id = ok(RIGHT);
    expect(await chain.head()).toEqual(refused);
    expect(await chain.chainId()).toEqual(refused);
    expect(await chain.balance('T')).toEqual(refused);
    expect(await chain.findPayment(TXID)).toEqual(refused);
    expect(await chain.blockTransfers(1)).toEqual(refused);
    expect(await chain.isDead(TXID, 1)).toEqual(refused);
    expect(await chain.buildPayment({ from: 'a', to: 'b', amount: 1, expiresAtMs: 2, timestampMs: 1 })).toEqual(
      refused,
    );
    expect(await guarded.check()).toBe('other-chain');
    expect(guarded.otherChainId()).toBe(OTHER);
    expect(asked).toEqual(['chainId']);
  });

  it('that cannot say which chain it is of is asked nothing else, and again the next time', async () => {
    const { guarded, asked, answers } = setUp(UNREACHABLE);
    expect(await guarded.chain.broadcast('{}')).toEqual(UNREACHABLE);
    expect(guarded.health()).toBe('unreachable');
    answers.id = ok(RIGHT);
    expect(await guarded.chain.broadcast('{}')).toEqual(ok({ verdict: 'accepted' }));
    expect(asked).toEqual(['chainId', 'chainId', 'broadcast']);
  });

  it('is unreachable while it does not answer, and ok when it does again', async () => {
    const { guarded, answers } = setUp();
    answers.balance = UNREACHABLE;
    await guarded.chain.balance('T');
    expect(guarded.health()).toBe('unreachable');
    expect(await guarded.check()).toBe('ok');
  });

  it('that is busy counts as reachable', async () => {
    const { guarded, answers } = setUp();
    answers.balance = BUSY;
    expect(await guarded.chain.balance('T')).toEqual(BUSY);
    expect(guarded.health()).toBe('ok');
  });

  it('is asked how it is only when it has said nothing for half a minute', async () => {
    const { guarded, asked, answers, clock } = setUp();
    await guarded.check();
    clock.nowMs = 29_999;
    await guarded.check();
    expect(asked).toEqual(['chainId']);
    clock.nowMs = 30_000;
    answers.id = UNREACHABLE;
    expect(await guarded.check()).toBe('unreachable');
    expect(asked).toEqual(['chainId', 'chainId']);
  });

  it('that changes its chain is not to be trusted again', async () => {
    const { guarded, answers, clock } = setUp();
    await guarded.check();
    clock.nowMs = 30_000;
    answers.id = ok(OTHER);
    expect(await guarded.check()).toBe('other-chain');
    answers.id = ok(RIGHT);
    clock.nowMs = 90_000;
    expect(await guarded.check()).toBe('other-chain');
  });

  it('answers what needs no network without being asked for its chain', () => {
    const { guarded, asked } = setUp(ok(OTHER));
    const { chain } = guarded;
    const address = chain.addressOf('1'.repeat(64)) ?? '';
    expect(chain.isAddress(address)).toBe(true);
    expect(chain.recoverSigner('text', 'no signature')).toBeNull();
    expect(chain.explorerUrl(TXID)).toBeNull();
    expect(() => chain.checkSigned('{}', '{}')).toThrow('unsigned');
    expect(() => chain.signPayment('{}', '1'.repeat(64))).toThrow('unsigned');
    expect(asked).toEqual([]);
  });
});
