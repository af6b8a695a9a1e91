import type { Round } from './round.ts';
import type { Entropy } from './entropy.ts';
import { blockEntropy, seededEntropy } from './entropy.ts';
import { err, ok, type Result } from './result.ts';
import { arena } from './arena.ts';
import { crossChain } from './cross-chain.ts';
import { freePlay } from './free-play.ts';
import type { Rules } from './rules.ts';
import { MS_PER_SECOND } from './units.ts';
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
}

/** Why a round has no replay yet. */
export type RecordError = 'ERR_ROUND_NOT_OVER' | 'ERR_LOG_INCOMPLETE' | 'ERR_ENTROPY_MISSING';

/** The replay of a round that is over. */
export function recordReplay(round: Round): Result<Replay, RecordError> {
  if (round.phase !== 'over') return err('ERR_ROUND_NOT_OVER');
  if (!round.hasFullLog) return err('ERR_LOG_INCOMPLETE');
  const entropy = round.entropy.seed ?? recordBlocks(round.entropy, round.rules.durationMs);
  if (entropy === null) return err('ERR_ENTROPY_MISSING');
  return ok({
    rulesId: round.rules.id,
    rulesVersion: round.rules.version,
    loadout: round.loadout,
    entropy,
    inputs: round.inputs(),
    score: round.score,
    hash: round.hash,
  });
}

function recordBlocks(entropy: Entropy, durationMs: number): Int32Array | null {
  const blocks = new Int32Array(Math.ceil(durationMs / MS_PER_SECOND) * 4);
  for (let at = 0; at < blocks.length; at += 4) {
    if (!entropy.block(at / 4, blocks.subarray(at, at + 4))) return null;
  }
  return blocks;
}

/** The entropy that a replay was played with. */
export const replayEntropy = (replay: Replay): Entropy =>
  typeof replay.entropy === 'string' ? seededEntropy(replay.entropy) : blockEntropy(replay.entropy);

/** The rule set that a replay names, or undefined. */
export const findRules = (id: string, version: number, known: readonly Rules[] = RULES): Rules | undefined =>
  known.find((rules) => rules.id === id && rules.version === version);
