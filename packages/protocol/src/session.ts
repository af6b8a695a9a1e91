import { z } from 'zod';
import { blockchain } from './chain-name.ts';
import { id, storableText, sun, timeMs } from './field.ts';
import { SUN_PER_TRX } from './money.ts';
import { payFrom, payment } from './payment.ts';
import { revenue } from './revenue.ts';

/** Longest name of a session, in characters. SPEC section 5. */
export const MAX_SESSION_NAME = 50;
/** How long a session may wait for players, s: the choices, and the one that is made already. SPEC section 5. */
export const TIME_LIMITS_S = [180, 300, 600, 900, 1_200] as const;
export const DEFAULT_TIME_LIMIT_S = 300;
/** Most players of a session: the choices, and the one that is made already. SPEC section 5. */
export const PLAYER_COUNTS = [2, 3, 4, 6, 8] as const;
export const DEFAULT_PLAYER_COUNT = 4;
/** Most players of a local game. SPEC section 9. */
export const MAX_LOCAL_PLAYERS = 4;
/** A fee is 0, or from this much to that much, in steps of 0.1 TRX; sun. SPEC section 5: join minimum 0.1. */
export const MIN_ENTRY_FEE_SUN = SUN_PER_TRX / 10;
export const MAX_ENTRY_FEE_SUN = 1_000 * SUN_PER_TRX;
export const ENTRY_FEE_STEP_SUN = SUN_PER_TRX / 10;
/** Fewest players that a battle starts with. SPEC section 6. */
export const MIN_PLAYERS = 2;
/** From the call that starts a battle to its first second, s. SPEC section 9. */
export const START_DELAY_S = 30;
/** The same once every player is ready, s. */
export const READY_DELAY_S = 6;
/** How long a seat waits for its player's signature on the fee, ms. */
export const RESERVATION_MS = 2 * 60_000;
/**
 * How long a player of another chain stays ready in a session with an entry fee, ms, unless the player presses Ready again. Such a player
 * pays nothing here, so that a seat that is kept costs nothing. docs/decisions/0043.
 */
export const UNPAID_READY_MS = 2 * 60_000;
/** Most players removed from a session that are named with it: the last ones. The server remembers all of them. */
export const REMOVED_LISTED = 32;

/** Entry fees of quick battles, sun: free, 1 and 5 TRX. */
export const QUICK_FEES_SUN = [0, SUN_PER_TRX, 5 * SUN_PER_TRX] as const;
export type QuickFeeSun = (typeof QUICK_FEES_SUN)[number];
/** How long a quick battle waits for its second player, s. */
export const QUICK_TIME_LIMIT_S = TIME_LIMITS_S[0];
/** How long a player of a free quick battle waits for another player before a practice bot comes, ms. */
export const QUICK_BOT_MS = 10_000;
/** How long a player who waits for a quick battle may be without an open socket, ms. */
export const QUICK_LEFT_MS = 10_000;

/**
 * Where a session stands. `draft`: its creator's fee is not paid; `waiting` for players; `starting`: the countdown runs; `playing`;
 * `settled`: played, and every share booked; `cancelled` by its creator or after a fault, `expired`: everybody is refunded.
 */
