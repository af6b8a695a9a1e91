import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CALLS, REALITY_CHECK_MS, type FailureCode, type LimitPeriod, type Payment } from '@popfray/protocol';
import type { Context } from '../platform/context/context.ts';
import { findPayment } from '../payments/payment.ts';
import { settlePayments } from '../payments/settlement.ts';
import { setLimit } from '../protection/limits.ts';
import { change, excludeSelf, takeBreak } from '../protection/protection.ts';
import { cancelSession } from '../sessions/cancel.ts';
import { createApp } from '../start/app.ts';
import { ask, signIn } from './client.fixture.ts';
import { createTestContext, type TestContext, type TestWallet } from './context.fixture.ts';
import { credit, sendByHand } from './money.fixture.ts';
import { gather, join, planOf } from './session.fixture.ts';

/**
 * Tries every paid action against every limit, in two tabs at the same time, over the API of a server with a real ledger and a dev chain. An attempt
 * that a limit must refuse and that goes through is a bypass.
 */

const TRX = 1_000_000;

/** What every action with a price costs, TRX, and the upgrade and the skin of this price. */
const PRICE_TRX = 5;
const UPGRADE = 'trx-boost';
const SKIN = 'coral-reef';

/** An upgrade that is bought before a limit is reached, and its price, sun. */
const SPENT_ON = 'rapid-fire';
const SPENT_SUN = 6 * TRX;

/** Room of a limit, sun: for one action with a price and not for two. */
const ROOM_SUN = 7 * TRX;

const REFUSED_COUNTRY = 'NL';
const COUNTRY_HEADER = 'x-country';

/** A player with two tabs, in a world with other players. */
interface Scene {
  readonly test: TestContext;
  /** The server's context, as the limit requires it. */
  readonly context: Context;
  readonly player: TestWallet;
  readonly token: string;
  /** Resolves when both tabs have begun, so that neither has paid when the other begins. */
  readonly bothBegun: () => Promise<void>;
}

/**
 * What came of an attempt: why it was refused, `refunded` when its payment was added to the balance, `same seat` when it was answered with the seat that the
 * other tab has paid, and null when it went through.
 */
type Outcome = FailureCode | 'refunded' | 'same seat' | null;

/** The attempt of a tab. */
type Attempt = () => Promise<Outcome>;

/** A paid action. */
interface PaidAction {
  /** `late` is a wallet's own transfer for a purchase that was begun before the limit; `free` costs nothing. */
  readonly kind: 'priced' | 'late' | 'free' | 'deposit';
  /** Prepares the world before the limit, and returns what the two tabs do. */
  readonly prepare: (scene: Scene) => Promise<readonly Attempt[]>;
}

/** A limit. */
interface Limit {
  /** The actions that it is about. */
  readonly kinds: readonly PaidAction['kind'][];
  readonly settings?: Partial<Context['settings']>;
  /** Puts it into force. */
  readonly arm?: (scene: Scene) => Promise<unknown>;
  /** How many of the two attempts it lets through. */
  readonly allowed: 0 | 1;
}

/** One combination of an action and a limit, and what came of it. */
interface Cell {
  readonly action: string;
  readonly limit: string;
  readonly outcomes: readonly Outcome[];
  /** Attempts that went through and were not allowed. */
  readonly bypasses: number;
  /** Attempts that were refused and were allowed. */
  readonly overblocked: number;
}

let count = 0;
const fromBalance = () => ({ pay: { source: 'balance', paymentId: `payment-of-tab-${count++}` } }) as const;

/** What a request has besides its parameters and its body. */
const partsOf = ({ token }: Scene) => ({ token, headers: { [COUNTRY_HEADER]: REFUSED_COUNTRY } });

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
    const body = { entryFeeSun: PRICE_TRX * TRX, paymentId: `payment-of-tab-${count++}` };
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
    const body = { amountSun: PRICE_TRX * TRX + count++ };
    const begun = await ask(createApp(scene.context), CALLS.createDeposit, { ...partsOf(scene), body });
    return begun.code ?? submit(scene, begun.value);
  };

