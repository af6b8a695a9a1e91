import { expect } from 'vitest';
import type { PaymentOrder } from '../wallet.ts';
import { there, type WalletCase } from './wallet-case.ts';
import { connect, eventually, expectRefusal, makeOrder } from './wallet-moves.ts';

/** What every wallet must do about signing. */
export const SIGNING_CASES: readonly WalletCase[] = [
  {
    ...there,
    title: 'signs a text exactly as it stands',
    async run(stage) {
      const from = await connect(stage);
      for (const text of ['hello', '0x1e', 'Grüße, 世界 🎈\n\nNonce: 7f', ' ends in a space ']) {
        const signature = await stage.wallet.signMessage(text);
        expect(signature.ok && stage.node.recoverSigner(text, signature.value)).toBe(from);
      }
    },
  },
  {
    ...there,
    title: 'signs for the account that is chosen now',
    async run(stage) {
      await connect(stage);
      await stage.person.choose(stage.accounts[1]);
      await eventually(() => expect(stage.wallet.status().address).toBe(stage.accounts[1]));
      const signature = await stage.wallet.signMessage('hello');
      expect(signature.ok && stage.node.recoverSigner('hello', signature.value)).toBe(stage.accounts[1]);
    },
  },
  {
    ...there,
    title: 'does not sign what the person refuses, nor while it is locked',
    async run(stage) {
      await connect(stage);
      const order = await makeOrder(stage);
      stage.person.willAnswer('no');
      expectRefusal(await stage.wallet.signMessage('hello'), 'ERR_WALLET_REJECTED');
      expectRefusal(await stage.wallet.pay(order), 'ERR_WALLET_REJECTED');
      await stage.person.lock();
      expectRefusal(await stage.wallet.signMessage('hello'), 'ERR_WALLET_LOCKED');
      expectRefusal(await stage.wallet.pay(order), 'ERR_WALLET_LOCKED');
      expectRefusal(await stage.wallet.balance(), 'ERR_WALLET_LOCKED');
    },
  },
  {
    ...there,
    title: 'ends each of two requests made at once',
    async run(stage) {
      const from = await connect(stage);
      stage.person.willAnswer('nothing');
      const asked = ['one', 'two'].map(async (text) => ({ text, answer: await stage.wallet.signMessage(text) }));
      stage.person.willAnswer('yes');
      const answers = await Promise.all(asked);
      for (const { text, answer } of answers) {
        if (answer.ok) expect(stage.node.recoverSigner(text, answer.value)).toBe(from);
        else expectRefusal(answer, 'ERR_WALLET_PENDING');
      }
      expect(answers.some(({ answer }) => answer.ok)).toBe(true);
    },
  },
  {
    ...there,
    title: 'signs a payment, changes nothing in it, and sends it nowhere',
    async run(stage) {
      await connect(stage);
      const order = await makeOrder(stage);
      const paid = await stage.wallet.pay(order);
      if (!paid.ok) throw new Error(`the wallet refused: ${paid.error.code} ${paid.error.reason}`);
      const { signed, txid } = paid.value;
      expect(stage.node.checkSigned(order.unsigned, signed)).toEqual({ ok: true, value: { txid } });
      expect(await stage.node.findPayment(txid)).toEqual({ ok: true, value: { state: 'absent' } });
    },
  },
  {
    ...there,
    title: 'does not ask for a payment that is not what the person would be told',
    async run(stage) {
      await connect(stage);
      const order = await makeOrder(stage);
      const [, other] = stage.accounts;
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
      const before = stage.person.questions();
      for (const lie of lies) expectRefusal(await stage.wallet.pay(lie), 'ERR_WALLET_PAYMENT');
      expectRefusal(await stage.wallet.pay({ ...order, from: other, to: order.from }), [
        'ERR_WALLET_PAYMENT',
        'ERR_WALLET_ACCOUNT',
      ]);
      expect(stage.person.questions()).toBe(before);
    },
  },
  {
    ...there,
    title: 'does not pay for one account from another',
    async run(stage) {
      await connect(stage);
      const order = await makeOrder(stage);
      await stage.person.choose(stage.accounts[1]);
      const before = stage.person.questions();
      expectRefusal(await stage.wallet.pay(order), 'ERR_WALLET_ACCOUNT');
      expect(stage.person.questions()).toBe(before);
    },
  },
];