export const SESSION_STATUSES = ['draft', 'waiting', 'starting', 'playing', 'settled', 'cancelled', 'expired'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** `cross-chain`: players of the other chain can join. `local`: only TRON players can. Both are free or have an entry fee. */
export const SESSION_SCOPES = ['cross-chain', 'local'] as const;
export type SessionScope = (typeof SESSION_SCOPES)[number];

/** What is played in a session. `classic` is the arena's rules without the other chain. */
export const SESSION_MODES = ['cross-chain-battle', 'classic'] as const;
export type SessionMode = (typeof SESSION_MODES)[number];

/**
 * The entry fee that is offered where a player creates a local game with a fee, in sun, by its mode. A game for which no fee is stated is
 * free. SPEC section 9, entry fees by mode; docs/decisions/0044.
 */
const OFFERED_FEES_SUN: ReadonlyMap<string, number> = new Map<SessionMode, number>([
  ['classic', 10 * SUN_PER_TRX],
  ['cross-chain-battle', 50 * SUN_PER_TRX],
]);
/** The same for every mode that is not in the table, in sun. */
const OTHER_OFFERED_FEE_SUN = 100 * SUN_PER_TRX;

/** The entry fee that is offered for a local game of a mode, in sun. */
export const offeredFeeSun = (mode: string): number => OFFERED_FEES_SUN.get(mode) ?? OTHER_OFFERED_FEE_SUN;

/** Skills of practice bots: the engine's. */
export const BOT_SKILL_NAMES = ['novice', 'regular', 'expert'] as const;

/** Why a battle in which no player scored is cancelled. Databases and receipts contain this value. */
export const NO_POINTS = 'nobody-played';

/** `reserved` until the fee is paid; `joined`; `ready`; `playing`; `finished`; `left` the battle while it was played. */
export const PARTICIPANT_STATUSES = ['reserved', 'joined', 'ready', 'playing', 'finished', 'left'] as const;
export type ParticipantStatus = (typeof PARTICIPANT_STATUSES)[number];

/** A player with a seat in a session. */
export const participant = z.object({
  /** Unique in the session: a player's address, or `bot-1`. */
  userId: storableText,
  username: storableText,
  /** Empty for a bot. */
  walletAddress: storableText,
  blockchain,
  /** Order of the seats, from 0. */
  place: z.int(),
  status: z.enum(PARTICIPANT_STATUSES),
  isBot: z.boolean(),
  /** Whether a socket of this player's is open in the battle. */
  isConnected: z.boolean(),
  /** Whether the entry fee of this seat has been received. */
  isPaid: z.boolean().default(false),
  /** When the player stops being ready unless the player presses Ready again; null where readiness does not expire. */
  readyUntil: timeMs.nullable().default(null),
  score: z.int().nullable(),
  /** `verified`: from the host's own replay. `reported`: what a platform says of its player. */
  scoreSource: z.enum(['verified', 'reported']).nullable(),
  /** 1 for the winner; ties share one. Null before the end. */
  position: z.int().nullable(),
});
export type Participant = z.infer<typeof participant>;

/** A battle being gathered, played or over, as anybody may see it. SPEC section 3, cross-chain session. */
export const session = z.object({
  id,
  /** The same as `id`: SPEC section 3 has both. */
  sessionId: id,
  scope: z.enum(SESSION_SCOPES),
  sessionName: storableText,
  gameMode: z.enum(SESSION_MODES),
  /** SPEC section 3: the classic game type. */
  gameType: z.literal('classic'),
  hostBlockchain: blockchain,
  hostUsername: storableText,
  hostWalletAddress: storableText,
  hostUserId: storableText,
  creatorAddress: storableText,
  maxPlayers: z.int(),
  /** Seats taken and reserved. */
  currentPlayers: z.int(),
  status: z.enum(SESSION_STATUSES),
  /** Why it was cancelled; empty otherwise. */
  reason: z.enum(['', 'creator', 'fault', NO_POINTS]),
  /** TRX as text: what each TRON player pays; `0` for free. */
  entryFee: z.string(),
  entryFeeType: z.enum(['none', 'trx']),
  entryFeeSun: sun,
  /** Fee times most players, TRX as text: the most that there can be to win. */
  prizePool: z.string(),
  prizePoolSun: sun,
  /** Fees received so far. */
  paidSun: sun,
  /** s that it may wait for players. */
  timeLimit: z.int(),
  /** s from the start call to the first second. */
  startDelay: z.int(),
  revenueDistribution: revenue,
  createdAt: timeMs,
  /** When it expires unless it has started. */
  expiresAt: timeMs,
  /** First ms of the round; null before the countdown. */
  startsAt: timeMs.nullable(),
  endedAt: timeMs.nullable(),
  /** Whether the cross-chain server lists it. */
  isShared: z.boolean(),
  /** Whether this server runs the battle, and not another chain's platform. */
  isHostedHere: z.boolean(),
  /** Whether it is a quick battle, whose players are matched by the server and which starts when both are ready. */
  isQuick: z.boolean().default(false),
  /** Origin of the server that runs the battle and has its receipt, as its host tells it; absent where a host does not. */
  hostUrl: storableText.max(200).optional(),
  /** Whether practice bots may take seats: free, or play money. */
  allowsBots: z.boolean(),
  participants: z.array(participant),
  /** User ids of players whom the creator has removed, at most `REMOVED_LISTED`. They cannot join this session again. */
  removedUserIds: z.array(storableText.max(100)).max(REMOVED_LISTED).default([]),
});
export type Session = z.infer<typeof session>;
export const sessionList = z.array(session);

/** Grows each time that a host tells of a session: what comes late, after something newer, changes nothing. */
export const revision = z.int().min(0).default(0);

/** What a creator decides. */
export const sessionForm = z.strictObject({
  sessionName: z.string().max(200),
  gameMode: z.enum(SESSION_MODES).default('cross-chain-battle'),
  /** Who can join. Left out: `local` for `classic`, which is never `cross-chain`, and `cross-chain` for the other mode. */
  scope: z.enum(SESSION_SCOPES).optional(),
  maxPlayers: z.union(PLAYER_COUNTS.map((count) => z.literal(count))),
  /** TRX as text or number; 0 for free. */
  entryFee: z.union([z.string().max(40), z.number()]).default(0),
  timeLimit: z.union(TIME_LIMITS_S.map((seconds) => z.literal(seconds))),
  policy: z.enum(['winner-takes-all', 'podium']).default('winner-takes-all'),
  /** Version of the policy that the creator was shown. Other terms of new sessions are then an error; left out, they are accepted. */
  policyVersion: z.int().optional(),
  /** The signed-in player's, when it is given. */
  creatorAddress: storableText.max(100).optional(),
  /** A transaction that the wallet sent without the server; the payment in the answer is the usual way. */
  creationTxHash: storableText.max(100).optional(),
  pay: payFrom.optional(),
});
export type SessionForm = z.input<typeof sessionForm>;
/** The same, as it was read. */
export type SessionPlan = z.output<typeof sessionForm>;

/** What a player of a quick battle decides. */
export const quickForm = z.strictObject({
  entryFeeSun: z.union(QUICK_FEES_SUN.map((feeSun) => z.literal(feeSun))),
  /** Id of the payment from the balance, made by the caller; needed where there is a fee. The same id pays once. */
  paymentId: id.optional(),
  /** Version of the terms that the player was shown. Others are then an error; left out, they are accepted. */
  policyVersion: z.int().optional(),
});
export type QuickPlan = z.output<typeof quickForm>;

/** A session together with the payment of its player's seat: open, or just made from the balance; null when nothing is to be paid. */
export const seated = z.object({ success: z.literal(true), session, payment: payment.nullable() });
export type Seated = z.infer<typeof seated>;

/** What a player's own seat is worth knowing to the player alone. */
export const seat = z.object({
  userId: z.string(),
  place: z.int(),
  status: z.enum(PARTICIPANT_STATUSES),
  /** Secret: speaks for this seat on the game socket, and takes a running battle up again. */
  token: z.string(),
  /** The game socket of the host, where another platform runs the battle; absent where this server does. */
  socketUrl: z.string().optional(),
  payment: payment.nullable(),
});
export type Seat = z.infer<typeof seat>;
