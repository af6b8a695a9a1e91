import { CALLS, type Payment, type PaymentSource, type Session } from '@popfray/protocol';
import { ask, job, remember, rememberApplied, type CrashPlayer, type Job, type Person } from './crash-jobs.ts';
import type { CrashServer, CrashWorld } from './crash-world.ts';

/** What a seat costs, TRX: the winner's share of it can be paid out. */
const FEE_TRX = 11;

/**
 * Two paid sessions. One is gathered with a visitor, who pays, leaves again and comes back, and a practice bot; it is played, and its
 * winner paid out. The other is cancelled once it is paid. A job starts again when a dying server has refunded it. All fees come from
 * `source`.
 */
export const createBattleJobs = (world: CrashWorld, player: CrashPlayer, source: PaymentSource): readonly Job[] => [
  job('battle', player, battle({ world, player, source })),
  job('call off', player, callOff({ world, player, source })),
];

/** Who gathers a session, and where its fees come from. */
interface Gathering {
  readonly world: CrashWorld;
  readonly player: CrashPlayer;
  readonly source: PaymentSource;
}

/** Gathers, plays and is paid. */
function battle(gathering: Gathering): Job['step'] {
  const { player } = gathering;
  let id: string | null = null;
  let sessions = 1;
  let visits = 0;
  let hasVisited = false;
  return async (server) => {
    id ??= await create(gathering, server, `battle-${sessions}-${player.address}`);
    const session = await look(server, player, id);
    if (session === null) return false;
    switch (session.status) {
      case 'waiting': {
        const seat = session.participants.find(({ userId }) => userId === player.visitor.address);
        // A payment from the balance was for one seat: after a refund another payment is needed.
        if (seat?.status === 'joined') visits += 1;
        const paymentId = `visit-${visits}-${session.id}`;
        if (hasVisited) await start(gathering, server, session, paymentId);
        else hasVisited = await visit(gathering, server, session, paymentId);
        return false;
      }
      case 'settled': {
        const { value } = await ask(server, player, CALLS.getReceipt, { id: session.id });
        return value?.players.every(({ payout }) => payout === null || payout.status === 'confirmed') ?? false;
      }
      case 'cancelled':
      case 'expired':
        id = null;
        sessions += 1;
        return false;
      default:
        return false;
    }
  };
}

/** Pays for a session, and cancels it once it waits for others. */
function callOff(gathering: Gathering): Job['step'] {
  const { player } = gathering;
  let id: string | null = null;
  let sessions = 1;
  return async (server) => {
    id ??= await create(gathering, server, `call-off-${sessions}-${player.address}`);
    const session = await look(server, player, id);
    if (session?.status === 'waiting') await ask(server, player, CALLS.cancelSession, { id: session.id, body: {} });
    if (session?.status === 'expired' || session?.status === 'settled') {
      id = null;
      sessions += 1;
    }
    return session?.status === 'cancelled';
  };
}

/**
 * Creates a session and pays its fee. A session whose creation a dying server did not answer is continued. Returns its id, or null when there is none.
 * `paymentId`: of a payment from the balance.
 */
async function create(
  { world, player, source }: Gathering,
  server: CrashServer,
  paymentId: string,
): Promise<string | null> {
  const form = { sessionName: 'A battle', maxPlayers: 3, entryFee: FEE_TRX, timeLimit: 1_200 };
  if (source === 'balance') {
    const { value } = await ask(server, player, CALLS.createSession, { body: { ...form, pay: { source, paymentId } } });
    rememberApplied(player, value?.payment ?? null);
    return value?.session.id ?? null;
  }
  const mine = await ask(server, player, CALLS.getMyPayments, {});
  const left = mine.value?.find(({ purpose, status }) => purpose === 'entry' && status === 'awaiting');
  if (left !== undefined) {
    await pay(world, server, player, player, left);
    return left.sessionId;
  }
  const { value } = await ask(server, player, CALLS.createSession, { body: form });
  if (value === null) return null;
  await pay(world, server, player, player, value.payment);
  return value.session.id;
}

/** A visitor takes a seat and, once it is paid, leaves again. True when that is done. */
async function visit(gathering: Gathering, server: CrashServer, session: Session, paymentId: string): Promise<boolean> {
  const { visitor } = gathering.player;
  const seat = session.participants.find(({ userId }) => userId === visitor.address);
  if (seat?.status === 'joined') {
    const { value } = await ask(server, visitor, CALLS.leaveSession, { id: session.id, body: {} });
    return value !== null;
  }
  await join(gathering, server, session.id, paymentId);
  return false;
}

/** A bot is added, the visitor pays for a seat once more, and everybody is ready. */
async function start(
  gathering: Gathering,
  server: CrashServer,
  { id, participants }: Session,
  paymentId: string,
): Promise<void> {
  const { player } = gathering;
  const { visitor } = player;
  if (!participants.some(({ isBot }) => isBot)) await ask(server, player, CALLS.addBot, { id, body: {} });
  const seat = participants.find(({ userId }) => userId === visitor.address);
  if (seat?.isPaid !== true) return join(gathering, server, id, paymentId);
  for (const person of [player, visitor]) await ask(server, person, CALLS.setReady, { id, body: { isReady: true } });
  await ask(server, player, CALLS.startSession, { id, body: {} });
}

/** The visitor takes a seat and pays for it. */
async function join(
  { world, player, source }: Gathering,
  server: CrashServer,
  id: string,
  paymentId: string,
): Promise<void> {
  const body = source === 'balance' ? { pay: { source, paymentId } } : {};
  const { value } = await ask(server, player.visitor, CALLS.joinSession, { id, body });
  if (source === 'balance') rememberApplied(player, value?.payment ?? null);
  else await pay(world, server, player, player.visitor, value?.payment ?? null);
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
