import type { FeaturedRound } from '@popfray/protocol';
import { createPolled } from '../../data/api/polled.ts';

/** Polling interval, ms: the server makes the list every five minutes. */
const POLL_MS = 300_000;

/** Most rounds that are shown. */
const MAX_SHOWN = 6;

/** Longest replay and name that are read, characters. */
const MAX_REPLAY = 90_000;
const MAX_NAME = 100;

const MODES = ['daily', 'solo', 'battle'] as const;

function isRound(value: unknown): value is FeaturedRound {
  if (typeof value !== 'object' || value === null) return false;
  const { username, mode, score, isOfDay, replay } = value as Readonly<Record<string, unknown>>;
  return (
    typeof username === 'string' &&
    username.length <= MAX_NAME &&
    MODES.some((known) => known === mode) &&
    Number.isSafeInteger(score) &&
    typeof isOfDay === 'boolean' &&
    typeof replay === 'string' &&
    replay.length <= MAX_REPLAY &&
    /^[\w-]+$/.test(replay)
  );
}

/** Polls the best rounds of the week. An answer that is no list is a failure. */
export const featuredRounds = createPolled('/api/featured-rounds', POLL_MS, (answer) =>
  Array.isArray(answer) ? answer.slice(0, 50).filter(isRound).slice(0, MAX_SHOWN) : null,
);
