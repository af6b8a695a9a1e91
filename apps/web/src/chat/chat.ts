import { CALLS, type ChatMessage, type ChatSent, type Player } from '@popfray/protocol';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask } from '../api/ask.ts';
import { queryClient } from '../api/Queries.tsx';
import { hearGame } from '../game-socket/game-socket.ts';

/** ms between two readings of a chat, beside what the game socket tells at once. SPEC section 9: chat refresh 4 s. */
const CHAT_EVERY_MS = 4_000;

/** Most messages that a page keeps of a chat. */
const MAX_KEPT = 300;

/** A session's chat, oldest message first. What the page has is added to, never replaced: nothing that was read goes away. */
export const chatQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['chat', sessionId],
    staleTime: 0,
    refetchInterval: CHAT_EVERY_MS,
    queryFn: async ({ signal }): Promise<readonly ChatMessage[]> => {
      const messages = await ask(CALLS.getChat, { params: { id: sessionId }, signal });
      return mergeMessages(knownMessages(sessionId), messages);
    },
  });

const knownMessages = (sessionId: string): readonly ChatMessage[] =>
  queryClient.getQueryData<readonly ChatMessage[]>(['chat', sessionId]) ?? [];

/**
 * Messages in the order of their times; those whose id is known already are left as they are, but for those that the operator has removed
 * since. SPEC section 5.
 */
function mergeMessages(known: readonly ChatMessage[], incoming: readonly ChatMessage[]): readonly ChatMessage[] {
  const ids = new Set(known.map(({ id }) => id));
  const added = incoming.filter(({ id }) => !ids.has(id));
  const gone = new Set(incoming.flatMap(({ id, isRemoved }) => (isRemoved === true ? [id] : [])));
  const kept = known.some(({ id, isRemoved }) => gone.has(id) && isRemoved !== true)
    ? known.map((message) => (gone.has(message.id) ? remove(message) : message))
    : known;
  if (added.length === 0) return kept;
  return [...kept, ...added].toSorted((a, b) => a.createdAt - b.createdAt).slice(-MAX_KEPT);
}

const remove = (message: ChatMessage): ChatMessage => ({ ...message, message: '', isRemoved: true });

/** Puts a message where it is read. */
function noteMessage(message: ChatMessage): void {
  const { queryKey } = chatQuery(message.sessionId);
  // A history that is on its way is merged into what is known by then.
  queryClient.setQueryData(queryKey, (known) => mergeMessages(known ?? [], [message]));
}

/** Takes a message away that the operator has removed. */
function noteRemoved(sessionId: string, messageId: string): void {
  const gone = knownMessages(sessionId).filter(({ id }) => id === messageId);
  const { queryKey } = chatQuery(sessionId);
  queryClient.setQueryData(queryKey, (known) => mergeMessages(known ?? [], gone.map(remove)));
}

/** A session's chat, kept up. */
export function useChat(sessionId: string): {
  readonly messages: readonly ChatMessage[] | undefined;
  readonly hasFailed: boolean;
} {
  const { data, isError } = useQuery(chatQuery(sessionId));
  useEffect(
    () =>
      hearGame((message) => {
        if (message.type === 'chat_message' && message.sessionId === sessionId) noteMessage(message.data);
        if (message.type === 'chat_removed' && message.sessionId === sessionId)
          noteRemoved(sessionId, message.messageId);
      }),
    [sessionId],
  );
  return { messages: data, hasFailed: isError };
}

/** What is being said: the same draft sent again is the same message. */
export interface Draft {
  readonly id: string;
  readonly text: string;
}

/** A draft with an id of its own. */
export const makeDraft = (text: string): Draft => ({
  id: Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  text,
});

/** Says something. Throws `AskError`. */
export async function sayChat(sessionId: string, { id, text }: Draft, player: Player): Promise<ChatSent> {
  const sent = await ask(CALLS.postChat, {
    params: { id: sessionId },
    body: {
      id,
      username: player.username,
      walletAddress: player.address,
      blockchain: 'tron',
      message: text,
      messageType: 'text',
    },
  });
  noteMessage(sent.message);
  return sent;
}
