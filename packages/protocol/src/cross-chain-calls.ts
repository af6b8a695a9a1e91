import { z } from 'zod';
import { call, type Call } from './call.ts';
import { blockchain, walletAddress } from './chain-name.ts';
import { chatForm, chatMessageList, chatSent } from './chat.ts';
import { id, storableText } from './field.ts';
import { joinForm } from './proof.ts';
import { revenue } from './revenue.ts';
import { MAX_SESSION_NAME, PARTICIPANT_STATUSES, revision, session, SESSION_STATUSES, sessionList } from './session.ts';

const TOPIC = 'Cross-chain server';
const done = z.object({ success: z.literal(true) });

/**
 * Every call of the cross-chain server, by name. Who may make one is said in an Authorization header, not by cookies: `Popfray-Platform`
 * with a platform's signature, or `Bearer` with the member's token that joining gave; see docs/cross-chain.md.
 */
export const CROSS_CHAIN_CALLS = {
  listSessions: call({
    method: 'GET',
    path: '/api/cross-chain/sessions',
    topic: TOPIC,
    needsSignIn: false,
    callers: ['anonymous'],
    summary: 'The sessions that wait, start or are played, and those that ended a short while ago.',
    answer: sessionList,
    failures: [],
  }),
  registerSession: call({
    method: 'POST',
    path: '/api/cross-chain/sessions',
    topic: TOPIC,
    needsSignIn: false,
    callers: ['platform'],
    summary: 'A platform lists a session that it hosts. The same id again changes nothing. For platforms.',
    body: z.strictObject({
      sessionId: id,
      gameType: z.literal('classic'),
      hostBlockchain: blockchain,
      maxPlayers: z.int().min(2).max(8),
      hostWalletAddress: walletAddress,
      hostUserId: storableText.max(100),
      hostUsername: storableText.max(200),
      sessionName: storableText.min(1).max(MAX_SESSION_NAME),
      /** TRX as text. */
      entryFee: z.string().max(40),
      entryFeeType: z.enum(['none', 'trx']),
      timeLimit: z.int().min(1).max(86_400),
      startDelay: z.int().min(0).max(600),
      revenueDistribution: revenue,
      /** The session as its host shows it. Platforms that host one keep it true by sending it again with each change. */
      session: session.optional(),
      revision,
    }),
    answer: session,
    limit: 'session',
    failures: ['ERR_PLATFORM', 'ERR_SESSION_STATE', 'ERR_RATE'],
  }),
  getSession: call({
    method: 'GET',
    path: '/api/cross-chain/sessions/{id}',
    topic: TOPIC,
    needsSignIn: false,
    callers: ['anonymous'],
    summary: 'One session.',
    answer: session,
    failures: ['ERR_SESSION_UNKNOWN'],
  }),
  joinSession: call({
    method: 'POST',
    path: '/api/cross-chain/sessions/{id}/join',
    topic: TOPIC,
    needsSignIn: false,
    callers: ['anonymous', 'platform'],
    summary:
      'Takes a seat. A player proves the wallet, and the host is asked; a platform signs the request for one of its players.',
    body: joinForm,
    answer: z.object({
      session,
      userId: z.string(),
      /** Secret that authenticates the member on this server. Null for a platform. */
      memberToken: z.string().nullable(),
      /** How the battle is entered: the host's game socket and the seat's secret token. Null where no proof was given. */
      seat: z.object({ socketUrl: z.string(), token: z.string() }).nullable(),
    }),
    limit: 'session',
    failures: [
      'ERR_PLATFORM',
      'ERR_PROOF',
      'ERR_USERNAME',
      'ERR_SESSION_UNKNOWN',
      'ERR_SESSION_CLOSED',
      'ERR_SESSION_FULL',
      'ERR_SESSION_HERE',
      'ERR_SESSION_LIMIT',
      'ERR_SEATS_KEPT',
      'ERR_SEAT_REMOVED',
      'ERR_HOST_AWAY',
      'ERR_RATE',
    ],
  }),
  setParticipantStatus: call({
    method: 'PUT',
    path: '/api/cross-chain/sessions/{id}/participants/{userId}/status',
    topic: TOPIC,
    needsSignIn: false,
    callers: ['member', 'platform'],
    summary:
      "Changes a participant's status: the member itself between joined and ready, or a platform for its own. In a session with an entry fee each `ready` counts for two minutes.",
    body: z.strictObject({ status: z.enum(PARTICIPANT_STATUSES) }),
    answer: done,
    limit: 'seat',
    failures: [
      'ERR_PLATFORM',
      'ERR_SEAT_UNKNOWN',
      'ERR_SESSION_UNKNOWN',
      'ERR_SESSION_STATE',
      'ERR_HOST_AWAY',
      'ERR_RATE',
    ],
  }),
  setParticipantScore: call({
    method: 'PUT',
    path: '/api/cross-chain/sessions/{id}/participants/{userId}/score',
    topic: TOPIC,
    needsSignIn: false,
    callers: ['platform'],
    summary:
      'A score: verified when the platform that runs the battle says it, reported when another platform sends it for one of its players.',
    body: z.strictObject({ score: z.int().min(0).max(10_000_000), position: z.int().min(1).max(8).optional() }),
    answer: done,
    limit: 'seat',
    failures: ['ERR_PLATFORM', 'ERR_SEAT_UNKNOWN', 'ERR_SESSION_UNKNOWN', 'ERR_SESSION_STATE', 'ERR_RATE'],
  }),
  setSessionStatus: call({
    method: 'PUT',
    path: '/api/cross-chain/sessions/{id}/status',
    topic: TOPIC,
    needsSignIn: false,
    callers: ['member', 'platform'],
    summary:
      "Changes a session's status: its host's platform, or a player who asks the host to start, as a member or by a platform.",
    body: z.strictObject({
      status: z.enum(SESSION_STATUSES),
      /** The player who asks for the start, when a platform sends the request for one of its players. */
      userId: storableText.max(100).optional(),
    }),
    answer: done,
    limit: 'seat',
    failures: [
      'ERR_PLATFORM',
      'ERR_SEAT_UNKNOWN',
      'ERR_SESSION_UNKNOWN',
      'ERR_SESSION_STATE',
      'ERR_NOT_READY',
      'ERR_NOT_READY_PAID',
      'ERR_FEES_CHECKED',
      'ERR_HOST_AWAY',
      'ERR_RATE',
    ],
  }),
  getRateLimit: call({
    method: 'GET',
    path: '/api/cross-chain/rate-limit/{userId}',
    topic: TOPIC,
    needsSignIn: false,
    callers: ['anonymous'],
    summary: 'Whether a user may create a free session now. Advice for the screen; the host enforces it.',
    answer: z.object({ canCreate: z.boolean() }),
    failures: [],
  }),
  leaveSession: call({
    method: 'DELETE',
    path: '/api/cross-chain/sessions/{id}/participants/{userId}',
    topic: TOPIC,
    needsSignIn: false,
    callers: ['member', 'platform'],
    summary: 'Gives a seat up: the member itself, or a platform for its own.',
    answer: done,
    limit: 'seat',
    failures: [
      'ERR_PLATFORM',
      'ERR_SEAT_UNKNOWN',
      'ERR_SESSION_UNKNOWN',
      'ERR_SESSION_STATE',
      'ERR_HOST_AWAY',
      'ERR_RATE',
    ],
  }),
  getChat: call({
    method: 'GET',
    path: '/api/cross-chain/sessions/{id}/chat',
    topic: TOPIC,
    needsSignIn: false,
    callers: ['anonymous'],
    summary: 'The newest messages of a session, the oldest of them first.',
    answer: chatMessageList,
    failures: ['ERR_SESSION_UNKNOWN'],
  }),
  postChat: call({
    method: 'POST',
    path: '/api/cross-chain/sessions/{id}/chat',
    topic: TOPIC,
    needsSignIn: false,
    callers: ['member', 'platform'],
    summary: 'Posts a chat message in a session: as a member, or as a platform for one of its players.',
    body: chatForm,
    answer: chatSent,
    limit: 'chat',
    failures: [
      'ERR_PLATFORM',
      'ERR_SEAT_UNKNOWN',
      'ERR_SESSION_UNKNOWN',
      'ERR_CHAT_EMPTY',
      'ERR_CHAT_LONG',
      'ERR_CHAT_FLOOD',
      'ERR_RATE',
    ],
  }),
  removeChat: call({
    method: 'DELETE',
    path: '/api/cross-chain/sessions/{id}/chat/{messageId}',
    topic: TOPIC,
    needsSignIn: false,
    callers: ['platform'],
    summary: 'Takes a message out of a session’s chat: for the platform that hosts it.',
    answer: done,
    limit: 'chat',
    failures: ['ERR_PLATFORM', 'ERR_SESSION_UNKNOWN', 'ERR_CHAT_UNKNOWN', 'ERR_RATE'],
  }),
} as const satisfies Readonly<Record<string, Call>>;

/** Name of a call of the cross-chain server. */
export type CrossChainCallName = keyof typeof CROSS_CHAIN_CALLS;
