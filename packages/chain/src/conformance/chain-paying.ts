import { expect } from 'vitest';
import type { PaymentPlan } from '../chain-node.ts';
import {
  AMOUNT,
  answerOf,
  expectPaid,
  findPayment,
  LIFE_MS,
  makePayment,
  broadcast,
  verdictOn,
  type ChainCase,
} from './chain-steps.ts';

/** What every node must do so that each payout is paid exactly once. */
export const PAYING_CASES: readonly ChainCase[] = [
  {
    title: 'builds nothing that is no payment',
    async run(fixture) {
      const now = fixture.now();
      const plan: PaymentPlan = {
        from: fixture.payer.address,
        to: fixture.stranger.address,
        amount: AMOUNT,
        timestampMs: now,
        expiresAtMs: now + LIFE_MS,
      };
      const amounts = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '5' as unknown as number];
      const wrong: readonly PaymentPlan[] = [
        ...amounts.map((amount) => ({ ...plan, amount })),
        { ...plan, to: plan.from },
        { ...plan, to: '' },
        { ...plan, from: '' },
        ...fixture.wrongAddresses.map((to) => ({ ...plan, to })),
        { ...plan, timestampMs: now + 0.5 },
        { ...plan, timestampMs: -1 },
        { ...plan, expiresAtMs: Number.NaN },
      ];
      for (const bad of wrong) {
        await expect(async () => fixture.node.buildPayment(bad)).rejects.toThrow(RangeError);
      }
    },
  },
  {
    title: 'says until when a payment can be included, and knows it by its txid before anybody has signed it',
    async run(fixture) {
      const payment = await makePayment(fixture);
      expect(payment.expiresAtMs).toBe(payment.plan.expiresAtMs);
      expect(fixture.node.checkSigned(payment.unsigned, payment.signed)).toEqual({
        ok: true,
        value: { txid: payment.txid },
      });
      await broadcast(fixture, payment);
      await fixture.finalise();
      await expectPaid(fixture, payment);
    },
  },
  {
    title: 'signs only what it built, and never tells the key',
    async run(fixture) {
      const { node } = fixture;
      const { unsigned } = await makePayment(fixture);
      const { privateKey } = fixture.payer;
      for (const text of ['', '{}', 'null', '[]', unsigned.slice(1), unsigned.replace(/[0-9]/, '')]) {
        expect(messageOf(() => node.signPayment(text, privateKey))).not.toContain(privateKey);
      }
      for (const wrong of fixture.wrongKeys.filter((key) => key !== '')) {
        expect(messageOf(() => node.signPayment(unsigned, wrong))).not.toContain(wrong);
      }
    },
  },
  {
    title: 'knows a payment that another one was put in place of',
    async run(fixture) {
      const asked = await makePayment(fixture);
      for (const changes of [
        { amount: AMOUNT - 1 },
        { to: fixture.pauper.address },
        { expiresAtMs: fixture.now() + 999 },
      ]) {
        const other = await makePayment(fixture, changes);
        expect(fixture.node.checkSigned(asked.unsigned, other.signed)).toEqual({
          ok: false,
          error: 'ERR_SIGNED_OTHER',
        });
      }
    },
  },
  {
    title: 'compares a signed payment with nothing but an unsigned one that it built',
    async run(fixture) {
      const { unsigned, signed } = await makePayment(fixture);
      for (const text of ['', '{}', 'null', signed, unsigned.slice(1)]) {
        expect(() => fixture.node.checkSigned(text, signed)).toThrow(TypeError);
      }
    },
  },
  {
    title: 'recognises a payment that another account signed, and the chain refuses it',
    async run(fixture) {
      const { unsigned, signed, txid } = await makePayment(fixture, {}, fixture.stranger);
      expect(fixture.node.checkSigned(unsigned, signed)).toEqual({ ok: false, error: 'ERR_SIGNED_SIGNER' });
      expect(await verdictOn(fixture, signed)).toBe('invalid');
      await fixture.finalise();
      expect(await findPayment(fixture, txid)).toEqual({ state: 'absent' });
    },
  },
  {
    title: 'knows what is no signed payment at all',
    async run(fixture) {
      const { unsigned, signed } = await makePayment(fixture);
      for (const text of ['', 'null', '{}', '[]', '7', unsigned, signed.slice(1), signed.slice(0, -1)]) {
        const check = fixture.node.checkSigned(unsigned, text);
        const verdict = await verdictOn(fixture, text);
        expect({ text, check, verdict }).toEqual({
          text,
          check: { ok: false, error: 'ERR_SIGNED_MALFORMED' },
          verdict: 'invalid',
        });
      }
    },
  },
  {
    title: 'knows a payment that was tampered with, and it moves nothing',
    async run(fixture) {
      const before = await answerOf(fixture.node.balance(fixture.payer.address));
      const { unsigned, signed } = await makePayment(fixture);
      const tampered = fixture.tamper(signed);
      expect(tampered.length).toBeGreaterThan(0);
      for (const { signed: text, what } of tampered) {
        expect({ what, ok: fixture.node.checkSigned(unsigned, text).ok }).toEqual({ what, ok: false });
        const verdict = await verdictOn(fixture, text);
        const isTaken = verdict === 'accepted' || verdict === 'known';
        expect({ what, isTaken }).toEqual({ what, isTaken: false });
      }
      await fixture.finalise();
      expect(await answerOf(fixture.node.balance(fixture.payer.address))).toBe(before);
    },
  },
  {
    title: 'pays once, however often the same bytes are handed over',
    async run(fixture) {
      const payment = await makePayment(fixture);
      await broadcast(fixture, payment);
      expect(await verdictOn(fixture, payment.signed)).toBe('known');
      await fixture.include();
      expect(await verdictOn(fixture, payment.signed)).toBe('known');
      await fixture.finalise();
      expect(await verdictOn(fixture, payment.signed)).toBe('known');
      await fixture.finalise();
      expect(await answerOf(fixture.node.balance(fixture.stranger.address))).toBe(payment.plan.amount);
    },
  },
  {
    title: 'pays once when the answer to a broadcast is lost',
    async run(fixture) {
      const payment = await makePayment(fixture);
      await fixture.loseNextAnswer();
      expect(await fixture.node.broadcast(payment.signed)).toMatchObject({
        ok: false,
        error: { code: 'ERR_CHAIN_UNREACHABLE' },
      });
      expect(await findPayment(fixture, payment.txid)).toEqual({ state: 'pending', blockNumber: null });
      expect(await verdictOn(fixture, payment.signed)).toBe('known');
      await fixture.finalise();
      await expectPaid(fixture, payment);
      expect(await answerOf(fixture.node.balance(fixture.stranger.address))).toBe(payment.plan.amount);
    },
  },
  {
    title: 'tells a wallet that cannot pay, and pays by the same bytes once it can',
    async run(fixture) {
      const { pauper } = fixture;
      const payment = await makePayment(fixture, { from: pauper.address, amount: 5_000_000 }, pauper);
      expect(await verdictOn(fixture, payment.signed)).toBe('unfunded');
      await broadcast(fixture, await makePayment(fixture, { to: pauper.address, amount: 20_000_000 }));
      await fixture.finalise();
      await broadcast(fixture, payment);
      await fixture.finalise();
      await expectPaid(fixture, payment);
    },
  },
  {
    title: 'tells a payment that comes too late',
    async run(fixture) {
      const payment = await makePayment(fixture);
      await fixture.finalisePast(payment.expiresAtMs);
      expect(await verdictOn(fixture, payment.signed)).toBe('expired');
      await fixture.finalise();
      expect(await findPayment(fixture, payment.txid)).toEqual({ state: 'absent' });
    },
  },
  {
    title: 'calls a lost payment dead once the final head is past its time, and not one moment before',
    async run(fixture) {
      const payment = await makePayment(fixture);
      const isDead = (): Promise<boolean> => answerOf(fixture.node.isDead(payment.txid, payment.expiresAtMs));
      await fixture.dropNext();
      await broadcast(fixture, payment);
      expect(await isDead()).toBe(false);
      await fixture.finaliseUpTo(payment.expiresAtMs);
      expect((await answerOf(fixture.node.head())).solidTimestampMs).toBeLessThanOrEqual(payment.expiresAtMs);
      expect(await isDead()).toBe(false);
      await fixture.finalisePast(payment.expiresAtMs);
      expect((await answerOf(fixture.node.head())).solidTimestampMs).toBeGreaterThan(payment.expiresAtMs);
      expect(await isDead()).toBe(true);

      const again = await makePayment(fixture);
      expect(again.txid).not.toBe(payment.txid);
      await broadcast(fixture, again);
      await fixture.finalise();
      await expectPaid(fixture, again);
      expect(await answerOf(fixture.node.balance(fixture.stranger.address))).toBe(payment.plan.amount);
    },
  },
  {
    title: 'never calls a payment dead that was made, however long ago',
    async run(fixture) {
      const payment = await makePayment(fixture);
      await broadcast(fixture, payment);
      await fixture.finalisePast(payment.expiresAtMs);
      expect(await answerOf(fixture.node.isDead(payment.txid, payment.expiresAtMs))).toBe(false);
      await expectPaid(fixture, payment);
    },
  },
  {
    title: 'calls nothing dead by another spelling of its txid, which is always absent',
    async run(fixture) {
      const payment = await makePayment(fixture);
      await broadcast(fixture, payment);
      await fixture.finalisePast(payment.expiresAtMs);
      for (const text of ['', ...fixture.misspell(payment.txid)]) {
        await expect(async () => fixture.node.isDead(text, payment.expiresAtMs)).rejects.toThrow(RangeError);
      }
    },
  },
];

/** The error's message of a call that must throw. */
function messageOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return error instanceof Error ? `${error.message} ${String(error.cause)}` : String(error);
  }
  throw new Error('it should have thrown');
}
