import { decodeReplay, type Malformed } from './replay-codec.ts';
import { findRules, replayEntropy, RULES, type Replay } from './replay.ts';
import { err, ok, type Result } from './result.ts';
import { createRound, type Round } from './round.ts';
import type { Rules } from './rules.ts';

/** A well-formed replay whose round, played again, ends otherwise than it states. */
export interface Wrong {
  readonly kind: 'wrong';
  readonly code: 'ERR_REPLAY_SCORE' | 'ERR_REPLAY_HASH';
  readonly stated: number;
  readonly found: number;
}

/** A replay that was played again and ended as it states, and the round at its end. */
export interface Verified {
  readonly replay: Replay;
  readonly round: Round;
}

/** Decodes replay bytes, plays the round again and holds its score and state hash against those stated. */
export function verifyReplay(bytes: Uint8Array, known: readonly Rules[] = RULES): Result<Verified, Malformed | Wrong> {
  const decoded = decodeReplay(bytes, known);
  if (!decoded.ok) return decoded;
  const replay = decoded.value;
  const round = playReplay(replay, known);
  if (round.score !== replay.score) return wrong('ERR_REPLAY_SCORE', replay.score, round.score);
  if (round.hash !== replay.hash) return wrong('ERR_REPLAY_HASH', replay.hash, round.hash);
  return ok({ replay, round });
}

const wrong = (code: Wrong['code'], stated: number, found: number): Result<Verified, Wrong> =>
  err({ kind: 'wrong', code, stated, found });

/** The round of a decoded replay, played to its end. */
export function playReplay(replay: Replay, known: readonly Rules[]): Round {
  const round = startReplay(replay, known, false);
  round.playInputs(replay.inputs, round.rules.durationMs);
  round.advanceTo(round.rules.durationMs);
  return round;
}

/** The round of a decoded replay, at time 0. Throws for a replay that `decodeReplay` would not have returned. */
export function startReplay(replay: Replay, known: readonly Rules[], events: boolean): Round {
  const rules = findRules(replay.rulesId, replay.rulesVersion, known);
  if (rules === undefined) throw new RangeError(`No rules ${replay.rulesId} ${replay.rulesVersion}`);
  const made = createRound({ rules, entropy: replayEntropy(replay), loadout: replay.loadout, events, log: false });
  if (!made.ok) throw new RangeError(made.error.code);
  return made.value;
}
