import type { Replay } from '@popfray/engine';
import { whyNotRaceable } from '../../data/links/race-link.ts';

/** Levels of the bots, the easiest first. */
export const BOT_LEVELS = ['novice', 'regular', 'expert'] as const;

export type BotLevel = (typeof BOT_LEVELS)[number];

/** Kind of rival: the player's best round, another own round, a round that another player shared, or a bot. */
export type RivalKind = 'best' | 'own' | 'friend' | BotLevel;

/** A rival with the same bubbles. A rival's round is always a replay. */
export interface Rival {
  readonly kind: RivalKind;
  /** Name of the player who has sent the round; absent or null where it is not known. */
  readonly name?: string | null;
  /** The seed of its round; null for one that plays any seed. */
  readonly seed: string | null;
  /** Returns its whole round on a seed, which must be `seed` if that is not null. */
  readonly playOn: (seed: string) => Replay;
}

/** A race between the current round and a rival's. */
export interface Race {
  readonly rival: Rival;
  /** The rival's round, with the same rules and seed. */
  readonly replay: Replay;
}

/** Creates a rival from a replay; null where `whyNotRaceable` returns a reason. */
export function makeRival(kind: RivalKind, replay: Replay): Rival | null {
  if (whyNotRaceable(replay) !== null || typeof replay.entropy !== 'string') return null;
  return { kind, seed: replay.entropy, playOn: () => replay };
}
