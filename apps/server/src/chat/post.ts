import { setTimeout as delay } from 'node:timers/promises';
import { err, ok, type Result } from '@popfray/engine/result';
import type { ChatSent, FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { ChatMessageRow } from '../platform/database/index.ts';
import { stackOf } from '../platform/log/index.ts';
import { usernameOf } from '../players/index.ts';
import { findSeat, findSession } from '../sessions/index.ts';
import { parseChatText } from './chat-text.ts';
import { forwardMessage, RETRY_MS } from './forward.ts';
import { addMessage, type Added, makeMessageId, publishMessage, showMessage } from './message.ts';
import { findMute } from './mute.ts';

/** What a player says. */
export interface ChatPlan {
  /** Made by the page, if it does: the same again is the same message. */
  readonly id?: string | undefined;
  readonly message: string;
  /** Whom the page takes the player for. */
  readonly walletAddress?: string | undefined;
}

/** How long the author's request waits for the cross-chain server, ms. After that the worker forwards the message. */
const FORWARD_TIMEOUT_MS = 1_500;

/**
 * Posts a message of a signed-in player in a session. Author and name come from the sign-in, not from the request. When this resolves, the
 * message is stored here, and was or will be sent to the cross-chain server.
 */
export async function postChat(
  context: Context,
  address: string,
  sessionId: string,
  plan: ChatPlan,
): Promise<Result<ChatSent, FailureCode>> {
  if (plan.walletAddress !== undefined && plan.walletAddress !== address) return err('ERR_ADDRESS_OTHER');
  const posted = await context.db.inTransaction(async () => addPost(context, address, sessionId, plan));
  if (!posted.ok) return posted;
  publishMessage(context, posted.value);
  const { row, isNew, isShared } = posted.value;
  const isOnItsWay = row.forward_at !== null;
  const isSent = isNew && isOnItsWay ? await forwardWithTimeout(context, row) : isShared && !isOnItsWay;
  return ok({ message: showMessage(row), delivery: isSent ? 'cross-chain' : 'local' });
}

/** A message of a player of this chain, and whether its session is shared with other platforms. */
interface Post extends Added {
  readonly isShared: boolean;
}

/** Checks whether the player may write, and stores the message. */
async function addPost(
  context: Context,
  address: string,
  sessionId: string,
  plan: ChatPlan,
): Promise<Result<Post, FailureCode>> {
  const { db } = context;
  const session = await findSession(db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  const isCreator = session.creator_address === address;
  if (!isCreator && (await findSeat(db, sessionId, address)) === undefined) return err('ERR_SEAT_UNKNOWN');
  if ((await findMute(db, address, context.now())) !== null) return err('ERR_CHAT_MUTED');
  const text = parseChatText(plan.message);
  if (!text.ok) return text;
  const isShared = session.scope === 'cross-chain';
  const added = await addMessage(context, {
    session,
    id: plan.id ?? makeMessageId(context),
    user_id: address,
    username: await usernameOf(db, address),
    address,
    chain: context.blockchain,
    text: text.value,
    source: 'local',
    // The worker leaves it to the attempt that is made at once.
    forward_at: isShared ? Math.floor(context.now()) + RETRY_MS : null,
  });
  return added.ok ? ok({ ...added.value, isShared }) : added;
}

/** Forwards a message to the cross-chain server; false after FORWARD_TIMEOUT_MS. */
async function forwardWithTimeout(context: Context, row: ChatMessageRow): Promise<boolean> {
  const settled = new AbortController();
  let isLate = false;
  const forwarding = forwardMessage(context, row).catch((error: unknown) => {
    if (!isLate) throw error;
    // The request was answered. The worker forwards the message.
    if (!context.isStopping()) context.log({ event: 'fault', method: 'CHAT', path: row.id, stack: stackOf(error) });
    return false;
  });
  try {
    return await Promise.race([forwarding, delay(FORWARD_TIMEOUT_MS, false, { signal: settled.signal, ref: false })]);
  } finally {
    isLate = true;
    settled.abort();
  }
}
