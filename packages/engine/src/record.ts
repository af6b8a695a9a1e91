import type { Entropy } from './entropy.ts';
import type { Replay } from './replay.ts';
import { err, ok, type Result } from './result.ts';
import type { Round } from './round.ts';
import { MS_PER_SECOND } from './units.ts';
import { playReplay } from './verify.ts';

/** Why a round has no replay: it is not over; its log lacks clicks; its entropy no longer gives its blocks. */
export type RecordError = 'ERR_ROUND_NOT_OVER' | 'ERR_LOG_INCOMPLETE' | 'ERR_ENTROPY_MISSING';

/**
 * The replay of a round that is over. It is played once more before it is given out, so that a round restored from a
 * snapshot of clicks it never saw gives an error and not a replay that is wrong.
 */
export function recordReplay(round: Round): Result<Replay, RecordError> {
  if (round.phase !== 'over') return err('ERR_ROUND_NOT_OVER');
  const entropy = round.entropy.seed ?? recordBlocks(round.entropy, round.rules.durationMs);
  if (entropy === null) return err('ERR_ENTROPY_MISSING');
  const replay: Replay = {
    rulesId: round.rules.id,
    rulesVersion: round.rules.version,
    loadout: round.loadout,
    entropy,
    inputs: round.inputs(),
    score: round.score,
    hash: round.hash,
  };
  const again = playReplay(replay, [round.rules]);
  return again.hash === replay.hash && again.score === replay.score ? ok(replay) : err('ERR_LOG_INCOMPLETE');
}

function recordBlocks(entropy: Entropy, durationMs: number): Int32Array | null {
  const blocks = new Int32Array(Math.ceil(durationMs / MS_PER_SECOND) * 4);
  for (let at = 0; at < blocks.length; at += 4) {
    if (!entropy.block(at / 4, blocks.subarray(at, at + 4))) return null;
  }
  return blocks;
}
