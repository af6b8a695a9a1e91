import { expect } from 'vitest';
import type { PaymentOrder } from '../wallet.ts';
import { DEFAULT_OPTIONS, type WalletCase } from './wallet-case.ts';
import { connect, eventually, expectRefusal, makeOrder } from './wallet-steps.ts';

/** What every wallet must do about signing. */
export const SIGNING_CASES: readonly WalletCase[] = [
  {
    ...DEFAULT_OPTIONS,
    title: 'signs a text exactly as it stands',
    async run(fixture) {
      const from = await connect(fixture);
      for (const text of ['hello', '0x1e', 'Grüße, 世界 🎈\n\nNonce: 7f', ' ends in a space ']) {
        const signature = await fixture.wallet.signMessage(text);
        expect(signature.ok && fixture.node.recoverSigner(text, signature.value)).toBe(from);
      }
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'signs for the account that is chosen now',
    async run(fixture) {
      await connect(fixture);
      await fixture.user.choose(fixture.accounts[1]);
      await eventually(() => expect(fixture.wallet.status().address).toBe(fixture.accounts[1]));
      const signature = await fixture.wallet.signMessage('hello');
      expect(signature.ok && fixture.node.recoverSigner('hello', signature.value)).toBe(fixture.accounts[1]);
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'does not sign what the user refuses, nor while it is locked',
    async run(fixture) {
      await connect(fixture);
      const order = await makeOrder(fixture);
      fixture.user.willAnswer('no');
      expectRefusal(await fixture.wallet.signMessage('hello'), 'ERR_WALLET_REJECTED');
      expectRefusal(await fixture.wallet.pay(order), 'ERR_WALLET_REJECTED');
      await fixture.user.lock();
      expectRefusal(await fixture.wallet.signMessage('hello'), 'ERR_WALLET_LOCKED');
      expectRefusal(await fixture.wallet.pay(order), 'ERR_WALLET_LOCKED');
      expectRefusal(await fixture.wallet.balance(), 'ERR_WALLET_LOCKED');
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'ends each of two requests made at once',
    async run(fixture) {
      const from = await connect(fixture);
      fixture.user.willAnswer('nothing');
      const asked = ['one', 'two'].map(async (text) => ({ text, answer: await fixture.wallet.signMessage(text) }));
      fixture.user.willAnswer('yes');
      const answers = await Promise.all(asked);
      for (const { text, answer } of answers) {
        if (answer.ok) expect(fixture.node.recoverSigner(text, answer.value)).toBe(from);
        else expectRefusal(answer, 'ERR_WALLET_PENDING');
      }
      expect(answers.some(({ answer }) => answer.ok)).toBe(true);
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'signs a payment, changes nothing in it, and sends it nowhere',
    async run(fixture) {
      await connect(fixture);
      const order = await makeOrder(fixture);
      const paid = await fixture.wallet.pay(order);
      if (!paid.ok) throw new Error(`the wallet refused: ${paid.error.code} ${paid.error.reason}`);
      const { signed, txid } = paid.value;
      expect(fixture.node.checkSigned(order.unsigned, signed)).toEqual({ ok: true, value: { txid } });
      expect(await fixture.node.findPayment(txid)).toEqual({ ok: true, value: { state: 'absent' } });
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'does not ask for a payment that is not what the user would be told',
    async run(fixture) {
      await connect(fixture);
      const order = await makeOrder(fixture);
      const [, other] = fixture.accounts;
      const lies: readonly PaymentOrder[] = [
        { ...order, amount: order.amount - 1 },
        { ...order, amount: order.amount + 0.5 },
        { ...order, amount: Number.NaN },
        { ...order, to: order.from },
        { ...order, to: '' },
        { ...order, unsigned: '' },
        { ...order, unsigned: 'null' },
        { ...order, unsigned: '{}' },
        { ...order, unsigned: order.unsigned.slice(1) },
      ];
      const before = fixture.user.questions();
      for (const lie of lies) expectRefusal(await fixture.wallet.pay(lie), 'ERR_WALLET_PAYMENT');
      expectRefusal(await fixture.wallet.pay({ ...order, from: other, to: order.from }), [
        'ERR_WALLET_PAYMENT',
        'ERR_WALLET_ACCOUNT',
      ]);
      expect(fixture.user.questions()).toBe(before);
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'does not pay for one account from another',
    async run(fixture) {
      await connect(fixture);
      const order = await makeOrder(fixture);
      await fixture.user.choose(fixture.accounts[1]);
      const before = fixture.user.questions();
      expectRefusal(await fixture.wallet.pay(order), 'ERR_WALLET_ACCOUNT');
      expect(fixture.user.questions()).toBe(before);
    },
  },
];
