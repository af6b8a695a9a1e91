import { account } from '../account/account.ts';
import { makeGuest } from '../account/profile.ts';
import { keepText, readText } from '../account/storage.ts';

/** The key names its version: another shape gets another key. */
const KEY = 'popfray.daily-guest.v1';

/** What this browser is on the boards while nobody is signed in. */
export interface DailyGuest {
  /** 128 bits as base64url: who has it hands rounds in as this guest. Never shown. */
  readonly secret: string;
  readonly name: string;
  /** What the server knows the guest by; null before the first round was handed in. */
  readonly id: string | null;
}

/** The guest that this browser is: the one it knows, or a new one, called what the page calls its guest. */
export function dailyGuest(): DailyGuest {
  const kept = readDailyGuest();
  if (kept !== null) return kept;
  const { username } = account.getState().guest ?? makeGuest(Date.now(), Math.random);
  return keepDailyGuest({ secret: drawSecret(), name: username, id: null });
}

/** Keeps a guest in place of the one before. */
export function keepDailyGuest(guest: DailyGuest): DailyGuest {
  keepText(KEY, JSON.stringify(guest));
  return guest;
}

/** The guest that this browser knows; null when there is none, or nothing readable. */
export function readDailyGuest(): DailyGuest | null {
  try {
    const kept: unknown = JSON.parse(readText(KEY) ?? 'null');
    return isGuest(kept) ? kept : null;
  } catch {
    return null;
  }
}

const SECRET_BYTES = 16;

/** Random bytes as base64url. */
function drawSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function isGuest(kept: unknown): kept is DailyGuest {
  if (typeof kept !== 'object' || kept === null) return false;
  const { secret, name, id } = kept as Partial<Record<keyof DailyGuest, unknown>>;
  const isId = (text: unknown): boolean => typeof text === 'string' && /^[\w-]{22}$/.test(text);
  return isId(secret) && typeof name === 'string' && (id === null || isId(id));
}
