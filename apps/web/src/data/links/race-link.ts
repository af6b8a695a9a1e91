import { PRACTICE_PATHS } from './practice-paths.ts';

const HASH_PREFIX = '#race=';

/**
 * Path of a race against a replay's round; null for rules that cannot be practised. The replay is in the hash, so that it is not sent to
 * a server.
 */
export function makeRacePath(replayText: string, rulesId: string): string | null {
  const path = PRACTICE_PATHS[rulesId];
  return path === undefined ? null : `${path}${HASH_PREFIX}${replayText}`;
}

/** The replay text in an address's hash; null for none. */
export const readRace = (hash: string): string | null =>
  hash.startsWith(HASH_PREFIX) ? hash.slice(HASH_PREFIX.length) : null;
