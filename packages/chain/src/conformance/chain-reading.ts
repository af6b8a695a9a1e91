import { expect } from 'vitest';
import type { ChainError, ChainErrorCode } from '../chain-node.ts';
import type { Result } from '@popfray/engine/result';
import { answerOf, expectPaid, findPayment, LIFE_MS, makePayment, broadcast, type ChainCase } from './chain-steps.ts';

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
    async run(fixture) {
      const before = await answerOf(fixture.node.head());
      expect(before.solidNumber).toBeLessThanOrEqual(before.number);
      expect(before.solidTimestampMs).toBeLessThanOrEqual(before.timestampMs);
      await fixture.include();
      const after = await answerOf(fixture.node.head());
      expect(after.number).toBe(before.number + 1);
      expect(after.timestampMs).toBeGreaterThan(before.timestampMs);
      await fixture.finalise();
      const final = await answerOf(fixture.node.head());
      expect(final.solidNumber).toBeGreaterThanOrEqual(after.number);
      expect(final.solidTimestampMs).toBeGreaterThanOrEqual(after.timestampMs);
    },
  },
  {
    title: 'counts a balance only when it is final, and 0 for whom the chain has never seen',
    async run(fixture) {
      const balance = (): Promise<number> => answerOf(fixture.node.balance(fixture.stranger.address));
      expect(await answerOf(fixture.node.balance(fixture.payer.address))).toBeGreaterThanOrEqual(100_000_000);
      expect(await balance()).toBe(0);
      const payment = await makePayment(fixture);
      await broadcast(fixture, payment);
      expect(await balance()).toBe(0);
      await fixture.include();
      expect(await balance()).toBe(0);
      await fixture.finalise();
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
    async run(fixture) {
      const hasAccount = (): Promise<boolean> => answerOf(fixture.node.hasAccount(fixture.stranger.address));
      expect(await answerOf(fixture.node.hasAccount(fixture.pauper.address))).toBe(true);
      expect(await hasAccount()).toBe(false);
      await broadcast(fixture, await makePayment(fixture));
      await fixture.include();
      expect(await hasAccount()).toBe(false);
      await fixture.finalise();
      expect(await hasAccount()).toBe(true);
      for (const text of ['', ...fixture.wrongAddresses]) {
        await expect(async () => fixture.node.hasAccount(text)).rejects.toThrow(RangeError);
      }
    },
  },
  {
    title: 'follows a payment from absent over pending to paid, and never says paid before it is final',
    async run(fixture) {
      const payment = await makePayment(fixture);
      const { txid } = payment;
      expect(await findPayment(fixture, txid)).toEqual({ state: 'absent' });
      await broadcast(fixture, payment);
      expect(await findPayment(fixture, txid)).toEqual({ state: 'pending', blockNumber: null });
      await fixture.include();
      const { number, timestampMs } = await answerOf(fixture.node.head());
      expect(await findPayment(fixture, txid)).toEqual({ state: 'pending', blockNumber: number });
      await fixture.finalise();
      const { from, to, amount, timestampMs: madeMs } = payment.plan;
      expect(await findPayment(fixture, txid)).toMatchObject({
        state: 'paid',
        transfer: { txid, from, to, amount, timestampMs: madeMs },
        blockNumber: number,
        blockTimestampMs: timestampMs,
      });
    },
  },
  {
    title: 'tells amounts to the last base unit',
    async run(fixture) {
      const payments = [];
      for (const amount of [1, 999_999, 1_000_000, 1_000_001, 12_345_678])
        payments.push(await makePayment(fixture, { amount }));
      for (const payment of payments) await broadcast(fixture, payment);
      await fixture.finalise();
      for (const payment of payments) await expectPaid(fixture, payment);
      expect(await answerOf(fixture.node.balance(fixture.stranger.address))).toBe(15_345_679);
    },
  },
  {
    title: 'tells when a payment says that it was made, long ago too',
    async run(fixture) {
      const now = fixture.now();
      const payment = await makePayment(fixture, { timestampMs: now - 3_600_000, expiresAtMs: now + LIFE_MS });
      await broadcast(fixture, payment);
      await fixture.finalise();
      await expectPaid(fixture, payment);
    },
  },
  {
    title: 'tells two payments apart that differ in their time alone',
    async run(fixture) {
      const now = fixture.now();
      const expiresAtMs = now + LIFE_MS;
      const one = await makePayment(fixture, { timestampMs: now, expiresAtMs });
      const two = await makePayment(fixture, { timestampMs: now + 1, expiresAtMs });
      expect(two.txid).not.toBe(one.txid);
      await broadcast(fixture, one);
      await broadcast(fixture, two);
      await fixture.finalise();
      await expectPaid(fixture, one);
      await expectPaid(fixture, two);
      expect(await answerOf(fixture.node.balance(fixture.stranger.address))).toBe(2 * one.plan.amount);
    },
  },
  {
    title: 'finds nothing under the txid of nothing, nor under another spelling of a payment’s',
    async run(fixture) {
      expect(await findPayment(fixture, fixture.unknownTxid)).toEqual({ state: 'absent' });
      const payment = await makePayment(fixture);
      await broadcast(fixture, payment);
      await fixture.finalise();
      for (const text of ['', '../', '"', ...fixture.misspell(payment.txid)]) {
        expect({ text, ...(await findPayment(fixture, text)) }).toEqual({ text, state: 'absent' });
      }
      await expectPaid(fixture, payment);
    },
  },
  {
    title: 'takes no failed payment for one that was paid',
    needsFailed: true,
    async run(fixture) {
      const txid = await fixture.makeFailed?.();
      expect(await findPayment(fixture, txid ?? '')).toMatchObject({
        state: 'failed',
        blockNumber: expect.any(Number) as number,
      });
    },
  },
  {
    title: 'takes nothing else for a payment',
    async run(fixture) {
      const foreign = await fixture.makeForeign();
      expect(foreign.length).toBeGreaterThan(0);
      const expectForeign = async (): Promise<void> => {
        for (const { txid, what } of foreign) {
          expect({ what, ...(await findPayment(fixture, txid)) }).toMatchObject({ what, state: 'foreign' });
        }
      };
      await expectForeign();
      await fixture.finalise();
      await expectForeign();
    },
  },
  {
    title: 'lists the transfers of a block once it is final, each in its block alone, and nothing else',
    async run(fixture) {
      const { node } = fixture;
      const one = await makePayment(fixture);
      const two = await makePayment(fixture, { amount: 7 });
      await broadcast(fixture, one);
      await broadcast(fixture, two);
      await fixture.makeForeign();
      await fixture.include();
      const { number, timestampMs } = await answerOf(node.head());
      expect(await answerOf(node.blockTransfers(number))).toBeNull();
      await fixture.finalise();
      const block = await answerOf(node.blockTransfers(number));
      expect(block).toMatchObject({ number, timestampMs });
      const listed = [];
      for (const { txid } of [one, two]) {
        const found = await findPayment(fixture, txid);
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
    async run(fixture) {
      const { node } = fixture;
      const txid = (await fixture.makeFailed?.()) ?? '';
      const found = await findPayment(fixture, txid);
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
    async run(fixture) {
      const { node, payer } = fixture;
      const payment = await makePayment(fixture);
      await broadcast(fixture, payment);
      await fixture.finalise();
      const codes: readonly ChainErrorCode[] = ['ERR_CHAIN_UNREACHABLE', 'ERR_CHAIN_BUSY', 'ERR_CHAIN_ANSWER'];
      for (const code of codes) {
        await fixture.fail(code);
        expect({
          chainId: codeOf(await node.chainId()),
          head: codeOf(await node.head()),
          balance: codeOf(await node.balance(payer.address)),
          hasAccount: codeOf(await node.hasAccount(payer.address)),
          findPayment: codeOf(await node.findPayment(payment.txid)),
          findNothing: codeOf(await node.findPayment(fixture.unknownTxid)),
          blockTransfers: codeOf(await node.blockTransfers(1)),
          buildPayment: codeOf(await node.buildPayment(payment.plan)),
          isDead: codeOf(await node.isDead(fixture.unknownTxid, 1)),
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
        const answer = await node.broadcast(payment.signed);
        if (answer.ok) expect(answer.value.verdict).toBe('later');
        await fixture.fail(null);
        await expectPaid(fixture, payment);
      }
    },
  },
  {
    title: 'shows a user the transaction, or has no place for that',
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
