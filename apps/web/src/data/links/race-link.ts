import type { Replay } from '@popfray/engine';
import { PRACTICE_PATHS } from './practice-paths.ts';

const HASH_PREFIX = '#race=';

/** Why a round cannot be raced: its rules cannot be practised, its randomness is a battle's, or it has upgrades. */
type NotRaceable = 'rules' | 'battle' | 'upgrades';

/** Why a round cannot be raced in practice; null when it can. */
export function whyNotRaceable({ rulesId, entropy, loadout }: Replay): NotRaceable | null {
  if (PRACTICE_PATHS[rulesId] === undefined) return 'rules';
  if (typeof entropy !== 'string') return 'battle';
  return loadout.length > 0 ? 'upgrades' : null;
}

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
