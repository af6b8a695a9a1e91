import { err, ok } from '@popfray/engine/result';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { findSession } from '../sessions/index.ts';
import type { ForeignChat } from './foreign-chat.ts';
import { historyOf } from './message.ts';
import { postChat } from './post.ts';
import { reportChat } from './report.ts';

/** Adds the calls of chat in sessions. Everyone may read it; players with a seat may write. */
export function addChat(app: Hono, gate: Gate, context: Context, foreignChat: ForeignChat): void {
  const { db } = context;
  answer(app, gate, CALLS.getChat, async ({ param }) => {
    const session = await findSession(db, param('id'));
    if (session !== undefined) return ok(await historyOf(db, session));
    const foreign = await foreignChat.find(param('id'));
    return foreign === undefined ? err('ERR_SESSION_UNKNOWN') : foreignChat.history(foreign);
  });
  answer(app, gate, CALLS.postChat, async ({ address, param, body }) => {
    const foreign = await foreignChat.findUnlessOwn(param('id'));
    return foreign === undefined
      ? postChat(context, address, param('id'), body)
      : foreignChat.post(foreign, address, body);
  });
  answer(app, gate, CALLS.reportChat, async ({ address, body }) => {
    const refusal = await reportChat(context, address, body);
    return refusal === null ? ok({}) : err(refusal);
  });
}
