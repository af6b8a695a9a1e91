import type { ActiveSession } from '@popfray/protocol';
import { createPolled } from '../api/polled.ts';
import { isAmount } from './amount.ts';

/** ms between two readings. SPEC section 7. */
const EVERY_MS = 10_000;

/** Sessions that the first page shows. SPEC section 9, display limits. */
const SHOWN = 3;

const STATUSES = ['waiting', 'starting', 'playing'] as const;
const MODES = ['cross-chain-battle', 'classic'] as const;
const CHAINS = ['tron', 'sol'] as const;

/** A session in short, as far as this page knows how to name all of it. */
export interface SessionInShort extends ActiveSession {
  readonly status: (typeof STATUSES)[number];
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isOneOf =
  (known: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'string' && known.includes(value);

const FIELDS: Readonly<Record<keyof ActiveSession, (value: unknown) => boolean>> = {
  id: (value) => typeof value === 'string' && /^[\w-]{1,80}$/.test(value),
  blockchain: isOneOf(CHAINS),
  prizePool: isAmount,
  players: isCount,
  maxPlayers: isCount,
  status: isOneOf(STATUSES),
  gameMode: isOneOf(MODES),
};

function isSession(entry: unknown): entry is SessionInShort {
  if (typeof entry !== 'object' || entry === null) return false;
  const fields = entry as Readonly<Record<string, unknown>>;
  return Object.entries(FIELDS).every(([name, isGood]) => isGood(fields[name]));
}

/** The first sessions of an answer that are sessions; null when it is no list of them. */
function readSessions(answer: unknown): readonly SessionInShort[] | null {
  if (!Array.isArray(answer)) return null;
  const sessions = answer.slice(0, 100).filter(isSession);
  return sessions.length === 0 && answer.length > 0 ? null : sessions.slice(0, SHOWN);
}

/** The sessions that wait, start or are played. */
export const activeSessions = createPolled('/api/active-sessions', EVERY_MS, readSessions);
