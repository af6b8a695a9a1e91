import { CALLS, type Payment, type Session } from '@popfray/protocol';
import { ask, job, remember, type CrashPlayer, type Job, type Person } from './crash-jobs.ts';
import type { CrashServer, CrashWorld } from './crash-world.ts';

/** What a seat costs, TRX: the winner's share of it can be paid out. */
const FEE_TRX = 11;

/**
 * Two paid sessions. One is gathered with a visitor, who pays, leaves again and comes back, and a practice bot; it is played, and its
 * winner paid out. The other is cancelled once it is paid. A job starts again when a dying server has refunded it.
 */
export const createBattleJobs = (world: CrashWorld, player: CrashPlayer): readonly Job[] => [
  job('battle', player, battle(world, player)),
  job('call off', player, callOff(world, player)),
];

/** Gathers, plays and is paid. */
function battle(world: CrashWorld, player: CrashPlayer): Job['step'] {
  let id: string | null = null;
  let hasVisited = false;
  return async (server) => {
    id ??= await create(world, server, player);
    const session = await look(server, player, id);
    if (session === null) return false;
    switch (session.status) {
      case 'waiting':
        if (hasVisited) await start(world, server, player, session);
        else hasVisited = await visit(world, server, player, session);
        return false;
      case 'settled': {
        const { value } = await ask(server, player, CALLS.getReceipt, { id: session.id });
        return value?.players.every(({ payout }) => payout === null || payout.status === 'confirmed') ?? false;
      }
      case 'cancelled':
      case 'expired':
        id = null;
        return false;
      default:
        return false;
    }
  };
}

/** Pays for a session, and cancels it once it waits for others. */
function callOff(world: CrashWorld, player: CrashPlayer): Job['step'] {
  let id: string | null = null;
  return async (server) => {
    id ??= await create(world, server, player);
    const session = await look(server, player, id);
    if (session?.status === 'waiting') await ask(server, player, CALLS.cancelSession, { id: session.id, body: {} });
    if (session?.status === 'expired' || session?.status === 'settled') id = null;
    return session?.status === 'cancelled';
  };
}

/** Makes a session and hands in its fee; one that a server made and did not live to tell of is taken up. Null when there is none. */
async function create(world: CrashWorld, server: CrashServer, player: CrashPlayer): Promise<string | null> {
  const mine = await ask(server, player, CALLS.getMyPayments, {});
  const left = mine.value?.find(({ purpose, status }) => purpose === 'entry' && status === 'awaiting');
  if (left !== undefined) {
    await pay(world, server, player, player, left);
    return left.sessionId;
  }
  const body = { sessionName: 'A battle', maxPlayers: 3, entryFee: FEE_TRX, timeLimit: 1_200 };
  const { value } = await ask(server, player, CALLS.createSession, { body });
  if (value === null) return null;
  await pay(world, server, player, player, value.payment);
  return value.session.id;
}

/** A visitor takes a seat and, once it is paid, leaves again. True when that is done. */
async function visit(world: CrashWorld, server: CrashServer, player: CrashPlayer, session: Session): Promise<boolean> {
  const { visitor } = player;
  const seat = session.participants.find(({ userId }) => userId === visitor.address);
  if (seat?.status === 'joined') {
    const { value } = await ask(server, visitor, CALLS.leaveSession, { id: session.id, body: {} });
    return value !== null;
  }
  const { value } = await ask(server, visitor, CALLS.joinSession, { id: session.id, body: {} });
  await pay(world, server, player, visitor, value?.payment ?? null);
  return false;
}

/** A bot is added, the visitor pays for a seat once more, and everybody is ready. */
async function start(
  world: CrashWorld,
  server: CrashServer,
  player: CrashPlayer,
  { id, participants }: Session,
): Promise<void> {
  const { visitor } = player;
  if (!participants.some(({ isBot }) => isBot)) await ask(server, player, CALLS.addBot, { id, body: {} });
  const seat = participants.find(({ userId }) => userId === visitor.address);
  if (seat?.isPaid !== true) {
    const { value } = await ask(server, visitor, CALLS.joinSession, { id, body: {} });
    return pay(world, server, player, visitor, value?.payment ?? null);
  }
  for (const person of [player, visitor]) await ask(server, person, CALLS.setReady, { id, body: { isReady: true } });
  await ask(server, player, CALLS.startSession, { id, body: {} });
}

async function look(server: CrashServer, person: Person, id: string | null): Promise<Session | null> {
  return id === null ? null : (await ask(server, person, CALLS.getSession, { id })).value;
}

/** Signs a fee that waits for the wallet, and hands it in. */
async function pay(
  { node }: CrashWorld,
  server: CrashServer,
  player: CrashPlayer,
  person: Person,
  payment: Payment | null,
): Promise<void> {
  remember(player, payment);
  if (payment === null || payment.unsigned === null) return;
  const transaction = node.signPayment(payment.unsigned, person.privateKey);
  await ask(server, person, CALLS.submitPayment, { id: payment.id, body: { transaction } });
}
