import { PLAYER_COUNTS, type Payment, type SessionPlan } from '@popfray/protocol';
import type { Faults } from '@popfray/tron/dev-chain';
import type { Context } from '../platform/context/context.ts';
import { submitPayment } from '../payments/intent.ts';
import { settlePayments } from '../payments/settlement.ts';
import { settlePayouts } from '../payouts/settlement.ts';
import { createWithdrawal } from '../payouts/withdrawal.ts';
import { addBot } from '../sessions/bots.ts';
import { cancelSession } from '../sessions/cancel.ts';
import { createSession } from '../sessions/create.ts';
import { joinForeign, joinSession } from '../sessions/join.ts';
import { lapseSessions } from '../sessions/lapse.ts';
import { leaveSession } from '../sessions/leave.ts';
import { moveSession } from '../sessions/machine.ts';
import { setReady } from '../sessions/ready.ts';
import { removePlayer } from '../sessions/remove.ts';
import { seatsOf } from '../sessions/seat.ts';
import { findSession } from '../sessions/session.ts';
import { startSession } from '../sessions/start.ts';
import { refundSession } from '../sessions/refund.ts';
import { settleBattle } from '../settlement/settle.ts';
import { playOut, type Part } from './battle.fixture.ts';
import type { BattleWorld } from './battle-money-world.ts';
import type { TestWallet } from './context.fixture.ts';
import { planOf } from './session.fixture.ts';

/** Sessions that are gathered at a time, and of those, played at a time: a server that dies puts an end to all that are played. */
const WAVE = 40;
const TABLE = 8;

const MINUTE_MS = 60_000;
const FEES_TRX = [0, 0.1, 0.7, 5, 11, 33.3] as const;
const PARTS: readonly Part[] = ['novice', 'regular', 'expert', 'twin', 'twin', 'twin', 'idle', 'absent', 'left'];
const FAULTS: readonly Faults[] = [
  {},
  { loseAnswer: { count: 3 } },
  { busy: { count: 2 } },
  { page: { count: 2 } },
  { drop: { count: 2, forget: true } },
];

/** Makes so many sessions and lets all become of them that can: gathered, paid, left, late, cancelled, played, lost, settled, twice. */
export async function playSessions(world: BattleWorld, count: number): Promise<void> {
  for (let left = count; left > 0; left -= WAVE) await playWave(world, Math.min(left, WAVE));
  await finish(world);
}

async function playWave(world: BattleWorld, count: number): Promise<void> {
  const { test, crashable, people, draw, chance, pick } = world;
  const ids: string[] = [];
  for (const creator of people.slice(0, count)) {
    const id = await make(world, creator);
    if (id !== null) ids.push(id);
  }
  await work(world);
  test.devChain.chain.faults.set(pick(FAULTS));
  for (const id of ids) await gather(world, id);
  await work(world);
  for (let at = 0; at < ids.length; at += TABLE) await playTable(world, ids.slice(at, at + TABLE));
  // Where the server died in the countdown, those who are left start again.
  await playTable(world, ids);
  test.devChain.chain.faults.set({});
  for (let wish = 0; wish < 4; wish++) {
    const { address } = pick(people);
    const plan = { id: `withdrawal-${draw(1_000_000)}`, amountSun: 10_000_000 };
    await crashable.attempt(async (context) => createWithdrawal(context, address, plan));
  }
  if (chance(30)) test.clock.nowMs += 6 * MINUTE_MS;
  for (const signed of world.late.splice(0, draw(20))) await test.context.chain.broadcast(signed);
  await work(world);
}

/** Some sessions start together, are played, and end. */
async function playTable(world: BattleWorld, ids: readonly string[]): Promise<void> {
  const { test, crashable, chance } = world;
  for (const id of ids) await leaveOrStart(world, id);
  test.clock.nowMs += MINUTE_MS / 2;
  for (const id of ids) await crashable.attempt(async (context) => begin(world, context, id));
  if (chance(10)) await crashable.restart();
  test.clock.nowMs += MINUTE_MS + 1_000;
  for (const id of ids) await end(world, id);
}

/** Creates a session for a player. Returns its id; null when it was refused. */
async function make(world: BattleWorld, { address, privateKey }: TestWallet): Promise<string | null> {
  const { crashable, chance, pick } = world;
  const plan: SessionPlan = planOf({
    entryFee: pick(FEES_TRX),
    maxPlayers: pick(PLAYER_COUNTS),
    timeLimit: 1_200,
    policy: chance(50) ? 'podium' : 'winner-takes-all',
    ...sometimesFromBalance(world),
  });
  doomSometimes(world);
  const made = await crashable.attempt((context) => createSession(context, address, plan));
  if (made?.ok !== true) return null;
  await pay(world, { address, privateKey }, made.value.payment);
  return made.value.session.id;
}

/** How a player pays: sometimes from the balance, which a win or a refund may have filled. */
const sometimesFromBalance = ({ chance, draw }: BattleWorld): Pick<SessionPlan, 'pay'> =>
  chance(40) ? { pay: { source: 'balance', paymentId: `from-balance-${draw(1_000_000)}` } } : {};

