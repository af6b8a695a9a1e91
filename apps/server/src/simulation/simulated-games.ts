import { err, ok } from '@popfray/engine/result';
import { PLAYER_COUNTS, type Payment, type Session, type SessionPlan } from '@popfray/protocol';
import { createDeposit } from '../payments/deposit.ts';
import { createPayment } from '../payments/intent.ts';
import { buyFromBalance } from '../payments/balance-payment.ts';
import { requestWithdrawal } from '../payouts/withdrawal.ts';
import { addBot } from '../sessions/bots.ts';
import { cancelSession } from '../sessions/cancel.ts';
import { createSession } from '../sessions/create.ts';
import { joinSession } from '../sessions/join.ts';
import { leaveSession } from '../sessions/leave.ts';
import { setReady } from '../sessions/ready.ts';
import { findSession, showSession } from '../sessions/session.ts';
import { startSession } from '../sessions/start.ts';
import { serializePayment } from '../payments/payment.ts';
import type { SimulatedPlayer } from './simulated-player.ts';

const MINUTE_MS = 60_000;
const TRX = 1_000_000;

/** Entry fees, TRX: free, small ones, and those whose shares are paid out at once. */
const FEES_TRX = [0, 0, 0.1, 1.5, 11, 30] as const;

const UPGRADES = ['golden-touch', 'rapid-fire', 'lucky-streak'] as const;

/** How long a player looks after a session before giving up, ms. */
export const GAME_MS = 8 * MINUTE_MS;

/** A session that is gathered, played and ended by its players. Some leave, some never pay, some creators cancel. */
export async function playGame(host: SimulatedPlayer, guests: readonly SimulatedPlayer[]): Promise<void> {
  const { random, process } = host;
  const untilMs = process.scheduler.nowMs + GAME_MS;
  const plan = {
    sessionName: 'Evening battle',
    gameMode: 'cross-chain-battle',
    maxPlayers: random.pick(PLAYER_COUNTS.slice(0, 3)),
    entryFee: random.pick(FEES_TRX),
    timeLimit: 180,
    policy: random.pick(['podium', 'winner-takes-all'] as const),
  } satisfies SessionPlan;
  const pay = random.chance(40) ? ({ source: 'balance', paymentId: host.createId() } as const) : undefined;
  let made = await host.request('create', async (context) =>
    createSession(context, host.address, { ...plan, ...(pay !== undefined && { pay }) }),
  );
  made ??= await host.request('create', async (context) => createSession(context, host.address, plan));
  if (made === null) return;
  const { id } = made.session;
  host.confirmed.sessions.add(id);
  confirmPayment(host, made.payment);
  await host.pay(made.payment);
  const session = await waitFor(host, id, untilMs, ({ status }) => status !== 'draft');
  if (session?.status !== 'waiting') return;
  for (const guest of guests) guest.process.after(random.below(20_000), 'joins', async () => visit(guest, id, untilMs));
  if (random.chance(20)) await host.request('bot', async (context) => addBot(context, id, host.address, 'novice'));
  await host.sleep(15_000, 60_000);
  if (random.chance(6)) {
    await host.request('cancel', async (context) => cancelSession(context, id, host.address));
    return;
  }
  await host.request('ready', async (context) => setReady(context, id, host.address, true));
  if (random.chance(85)) await startWhenReady(host, id, untilMs);
  await playUntilOver(host, id, untilMs);
}

/** Notes a payment that the server has stored. Those from the wallet may be forgotten when they are never signed. */
export function confirmPayment({ confirmed }: SimulatedPlayer, payment: Payment | null): void {
  if (payment?.source === 'balance') confirmed.payments.add(payment.id);
}

