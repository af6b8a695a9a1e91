import { err, ok } from '@popfray/engine/result';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { findPayment, serializePayment } from '../payments/index.ts';
import { forRequest } from '../protection/index.ts';
import { addBot } from './bots.ts';
import { cancelSession } from './cancel.ts';
import { createSession } from './create.ts';
import { joinSession } from './join.ts';
import { leaveSession } from './leave.ts';
import { setReady } from './ready.ts';
import { joinQuickBattle } from './quick.ts';
import { rematch } from './rematch.ts';
import { removePlayer } from './remove.ts';
import type { ForeignSessions } from './foreign-sessions.ts';
import { makeSeatToken } from './seat-token.ts';
import { findSeat } from './seat.ts';
import { findSession, openSessions, showSession, showStatus } from './session.ts';
import { startSession } from './start.ts';

/** Adds the calls of sessions, from the lobby's list to the start and the rematch. */
export function addSessions(app: Hono, gate: Gate, context: Context, foreignSessions: ForeignSessions): void {
  const { db } = context;
  answer(app, gate, CALLS.getSessions, async ({ query: { fee, scope, before, beforeId, limit } }) => {
    if (fee === undefined) return ok([...(await foreignSessions.listAll())]);
    const open = await openSessions(context, { isPaid: fee === 'paid', scope, before, beforeId, limit });
    return ok(await Array.fromAsync(open, async (row) => showSession(context, row)));
  });
  answer(app, gate, CALLS.createSession, async ({ address, body, call }) =>
    body.creatorAddress === undefined || body.creatorAddress === address
      ? createSession(forRequest(context, call), address, body, gate.networkOf(call))
      : err('ERR_ADDRESS_OTHER'),
  );
  answer(app, gate, CALLS.joinQuickBattle, async ({ address, body, call }) =>
    joinQuickBattle(forRequest(context, call), address, body, gate.networkOf(call)),
  );
  answer(app, gate, CALLS.getSession, async ({ param }) => {
    const session = await findSession(db, param('id'));
    const shown = session === undefined ? await foreignSessions.find(param('id')) : await showSession(context, session);
    return shown === undefined ? err('ERR_SESSION_UNKNOWN') : ok(shown);
  });
  answer(app, gate, CALLS.isCreator, async ({ param }) => {
    const session = await findSession(db, param('id'));
    if (session === undefined) return err('ERR_SESSION_UNKNOWN');
    return ok({ isCreator: session.creator_address === param('address') });
  });
  answer(app, gate, CALLS.getMySeat, async ({ address, param }) => {
    const foreign = await foreignSessions.findUnlessOwn(param('id'));
    if (foreign !== undefined) return foreignSessions.showSeat(foreign, address);
    const session = await findSession(db, param('id'));
    if (session === undefined) return err('ERR_SESSION_UNKNOWN');
    const seat = await findSeat(db, session.id, address);
    if (seat === undefined) return err('ERR_SEAT_UNKNOWN');
    const payment =
      seat.status === 'reserved' && seat.payment_id !== null ? await findPayment(db, seat.payment_id) : null;
    return ok({
      userId: seat.user_id,
      place: seat.place,
      status: showStatus(session, seat, undefined),
      token: makeSeatToken(context, session.id, seat.user_id),
      payment: payment ? serializePayment(context, payment) : null,
    });
  });
  answer(app, gate, CALLS.joinSession, async ({ address, param, body, call }) => {
    const foreign = await foreignSessions.findUnlessOwn(param('id'));
    return foreign === undefined
      ? joinSession(forRequest(context, call), address, param('id'), body.pay)
      : foreignSessions.join(foreign, address, body.proof);
  });
  answer(app, gate, CALLS.leaveSession, async ({ address, param }) => {
    const foreign = await foreignSessions.findUnlessOwn(param('id'));
    return foreign === undefined
      ? leaveSession(context, param('id'), address)
      : foreignSessions.leave(foreign, address);
  });
  answer(app, gate, CALLS.cancelSession, async ({ address, param }) => cancelSession(context, param('id'), address));
  answer(app, gate, CALLS.removePlayer, async ({ address, param, body }) =>
    removePlayer(context, param('id'), address, body.userId),
  );
  answer(app, gate, CALLS.setReady, async ({ address, param, body: { isReady } }) => {
    const foreign = await foreignSessions.findUnlessOwn(param('id'));
    return foreign === undefined
      ? setReady(context, param('id'), address, isReady)
      : foreignSessions.setReady(foreign, address, isReady);
  });
  answer(app, gate, CALLS.startSession, async ({ address, param }) => {
    const foreign = await foreignSessions.findUnlessOwn(param('id'));
    return foreign === undefined
      ? startSession(context, param('id'), address)
      : foreignSessions.start(foreign, address);
  });
  answer(app, gate, CALLS.addBot, async ({ address, param, body }) =>
    addBot(context, param('id'), address, body.skill),
  );
  answer(app, gate, CALLS.rematch, async ({ address, param, body, call }) =>
    rematch(forRequest(context, call), address, param('id'), body.pay, gate.networkOf(call)),
  );
}
