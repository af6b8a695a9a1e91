import type { FailureCode, Payment, Seated, SessionPlan } from '@popfray/protocol';
import type { SessionRow } from '../platform/database/schema.ts';
import { auditLedger } from '../ledger/audit.ts';
import { submitPayment } from '../payments/intent.ts';
import { settlePayments } from '../payments/settlement.ts';
import { createSession } from '../sessions/create.ts';
import { joinSession } from '../sessions/join.ts';
import { lapseSessions } from '../sessions/lapse.ts';
import { moveSession } from '../sessions/machine.ts';
import { findSession } from '../sessions/session.ts';
import type { TestContext, TestWallet } from './context.fixture.ts';

/** Sessions for tests: what creators, players and the worker do. */

/** What a creator asks for: a free battle against the other chain, unless said otherwise. */
export const planOf = (changes: Partial<SessionPlan> = {}): SessionPlan => ({
  sessionName: 'Evening battle',
  gameMode: 'cross-chain-battle',
  maxPlayers: 4,
  entryFee: 0,
  timeLimit: 300,
  policy: 'winner-takes-all',
  ...changes,
});

/** A session as it is made; a draft when it has a fee. Throws where there is none. */
export async function draft(
  test: TestContext,
  creator: TestWallet,
  changes: Partial<SessionPlan> = {},
): Promise<Seated> {
  const made = await createSession(test.context, creator.address, planOf(changes));
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

/** A draft, and the payment that it waits for. */
export async function unpaid(
  test: TestContext,
  creator: TestWallet,
  changes: Partial<SessionPlan>,
): Promise<{ readonly id: string; readonly payment: Payment }> {
  const { session, payment } = await draft(test, creator, changes);
  if (payment === null) throw new Error('there is nothing to pay');
  return { id: session.id, payment };
}

/** A session that waits for players, its creator's fee paid. Returns its id. */
export async function gather(
  test: TestContext,
  creator: TestWallet,
  changes: Partial<SessionPlan> = {},
): Promise<string> {
  const { session, payment } = await draft(test, creator, changes);
  if (payment !== null) await payEntry(test, creator, payment);
  return session.id;
}

/** Takes a seat, paid where it costs something. Throws where there is none. */
export async function join(test: TestContext, player: TestWallet, sessionId: string): Promise<Seated> {
  const joined = await joinSession(test.context, player.address, sessionId);
  if (!joined.ok) throw new Error(joined.error);
  if (joined.value.payment !== null) await payEntry(test, player, joined.value.payment);
  return joined.value;
}

/** Signs a fee, hands it in, and waits until it is final and the worker has seen that. */
export async function payEntry(test: TestContext, wallet: TestWallet, payment: Payment | null): Promise<void> {
  if (payment === null) throw new Error('there is nothing to pay');
  const code = await submitEntry(test, wallet, payment);
  if (code !== null) throw new Error(code);
  await test.mine();
  await work(test);
}

/** Signs a fee and hands it in. Returns why it was refused; null when it was not. */
export async function submitEntry(
  { context }: TestContext,
  wallet: TestWallet,
  { id, unsigned }: Payment,
): Promise<FailureCode | null> {
  const signed = context.chain.signPayment(unsigned ?? '', wallet.privateKey);
  const sent = await submitPayment(context, wallet.address, id, signed);
  return sent.ok ? null : sent.error;
}

/** One turn of the worker on sessions and payments. */
export async function work({ context }: TestContext): Promise<void> {
  await lapseSessions(context);
  await settlePayments(context);
}

/** The countdown is over: the battle is played from now on. */
export async function play({ context }: TestContext, sessionId: string): Promise<SessionRow> {
  const session = await rowOf(context, sessionId);
  const playing = await moveSession(context.db, session, 'playing', {});
  if (playing === null) throw new Error(`session ${sessionId} is ${session.status}`);
  return playing;
}

/** A session's row. Throws where there is none. */
export async function rowOf({ db }: TestContext['context'], sessionId: string): Promise<SessionRow> {
  const session = await findSession(db, sessionId);
  if (session === undefined) throw new Error(`no session ${sessionId}`);
  return session;
}

/** Throws where the books are not right. */
export async function expectSound({ context }: TestContext): Promise<void> {
  const { differences } = await auditLedger(context.db);
  if (differences.length > 0) throw new Error(JSON.stringify(differences));
}
