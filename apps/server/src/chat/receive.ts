import type { ChatMessage } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { parseChatText } from './chat-text.ts';
import { addMessage } from './message.ts';
import { findMute } from './mute.ts';
import { findSeat, findSession } from '../sessions/index.ts';

/**
 * Takes a message that came by the cross-chain server, of a player of another chain with a seat here, under the name and address
 * of that seat. Anything else is dropped, as is what is here already. Says whether it is in the chat now and was not before.
 */
export function receiveChat(context: Context, message: ChatMessage): boolean {
  const { db } = context;
  const session = findSession(db, message.sessionId);
  if (session?.scope !== 'cross-chain' || message.messageType !== 'text') return false;
  const seat = findSeat(db, session.id, message.userId);
  // Players of this chain write here, and bots write nothing.
  if (seat === undefined || seat.chain === context.blockchain || seat.bot_skill !== null) return false;
  if (findMute(db, seat.user_id, context.now()) !== null) return false;
  const text = parseChatText(message.message);
  if (!text.ok) return false;
  const added = addMessage(context, {
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
  return added.ok && added.value.isNew;
}
