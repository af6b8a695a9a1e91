import type { GameSocketOut } from '@popfray/protocol/socket';

/** An unvalidated message of the server. */
export interface RawMessage {
  readonly type: string;
}

/** Messages that every page handles, with their required fields. They are checked by hand, to load no schemas. */
const CORE_MESSAGES = {
  welcome: [],
  ping: [],
  player_count: ['count'],
  stats_update: ['totalTrxEarned', 'crossChainBattles'],
  error: ['message'],
  notification: ['title', 'message'],
  player_joined: ['playerName'],
  game_started: [],
} as const satisfies Partial<Record<GameSocketOut['type'], readonly string[]>>;

type CoreMessageType = keyof typeof CORE_MESSAGES;

/** A message that every page handles. Only the fields of `CORE_MESSAGES` are checked. */
export type CoreMessage = Extract<GameSocketOut, { readonly type: CoreMessageType }>;

/** Fields that are numbers; the others are strings. */
const NUMBERS: ReadonlySet<string> = new Set(['count', 'crossChainBattles']);

/** Parses a message of the server: an object with a type. Returns null for anything else. */
export function parseRawMessage(data: unknown): RawMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const raw: unknown = JSON.parse(data);
    return typeof raw === 'object' && raw !== null && 'type' in raw && typeof raw.type === 'string'
      ? (raw as RawMessage)
      : null;
  } catch {
    return null;
  }
}

/** Returns the message if it is a valid core message, else null. */
export function parseCoreMessage(raw: RawMessage): CoreMessage | null {
  if (!isCoreMessageType(raw.type)) return null;
  const fields: Readonly<Record<string, unknown>> = { ...raw };
  const isWhole = CORE_MESSAGES[raw.type].every(
    (name) => typeof fields[name] === (NUMBERS.has(name) ? 'number' : 'string'),
  );
  return isWhole ? (raw as CoreMessage) : null;
}

/** Whether a message reports something that may have changed the player's balance: a refund or a lost seat, or the end of a session. */
export function changesBalance(raw: RawMessage): boolean {
  if (raw.type === 'notification') return true;
  if (raw.type !== 'game_updated' || !('game' in raw)) return false;
  const { game } = raw;
  return typeof game === 'object' && game !== null && 'endedAt' in game && typeof game.endedAt === 'number';
}

const isCoreMessageType = (type: string): type is CoreMessageType => Object.hasOwn(CORE_MESSAGES, type);
