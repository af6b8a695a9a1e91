import { z } from 'zod';
import { call, type Call } from './call.ts';
import { joinForm } from './proof.ts';
import { PLAYER_COUNTS, session, TIME_LIMITS_S } from './session.ts';

/** What a wallet signs as the session's id when its owner asks a host for a new session. */
export const NEW_SESSION = 'new-session';

/**
 * What the server of a platform that hosts free sessions answers to the players of its own chain, besides the cross-chain server's calls for
 * their seats; see docs/cross-chain.md, section 7.
 */
export const HOST_CALLS = {
  createSession: call({
    method: 'POST',
    path: '/api/host/sessions',
    topic: 'Host',
    needsSignIn: false,
    callers: ['anonymous'],
    summary: 'Makes a free session, with a seat for its creator, whose wallet has signed for `new-session`.',
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
