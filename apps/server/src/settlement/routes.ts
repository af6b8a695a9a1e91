import { ok } from '@popfray/engine/result';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { heldSharesOf } from './held-share.ts';
import { showReceipt } from './receipt.ts';

/** Most shares in a player's list: more wait only for a program. */
const LISTED = 50;

/** Receipts of sessions that are over, for anybody, and a player's own shares that are held. */
export function addReceipts(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, CALLS.getReceipt, async ({ param }) =>
    showReceipt({ ...context, network: context.settings.network }, param('id')),
  );
  answer(app, gate, CALLS.getMyHeldShares, async ({ address }) => ok(await heldSharesOf(context.db, address, LISTED)));
}
