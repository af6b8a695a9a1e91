import { PRACTICE_PATHS } from '../play/practice-paths.ts';

const MARK = '#race=';

/**
 * The address, within the product, of a race against a replay's round; null for rules that are not practised. The replay stays behind
 * the `#`: it never reaches a server.
 */
export function makeRacePath(replayText: string, rulesId: string): string | null {
  const path = PRACTICE_PATHS[rulesId];
  return path === undefined ? null : `${path}${MARK}${replayText}`;
}

/** The replay's text that an address's hash asks to race, or null. */
export const readRace = (hash: string): string | null => (hash.startsWith(MARK) ? hash.slice(MARK.length) : null);