/** Signs a fee: mostly handed in, sometimes forgotten, sometimes kept for later. */
async function pay(world: BattleWorld, wallet: TestWallet, payment: Payment | null): Promise<void> {
  const { crashable, chance, late } = world;
  if (payment === null || payment.unsigned === null || chance(4)) return;
  const signed = world.test.context.chain.signPayment(payment.unsigned, wallet.privateKey);
  if (chance(4)) late.push(signed);
  else await crashable.attempt((context) => submitPayment(context, wallet.address, payment.id, signed));
}

/** Others come: people who pay, players of the other chain, bots. */
async function gather(world: BattleWorld, id: string): Promise<void> {
  const { crashable, people, draw, pick } = world;
  const session = await findSession(crashable.context.db, id);
  if (session?.status !== 'waiting') return;
  for (let seat = 1 + draw(session.max_players + 2); seat > 0; seat--) {
    doomSometimes(world);
    const who = draw(9);
    if (who === 0) await crashable.attempt(async (context) => addBot(context, id, session.creator_address, 'regular'));
    else if (who === 1) {
      const address = `so${'1'.repeat(30)}${draw(1_000)}`.replaceAll('0', '9');
      const seatHolder = { userId: address, chain: 'sol', address, username: 'Visitor' } as const;
      await crashable.attempt(async (context) => joinForeign(context, id, seatHolder));
    } else {
      const person = pick(people);
      const { pay: from } = sometimesFromBalance(world);
      const joined = await crashable.attempt((context) => joinSession(context, person.address, id, from));
      if (joined?.ok === true) await pay(world, person, joined.value.payment);
    }
  }
}

/** Some leave, some creators cancel, the others get ready and start. */
async function leaveOrStart(world: BattleWorld, id: string): Promise<void> {
  const { crashable, chance } = world;
  const creator = (await findSession(crashable.context.db, id))?.creator_address ?? '';
  for (const { user_id } of await seatsOf(crashable.context.db, id)) {
    doomSometimes(world);
    if (chance(8)) await crashable.attempt(async (context) => leaveSession(context, id, user_id));
    else if (chance(6)) await crashable.attempt(async (context) => removePlayer(context, id, creator, user_id));
    else if (chance(95)) await crashable.attempt(async (context) => setReady(context, id, user_id, true));
  }
  doomSometimes(world);
  if (chance(6)) await crashable.attempt(async (context) => cancelSession(context, id, creator));
  else await crashable.attempt(async (context) => startSession(context, id, creator));
}

/** The countdown is over, as the battles' own turn finds it. */
async function begin({ chance }: BattleWorld, context: Context, id: string): Promise<void> {
  const session = await findSession(context.db, id);
  if (session?.status !== 'starting' || chance(2)) return;
  if (chance(2)) await refundSession(context, session, 'cancelled', 'fault');
  else await moveSession(context.db, session, 'playing', {});
}

/** The round is over: mostly settled, sometimes twice, sometimes a fault comes first, or after. */
async function end(world: BattleWorld, id: string): Promise<void> {
  const { crashable, chance, pick } = world;
  const session = await findSession(crashable.context.db, id);
  if (session?.status !== 'playing') return;
  const isIdle = chance(3);
  const battle = await playOut(crashable.context.db, id, ({ bot_skill }) =>
    isIdle ? 'idle' : (bot_skill ?? pick(PARTS)),
  );
  if (chance(3)) await crashable.attempt(async (context) => refundSession(context, session, 'cancelled', 'fault'));
  doomSometimes(world);
  for (let time = chance(20) ? 3 : 1; time > 0; time--)
    await crashable.attempt(async (context) => settleBattle(context, battle));
  if (chance(10)) await crashable.attempt(async (context) => refundSession(context, session, 'cancelled', 'fault'));
}

/** Turns of the worker, and blocks, until what is on its way has mostly arrived. */
async function work(world: BattleWorld): Promise<void> {
  const { test, crashable } = world;
  for (let turn = 0; turn < 8; turn++) {
    if (turn < 2) doomSometimes(world, 30);
    await crashable.attempt(async (context) => {
      await lapseSessions(context);
      await settlePayments(context);
      await settlePayouts(context);
    });
    await test.mine(1);
  }
}

/** Lets everything come to its end: no faults, and time for all to lapse, to arrive, to be paid. */
async function finish(world: BattleWorld): Promise<void> {
  const { test, crashable, late } = world;
  await crashable.restart();
  for (const signed of late.splice(0)) await test.context.chain.broadcast(signed);
  for (let round = 0; round < 12; round++) {
    await work(world);
    test.clock.nowMs += 6 * MINUTE_MS;
  }
  await crashable.restart();
  for (let turn = 0; turn < 40; turn++) await work(world);
}

function doomSometimes({ crashable, draw, chance }: BattleWorld, percent = 1): void {
  if (chance(percent)) crashable.crashAfter(draw(4));
}
