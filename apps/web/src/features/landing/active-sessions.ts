import type { ActiveSession } from '@popfray/protocol';
import { createPolled } from '../../data/api/polled.ts';
import { CHAINS } from '../../data/messages/chains.ts';
import { isAmount } from './amount.ts';

/** Polling interval, ms. SPEC section 7. */
const POLL_MS = 10_000;

/** Maximum number of sessions on the first page. SPEC section 9, display limits. */
const MAX_SHOWN = 3;

const STATUSES = ['waiting', 'starting', 'playing'] as const;
const MODES = ['cross-chain-battle', 'classic'] as const;

/** A session of which this page knows every value. */
export interface SessionSummary extends ActiveSession {
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

function isSession(entry: unknown): entry is SessionSummary {
  if (typeof entry !== 'object' || entry === null) return false;
  const fields = entry as Readonly<Record<string, unknown>>;
  return Object.entries(FIELDS).every(([name, isGood]) => isGood(fields[name]));
}

/** The first valid sessions of an answer; null when it is not a list. */
function readSessions(answer: unknown): readonly SessionSummary[] | null {
  if (!Array.isArray(answer)) return null;
  const sessions = answer.slice(0, 100).filter(isSession);
  return sessions.length === 0 && answer.length > 0 ? null : sessions.slice(0, MAX_SHOWN);
}

/** Polls the sessions that are waiting, starting or playing. */
export const activeSessions = createPolled('/api/active-sessions', POLL_MS, readSessions);