/** Begins two deposits before the limit. The tabs then send the transfers from the wallet, and recover them when they are final. */
async function depositByWallet(scene: Scene): Promise<readonly Attempt[]> {
  const { test, token } = scene;
  const begin = async (): Promise<Attempt> => {
    const body = { amountSun: PRICE_TRX * TRX + count++ };
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
  const host = await test.player(`host ${count++}`, 4 * PRICE_TRX * TRX);
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

const ACTIONS: Readonly<Record<string, PaidAction>> = {
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

const PLAY = ['priced', 'late', 'free'] as const;
const ALL = [...PLAY, 'deposit'] as const;

/** Loses money with an upgrade, and sets the limit that this loss reaches. */
const reach =
  (period: LimitPeriod) =>
  async ({ test, player, token }: Scene): Promise<void> => {
    const body = { upgradeId: SPENT_ON, ...fromBalance() };
    const bought = await ask(createApp(test.context), CALLS.createPayment, { token, body });
    if (bought.code !== null) throw new Error(bought.code);
    const { db, now } = test.context;
    const plan = { kind: 'loss', period, amountSun: SPENT_SUN } as const;
    await db.inTransaction(async () => setLimit(db, player.address, plan, now()));
  };

/** Sets a limit that has room for one action. */
const limitTo =
  (kind: 'loss' | 'deposit', period: LimitPeriod) =>
  async ({ test: { context }, player }: Scene): Promise<void> =>
    context.db.inTransaction(async () =>
      setLimit(context.db, player.address, { kind, period, amountSun: ROOM_SUN }, context.now()),
    );

const LIMITS: Readonly<Record<string, Limit>> = {
  'a loss limit of the day': { kinds: ['priced', 'late'], arm: limitTo('loss', 'day'), allowed: 1 },
  'a loss limit of the week': { kinds: ['priced', 'late'], arm: limitTo('loss', 'week'), allowed: 1 },
  'a loss limit of the month': { kinds: ['priced', 'late'], arm: limitTo('loss', 'month'), allowed: 1 },
  'a reached limit of the day': { kinds: PLAY, arm: reach('day'), allowed: 0 },
  'a reached limit of the week': { kinds: PLAY, arm: reach('week'), allowed: 0 },
  'a reached limit of the month': { kinds: PLAY, arm: reach('month'), allowed: 0 },
  'a deposit limit of the day': { kinds: ['deposit'], arm: limitTo('deposit', 'day'), allowed: 1 },
  'a deposit limit of the week': { kinds: ['deposit'], arm: limitTo('deposit', 'week'), allowed: 1 },
  'a deposit limit of the month': { kinds: ['deposit'], arm: limitTo('deposit', 'month'), allowed: 1 },
  'a break': { kinds: ALL, arm: async ({ test, player }) => takeBreak(test.context, player.address, 1), allowed: 0 },
  'a self-exclusion': {
    kinds: ALL,
    arm: async ({ test, player }) => excludeSelf(test.context, player.address, 6),
    allowed: 0,
  },
  'a reality check': {
    kinds: ALL,
    async arm({ test: { context, clock }, player }) {
      const beganAt = clock.nowMs - REALITY_CHECK_MS;
      const play = { play_since: beganAt, checked_at: beganAt, last_paid_at: clock.nowMs };
      await context.db.inTransaction(async () => change(context.db, player.address, play));
    },
    allowed: 0,
  },
  'an unconfirmed age': {
    kinds: ALL,
    async arm({ test: { context }, player }) {
      const unconfirmed = { age_version: null, age_confirmed_at: null };
      await context.db.inTransaction(async () => change(context.db, player.address, unconfirmed));
    },
    allowed: 0,
  },
  'a refused country': {
    kinds: ALL,
    settings: { isBehindProxy: true, countryHeader: COUNTRY_HEADER, refusedCountries: [REFUSED_COUNTRY] },
    allowed: 0,
  },
  'paid play that is off': { kinds: ALL, settings: { isPaidPlayOn: false }, allowed: 0 },
};

/** Tries every combination. `onCell` is called with each. */
export async function tryBypasses(onCell: (cell: Cell) => void = () => undefined): Promise<readonly Cell[]> {
  const test = await createTestContext();
  const cells: Cell[] = [];
  try {
    for (const [limitName, limit] of Object.entries(LIMITS))
      for (const [actionName, action] of Object.entries(ACTIONS)) {
        if (!limit.kinds.includes(action.kind)) continue;
        const outcomes = await tryCell(test, action, limit);
        const passed = outcomes.filter((outcome) => outcome === null).length;
        const cell = {
          action: actionName,
          limit: limitName,
          outcomes,
          bypasses: Math.max(0, passed - limit.allowed),
          overblocked: Math.max(0, limit.allowed - passed),
        };
        cells.push(cell);
        onCell(cell);
      }
    return cells;
  } finally {
    await test.stop();
  }
}

/** Lets two tabs of a new player try an action under a limit at the same time. */
async function tryCell(test: TestContext, action: PaidAction, { settings, arm }: Limit): Promise<Cell['outcomes']> {
  const player = await test.player(`player ${count++}`, 10 * PRICE_TRX * TRX);
  await credit(test, player, 10 * PRICE_TRX * TRX);
  // The time advances with each reading: two transactions of the same time and amount would be the same one.
  const now = (): number => test.clock.nowMs + count++;
  const changed = { ...test.context.settings, rateFactor: Infinity, ...settings };
  const unlimited = { ...test, context: { ...test.context, now, settings: { ...changed, ...UNLIMITED } } };
  const context = { ...test.context, now, settings: changed };
  const token = await signIn(test.context, player.address);
  const scene: Scene = { test: unlimited, context, player, token, bothBegun: createBarrier() };
  const attempts = await action.prepare(scene);
  await arm?.(scene);
  return Promise.all(attempts.map(async (attempt) => attempt()));
}

/** A barrier for two tabs. A tab that was refused never comes, so the other one waits for a moment only. */
function createBarrier(): () => Promise<void> {
  let begun = 0;
  return async () => {
    begun += 1;
    for (let turn = 0; turn < MOST_TURNS && begun < 2; turn++) await yieldToEventLoop();
  };
}

/** Turns of the event loop for which a tab waits for the other one: many times what a request takes. */
const MOST_TURNS = 2_000;

/** Settings of the operator under which the world is prepared. */
const UNLIMITED = { isPaidPlayOn: true, refusedCountries: [] } as const;
