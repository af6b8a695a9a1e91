import { utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';

/** Actions of a game that change its seats or start it. */
export const SEAT_ACTIONS = ['ready', 'unready', 'start'] as const;
export type SeatAction = (typeof SEAT_ACTIONS)[number];

/** Whether an action changes the game's seats or starts it. Every other action is only relayed. */
export const isSeatAction = (action: string): action is SeatAction =>
  (SEAT_ACTIONS as readonly string[]).includes(action);

/** The name of an action: `ready`, or one that front ends agree on, such as `emote`. */
export const actionName = z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/);

/** The longest extra fields of an action, as JSON in UTF-8, bytes. */
export const MAX_ACTION_BYTES = 512;

/** How deep extra fields may nest: a plain value is 1 deep, a list of plain values 2. */
export const MAX_ACTION_DEPTH = 4;

/** The fields of the message itself, which are not extra. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['type', 'gameId', 'action', 'blockchain', 'timestamp']);

/** Names that the server writes, or that must not reach other players. They are refused at the top level. */
export const RESERVED_FIELDS: ReadonlySet<string> = new Set(['playerId', 'userId', 'sessionId', 'token']);

/** Names that could change the prototype of an object which a reader builds. They are refused at every depth. */
export const UNSAFE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A value that JSON can carry. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** The extra fields of an action, as other players receive them. */
export type ActionFields = Readonly<Record<string, JsonValue>>;

/**
 * Reads the extra fields of a `game_action` message that `JSON.parse` has returned. Null when a name is reserved or unsafe, when a
 * number is not finite, or when the fields are too long or too deep.
 */
export function parseActionFields(message: object): ActionFields | null {
  const extra = Object.entries(message).filter(([name]) => !OWN_FIELDS.has(name));
  const isAllowed = extra.every(
    ([name, value]) => !RESERVED_FIELDS.has(name) && !UNSAFE_NAMES.has(name) && isPlain(value, MAX_ACTION_DEPTH),
  );
  if (!isAllowed) return null;
  const fields = Object.fromEntries(extra) as ActionFields;
  const bytes = utf8ToBytes(JSON.stringify(fields)).length;
  return bytes <= MAX_ACTION_BYTES ? fields : null;
}

/** Whether a value of JSON nests at most `depth` deep and has no unsafe name and no number that JSON cannot repeat. */
function isPlain(value: unknown, depth: number): value is JsonValue {
  if (depth === 0) return false;
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value !== 'object') return false;
  return Object.entries(value).every(([name, inner]) => !UNSAFE_NAMES.has(name) && isPlain(inner, depth - 1));
}
