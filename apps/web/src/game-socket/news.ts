import type { GameSocketOut } from '@popfray/protocol/socket';

/** What every page takes up by itself, with what it needs of each: nothing here is worth fetching the schemas for. */
const NEWS = {
  welcome: [],
  ping: [],
  player_count: ['count'],
  stats_update: ['totalTrxEarned', 'crossChainBattles'],
  error: ['message'],
  notification: ['title', 'message'],
  player_joined: ['playerName'],
  game_started: [],
} as const satisfies Partial<Record<GameSocketOut['type'], readonly string[]>>;

type NewsType = keyof typeof NEWS;

/** A message that every page understands. Only the fields named above are there for certain. */
export type News = Extract<GameSocketOut, { readonly type: NewsType }>;

/** Fields that are numbers; the others are texts. */
const NUMBERS: ReadonlySet<string> = new Set(['count', 'crossChainBattles']);

/** A message of the server as it came: an object with a type. Null for anything else. */
export function readRaw(data: unknown): { readonly type: string } | null {
  if (typeof data !== 'string') return null;
  try {
    const raw: unknown = JSON.parse(data);
    return typeof raw === 'object' && raw !== null && 'type' in raw && typeof raw.type === 'string'
      ? (raw as { readonly type: string })
      : null;
  } catch {
    return null;
  }
}

/** The message as one that every page understands; null for any other. */
export function readNews(raw: { readonly type: string }): News | null {
  if (!isNews(raw.type)) return null;
  const fields = raw as Readonly<Record<string, unknown>>;
  const isWhole = NEWS[raw.type].every((name) => typeof fields[name] === (NUMBERS.has(name) ? 'number' : 'string'));
  return isWhole ? (raw as News) : null;
}

const isNews = (type: string): type is NewsType => Object.hasOwn(NEWS, type);
