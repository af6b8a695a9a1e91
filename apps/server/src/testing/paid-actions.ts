import { CALLS, type FailureCode, type Payment } from '@popfray/protocol';
import { findPayment } from '../payments/payment.ts';
import { settlePayments } from '../payments/settlement.ts';
import { cancelSession } from '../sessions/cancel.ts';
import { createApp } from '../start/app.ts';
import { ask } from './client.fixture.ts';
import { sendByHand } from './money.fixture.ts';
import {
  fromBalance,
  nextNumber,
  partsOf,
  PRICE_TRX,
  TRX,
  type Attempt,
  type Outcome,
  type PaidAction,
  type Scene,
} from './paid-scene.ts';
import { gather, join, planOf } from './session.fixture.ts';

/** The upgrade and the skin that cost `PRICE_TRX`. */
const UPGRADE = 'trx-boost';
const SKIN = 'coral-reef';

/** Signs a payment that a request has begun, and submits it. */
async function submit(scene: Scene, payment: Payment | null): Promise<FailureCode | null> {
  await scene.bothBegun();
  if (payment === null) return null;
  const transaction = scene.test.context.chain.signPayment(payment.unsigned ?? '', scene.player.privateKey);
  const parts = { ...partsOf(scene), params: { id: payment.id }, body: { transaction } };
  return (await ask(createApp(scene.context), CALLS.submitPayment, parts)).code;
}

const create =
  (scene: Scene, isFromBalance: boolean): Attempt =>
  async () => {
    const body = { ...planOf({ entryFee: PRICE_TRX }), ...(isFromBalance && fromBalance()) };
    const made = await ask(createApp(scene.context), CALLS.createSession, { ...partsOf(scene), body });
    return made.code ?? (isFromBalance ? null : submit(scene, made.value.payment));
  };

/** A quick battle. `seats` are the sessions in which the player has got a seat by any of the tabs. */
const quick =
  (scene: Scene, seats = new Set<string>()): Attempt =>
  async () => {
    const body = { entryFeeSun: PRICE_TRX * TRX, paymentId: `payment-of-tab-${nextNumber()}` };
    const joined = await ask(createApp(scene.context), CALLS.joinQuickBattle, { ...partsOf(scene), body });
    if (joined.code !== null) return joined.code;
    const { id } = joined.value.session;
    if (seats.has(id)) return 'same seat';
    seats.add(id);
    return null;
  };

const enter =
  (scene: Scene, name: 'joinSession' | 'rematch', id: string, isFromBalance: boolean): Attempt =>
  async () => {
    const body = isFromBalance ? fromBalance() : {};
    const entered = await ask(createApp(scene.context), CALLS[name], { ...partsOf(scene), params: { id }, body });
    return entered.code ?? (isFromBalance ? null : submit(scene, entered.value.payment));
  };

const buy =
  (scene: Scene, isFromBalance: boolean): Attempt =>
  async () => {
    const body = { upgradeId: UPGRADE, ...(isFromBalance && fromBalance()) };
    const bought = await ask(createApp(scene.context), CALLS.createPayment, { ...partsOf(scene), body });
    return bought.code ?? (isFromBalance ? null : submit(scene, bought.value));
  };

const buySkin =
  (scene: Scene): Attempt =>
  async () => {
    const body = { skinId: SKIN, paymentId: fromBalance().pay.paymentId };
    return (await ask(createApp(scene.context), CALLS.buySkin, { ...partsOf(scene), body })).code;
  };

/** Begins two sessions before the limit. The tabs then send the transfers from the wallet, and recover them when they are final. */
async function sendByWallet(scene: Scene): Promise<readonly Attempt[]> {
  const { test, token } = scene;
  const body = planOf({ entryFee: PRICE_TRX });
  const begin = async (): Promise<Attempt> =>
    sendAndRecover(scene, (await ask(createApp(test.context), CALLS.createSession, { token, body })).value.payment);
  return [await begin(), await begin()];
}

/** Names a transaction that the wallet has sent, as the payment of an upgrade or of the fee of a new session. */
const name =
  (scene: Scene, bought: 'upgrade' | 'session', txid: string): Attempt =>
  async () => {
    const app = createApp(scene.context);
    if (bought === 'session') {
      const body = { ...planOf({ entryFee: PRICE_TRX }), creationTxHash: txid };
      const made = await ask(app, CALLS.createSession, { ...partsOf(scene), body });
      return made.code ?? outcomeOf(scene, made.value.payment);
    }
    const body = { walletAddress: scene.player.address, upgradeId: UPGRADE, txHash: txid };
    const named = await ask(app, CALLS.purchaseUpgrade, { ...partsOf(scene), body });
    return named.code ?? outcomeOf(scene, named.value);
  };

/** What came of the payment of a transaction that was named, once the transaction is final. Null: it was settled at once. */
async function outcomeOf(scene: Scene, payment: Payment | null): Promise<Outcome> {
  if (payment === null) return null;
  const { test, context } = scene;
  await scene.bothBegun();
  await test.mine();
  await settlePayments(context);
  const { status } = (await findPayment(context.db, payment.id)) ?? payment;
  if (status === 'applied') return null;
  if (status === 'refunded') return 'refunded';
  throw new Error(`the payment ${payment.id} is ${status}`);
}

/** Sends transfers of the wallet that no payment was begun for, which the tabs then name. `isFinal`: they are final before that. */
const nameTransfers =
  (isFinal: boolean) =>
  async (scene: Scene): Promise<readonly Attempt[]> => {
    const { test, player } = scene;
    const send = async (): Promise<string> =>
      sendByHand(test, player, test.context.house.address, PRICE_TRX * TRX, { timestampMs: test.context.now() });
    const attempts = [name(scene, 'upgrade', await send()), name(scene, 'session', await send())];
    if (isFinal) await test.mine();
    return attempts;
  };

