import type { LiveBattleSummary } from '@popfray/protocol';
import { createPolled } from '../../data/api/polled.ts';

/** Polling interval, ms. */
const POLL_MS = 10_000;

/** Most battles that are shown. */
const MAX_SHOWN = 4;

const MAX_NAME = 100;

function isPlayer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('username' in value)) return false;
  return typeof value.username === 'string' && value.username.length <= MAX_NAME;
}

function isBattle(value: unknown): value is LiveBattleSummary {
  if (typeof value !== 'object' || value === null) return false;
  const { sessionId, entryFeeSun, players } = value as Readonly<Record<string, unknown>>;
  return (
    typeof sessionId === 'string' &&
    /^[\w-]{1,80}$/.test(sessionId) &&
    Number.isSafeInteger(entryFeeSun) &&
    Array.isArray(players) &&
    players.length > 0 &&
    players.length <= 8 &&
    players.every(isPlayer)
  );
}

/** Polls the battles that are played now. An answer that is no list is a failure. */
export const liveBattles = createPolled('/api/live-battles', POLL_MS, (answer) =>
  Array.isArray(answer) ? answer.slice(0, 100).filter(isBattle).slice(0, MAX_SHOWN) : null,
);
