import { expect } from 'vitest';
import type { PaymentPlan } from '../chain-node.ts';
import { AMOUNT, answerOf, expectPaid, find, LIFE_MS, make, send, verdictOn, type ChainCase } from './chain-moves.ts';

/** What every node must do so that each payout is paid exactly once. */
export const PAYING_CASES: readonly ChainCase[] = [
  {
    title: 'builds nothing that is no payment',
    async run(stage) {
      const now = stage.now();
      const plan: PaymentPlan = {
        from: stage.payer.address,
        to: stage.stranger.address,
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
        ...stage.wrongAddresses.map((to) => ({ ...plan, to })),
        { ...plan, timestampMs: now + 0.5 },
        { ...plan, timestampMs: -1 },
        { ...plan, expiresAtMs: Number.NaN },
      ];
      for (const bad of wrong) {
        await expect(async () => stage.node.buildPayment(bad)).rejects.toThrow(RangeError);
      }
    },
  },
  {
    title: 'says until when a payment can be included, and knows it by its txid before anybody has signed it',
    async run(stage) {
      const payment = await make(stage);
      expect(payment.expiresAtMs).toBe(payment.plan.expiresAtMs);
      expect(stage.node.checkSigned(payment.unsigned, payment.signed)).toEqual({
        ok: true,
        value: { txid: payment.txid },
      });
      await send(stage, payment);
      await stage.finalise();
      await expectPaid(stage, payment);
    },
  },
  {
    title: 'signs only what it built, and never tells the key',
    async run(stage) {
      const { node } = stage;
      const { unsigned } = await make(stage);
      const { privateKey } = stage.payer;
      for (const text of ['', '{}', 'null', '[]', unsigned.slice(1), unsigned.replace(/[0-9]/, '')]) {
        expect(messageOf(() => node.signPayment(text, privateKey))).not.toContain(privateKey);
      }
      for (const wrong of stage.wrongKeys.filter((key) => key !== '')) {
        expect(messageOf(() => node.signPayment(unsigned, wrong))).not.toContain(wrong);
      }
    },
  },
  {
    title: 'knows a payment that another one was put in place of',
    async run(stage) {
      const asked = await make(stage);
      for (const wish of [{ amount: AMOUNT - 1 }, { to: stage.pauper.address }, { expiresAtMs: stage.now() + 999 }]) {
        const other = await make(stage, wish);
        expect(stage.node.checkSigned(asked.unsigned, other.signed)).toEqual({ ok: false, error: 'ERR_SIGNED_OTHER' });
      }
    },
  },
  {
    title: 'compares a signed payment with nothing but an unsigned one that it built',
    async run(stage) {
      const { unsigned, signed } = await make(stage);
      for (const text of ['', '{}', 'null', signed, unsigned.slice(1)]) {
        expect(() => stage.node.checkSigned(text, signed)).toThrow(TypeError);
      }
    },
  },
  {
    title: 'recognises a payment that another account signed, and the chain refuses it',
    async run(stage) {
      const { unsigned, signed, txid } = await make(stage, {}, stage.stranger);
      expect(stage.node.checkSigned(unsigned, signed)).toEqual({ ok: false, error: 'ERR_SIGNED_SIGNER' });
      expect(await verdictOn(stage, signed)).toBe('invalid');
      await stage.finalise();
      expect(await find(stage, txid)).toEqual({ state: 'absent' });
    },
  },
  {
    title: 'knows what is no signed payment at all',
    async run(stage) {
      const { unsigned, signed } = await make(stage);
      for (const text of ['', 'null', '{}', '[]', '7', unsigned, signed.slice(1), signed.slice(0, -1)]) {
        const check = stage.node.checkSigned(unsigned, text);
        const verdict = await verdictOn(stage, text);
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
    async run(stage) {
      const before = await answerOf(stage.node.balance(stage.payer.address));
      const { unsigned, signed } = await make(stage);
      const tampered = stage.tamper(signed);
      expect(tampered.length).toBeGreaterThan(0);
      for (const { signed: text, what } of tampered) {
        expect({ what, ok: stage.node.checkSigned(unsigned, text).ok }).toEqual({ what, ok: false });
        const verdict = await verdictOn(stage, text);
        const isTaken = verdict === 'accepted' || verdict === 'known';
        expect({ what, isTaken }).toEqual({ what, isTaken: false });
      }
      await stage.finalise();
      expect(await answerOf(stage.node.balance(stage.payer.address))).toBe(before);
    },
  },
  {
    title: 'pays once, however often the same bytes are handed over',
    async run(stage) {
      const payment = await make(stage);
      await send(stage, payment);
      expect(await verdictOn(stage, payment.signed)).toBe('known');
      await stage.include();
      expect(await verdictOn(stage, payment.signed)).toBe('known');
      await stage.finalise();
      expect(await verdictOn(stage, payment.signed)).toBe('known');
      await stage.finalise();
      expect(await answerOf(stage.node.balance(stage.stranger.address))).toBe(payment.plan.amount);
    },
  },
  {
    title: 'pays once when the answer to a broadcast is lost',
    async run(stage) {
      const payment = await make(stage);
      await stage.loseNextAnswer();
      expect(await stage.node.broadcast(payment.signed)).toMatchObject({
        ok: false,
        error: { code: 'ERR_CHAIN_UNREACHABLE' },
      });
      expect(await find(stage, payment.txid)).toEqual({ state: 'pending', blockNumber: null });
      expect(await verdictOn(stage, payment.signed)).toBe('known');
      await stage.finalise();
      await expectPaid(stage, payment);
      expect(await answerOf(stage.node.balance(stage.stranger.address))).toBe(payment.plan.amount);
    },
  },
  {
    title: 'tells a wallet that cannot pay, and pays by the same bytes once it can',
    async run(stage) {
      const { pauper } = stage;
      const payment = await make(stage, { from: pauper.address, amount: 5_000_000 }, pauper);
      expect(await verdictOn(stage, payment.signed)).toBe('unfunded');
      await send(stage, await make(stage, { to: pauper.address, amount: 20_000_000 }));
      await stage.finalise();
      await send(stage, payment);
      await stage.finalise();
      await expectPaid(stage, payment);
    },
  },
  {
    title: 'tells a payment that comes too late',
    async run(stage) {
      const payment = await make(stage);
      await stage.finalisePast(payment.expiresAtMs);
      expect(await verdictOn(stage, payment.signed)).toBe('expired');
      await stage.finalise();
      expect(await find(stage, payment.txid)).toEqual({ state: 'absent' });
    },
  },
  {
    title: 'calls a lost payment dead once the final head is past its time, and not one moment before',
    async run(stage) {
      const payment = await make(stage);
      const isDead = (): Promise<boolean> => answerOf(stage.node.isDead(payment.txid, payment.expiresAtMs));
      await stage.dropNext();
      await send(stage, payment);
      expect(await isDead()).toBe(false);
      await stage.finaliseUpTo(payment.expiresAtMs);
      expect((await answerOf(stage.node.head())).solidTimestampMs).toBeLessThanOrEqual(payment.expiresAtMs);
      expect(await isDead()).toBe(false);
      await stage.finalisePast(payment.expiresAtMs);
      expect((await answerOf(stage.node.head())).solidTimestampMs).toBeGreaterThan(payment.expiresAtMs);
      expect(await isDead()).toBe(true);

      const again = await make(stage);
      expect(again.txid).not.toBe(payment.txid);
      await send(stage, again);
      await stage.finalise();
      await expectPaid(stage, again);
      expect(await answerOf(stage.node.balance(stage.stranger.address))).toBe(payment.plan.amount);
    },
  },
  {
    title: 'never calls a payment dead that was made, however long ago',
    async run(stage) {
      const payment = await make(stage);
      await send(stage, payment);
      await stage.finalisePast(payment.expiresAtMs);
      expect(await answerOf(stage.node.isDead(payment.txid, payment.expiresAtMs))).toBe(false);
      await expectPaid(stage, payment);
    },
  },
  {
    title: 'calls nothing dead by another spelling of its txid, which is always absent',
    async run(stage) {
      const payment = await make(stage);
      await send(stage, payment);
      await stage.finalisePast(payment.expiresAtMs);
      for (const text of ['', ...stage.misspell(payment.txid)]) {
        await expect(async () => stage.node.isDead(text, payment.expiresAtMs)).rejects.toThrow(RangeError);
      }
    },
  },
];

/** What a call says that must throw. */
function messageOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return error instanceof Error ? `${error.message} ${String(error.cause)}` : String(error);
  }
  throw new Error('it should have thrown');
}
