import { z } from 'zod';
import { blockchain } from '../chain-name.ts';
import { id, storableText, timeMs, upgradeId } from '../field.ts';
import { shareReview } from '../held-share.ts';
import { ownSoloReward } from '../round.ts';

/** A seed, a reveal or a commitment: 32 bytes as hexadecimal text. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A player as the others in the battle see one. */
export const battlePlayer = z.object({
  place: z.int(),
  userId: z.string(),
  username: z.string(),
  walletAddress: z.string(),
  blockchain,
  isBot: z.boolean(),
  isConnected: z.boolean(),
  /** Whether a seed was given. */
  hasSeed: z.boolean(),
});
export type BattlePlayer = z.infer<typeof battlePlayer>;

/** Sent to every client that enters, and again on changes. The commitment is sent before any seed is accepted. */
export const battleTerms = z.object({
  type: z.literal('battle_terms'),
  sessionId: id,
  commitment: hash,
  rulesId: z.string(),
  rulesVersion: z.int(),
  /** The first ms of the round, by the server's clock. An outage of the server moves it. */
  startsAt: timeMs,
  /** The server's clock when this was sent. */
  serverMs: timeMs,
  /** Whether batches may have the pointer's path. A client that supports paths then sends them. */
  acceptsPath: z.boolean().optional(),
  /** The receiver's own seat. */
  place: z.int(),
  players: z.array(battlePlayer),
  /** Ids of the upgrades in force. They change the rules of a streamed solo round; the list is empty in a battle. */
  loadout: z.array(upgradeId).default([]),
});
export type BattleTerms = z.infer<typeof battleTerms>;

/** The seeds are taken: the round's entropy is fixed from here on. In the order of the seats; null for none given. */
export const battleSeeds = z.object({
  type: z.literal('battle_seeds'),
  sessionId: id,
  seeds: z.array(hash.nullable()),
});

/** The state of the battle on the server, for a client that enters after the seeds are fixed, or reconnects. */
export const battleState = z.object({
  type: z.literal('battle_state'),
  sessionId: id,
  /** Reveals given so far, from the first second. */
  reveals: z.array(hash),
  /** The player's own accepted clicks, and what was told of the others', flat, three integers a click, in the order of the seats. */
  inputs: z.array(z.array(z.int())),
  /** The server's clock when this was sent. */
  serverMs: timeMs,
  /** After an outage, for a short time: batches whose `untilMs` is at least this are still accepted, ms of the round. */
  acceptsFromMs: z.int().optional(),
});
export type BattleState = z.infer<typeof battleState>;

/** A player's end, from the server's own round. */
export const battleResult = z.object({
  place: z.int(),
  userId: z.string(),
  score: z.int(),
  popped: z.int(),
  bestCombo: z.int(),
  position: z.int(),
  /** sun that the player is paid; 0 for none, and for players of the other chain. */
  shareSun: z.int(),
  status: z.enum(['finished', 'left', 'absent']),
  /** What became of a share that is or was held for review; absent when it was paid at once, and without a share. */
  review: shareReview.optional(),
  /** True when the share stayed on the balance although it costs no fee to withdraw; absent otherwise. */
  isOnBalance: z.boolean().optional(),
});
export type BattleResult = z.infer<typeof battleResult>;

/** The battle is over and settled; the receipt has the rest. `cancelled`: everybody is refunded. */
export const battleOver = z.object({
  type: z.literal('battle_over'),
  sessionId: id,
  outcome: z.enum(['settled', 'cancelled']),
  results: z.array(battleResult),
  /** The reward of a streamed solo round, whose player alone receives the message; absent for battles. */
  solo: ownSoloReward.optional(),
});
export type BattleOver = z.infer<typeof battleOver>;

/** The token speaks for no seat, or the battle is not to be entered now. */
export const battleRefused = z.object({
  type: z.literal('battle_refused'),
  sessionId: z.string(),
  code: z.enum(['ERR_SESSION_UNKNOWN', 'ERR_SESSION_STATE', 'ERR_SEAT_UNKNOWN', 'ERR_SEED', 'ERR_SEED_LATE']),
  message: z.string(),
});

/**
 * Another node of the server's cluster plays the battle, and clients can reach that at `url`, the address of its socket. Only a client that has entered
 * with `direct` receives it. The client may enter there, or here again without `direct`.
 */
export const battleElsewhere = z.object({
  type: z.literal('battle_elsewhere'),
  sessionId: z.string(),
  url: z.string(),
});

/**
 * The page that enters, by a random name, and how often it has entered, from 1. An entry that arrives after a later one of the same page is refused: the page
 * has given its socket up. Decision 0119.
 */
export const battleEntry = z.object({ page: z.string().regex(/^[0-9a-f]{32}$/), number: z.int().min(1) });
export type BattleEntry = z.infer<typeof battleEntry>;

/** What a client says in a battle, besides its frames. */
export const battleEnter = z.object({
  type: z.literal('battle_enter'),
  sessionId: id,
  userId: storableText.max(100),
  token: storableText.max(200),
  /** Without it, each entry closes the connection of the one before. */
  entry: battleEntry.optional(),
  /** Whether the client can open another address. Without it, the server exchanges the client's frames with the node that plays the battle. */
  direct: z.boolean().optional(),
});
export const battleSeed = z.object({ type: z.literal('battle_seed'), sessionId: id, seed: hash });
/** Gives the battle up; what was scored stands. */
export const battleLeave = z.object({ type: z.literal('battle_leave'), sessionId: id });
