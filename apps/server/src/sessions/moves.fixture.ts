import { REVENUES, shareOut, type Payment } from '@popfray/protocol';
import { expect } from 'vitest';
import type { Context } from '../platform/context/context.ts';
import { cancelPayment, submitPayment } from '../payments/intent.ts';
import { recoverPayment } from '../payments/recovery.ts';
import type { PlayedBattle } from '../settlement/played.ts';
import { refundSession } from './refund.ts';
import { settleBattle } from '../settlement/settle.ts';
import type { TestContext } from '../testing/context.fixture.ts';
import { planOf, rowOf, work } from '../testing/session.fixture.ts';
import { addBot } from './bots.ts';
import { cancelSession } from './cancel.ts';
import { createSession } from './create.ts';
import { joinForeign, joinSession } from './join.ts';
import { leaveSession } from './leave.ts';
import { moveSession } from './machine.ts';
import { MAX_SEATS, MAX_SESSIONS, type Model, type ModelIntent, type ModelSession } from './model.fixture.ts';
import { setReady } from './ready.ts';
import { removePlayer } from './remove.ts';
import { seatsOf } from './seat.ts';
import { startSession } from './start.ts';

const TRX = 1_000_000;
const TIME_LIMIT_S = 300;
const WAITS_MS = [1_000, 30_000, 119_000, 125_000, 300_000, 660_000];

/** Free keys of the other chain: enough to fill every session. */
const SOLS = ['Ana', 'Ben', 'Cem', 'Dov'].map((name) => `So${name}`.padEnd(43, '1'));

/** What a move is done to: the server, what it should be like, the player and the session. */
interface Scene {
  readonly context: Context;
  readonly test: TestContext;
  readonly model: Model;
  readonly address: string;
  readonly privateKey: string;
  readonly session: ModelSession;
  readonly how: number;
}

