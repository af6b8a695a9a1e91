import { z } from 'zod';
import { timeMs } from './field.ts';
import { replayText } from './round.ts';

/** Places that the day's board shows. */
export const DAILY_PLACES = 50;
/** Places of the day before that are shown with their replays. */
export const DAILY_WINNERS = 3;

/** A day by UTC: `2026-01-15`. */
const date = z.iso.date();

/** What a guest is known by on the boards: made by the server of the guest's secret, and no secret itself. */
const guestId = z.string().regex(/^[\w-]{22}$/);

/** A guest: a secret of 128 bits that the page has drawn, as base64url, and a name. */
export const dailyGuest = z.strictObject({ secret: z.string().regex(/^[\w-]{22}$/), name: z.string().max(200) });

/** The guest who asks for a board, when the caller is not signed in. */
export const dailyQuery = z.strictObject({ guest: guestId.optional() });

/** A finished round of a day. A guest says who that is; a signed-in player is known. */
export const dailyForm = z.strictObject({ date, replay: replayText, guest: dailyGuest.optional() });

/** A place on a board. No two are of equal rank: of equal scores, the one that came in first is before. */
const place = z.object({
  rank: z.int().positive(),
  name: z.string(),
  /** Whether it is a player's who has signed in with a wallet; a guest's otherwise. */
  isPlayer: z.boolean(),
  score: z.int(),
  popped: z.int(),
  bestCombo: z.int(),
});
export type DailyPlace = z.infer<typeof place>;

/** Where the one who asks stands; null without a round on the board. */
const own = place.nullable();

/** The round that everybody has on a day. */
const day = z.object({
  date,
  seed: z.string(),
  rulesId: z.string(),
  rulesVersion: z.int(),
  /** When the next day's begins. */
  endsAt: timeMs,
  /** Until when a round of this day may come in. */
  closesAt: timeMs,
  /** Rounds on the board; no more are kept than a board holds. */
  count: z.int(),
  own,
});

/** The day's board, and the best of the day before. */
export const dailyBoard = z.object({
  today: day.extend({ places: z.array(place) }),
  /** Replays are shown once the board is closed: null until then. */
  yesterday: day.extend({ places: z.array(place.extend({ replay: z.string().nullable() })) }),
});
export type DailyBoard = z.infer<typeof dailyBoard>;

/**
 * What became of a round that was handed in: `listed` on the board; `kept` means that an earlier one of the same entrant is better;
 * `copied` that another entrant has handed in the same clicks before; `marked` that it looks automated; `beyond`
 * that the board is full of better ones.
 */
const OUTCOMES = ['listed', 'kept', 'copied', 'marked', 'beyond'] as const;

export const dailyVerdict = z.object({
  outcome: z.enum(OUTCOMES),
  /** As the server has played it. */
  score: z.int(),
  count: z.int(),
  own,
  /** What the guest is known by from now on; null for a player. */
  guest: guestId.nullable(),
});
export type DailyVerdict = z.infer<typeof dailyVerdict>;
