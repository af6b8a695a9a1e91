import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { showReceipt } from './receipt.ts';

/** Receipts of sessions that are over, for anybody. */
export function addReceipts(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, CALLS.getReceipt, async ({ param }) =>
    showReceipt({ ...context, network: context.settings.network }, param('id')),
  );
}
