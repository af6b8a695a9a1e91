import { createHash } from 'node:crypto';
import { CALLS, NEW_ACCOUNT_FEE_SUN, type Call, type FailureCode, type Payment } from '@popfray/protocol';

import type { z } from 'zod';
import type { CrashServer, CrashWorld } from './crash-world.ts';

/** A person with a wallet. */
export interface Person {
  readonly address: string;
  readonly privateKey: string;
}

/** A player of a crash test. */
export interface CrashPlayer extends Person {
  /** The visitor of the player's battle. */
  readonly visitor: Person;
  /** Transactions to the house that may have been paid, the visitor's too: of intents, and made by hand. */
  readonly txids: Set<string>;
  /** Payments from the balance that a server has answered, the visitor's too. */
  readonly applied: Set<string>;
  /** Whether a server has recorded another person's payment that the player named. */
  hasNamed: boolean;
}

/** Something that a player wants, tried again and again until it is had: what a page does whose server comes and goes. */
export interface Job {
  readonly name: string;
  readonly player: CrashPlayer;
  /** Takes the next step. True when there is nothing more to do. Throws when the server does not answer. */
  readonly step: (server: CrashServer) => Promise<boolean>;
}

const TRX = 1_000_000;

/** What a player holds on the chain, and has on the house's books, sun. */
export const FUNDS_SUN = 300 * TRX;
export const GIFT_SUN = 80 * TRX;

/** What a stranger pays the house for each player, sun. The player then names this payment to the server. */
export const STRANGERS_SUN = 9 * TRX;

/** Time that passes for chain and server between two steps of a job, ms: two blocks of TRON, of which the second is missed. */
export const STEP_MS = 6_000;

/** The player of a name, always the same. */
export const createPlayer = (world: CrashWorld, name: string): CrashPlayer => ({
  ...createPerson(world, name),
  visitor: createPerson(world, `visitor of ${name}`),
  txids: new Set(),
  applied: new Set(),
  hasNamed: false,
});

function createPerson({ node }: CrashWorld, name: string): Person {
  const privateKey = createHash('sha256').update(`crash ${name}`).digest('hex');
  return { privateKey, address: node.addressOf(privateKey) ?? '' };
}

/** Something that a player wants. */
export const job = (name: string, player: CrashPlayer, step: Job['step']): Job => ({ name, player, step });

/** Everything that a player does: a purchase, a deposit, a withdrawal, a payment by hand, one to be recovered, a round, and some nonsense. */
export async function createJobs(world: CrashWorld, player: CrashPlayer, salt: number): Promise<readonly Job[]> {
  const { node } = world;
  const { address, privateKey } = player;
  const named = await payByHand(world, player, 10 * TRX);
  const odd = await payByHand(world, player, TRX + salt);
  const stranger = createPlayer(world, `stranger ${salt}`);
  await world.fund(stranger.address, FUNDS_SUN);
  await world.pass(3_000, 3);
  const strangers = await payByHand(world, stranger, STRANGERS_SUN);
  let roundId: string | null = null;

  const want = (name: string, step: Job['step']): Job => job(name, player, step);
  return [
    // Before the stranger's payment is final, so that it can be claimed at all.
    want('steal', async (server) => {
      const body = { walletAddress: address, upgradeId: 'lucky-streak', txHash: strangers };
      const { code, value } = await ask(server, player, CALLS.purchaseUpgrade, { body });
      player.hasNamed ||= value !== null;
      return code === 'ERR_TX_SENDER' || value?.status === 'failed';
    }),
    want('purchase', async (server) => {
      const { code, value } = await ask(server, player, CALLS.createPayment, { body: { upgradeId: 'trx-boost' } });
      remember(player, value);
      if (code === 'ERR_UPGRADE_ACTIVE') return true;
      if (value === null || value.unsigned === null) return false;
      const transaction = node.signPayment(value.unsigned, privateKey);
      await ask(server, player, CALLS.submitPayment, { id: value.id, body: { transaction } });
      return false;
    }),
    want('deposit', async (server) => {
      const mine = await ask(server, player, CALLS.getMyPayments, {});
      const known = mine.value?.find(({ purpose, status }) => purpose === 'deposit' && status !== 'cancelled');
      if (mine.value === null || known?.status === 'applied') return known !== undefined;
      if (known !== undefined && known.status !== 'awaiting' && known.status !== 'expired') return false;
      const { value } = await ask(server, player, CALLS.createDeposit, { body: { amountSun: 7 * TRX + salt } });
      remember(player, value);
      if (value === null || value.unsigned === null) return false;
      const transaction = node.signPayment(value.unsigned, privateKey);
      await ask(server, player, CALLS.submitPayment, { id: value.id, body: { transaction } });
      return false;
    }),
    want('pay from balance', async (server) => {
      const pay = { source: 'balance', paymentId: `payment-${address}` } as const;
      const body = { upgradeId: 'golden-touch', pay };
      const { value } = await ask(server, player, CALLS.createPayment, { body });
      rememberApplied(player, value);
      return value?.status === 'applied';
    }),
    want('withdraw a little', async (server) => {
      const body = { id: `little-${address}`, amountSun: 3 * TRX, feeSun: NEW_ACCOUNT_FEE_SUN };
      const { value } = await ask(server, player, CALLS.createWithdrawal, { body });
      return value?.status === 'confirmed';
    }),
    want('withdraw', async (server) => {
      const body = { id: `withdrawal-${address}`, amountSun: 10 * TRX + salt };
      const { value } = await ask(server, player, CALLS.createWithdrawal, { body });
      return value?.status === 'confirmed';
    }),
    want('name', async (server) => {
      const body = { walletAddress: address, upgradeId: 'boss-buster', txHash: named };
      const { code, value } = await ask(server, player, CALLS.purchaseUpgrade, { body });
      return code === 'ERR_TX_USED' || value?.status === 'applied';
    }),
    want('recover', async (server) => {
      const { code, value } = await ask(server, player, CALLS.recoverPayment, { body: { txid: odd } });
      return code === 'ERR_TX_USED' || value?.status === 'refunded';
    }),
    want('cancel', async (server) => {
      const { value } = await ask(server, player, CALLS.createPayment, { body: { upgradeId: 'rapid-fire' } });
      if (value === null) return false;
      remember(player, value);
      const cancelled = await ask(server, player, CALLS.cancelPayment, { id: value.id, body: {} });
      return cancelled.value !== null;
    }),
    want('lapse', async (server) => {
      const mine = await ask(server, player, CALLS.getMyPayments, {});
      const lapsing = mine.value?.find(({ upgradeId }) => upgradeId === 'bubble-storm');
      if (lapsing !== undefined) return lapsing.status === 'expired';
      const { value } = await ask(server, player, CALLS.createPayment, { body: { upgradeId: 'bubble-storm' } });
      remember(player, value);
      return false;
    }),
    // The server plays the round: crash-server.ts.
    want('play', async (server) => {
      if (roundId === null) {
        const { value } = await ask(server, player, CALLS.openSoloRound, { body: {} });
        roundId = value?.id ?? null;
        return false;
      }
      const { value: round } = await ask(server, player, CALLS.getRound, { id: roundId });
      // On a busy machine the server may end the round before crash-server.ts has played it. Such a round earns nothing.
      if (round?.earnedSun === 0) roundId = null;
      if (round !== null) return round.earnedSun > 0;
      const { value: open } = await ask(server, player, CALLS.getOpenSoloRound, {});
      // It was cancelled, because the server was away for too long.
      if (open !== null && open.round === null) roundId = null;
      return false;
    }),
  ];
}

