import { z } from 'zod';
import { chatMessage } from '../chat.ts';
import { id, storableText } from '../field.ts';
import { joinForm } from '../proof.ts';
import { revision, session } from '../session.ts';

/** Where a platform opens its socket, with the same Authorization as a call of method GET. */
export const PLATFORM_SOCKET_PATH = '/cross-chain/platform';
/** How long the host of a session has to answer a question, ms. */
export const HOST_PATIENCE_MS = 5_000;
/** Longest message between a platform and the cross-chain server, bytes: a session of eight players with long names, and some. */
export const MAX_PLATFORM_BYTES = 32_768;

const userId = storableText.max(100);

/** What a session's host alone decides, and so is asked by the cross-chain server. The host checks a join's proof itself. */
export const hostQuestion = z.discriminatedUnion('type', [
  z.object({ type: z.literal('join'), sessionId: id, form: joinForm }),
  z.object({ type: z.literal('leave'), sessionId: id, userId }),
  z.object({ type: z.literal('ready'), sessionId: id, userId, isReady: z.boolean() }),
  z.object({ type: z.literal('start'), sessionId: id, userId }),
]);
export type HostQuestion = z.infer<typeof hostQuestion>;

/** The session as the question has left it; after a join with a proof, how the battle is entered. */
export const hostAnswer = z.object({
  session,
  revision,
  seat: z.object({ socketUrl: storableText.max(500), token: storableText.max(200) }).nullable(),
});
export type HostAnswer = z.infer<typeof hostAnswer>;

/** Messages that the server sends to a platform without a request. */
export const platformNews = z.discriminatedUnion('type', [
  /** A session that another platform hosts is new, or has changed. */
  z.object({ type: z.literal('session'), session }),
  /** A chat message of a player of another platform. */
  z.object({ type: z.literal('chat'), message: chatMessage }),
  /** The platform that hosts a session has removed a message. */
  z.object({ type: z.literal('chat-removed'), sessionId: storableText, messageId: storableText }),
]);
export type PlatformNews = z.infer<typeof platformNews>;

const ping = z.object({ type: z.literal('ping'), timestamp: z.number().optional() });
const pong = z.object({ type: z.literal('pong'), timestamp: z.number().optional() });

/**
 * What the cross-chain server says to a platform: questions, each with a number to answer it by, and news.
 */
export const platformSocketOut = z.discriminatedUnion('type', [
  z.object({ type: z.literal('question'), number: z.int(), question: hostQuestion }),
  z.object({ type: z.literal('news'), news: platformNews }),
  ping,
  pong,
]);
export type PlatformSocketOut = z.infer<typeof platformSocketOut>;

/** What a platform says. `code` of a refusal is one of the failures of the call that the question came from. */
export const platformSocketIn = z.discriminatedUnion('type', [
  z.object({ type: z.literal('answer'), number: z.int(), answer: hostAnswer }),
  z.object({ type: z.literal('refusal'), number: z.int(), code: z.string().max(40) }),
  ping,
  pong,
]);
export type PlatformSocketIn = z.infer<typeof platformSocketIn>;
