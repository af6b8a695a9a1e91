import type { Replay } from '@popfray/engine';
import { PRACTICE_PATHS } from '../play/practice-paths.ts';

/** Bots to race against, the easiest first. */
export const BOT_LEVELS = ['novice', 'regular', 'expert'] as const;

export type BotLevel = (typeof BOT_LEVELS)[number];

/** Whom a race is against: one's own best round, another one of one's own, a round that somebody sent, or a bot. */
export type RivalKind = 'best' | 'own' | 'friend' | BotLevel;

/** Somebody to race against on the same bubbles. Whoever it is, what one races is a replay. */
export interface Rival {
  readonly kind: RivalKind;
  /** The seed that it has played; null for one that plays any. */
  readonly seed: string | null;
  /** Its whole round on a seed. One that has played a seed is asked for no other. */
  readonly playOn: (seed: string) => Replay;
}

/** A round being played against a rival's. */
export interface Race {
  readonly rival: Rival;
  /** The rival's round, of the same rules and seed. */
  readonly replay: Replay;
}

/** Why a round cannot be raced: its rules are not practised, its randomness was a battle's, or upgrades were in force. */
export type NotRaceable = 'rules' | 'battle' | 'upgrades';

/** What keeps a round from being raced in practice, or null. */
export function whyNotRaceable({ rulesId, entropy, loadout }: Replay): NotRaceable | null {
  if (PRACTICE_PATHS[rulesId] === undefined) return 'rules';
  if (typeof entropy !== 'string') return 'battle';
  return loadout.length > 0 ? 'upgrades' : null;
}

/** The rival whose round a replay is, or null where `whyNotRaceable` has a reason. */
export function makeRival(kind: RivalKind, replay: Replay): Rival | null {
  if (whyNotRaceable(replay) !== null || typeof replay.entropy !== 'string') return null;
  return { kind, seed: replay.entropy, playOn: () => replay };
}