/** A guest's way through a session. */
async function visit(guest: SimulatedPlayer, id: string, untilMs: number): Promise<void> {
  const { random, address } = guest;
  const pay = random.chance(40) ? ({ source: 'balance', paymentId: guest.createId() } as const) : undefined;
  let joined = await guest.request('join', async (context) => joinSession(context, address, id, pay));
  joined ??= await guest.request('join', async (context) => joinSession(context, address, id));
  if (joined === null) return;
  confirmPayment(guest, joined.payment);
  await guest.pay(joined.payment);
  const session = await waitFor(guest, id, untilMs, (now) => now.status !== 'waiting' || isSeated(guest, now));
  if (session === null || !isSeated(guest, session)) return;
  if (random.chance(8)) {
    await guest.request('leave', async (context) => leaveSession(context, id, address));
    return;
  }
  if (random.chance(93)) await guest.request('ready', async (context) => setReady(context, id, address, true));
  await playUntilOver(guest, id, untilMs);
}

/** Starts a session as soon as two players are ready. */
async function startWhenReady(host: SimulatedPlayer, id: string, untilMs: number): Promise<void> {
  const canStart = ({ status, participants }: Session): boolean =>
    status !== 'waiting' || participants.filter((player) => player.status === 'ready' && !player.isBot).length >= 2;
  const session = await waitFor(host, id, Math.min(untilMs, host.process.scheduler.nowMs + 2 * MINUTE_MS), canStart);
  if (session?.status === 'waiting')
    await host.request('start', async (context) => startSession(context, id, host.address));
  host.world.onBattle();
}

/** Waits for the countdown, plays, and waits for the end. */
export async function playUntilOver(player: SimulatedPlayer, id: string, untilMs: number): Promise<void> {
  const session = await waitFor(player, id, untilMs, ({ status }) => status !== 'waiting');
  if (session === null || session.endedAt !== null || !isSeated(player, session)) return;
  await player.playBattle(id, untilMs);
}

const isSeated = ({ address }: SimulatedPlayer, { participants }: Session): boolean =>
  participants.some(({ userId, status }) => userId === address && status !== 'reserved');

/** Reads a session every few seconds until a condition holds. Resolves with null when its time is up. */
export async function waitFor(
  player: SimulatedPlayer,
  id: string,
  untilMs: number,
  isDone: (session: Session) => boolean,
): Promise<Session | null> {
  while (player.process.scheduler.nowMs < untilMs) {
    const session = await player.request('look', async (context) => {
      const row = await findSession(context.db, id);
      return row === undefined ? err('ERR_SESSION_UNKNOWN') : ok(await showSession(context, row));
    });
    if (session !== null && isDone(session)) return session;
    await player.sleep(2_000, 5_000);
  }
  return null;
}

/** Something else that players do with their money. */
export async function doBusiness(player: SimulatedPlayer): Promise<void> {
  const { random, address } = player;
  if (random.chance(25)) {
    const amountSun = random.between(1, 20) * TRX;
    const payment = await player.request('deposit', async (context) => {
      const created = await createDeposit(context, address, amountSun);
      return created.ok ? ok(serializePayment(context, created.value)) : created;
    });
    await player.pay(payment);
    return;
  }
  if (random.chance(50)) {
    const plan = { id: player.createId(), amountSun: random.between(1, 20) * TRX, feeSun: 2 * TRX };
    const payout = await player.request('withdraw', async (context) => requestWithdrawal(context, address, plan));
    if (payout !== null) player.confirmed.payouts.add(payout.id);
    return;
  }
  const upgradeId = random.pick(UPGRADES);
  if (random.chance(50)) {
    const plan = { paymentId: player.createId(), address };
    const bought = await player.request('buy', async (context) => buyFromBalance(context, plan, upgradeId));
    if (bought !== null) player.confirmed.payments.add(bought.id);
    return;
  }
  const payment = await player.request('purchase', async (context) => {
    const created = await createPayment(context, address, upgradeId);
    return created.ok ? ok(serializePayment(context, created.value)) : created;
  });
  await player.pay(payment);
}
