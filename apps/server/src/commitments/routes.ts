import { ok } from '@popfray/engine/result';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import type { Context } from '../platform/context/index.ts';
import { answer, type Gate } from '../platform/http/index.ts';
import { showCommitments } from './show.ts';

/** The public list of commitments. */
export function addCommitments(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, CALLS.getCommitments, async ({ query }) => ok(await showCommitments(context, query)));
}
