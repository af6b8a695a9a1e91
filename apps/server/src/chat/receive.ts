import type { ChatMessage } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { parseChatText } from './chat-text.ts';
import { addMessage, type Added, publishMessage } from './message.ts';
import { findMute } from './mute.ts';
import { findSeat, findSession } from '../sessions/index.ts';

/**
 * Takes a message that came by the cross-chain server, of a player of another chain with a seat here, under the name and address
 * of that seat. Anything else is dropped, as is what is here already. Says whether it is in the chat now and was not before.
 */
export async function receiveChat(context: Context, message: ChatMessage): Promise<boolean> {
  const added = await context.db.inTransaction(async () => addReceived(context, message));
  if (added === null) return false;
  publishMessage(context, added);
  return added.isNew;
}

/** Checks a message, and stores it under the name and address of its writer's seat; null when it is dropped. */
async function addReceived(context: Context, message: ChatMessage): Promise<Added | null> {
  const { db } = context;
  const session = await findSession(db, message.sessionId);
  if (session?.scope !== 'cross-chain' || message.messageType !== 'text') return null;
  const seat = await findSeat(db, session.id, message.userId);
  // Players of this chain write here, and bots write nothing.
  if (seat === undefined || seat.chain === context.blockchain || seat.bot_skill !== null) return null;
  if ((await findMute(db, seat.user_id, context.now())) !== null) return null;
  const text = parseChatText(message.message);
  if (!text.ok) return null;
  const added = await addMessage(context, {
    session,
    id: message.id,
    user_id: seat.user_id,
    username: seat.username,
    address: seat.address,
    chain: seat.chain,
    text: text.value,
    source: 'cross-chain',
    forward_at: null,
  });
  return added.ok ? added.value : null;
}
