import { expect } from 'vitest';
import type { ChainError, ChainErrorCode } from '../chain-node.ts';
import type { Result } from '@popfray/engine/result';
import { answerOf, expectPaid, find, LIFE_MS, make, send, type ChainCase } from './chain-moves.ts';

/** What every node must read rightly: addresses, heads, balances and payments. */
export const READING_CASES: readonly ChainCase[] = [
  {
    title: 'knows its chain',
    async run({ node, chainId }) {
      expect(await answerOf(node.chainId())).toBe(chainId);
    },
  },
  {
    title: 'knows an address in its one spelling from everything else',
    async run({ node, payer, pauper, stranger, wrongAddresses }) {
      const right = [payer, pauper, stranger].map(({ address }) => address);
      expect(right.filter((text) => node.isAddress(text))).toEqual(right);
      const around = right.flatMap((text) => [` ${text}`, `${text} `, `${text}\n`, text.slice(0, -1), `${text}1`]);
      const wrong = ['', '0', ...around, ...wrongAddresses];
      expect(wrong.filter((text) => node.isAddress(text))).toEqual([]);
    },
  },
  {
    title: 'knows whose a private key is, and what is no key',
    async run({ node, payer, stranger, wrongKeys }) {
      for (const { address, privateKey } of [payer, stranger]) expect(node.addressOf(privateKey)).toBe(address);
      for (const text of ['', ...wrongKeys]) expect(node.addressOf(text)).toBeNull();
    },
  },
  {
    title: 'tells how far the chain is, and how far it is final',
    async run(stage) {
      const before = await answerOf(stage.node.head());
      expect(before.solidNumber).toBeLessThanOrEqual(before.number);
      expect(before.solidTimestampMs).toBeLessThanOrEqual(before.timestampMs);
      await stage.include();
      const after = await answerOf(stage.node.head());
      expect(after.number).toBe(before.number + 1);
      expect(after.timestampMs).toBeGreaterThan(before.timestampMs);
      await stage.finalise();
      const final = await answerOf(stage.node.head());
      expect(final.solidNumber).toBeGreaterThanOrEqual(after.number);
      expect(final.solidTimestampMs).toBeGreaterThanOrEqual(after.timestampMs);
    },
  },
  {
    title: 'counts a balance only when it is final, and 0 for whom the chain has never seen',
    async run(stage) {
      const balance = (): Promise<number> => answerOf(stage.node.balance(stage.stranger.address));
      expect(await answerOf(stage.node.balance(stage.payer.address))).toBeGreaterThanOrEqual(100_000_000);
      expect(await balance()).toBe(0);
      const payment = await make(stage);
      await send(stage, payment);
      expect(await balance()).toBe(0);
      await stage.include();
      expect(await balance()).toBe(0);
      await stage.finalise();
      expect(await balance()).toBe(payment.plan.amount);
    },
  },
  {
    title: 'has no balance for what is no address',
    async run({ node, wrongAddresses }) {
      for (const text of ['', ...wrongAddresses]) {
        await expect(async () => node.balance(text)).rejects.toThrow(RangeError);
      }
    },
  },
  {
    title: 'tells an address that was paid from one that was not, by final blocks, and from what is no address',
    async run(stage) {
      const hasAccount = (): Promise<boolean> => answerOf(stage.node.hasAccount(stage.stranger.address));
      expect(await answerOf(stage.node.hasAccount(stage.pauper.address))).toBe(true);
      expect(await hasAccount()).toBe(false);
      await send(stage, await make(stage));
      await stage.include();
      expect(await hasAccount()).toBe(false);
      await stage.finalise();
      expect(await hasAccount()).toBe(true);
      for (const text of ['', ...stage.wrongAddresses]) {
        await expect(async () => stage.node.hasAccount(text)).rejects.toThrow(RangeError);
      }
    },
  },
  {
    title: 'follows a payment from absent over pending to paid, and never says paid before it is final',
    async run(stage) {
      const payment = await make(stage);
      const { txid } = payment;
      expect(await find(stage, txid)).toEqual({ state: 'absent' });
      await send(stage, payment);
      expect(await find(stage, txid)).toEqual({ state: 'pending', blockNumber: null });
      await stage.include();
      const { number, timestampMs } = await answerOf(stage.node.head());
      expect(await find(stage, txid)).toEqual({ state: 'pending', blockNumber: number });
      await stage.finalise();
      const { from, to, amount, timestampMs: madeMs } = payment.plan;
      expect(await find(stage, txid)).toMatchObject({
        state: 'paid',
        transfer: { txid, from, to, amount, timestampMs: madeMs },
        blockNumber: number,
        blockTimestampMs: timestampMs,
      });
    },
  },
  {
    title: 'tells amounts to the last base unit',
    async run(stage) {
      const payments = [];
      for (const amount of [1, 999_999, 1_000_000, 1_000_001, 12_345_678]) payments.push(await make(stage, { amount }));
      for (const payment of payments) await send(stage, payment);
      await stage.finalise();
      for (const payment of payments) await expectPaid(stage, payment);
      expect(await answerOf(stage.node.balance(stage.stranger.address))).toBe(15_345_679);
    },
  },
  {
    title: 'tells when a payment says that it was made, long ago too',
    async run(stage) {
      const now = stage.now();
      const payment = await make(stage, { timestampMs: now - 3_600_000, expiresAtMs: now + LIFE_MS });
      await send(stage, payment);
      await stage.finalise();
      await expectPaid(stage, payment);
    },
  },
  {
    title: 'tells two payments apart that differ in their time alone',
    async run(stage) {
      const now = stage.now();
      const expiresAtMs = now + LIFE_MS;
      const one = await make(stage, { timestampMs: now, expiresAtMs });
      const two = await make(stage, { timestampMs: now + 1, expiresAtMs });
      expect(two.txid).not.toBe(one.txid);
      await send(stage, one);
      await send(stage, two);
      await stage.finalise();
      await expectPaid(stage, one);
      await expectPaid(stage, two);
      expect(await answerOf(stage.node.balance(stage.stranger.address))).toBe(2 * one.plan.amount);
    },
  },
  {
    title: 'finds nothing under the txid of nothing, nor under another spelling of a payment’s',
    async run(stage) {
      expect(await find(stage, stage.unknownTxid)).toEqual({ state: 'absent' });
      const payment = await make(stage);
      await send(stage, payment);
      await stage.finalise();
      for (const text of ['', '../', '"', ...stage.misspell(payment.txid)]) {
        expect({ text, ...(await find(stage, text)) }).toEqual({ text, state: 'absent' });
      }
      await expectPaid(stage, payment);
    },
  },
  {
    title: 'takes no failed payment for one that was paid',
    needsFailed: true,
    async run(stage) {
      const txid = await stage.makeFailed?.();
      expect(await find(stage, txid ?? '')).toMatchObject({
        state: 'failed',
        blockNumber: expect.any(Number) as number,
      });
    },
  },
  {
    title: 'takes nothing else for a payment',
    async run(stage) {
      const foreign = await stage.makeForeign();
      expect(foreign.length).toBeGreaterThan(0);
      const isTold = async (): Promise<void> => {
        for (const { txid, what } of foreign) {
          expect({ what, ...(await find(stage, txid)) }).toMatchObject({ what, state: 'foreign' });
        }
      };
      await isTold();
      await stage.finalise();
      await isTold();
    },
  },
  {
    title: 'lists the transfers of a block once it is final, each in its block alone, and nothing else',
    async run(stage) {
      const { node } = stage;
      const one = await make(stage);
      const two = await make(stage, { amount: 7 });
      await send(stage, one);
      await send(stage, two);
      await stage.makeForeign();
      await stage.include();
      const { number, timestampMs } = await answerOf(node.head());
      expect(await answerOf(node.blockTransfers(number))).toBeNull();
      await stage.finalise();
      const block = await answerOf(node.blockTransfers(number));
      expect(block).toMatchObject({ number, timestampMs });
      const listed = [];
      for (const { txid } of [one, two]) {
        const found = await find(stage, txid);
        if (found.state !== 'paid') throw new Error(`it is ${found.state}`);
        listed.push(found.transfer);
      }
      expect(block?.transfers).toEqual(listed);
      const { solidNumber } = await answerOf(node.head());
      const others = [number - 1, ...Array.from({ length: solidNumber - number }, (_, at) => number + 1 + at)];
      for (const other of others) expect((await answerOf(node.blockTransfers(other)))?.transfers).toEqual([]);
      expect(await answerOf(node.blockTransfers(solidNumber + 1_000))).toBeNull();
    },
  },
  {
    title: 'lists no failed transfer among those of its block',
    needsFailed: true,
    async run(stage) {
      const { node } = stage;
      const txid = (await stage.makeFailed?.()) ?? '';
      const found = await find(stage, txid);
      if (found.state !== 'failed') throw new Error(`it is ${found.state}`);
      expect((await answerOf(node.blockTransfers(found.blockNumber)))?.transfers).toEqual([]);
    },
  },
  {
    title: 'has no transfers of what is no block number',
    async run({ node }) {
      for (const number of [-1, 0.5, Number.NaN, 2 ** 53])
        await expect(async () => node.blockTransfers(number)).rejects.toThrow(RangeError);
    },
  },
  {
    title: 'says that it has no answer when it has none, and never makes one up',
    async run(stage) {
      const { node, payer } = stage;
      const payment = await make(stage);
      await send(stage, payment);
      await stage.finalise();
      const codes: readonly ChainErrorCode[] = ['ERR_CHAIN_UNREACHABLE', 'ERR_CHAIN_BUSY', 'ERR_CHAIN_ANSWER'];
      for (const code of codes) {
        await stage.fail(code);
        expect({
          chainId: codeOf(await node.chainId()),
          head: codeOf(await node.head()),
          balance: codeOf(await node.balance(payer.address)),
          hasAccount: codeOf(await node.hasAccount(payer.address)),
          findPayment: codeOf(await node.findPayment(payment.txid)),
          findNothing: codeOf(await node.findPayment(stage.unknownTxid)),
          blockTransfers: codeOf(await node.blockTransfers(1)),
          buildPayment: codeOf(await node.buildPayment(payment.plan)),
          isDead: codeOf(await node.isDead(stage.unknownTxid, 1)),
        }).toEqual({
          chainId: code,
          head: code,
          balance: code,
          hasAccount: code,
          findPayment: code,
          findNothing: code,
          blockTransfers: code,
          buildPayment: code,
          isDead: code,
        });
        const broadcast = await node.broadcast(payment.signed);
        if (broadcast.ok) expect(broadcast.value.verdict).toBe('later');
        await stage.fail(null);
        await expectPaid(stage, payment);
      }
    },
  },
  {
    title: 'shows a person the transaction, or has no place for that',
    async run({ node, unknownTxid }) {
      const url = node.explorerUrl(unknownTxid);
      if (url === null) return;
      expect(url).toMatch(/^https?:\/\//);
      expect(url).toContain(unknownTxid);
    },
  },
];

/** Why a question was not answered. */
function codeOf<Value>(answer: Result<Value, ChainError>): ChainErrorCode | 'answered' {
  return answer.ok ? 'answered' : answer.error.code;
}
