import { z } from 'zod';
import { call, type Call } from './call.ts';
import { joinForm } from './proof.ts';
import { PLAYER_COUNTS, session, TIME_LIMITS_S } from './session.ts';

/** The text that a wallet signs in place of a session's id to create a session on a host. */
export const NEW_SESSION = 'new-session';

/**
 * Calls of a platform's host server for the players of its chain: they create free sessions. Seats are taken by the calls of the
 * cross-chain server; see docs/cross-chain.md, section 7.
 */
export const HOST_CALLS = {
  createSession: call({
    method: 'POST',
    path: '/api/host/sessions',
    topic: 'Host',
    needsSignIn: false,
    callers: ['anonymous'],
    summary: 'Creates a free session with a seat for its creator, whose wallet signed `new-session`.',
    body: z.strictObject({
      sessionName: z.string().max(200),
      maxPlayers: z.union(PLAYER_COUNTS.map((count) => z.literal(count))),
      timeLimit: z.union(TIME_LIMITS_S.map((seconds) => z.literal(seconds))),
      player: joinForm,
    }),
    answer: z.object({
      session,
      userId: z.string(),
      /** Speaks for the player in the calls about the seat. Secret. */
      memberToken: z.string(),
      /** How the battle is entered. */
      seat: z.object({ socketUrl: z.string(), token: z.string() }),
    }),
    limit: 'session',
    failures: ['ERR_PROOF', 'ERR_PLATFORM', 'ERR_USERNAME', 'ERR_SESSION_NAME', 'ERR_SESSION_LIMIT', 'ERR_RATE'],
  }),
} as const satisfies Readonly<Record<string, Call>>;
