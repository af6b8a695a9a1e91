import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import type { Context } from '../platform/context/index.ts';
import { answer, type Gate } from '../platform/http/index.ts';
import { findSharedRound, shareRound } from './shared-round.ts';

/** Rounds that anybody shares, and that anybody with the id races against. Nothing of it is ever paid. */
export function addSharedRounds(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, CALLS.shareRound, async ({ call, body: { replay } }) =>
    shareRound(context, await gate.findPlayer(call), replay),
  );
  answer(app, gate, CALLS.getSharedRound, async ({ param }) => findSharedRound(context, param('id')));
}
