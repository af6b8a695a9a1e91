import { CHAT_CALLS, type ChatMessage, type ChatSent, type Player } from '@popfray/protocol';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../../data/api/call-api.ts';
import { queryClient } from '../../data/api/Queries.tsx';
import { onGameMessage } from '../../data/game-socket/game-socket.ts';

/** Polling interval of a chat, ms; new messages also arrive by the game socket. SPEC section 9: chat refresh 4 s. */
const CHAT_POLL_MS = 4_000;

/** Maximum number of messages of a chat in memory. */
const MAX_KEPT = 300;

/** A session's chat, oldest message first. Answers are merged into the known messages, so that none disappears. */
export const chatQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['chat', sessionId],
    staleTime: 0,
    refetchInterval: CHAT_POLL_MS,
    queryFn: async ({ signal }): Promise<readonly ChatMessage[]> => {
      const messages = await callApi(CHAT_CALLS.getChat, { params: { id: sessionId }, signal });
      return mergeMessages(knownMessages(sessionId), messages);
    },
  });

const knownMessages = (sessionId: string): readonly ChatMessage[] =>
  queryClient.getQueryData<readonly ChatMessage[]>(['chat', sessionId]) ?? [];

/**
 * Merges messages in order of time. A message with a known id is unchanged, unless the operator has removed it in the meantime.
 * SPEC section 5.
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

/** Adds a message to the query cache. */
function addMessage(message: ChatMessage): void {
  const { queryKey } = chatQuery(message.sessionId);
  // A history request in progress is merged with these messages later.
  queryClient.setQueryData(queryKey, (known) => mergeMessages(known ?? [], [message]));
}

/** Marks a message as removed by the operator. */
function markRemoved(sessionId: string, messageId: string): void {
  const gone = knownMessages(sessionId).filter(({ id }) => id === messageId);
  const { queryKey } = chatQuery(sessionId);
  queryClient.setQueryData(queryKey, (known) => mergeMessages(known ?? [], gone.map(remove)));
}

/** A session's chat, updated by polling and by the game socket. */
export function useChat(sessionId: string): {
  readonly messages: readonly ChatMessage[] | undefined;
  readonly hasFailed: boolean;
} {
  const { data, isError } = useQuery(chatQuery(sessionId));
  useEffect(
    () =>
      onGameMessage((message) => {
        if (message.type === 'chat_message' && message.sessionId === sessionId) addMessage(message.data);
        if (message.type === 'chat_removed' && message.sessionId === sessionId)
          markRemoved(sessionId, message.messageId);
      }),
    [sessionId],
  );
  return { messages: data, hasFailed: isError };
}

/** A message to send. The server ignores a repeated id. */
export interface Draft {
  readonly id: string;
  readonly text: string;
}

/** Creates a draft with a new id. */
export const makeDraft = (text: string): Draft => ({
  id: Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  text,
});

/** Sends a message. Throws `ApiError`. */
export async function sendChat(sessionId: string, { id, text }: Draft, player: Player): Promise<ChatSent> {
  const sent = await callApi(CHAT_CALLS.postChat, {
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
  addMessage(sent.message);
  return sent;
}
