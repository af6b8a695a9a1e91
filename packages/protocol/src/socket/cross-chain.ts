import { z } from 'zod';
import { blockchain } from '../chain-name.ts';
import { chatMessage } from '../chat.ts';
import { id, storableText } from '../field.ts';
import { session } from '../session.ts';

/** SPEC section 9: ping every 30 s, five attempts to connect again, the first after 1 s, each after twice as long. */
export const CROSS_CHAIN_PING_MS = 30_000;
export const CROSS_CHAIN_RECONNECTS = 5;
export const CROSS_CHAIN_RECONNECT_MS = 1_000;
/** Messages that a client keeps. SPEC section 9. */
export const CROSS_CHAIN_KEPT = 100;

/** What a client says on `/cross-chain`. SPEC section 7. */
export const crossChainSocketIn = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping'), timestamp: z.number().optional() }),
  z.object({ type: z.literal('pong'), timestamp: z.number().optional() }),
  z.object({
    type: z.literal('join_session'),
    sessionId: id,
    gameType: storableText.max(40).optional(),
    walletAddress: storableText.max(100).optional(),
    blockchain: blockchain.optional(),
    username: storableText.max(200).optional(),
    /** The member's token that joining gave; without it the session is only watched. */
    token: storableText.max(200).optional(),
    timestamp: z.number().optional(),
  }),
  z.object({
    type: z.literal('game_update'),
    sessionId: id,
    data: z.union([
      z.object({
        type: z.literal('game_end'),
        finalScore: z.int().min(0).max(10_000_000),
      }),
      z.object({
        points: z.int().min(0).max(1_000_000),
        score: z.int().min(0).max(10_000_000),
        trxEarned: z.number().min(0).optional(),
        blockchain: blockchain.optional(),
      }),
    ]),
    timestamp: z.number().optional(),
  }),
]);
export type CrossChainSocketIn = z.infer<typeof crossChainSocketIn>;

/** What the server says on `/cross-chain`. */
export const crossChainSocketOut = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping'), timestamp: z.number() }),
  z.object({ type: z.literal('pong'), timestamp: z.number() }),
  z.object({ type: z.literal('error'), code: z.string(), message: z.string() }),
  z.object({ type: z.literal('session_joined'), session }),
  z.object({ type: z.literal('session_updated'), session }),
  z.object({ type: z.literal('chat_message'), sessionId: z.string(), data: chatMessage }),
  /** The host's operator has removed a message: it is shown no more. */
  z.object({ type: z.literal('chat_removed'), sessionId: z.string(), messageId: z.string() }),
  /** What a player's client says; never a verified score. */
  z.object({
    type: z.literal('game_update'),
    sessionId: z.string(),
    userId: z.string(),
    score: z.int(),
    isOver: z.boolean(),
    scoreSource: z.literal('reported'),
  }),
]);
export type CrossChainSocketOut = z.infer<typeof crossChainSocketOut>;
