import { z } from 'zod';
import { call, type Call } from '../call.ts';
import { chatForm, chatMessageList, chatSent, translated, translateForm } from '../chat.ts';
import { empty, id, storableText } from '../field.ts';
import { TOPICS } from './topics.ts';

/** Calls about the chat of a session, reports of messages, and translation. */
export const CHAT_CALLS = {
  getChat: call({
    method: 'GET',
    path: '/api/cross-chain/sessions/{id}/chat',
    topic: TOPICS.chat,
    needsSignIn: false,
    summary: 'The newest messages of a session, the oldest of them first.',
    answer: chatMessageList,
    failures: ['ERR_SESSION_UNKNOWN', 'ERR_HOST_AWAY'],
  }),
  postChat: call({
    method: 'POST',
    path: '/api/cross-chain/sessions/{id}/chat',
    topic: TOPICS.chat,
    needsSignIn: true,
    summary: 'Says something in a session. For players with a seat in it, and for its creator.',
    body: chatForm,
    answer: chatSent,
    limit: 'chat',
    failures: [
      'ERR_SIGNED_OUT',
      'ERR_ADDRESS_OTHER',
      'ERR_SESSION_UNKNOWN',
      'ERR_HOST_AWAY',
      'ERR_SEAT_UNKNOWN',
      'ERR_CHAT_EMPTY',
      'ERR_CHAT_LONG',
      'ERR_CHAT_MUTED',
      'ERR_CHAT_FLOOD',
      'ERR_RATE',
    ],
  }),
  reportChat: call({
    method: 'POST',
    path: '/api/chat-reports',
    topic: TOPICS.chat,
    needsSignIn: true,
    summary: 'Tells the operator of a message. The same player reports a message once.',
    body: z.strictObject({ sessionId: id, messageId: storableText.max(64), reason: storableText.max(500).default('') }),
    answer: empty,
    limit: 'report',
    failures: ['ERR_SIGNED_OUT', 'ERR_SESSION_UNKNOWN', 'ERR_CHAT_UNKNOWN', 'ERR_RATE'],
  }),
  translate: call({
    method: 'POST',
    path: '/api/translate',
    topic: TOPICS.chat,
    needsSignIn: false,
    summary:
      "A message of a chat by its id, or a text of a signed-in player, in the reader's language. `auto` is the language chosen on the site (cookie `popfray.language`), or else the first known one of Accept-Language.",
    body: translateForm,
    answer: translated,
    limit: 'translate',
    failures: ['ERR_TRANSLATE_TEXT', 'ERR_CHAT_UNKNOWN', 'ERR_RATE'],
  }),
} as const satisfies Readonly<Record<string, Call>>;