/** Each does its move to the server and to the model, and expects the same of both. */
export const MOVES = {
  async create({ context, model, address, how }: Scene) {
    const feeSun = how % 4 === 0 ? 0 : TRX;
    const maxPlayers = ([2, 3, 4] as const)[how % 3] ?? 2;
    const plan = planOf({ entryFee: feeSun / TRX, maxPlayers, timeLimit: TIME_LIMIT_S });
    const made = await createSession(context, address, plan);
    expect(made.ok).toBe(model.madeBy(address) < MAX_SESSIONS);
    if (!made.ok) return;
    const { id } = made.value.session;
    const timeLimitMs = TIME_LIMIT_S * 1_000;
    const times = { timeLimitMs, expiresAt: context.now() + timeLimitMs, startsAt: 0 };
    const status = feeSun === 0 ? 'waiting' : 'draft';
    const session: ModelSession = {
      id,
      creator: address,
      feeSun,
      most: maxPlayers,
      status,
      seats: new Map(),
      removed: new Set(),
      ...times,
    };
    model.sessions.push(session);
    const intent = made.value.payment && note(model, session, address, made.value.payment);
    const seat = model.sit(session, address, 'tron', intent);
    if (feeSun === 0) seat.state = 'taken';
  },
  async join({ context, model, address, session }: Scene) {
    const { id, seats, feeSun } = session;
    const seat = seats.get(address);
    const isFree = feeSun === 0;
    const hasPlace = seat !== undefined || model.heldBy(address) < MAX_SEATS;
    const may =
      seat?.state === 'taken' || (isFree && seat !== undefined) || (model.canTake(session, address) && hasPlace);
    const open = model.openIntent(session, address);
    const joined = await joinSession(context, address, id);
    expect([joined.ok, joined.ok ? '' : joined.error]).toEqual([may, joined.ok ? '' : joined.error]);
    if (!joined.ok || seat?.state === 'taken') return;
    const { payment } = joined.value;
    if (payment === null) {
      model.sit(session, address, 'tron').state = 'taken';
      return;
    }
    if (open === undefined) for (const stale of model.awaiting(session, address)) stale.status = 'expired';
    else expect(payment.id).toBe(open.id);
    model.sit(session, address, 'tron', open ?? note(model, session, address, payment));
  },
  async pay({ context, test, model, address, privateKey, session }: Scene) {
    const intent = model.awaiting(session, address).at(-1);
    if (intent === undefined) return;
    const may = intent.expiresAt > context.now() && model.canTake(session, address);
    const sent = await submitPayment(
      context,
      address,
      intent.id,
      context.chain.signPayment(intent.unsigned, privateKey),
    );
    expect(sent.ok).toBe(may);
    if (!may) return;
    intent.status = 'sent';
    model.sit(session, address, 'tron', intent);
    await test.mine();
    await work(test);
    model.lapse();
    model.pay(intent);
    model.expireIntents();
  },
  async payLate({ context, test, model, address, privateKey, how }: Scene) {
    const soon = context.now() + 20_000;
    const payable = model.intents.filter(
      ({ player, status, expiresAt }) =>
        player === address && !['applied', 'refunded'].includes(status) && expiresAt > soon,
    );
    const intent = payable[how % Math.max(payable.length, 1)];
    if (intent === undefined) return;
    await context.chain.broadcast(context.chain.signPayment(intent.unsigned, privateKey));
    await test.mine();
    const recovered = await recoverPayment(context, address, intent.txid);
    model.pay(intent);
    expect(recovered.ok && recovered.value.status).toBe(intent.status);
  },
  async cancelPayment({ context, model, address, session }: Scene) {
    const intent = model.awaiting(session, address).at(-1);
    if (intent === undefined) return;
    expect((await cancelPayment(context, address, intent.id)).ok).toBe(true);
    intent.status = 'cancelled';
    const seat = session.seats.get(address);
    if (seat?.state === 'reserved' && seat.intent === intent) model.free(session, address, 'cancelled');
  },
  async leave({ context, model, address, session, how }: Scene) {
    const userId = someone(address, how);
    const seat = session.seats.get(userId);
    const may = seat !== undefined && session.status === 'waiting' && userId !== session.creator;
    expect((await leaveSession(context, session.id, userId)).ok).toBe(may);
    if (!may) return;
    if (seat.state === 'reserved' && seat.intent?.status === 'awaiting') seat.intent.status = 'cancelled';
    if (seat.feeSun > 0) model.give(userId, seat.feeSun);
    model.free(session, userId);
  },
  async joinForeign({ context, model, session, how }: Scene) {
    const userId = SOLS[how % SOLS.length] ?? '';
    const may =
      session.seats.has(userId) ||
      (!session.removed.has(userId) &&
        model.heldBy(userId) < MAX_SEATS &&
        model.takes(session) &&
        model.hasUnpaidRoom(session));
    const seatHolder = { userId, username: 'Sol', chain: 'sol', address: userId } as const;
    expect((await joinForeign(context, session.id, seatHolder)).ok).toBe(may);
    if (may) model.sit(session, userId, 'sol');
  },
  async ready({ context, model, address, session, how }: Scene) {
    const userId = someone(address, how);
    const isReady = how % 4 !== 0;
    const seat = session.seats.get(userId);
    const isUnpaid = seat?.kind === 'tron' && seat.state === 'reserved';
    const may = seat !== undefined && !isUnpaid && (model.takes(session) || (session.status === 'starting' && isReady));
    expect((await setReady(context, session.id, userId, isReady)).ok).toBe(may);
    if (may) model.ready(session, seat, isReady);
  },
  async start({ context, model, address, session, how }: Scene) {
    const userId = someone(address, how);
    const isSeated = session.seats.get(userId)?.state === 'taken';
    const may = isSeated && (session.status === 'starting' || (model.takes(session) && model.canStart(session)));
    expect((await startSession(context, session.id, userId)).ok).toBe(may);
    if (may && session.status === 'waiting') model.start(session);
  },
  async bot({ context, model, address, session }: Scene) {
    const may = address === session.creator && model.takes(session) && model.hasUnpaidRoom(session);
    expect((await addBot(context, session.id, address, 'novice')).ok).toBe(may);
    if (!may) return;
    let number = 1;
    while (session.seats.has(`bot-${number}`)) number++;
    Object.assign(model.sit(session, `bot-${number}`, 'bot'), { state: 'taken', isReady: true });
  },
  /** The creator removes a player of another chain, a bot, or a player of this chain. */
  async remove({ context, model, address, session, how }: Scene) {
    const players = [...session.seats.keys(), ...SOLS];
    const userId = players[how % players.length] ?? '';
    const seat = session.seats.get(userId);
    const isPaying = seat !== undefined && (seat.feeSun > 0 || seat.intent?.status === 'sent');
    const isOpen = address === session.creator && session.status === 'waiting' && userId !== address;
    const may = isOpen && seat !== undefined && !isPaying;
    expect((await removePlayer(context, session.id, address, userId)).ok).toBe(may);
    if (!may) return;
    if (seat.intent?.status === 'awaiting') seat.intent.status = 'cancelled';
    if (seat.kind !== 'bot') session.removed.add(userId);
    model.free(session, userId);
  },
  async cancel({ context, model, address, session }: Scene) {
    const may = address === session.creator && (session.status === 'waiting' || session.status === 'draft');
    expect((await cancelSession(context, session.id, address)).ok).toBe(may);
    if (!may) return;
    if (session.status === 'draft') for (const intent of model.awaiting(session, address)) intent.status = 'cancelled';
    model.refund(session, 'cancelled');
  },
  /** Everybody is ready, and one of them starts. */
  async begin(scene: Scene) {
    const { context, model, session } = scene;
    for (const [userId, seat] of session.seats) {
      if (seat.kind === 'bot' || !(await setReady(context, session.id, userId, true)).ok) continue;
      model.ready(session, seat, true);
    }
    await MOVES.start({ ...scene, address: session.creator, how: 1 });
  },
  async play({ context, session }: Scene) {
    const moved = await moveSession(context.db, await rowOf(context, session.id), 'playing', {});
    expect(moved !== null).toBe(session.status === 'starting');
    if (moved !== null) session.status = 'playing';
  },
  async settle({ context, model, session, how }: Scene) {
    const played = await playedOf(context, session, how);
    const wasPlaying = session.status === 'playing';
    const settled = await settleBattle(context, played);
    if (wasPlaying) expect(settled.ok).toBe(true);
    if (!wasPlaying) return;
    if (played.players.every(({ score }) => score === 0)) return model.refund(session, 'cancelled');
    session.status = 'settled';
    const contenders = played.players.map(({ userId, place, score, chain, isBot }) => ({
      userId,
      place,
      score,
      isPaidHere: chain === 'tron' && !isBot,
    }));
    const poolSun = Array.from(session.seats.values()).reduce((sum, { feeSun }) => sum + feeSun, 0);
    const shares = shareOut(REVENUES['winner-takes-all'], poolSun, contenders);
    for (const [userId, shareSun] of shares.players) model.give(userId, shareSun);
    model.give(session.creator, shares.creatorSun);
  },
  async fault({ context, model, session }: Scene) {
    if (session.status !== 'playing' && session.status !== 'starting') return;
    expect(await refundSession(context, await rowOf(context, session.id), 'cancelled', 'fault')).not.toBeNull();
    model.refund(session, 'cancelled');
  },
  async wait({ test, model, how }: Scene) {
    test.clock.nowMs += WAITS_MS[how % WAITS_MS.length] ?? 0;
    await test.mine(1);
    await work(test);
    model.lapse();
    model.expireIntents();
  },
};

