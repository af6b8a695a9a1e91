import { z } from 'zod';
import {
  battleElsewhere,
  battleEnter,
  battleLeave,
  battleOver,
  battleRefused,
  battleSeed,
  battleSeeds,
  battleState,
  battleTerms,
} from '../battle/messages.ts';
import { CHAT_LANGUAGES, chatMessage } from '../chat.ts';
import { id, storableText } from '../field.ts';
import { payFrom, payment } from '../payment.ts';
import { DEFAULT_PLAYER_COUNT, MAX_LOCAL_PLAYERS, MIN_PLAYERS, session, SESSION_MODES } from '../session.ts';
import { leaderboard } from '../statistics.ts';
import { actionName, type ActionFields } from './game-action.ts';

/** What every message of a client has besides. SPEC section 7. */
const commonFields = { blockchain: z.string().max(20).optional(), timestamp: z.number().optional() };
const gameId = id;

/** What a client says on `/ws`, besides frames. The first is `init`. */
export const gameSocketIn = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('init'),
    client: z.string().max(100).optional(),
    clientName: z.string().max(100).optional(),
    /** The language that the reader has chosen; without it, the one of the handshake's cookie or Accept-Language. */
    language: z.enum(CHAT_LANGUAGES).optional(),
    ...commonFields,
  }),
  /** The reader has chosen another language: what follows is translated into it. */
  z.object({ type: z.literal('set_language'), language: z.enum(CHAT_LANGUAGES), ...commonFields }),
  z.object({ type: z.literal('get_games'), ...commonFields }),
  z.object({ type: z.literal('get_leaderboard'), ...commonFields }),
  z.object({ type: z.literal('get_stats'), ...commonFields }),
  z.object({
    type: z.literal('create_game'),
    mode: z.enum([...SESSION_MODES, 'free-play', 'tournament']),
    entryFee: z.number().min(0).max(1_000).default(0),
    maxPlayers: z.int().min(MIN_PLAYERS).max(MAX_LOCAL_PLAYERS).default(DEFAULT_PLAYER_COUNT),
    pay: payFrom.optional(),
    ...commonFields,
  }),
  z.object({ type: z.literal('join_game'), gameId, pay: payFrom.optional(), ...commonFields }),
  z.object({ type: z.literal('leave_game'), gameId, ...commonFields }),
  /** Shown as provisional until the server's score arrives. */
  z.object({ type: z.literal('update_score'), gameId, score: z.int().min(0).max(10_000_000), ...commonFields }),
  /** Its extra fields, which `parseActionFields` reads, are passed on to the game's other players. */
  z.object({ type: z.literal('game_action'), gameId, action: actionName, ...commonFields }),
  /** The creator takes the seat of a player who has not paid. */
  z.object({ type: z.literal('remove_player'), gameId, userId: storableText.max(100), ...commonFields }),
  /** Hear what happens in a session: its changes and its chat. At most one at a time. */
  z.object({ type: z.literal('watch_session'), sessionId: id, ...commonFields }),
  z.object({ type: z.literal('unwatch_session'), ...commonFields }),
  z.object({ type: z.literal('ping'), ...commonFields }),
  z.object({ type: z.literal('pong'), ...commonFields }),
  battleEnter.extend(commonFields),
  battleSeed.extend(commonFields),
  battleLeave.extend(commonFields),
]);
export type GameSocketIn = z.infer<typeof gameSocketIn>;
/** The same before defaults are filled in; an action may have extra fields. */
export type GameSocketSaid = z.input<typeof gameSocketIn> | GameActionSaid;
type GameActionSaid = Extract<z.input<typeof gameSocketIn>, { readonly type: 'game_action' }> & ActionFields;

/**
 * What a notification is about, for a page that words it itself; `amount` is TRX as decimal text, `0` where nothing was paid. `not-ready`:
 * the battle starts without the player, who is refunded; `removed`: the creator has removed the player.
 */
export const notice = z.object({
  kind: z.enum(['fee-refunded', 'seat-gone', 'not-ready', 'removed']),
  /** Absent from an older server. */
  sessionId: z.string().optional(),
  sessionName: z.string(),
  amount: z.string(),
});
export type Notice = z.infer<typeof notice>;

/** What the server says on `/ws`, besides frames. */
export const gameSocketOut = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), isSignedIn: z.boolean(), serverMs: z.int() }),
  z.object({ type: z.literal('error'), code: z.string(), message: z.string() }),
  /** Worded for a person; for a page in another language it says what it is about too. */
  z.object({ type: z.literal('notification'), title: z.string(), message: z.string(), about: notice.optional() }),
  z.object({ type: z.literal('player_joined'), sessionId: z.string(), playerName: z.string() }),
  z.object({ type: z.literal('game_started'), sessionId: z.string() }),
  z.object({ type: z.literal('game_list'), games: z.array(session) }),
  z.object({ type: z.literal('player_count'), count: z.int() }),
  /** Another player's action. Its extra fields are that player's and can be any JSON. */
  z.looseObject({ type: z.literal('game_action'), gameId: z.string(), action: actionName, playerId: z.string() }),
  /**
   * `payment` is that of the player's seat: `awaiting` the wallet's signature, which the API takes, or just made from the balance. Null
   * when nothing is to be paid, absent from an older server.
   */
  z.object({ type: z.literal('game_joined'), game: session, payment: payment.nullable().optional() }),
  z.object({ type: z.literal('game_left'), gameId: z.string() }),
  z.object({ type: z.literal('game_updated'), game: session }),
  z.object({ type: z.literal('leaderboard'), players: leaderboard }),
  z.object({ type: z.literal('stats_update'), totalTrxEarned: z.string(), crossChainBattles: z.int() }),
  z.object({ type: z.literal('chat_message'), sessionId: z.string(), data: chatMessage }),
  /** The operator removed a message: a client that shows it replaces it by a notice. */
  z.object({ type: z.literal('chat_removed'), sessionId: z.string(), messageId: z.string() }),
  /** A score that a player's client says it has; the server's own follow in frames. */
  z.object({ type: z.literal('provisional_score'), sessionId: z.string(), userId: z.string(), score: z.int() }),
  /** A player proposes to play again: a new session with the same terms. */
  z.object({ type: z.literal('rematch'), sessionId: z.string(), nextSessionId: z.string(), playerName: z.string() }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('pong') }),
  battleTerms,
  battleSeeds,
  battleState,
  battleOver,
  battleRefused,
  battleElsewhere,
]);
export type GameSocketOut = z.infer<typeof gameSocketOut>;
