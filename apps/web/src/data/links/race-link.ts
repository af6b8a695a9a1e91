import type { Replay } from '@popfray/engine';
import { PATHS } from '../paths.ts';
import { PRACTICE_PATHS } from './practice-paths.ts';
import { makeShortReplay } from './short-replay.ts';

const HASH_PREFIX = '#race=';

const REPLAY_PREFIX = '#r=';

/** Why a round cannot be raced in practice: its rules cannot be practised, its randomness is a battle's, or it has upgrades. */
type NotRaceable = 'rules' | 'battle' | 'upgrades';

/** Why a round cannot be the rival of practice rounds; null when it can. The screen of races has no such limits. */
export function whyNotRaceable({ rulesId, entropy, loadout }: Replay): NotRaceable | null {
  if (PRACTICE_PATHS[rulesId] === undefined) return 'rules';
  if (typeof entropy !== 'string') return 'battle';
  return loadout.length > 0 ? 'upgrades' : null;
}

/** Path of a race against a replay's round. The replay is in the hash without its track, so that it is short and not sent to a server. */
export const makeRacePath = (replayText: string): string =>
  `${PATHS.race}${REPLAY_PREFIX}${makeShortReplay(replayText)}`;

/** Path of a race against a round that the server stores. */
export const makeSharedRacePath = (id: string): string => `${PATHS.race}/${id}`;

/** The replay text in the address's hash of a race; null for none. */
export const readRaceReplay = (hash: string): string | null =>
  hash.startsWith(REPLAY_PREFIX) ? hash.slice(REPLAY_PREFIX.length) : null;

/** Path of the practice screen with a replay's round as its rival; null for rules that cannot be practised. */
export function makePracticeRacePath(replayText: string, rulesId: string): string | null {
  const path = PRACTICE_PATHS[rulesId];
  return path === undefined ? null : `${path}${HASH_PREFIX}${makeShortReplay(replayText)}`;
}

/** The replay text of a rival in the hash of a practice screen's address; null for none. */
export const readRace = (hash: string): string | null =>
  hash.startsWith(HASH_PREFIX) ? hash.slice(HASH_PREFIX.length) : null;
