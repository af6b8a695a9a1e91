import type { Entropy } from './entropy.ts';
import { blockEntropy, seededEntropy } from './entropy.ts';
import { arena } from './arena.ts';
import { crossChain } from './cross-chain.ts';
import { freePlay } from './free-play.ts';
import type { Rules } from './rules.ts';
import type { UpgradeId } from './upgrades.ts';

/** Every rule set that replays may name: all versions ever played. */
export const RULES: readonly Rules[] = [freePlay, arena, crossChain];

/** A played round as data: enough to play it again and to hold the result against. */
export interface Replay {
  readonly rulesId: string;
  readonly rulesVersion: number;
  readonly loadout: readonly UpgradeId[];
  /** The seed, or four words for each second. */
  readonly entropy: string | Int32Array;
  /** Accepted clicks in order: time in ms, x and y in quarter pixels, three integers a click. */
  readonly inputs: Int32Array;
  readonly score: number;
  /** State hash at the end, unsigned. */
  readonly hash: number;
  /** Bytes about how the round was played, such as the path of the pointer. The engine stores them and does not interpret them. */
  readonly track?: Uint8Array;
}

/** The entropy that a replay was played with. */
export const replayEntropy = (replay: Replay): Entropy =>
  typeof replay.entropy === 'string' ? seededEntropy(replay.entropy) : blockEntropy(replay.entropy);

/** The rule set that a replay names, or undefined. */
export const findRules = (id: string, version: number, known: readonly Rules[] = RULES): Rules | undefined =>
  known.find((rules) => rules.id === id && rules.version === version);
