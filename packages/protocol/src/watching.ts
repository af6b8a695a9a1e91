import { z } from 'zod';
import { blockchain } from './chain-name.ts';
import { id, sun, timeMs } from './field.ts';
import { SESSION_MODES } from './session.ts';

/**
 * How far spectators are behind a live battle, ms. A second is secret until one second before it, and a click counts up to 1,200 ms after its time: what a
 * spectator sees is older than everything that can still be played, by more than six seconds.
 */
export const SPECTATOR_DELAY_MS = 10_000;

/** Most live battles that a list shows. */
export const MAX_LISTED_BATTLES = 20;

/** What players and spectators can say in a battle. */
export const EMOTES = ['wave', 'clap', 'fire', 'wow', 'laugh', 'heart'] as const;
export const emote = z.enum(EMOTES);
export type Emote = z.infer<typeof emote>;

/** A battle that is played now. */
const liveBattle = z.object({
  sessionId: id,
  sessionName: z.string(),
  gameMode: z.enum(SESSION_MODES),
  /** Entry fee of a player, sun; 0 for a free battle. */
  entryFeeSun: sun,
  startsAt: timeMs,
  players: z.array(z.object({ username: z.string(), blockchain, isBot: z.boolean() })),
});
export const liveBattleList = z.array(liveBattle);
export type LiveBattleSummary = z.infer<typeof liveBattle>;

/** The seconds that a spectator asks for, and the page that asks: a random name, by which spectators are counted. */
export const watchQuery = z.strictObject({
  from: z.coerce.number().int().min(0).max(60).default(0),
  spectator: z.string().regex(/^[\w-]{8,32}$/),
});

/** What a spectator sees of a player: clicks as time in ms, x and y in quarter pixels, three integers a click. */
const watchedPlayer = z.object({
  place: z.int().min(0),
  username: z.string(),
  blockchain,
  isBot: z.boolean(),
  clicks: z.array(z.int()),
});

/** An emote. `username` is that of a player of the battle; null for a spectator. */
const shownEmote = z.object({ id: z.string(), emote, username: z.string().nullable() });
export type ShownEmote = z.infer<typeof shownEmote>;

/**
 * Whole seconds of a battle from `from` to before `until`, as they were `SPECTATOR_DELAY_MS` ago. `blocks` has four words of randomness for each of
 * them. The same seconds always have the same content.
 */
export const watchedBattle = z.object({
  sessionId: id,
  sessionName: z.string(),
  /** `waiting`: the first second is not shown yet. `over`: all seconds of the battle can be shown. `cancelled`: it was stopped. */
  status: z.enum(['waiting', 'playing', 'over', 'cancelled']),
  rulesId: z.string(),
  rulesVersion: z.int(),
  from: z.int().min(0),
  until: z.int().min(0),
  /** Time of the round that is shown now, ms; below 0 before its first second. */
  shownMs: z.int(),
  blocks: z.array(z.int()),
  players: z.array(watchedPlayer),
  /** Emotes of the last seconds. */
  emotes: z.array(shownEmote),
});
export type WatchedBattle = z.infer<typeof watchedBattle>;

export const emoteForm = z.strictObject({ emote });