/** Deposits of different amounts: the same amount would be the same deposit. The one that was begun later replaces the other, unless that is signed. */
const deposit =
  (scene: Scene): Attempt =>
  async () => {
    const body = { amountSun: PRICE_TRX * TRX + nextNumber() };
    const begun = await ask(createApp(scene.context), CALLS.createDeposit, { ...partsOf(scene), body });
    return begun.code ?? submit(scene, begun.value);
  };

/** Begins two deposits before the limit. The tabs then send the transfers from the wallet, and recover them when they are final. */
async function depositByWallet(scene: Scene): Promise<readonly Attempt[]> {
  const { test, token } = scene;
  const begin = async (): Promise<Attempt> => {
    const body = { amountSun: PRICE_TRX * TRX + nextNumber() };
    return sendAndRecover(scene, (await ask(createApp(test.context), CALLS.createDeposit, { token, body })).value);
  };
  return [await begin(), await begin()];
}

/** Sends a payment that the server does not know to be signed, and recovers it. */
const sendAndRecover =
  (scene: Scene, payment: Payment | null): Attempt =>
  async () => {
    const { test, player } = scene;
    const { unsigned, txid } = payment ?? { unsigned: '', txid: '' };
    await test.context.chain.broadcast(test.context.chain.signPayment(unsigned ?? '', player.privateKey));
    await test.mine();
    const recovery = { ...partsOf(scene), body: { txid } };
    const recovered = await ask(createApp(scene.context), CALLS.recoverPayment, recovery);
    return recovered.code ?? (recovered.value.status === 'applied' ? null : 'refunded');
  };

/** Two sessions of other players, with the address of their creator. */
async function waiting({ test }: Scene): Promise<readonly { readonly id: string; readonly host: string }[]> {
  const host = await test.player(`host ${nextNumber()}`, 4 * PRICE_TRX * TRX);
  const open = async () => ({ id: await gather(test, host, { entryFee: PRICE_TRX }), host: host.address });
  return [await open(), await open()];
}

/** Two sessions that are over and in which the player had a seat. All fees were given back. */
async function over(scene: Scene): Promise<readonly { readonly id: string }[]> {
  const sessions = await waiting(scene);
  for (const { id, host } of sessions) {
    await join(scene.test, scene.player, id);
    await cancelSession(scene.test.context, id, host);
  }
  return sessions;
}

/** Every paid action, twice in two tabs or together with another one. */
export const ACTIONS: Readonly<Record<string, PaidAction>> = {
  'a solo round': {
    kind: 'free',
    prepare: async (scene) => {
      const start: Attempt = async () =>
        (await ask(createApp(scene.context), CALLS.openSoloRound, { ...partsOf(scene), body: {} })).code;
      return [start, start];
    },
  },
  'a new session, wallet': {
    kind: 'priced',
    prepare: async (scene) => [create(scene, false), create(scene, false)],
  },
  'a new session, balance': {
    kind: 'priced',
    prepare: async (scene) => [create(scene, true), create(scene, true)],
  },
  'a seat, wallet': {
    kind: 'priced',
    prepare: async (scene) => (await waiting(scene)).map(({ id }) => enter(scene, 'joinSession', id, false)),
  },
  'a seat, balance': {
    kind: 'priced',
    prepare: async (scene) => (await waiting(scene)).map(({ id }) => enter(scene, 'joinSession', id, true)),
  },
  'a quick battle and a session, balance': {
    kind: 'priced',
    prepare: async (scene) => [quick(scene), create(scene, true)],
  },
  'two quick battles, balance': {
    kind: 'priced',
    async prepare(scene) {
      const seats = new Set<string>();
      return [quick(scene, seats), quick(scene, seats)];
    },
  },
  'a rematch, wallet': {
    kind: 'priced',
    prepare: async (scene) => (await over(scene)).map(({ id }) => enter(scene, 'rematch', id, false)),
  },
  'a rematch, balance': {
    kind: 'priced',
    prepare: async (scene) => (await over(scene)).map(({ id }) => enter(scene, 'rematch', id, true)),
  },
  'an upgrade and a session, wallet': {
    kind: 'priced',
    prepare: async (scene) => [buy(scene, false), create(scene, false)],
  },
  'an upgrade and a session, balance': {
    kind: 'priced',
    prepare: async (scene) => [buy(scene, true), create(scene, true)],
  },
  'an upgrade, wallet, and a session, balance': {
    kind: 'priced',
    prepare: async (scene) => [buy(scene, false), create(scene, true)],
  },
  'a skin and a session, balance': {
    kind: 'priced',
    prepare: async (scene) => [buySkin(scene), create(scene, true)],
  },
  'a skin and an upgrade, balance': {
    kind: 'priced',
    prepare: async (scene) => [buySkin(scene), buy(scene, true)],
  },
  'transfers that the wallet sends itself': { kind: 'late', prepare: sendByWallet },
  'transfers of the wallet that are named when they are final': { kind: 'priced', prepare: nameTransfers(true) },
  'transfers of the wallet that are named before they are final': { kind: 'priced', prepare: nameTransfers(false) },
  'a deposit': { kind: 'deposit', prepare: async (scene) => [deposit(scene), deposit(scene)] },
  'a deposit, and one that the wallet sends itself': {
    kind: 'deposit',
    prepare: async (scene) => [(await depositByWallet(scene))[0] ?? deposit(scene), deposit(scene)],
  },
  'deposits that the wallet sends itself': { kind: 'deposit', prepare: depositByWallet },
};
