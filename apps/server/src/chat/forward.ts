import { CROSS_CHAIN_CALLS, type FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { ChatMessageRow } from '../platform/database/index.ts';

/** Wait before the next attempt to forward a message, ms: the age of the message, within these bounds. */
export const RETRY_MS = 5_000;
const LONGEST_MS = 60_000;

/** A message that is older than this is of no use to anybody who was not there, ms. */
const STALE_MS = 30 * 60_000;

/** Most messages that one turn of the worker hands over. */
const TURN = 20;

/** Failures after which the same message will never be taken. */
const FINAL: ReadonlySet<FailureCode> = new Set(['ERR_CHAT_EMPTY', 'ERR_CHAT_LONG', 'ERR_BODY', 'ERR_SESSION_HERE']);

/** Hands a message to the cross-chain server, and notes when to try again if that does not take it. Says whether it did. */
export async function forwardMessage(context: Context, row: ChatMessageRow): Promise<boolean> {
  const { db, crossChain } = context;
  const sent = await crossChain.call(CROSS_CHAIN_CALLS.postChat, {
    params: { id: row.session_id },
    body: {
      id: row.id,
      userId: row.user_id,
      username: row.username,
      walletAddress: row.address,
      blockchain: row.chain,
      message: row.text,
    },
  });
  const nowMs = Math.floor(context.now());
  const waitedMs = nowMs - row.created_at;
  const isOver = sent.ok || FINAL.has(sent.error) || waitedMs > STALE_MS;
  const forwardAt = isOver ? null : nowMs + Math.min(Math.max(waitedMs, RETRY_MS), LONGEST_MS);
  const moved = db.updateTable('chat_messages').set({ forward_at: forwardAt }).where('id', '=', row.id);
  // What was hidden meanwhile is not handed over again.
  await moved.where('forward_at', 'is not', null).execute();
  return sent.ok;
}

/** A task of the worker: forwards messages that the cross-chain server does not have, the oldest first, while it is reachable. */
export async function forwardChat(context: Context): Promise<void> {
  const { db, now, crossChain } = context;
  const dueMs = Math.floor(now());
  const query = db.selectFrom('chat_messages').selectAll().where('forward_at', '<=', dueMs);
  for (const row of await query.orderBy('created_at').limit(TURN).execute()) {
    if ((await forwardMessage(context, row)) || crossChain.isReachable()) continue;
    // The server cannot be reached, so all other due messages wait too, in the same order.
    const rest = db.updateTable('chat_messages').where('forward_at', '<=', dueMs);
    await rest.set({ forward_at: Math.floor(now()) + LONGEST_MS }).execute();
    return;
  }
}

/** A task of the worker: removes hidden messages from the cross-chain server. Retries until that succeeds, or the session is no longer shared. */
export async function forwardRemovals({ db, now, crossChain }: Context): Promise<void> {
  const dueMs = Math.floor(now());
  const query = db
    .selectFrom('chat_verdicts')
    .innerJoin('chat_messages', 'chat_messages.id', 'message_id')
    .select(['message_id', 'at', 'session_id'])
    .where('chat_verdicts.forward_at', '<=', dueMs)
    .orderBy('at')
    .limit(TURN);
  for (const { message_id: messageId, at, session_id: id } of await query.execute()) {
    const removed = await crossChain.call(CROSS_CHAIN_CALLS.removeChat, { params: { id, messageId } });
    // It may be there later, when it was on its way as it was hidden.
    const waitedMs = Math.floor(now()) - at;
    const isOver = removed.ok || waitedMs > STALE_MS;
    const forwardAt = isOver ? null : Math.floor(now()) + Math.min(Math.max(waitedMs, RETRY_MS), LONGEST_MS);
    await db.updateTable('chat_verdicts').set({ forward_at: forwardAt }).where('message_id', '=', messageId).execute();
  }
}
