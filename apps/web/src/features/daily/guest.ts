import { account } from '../../data/account/account.ts';
import { createGuest } from '../../data/account/profile.ts';
import { writeText, readText } from '../../data/storage/storage.ts';

/** Storage key. It contains the format version: a new format gets a new key. */
const KEY = 'popfray.daily-guest.v1';

/** The guest as whom this browser submits rounds while the player is signed out. */
export interface DailyGuest {
  /** 128 bits as base64url. It authenticates the guest to the server and is never shown. */
  readonly secret: string;
  readonly name: string;
  /** Id of the guest on the server; null before the first submission. */
  readonly id: string | null;
}

/** The stored guest, or a new one with the name of the page's guest. */
export function dailyGuest(): DailyGuest {
  const stored = readDailyGuest();
  if (stored !== null) return stored;
  const { username } = account.getState().guest ?? createGuest(Date.now(), Math.random);
  return saveDailyGuest({ secret: createSecret(), name: username, id: null });
}

/** Stores a guest and replaces the previous one. */
export function saveDailyGuest(guest: DailyGuest): DailyGuest {
  writeText(KEY, JSON.stringify(guest));
  return guest;
}

/** The stored guest; null when there is none or it is invalid. */
export function readDailyGuest(): DailyGuest | null {
  try {
    const stored: unknown = JSON.parse(readText(KEY) ?? 'null');
    return isGuest(stored) ? stored : null;
  } catch {
    return null;
  }
}

const SECRET_BYTES = 16;

/** Random bytes as base64url. */
function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function isGuest(stored: unknown): stored is DailyGuest {
  if (typeof stored !== 'object' || stored === null) return false;
  const { secret, name, id } = stored as Partial<Record<keyof DailyGuest, unknown>>;
  const isId = (text: unknown): boolean => typeof text === 'string' && /^[\w-]{22}$/.test(text);
  return isId(secret) && typeof name === 'string' && (id === null || isId(id));
}