/** A player of this chain, or now and then one of the other. */
const someone = (address: string, how: number): string => (how % 3 === 0 ? (SOLS[how % SOLS.length] ?? '') : address);

function note(model: Model, session: ModelSession, player: string, payment: Payment): ModelIntent {
  const { id, unsigned, txid, expiresAt } = payment;
  const intent: ModelIntent = {
    id,
    unsigned: unsigned ?? '',
    txid: txid ?? '',
    player,
    session,
    expiresAt,
    status: 'awaiting',
  };
  model.intents.push(intent);
  return intent;
}

/** How a session could have been played. */
const playedOf = async ({ db, now }: Context, { id }: ModelSession, how: number): Promise<PlayedBattle> => ({
  sessionId: id,
  rulesId: 'cross-chain',
  rulesVersion: 1,
  commitment: '00'.repeat(32),
  secret: '00'.repeat(32),
  startedAt: now(),
  players: (await seatsOf(db, id))
    .filter(({ status }) => status === 'taken')
    .map(({ user_id, place, chain, address, username, bot_skill }) => ({
      userId: user_id,
      place,
      chain,
      address,
      username,
      isBot: bot_skill !== null,
      status: 'finished',
      seed: null,
      replay: new Uint8Array(),
      score: how % 7 === 0 ? 0 : (how * (place + 1)) % 3,
      popped: 0,
      bestCombo: 0,
      conduct: null,
      path: null,
    })),
});
