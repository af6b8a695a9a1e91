import { ok } from '@popfray/engine/result';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import type { Context } from '../platform/context/index.ts';
import { answer, type Gate } from '../platform/http/index.ts';
import { forRequest } from '../protection/index.ts';
import { findOpen, openSolo } from './open.ts';

/** Adds the calls that open a streamed solo round. It is played on the game socket. */
export function addSolo(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, CALLS.openSoloRound, async ({ address, call }) =>
    openSolo(forRequest(context, call), address, gate.networkOf(call)),
  );
  answer(app, gate, CALLS.getOpenSoloRound, async ({ address }) => ok({ round: await findOpen(context, address) }));
}