/** A transaction of the player's may be paid from now on. */
export function remember({ txids }: CrashPlayer, payment: Payment | null): void {
  if (typeof payment?.txid === 'string') txids.add(payment.txid);
}

/** A server has answered that the balance has paid. From now on that payment must not be lost. */
export function rememberApplied({ applied }: CrashPlayer, payment: Payment | null): void {
  if (payment?.status === 'applied') applied.add(payment.id);
}

/** A transfer to the house that a wallet makes and sends without the server. */
async function payByHand({ node, houseAddress }: CrashWorld, player: CrashPlayer, amount: number): Promise<string> {
  const { address, privateKey, txids } = player;
  const head = await node.head();
  if (!head.ok) throw new Error(head.error.reason);
  const { timestampMs } = head.value;
  const plan = { from: address, to: houseAddress, amount, timestampMs, expiresAtMs: timestampMs + 3_600_000 };
  const built = await node.buildPayment(plan);
  if (!built.ok) throw new Error(built.error.reason);
  const sent = await node.broadcast(node.signPayment(built.value.unsigned, privateKey));
  if (!sent.ok || sent.value.verdict !== 'accepted') throw new Error(JSON.stringify(sent));
  txids.add(built.value.txid);
  return built.value.txid;
}

interface Asked {
  readonly id?: string;
  readonly body?: object;
}

/** Makes a call as the player's page does. Throws when the server goes away meanwhile. */
export async function ask<Described extends Call>(
  server: CrashServer,
  person: Person,
  call: Described,
  { id = '', body }: Asked,
): Promise<{ readonly code: FailureCode | null; readonly value: z.infer<Described['answer']> | null }> {
  const { url, tokens } = server;
  const { address } = person;
  const response = await fetch(`${url}${call.path.replace('{id}', id)}`, {
    method: call.method,
    headers: {
      Origin: url,
      Cookie: `popfray=${tokens[address]}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  const answered = (await response.json()) as { readonly error?: { readonly code: FailureCode } };
  // Hours of the world's time go by. The page asks its player, who plays on.
  if (answered.error?.code === 'ERR_REALITY_CHECK') await ask(server, person, CALLS.answerRealityCheck, { body: {} });
  if (answered.error !== undefined) return { code: answered.error.code, value: null };
  return { code: null, value: call.answer.parse(answered) as z.infer<Described['answer']> };
}
