import { err, ok, type Result } from '@popfray/engine/result';
import { createRound, decodeReplay, replayEntropy, RULES, type Replay, type Round } from '@popfray/engine';
import type { FailureCode } from '@popfray/protocol';
import { removeTrack } from '@popfray/protocol/battle';
import { examineClicks, type ClickPace } from '../conduct/index.ts';

/** Which round a replay has to be of. */
interface Played {
  readonly rules_id: string;
  readonly rules_version: number;
  readonly seed: string;
  /** JSON, in the engine's order. */
  readonly loadout: string;
}

/** A round that was played again from its replay. */
export interface Replayed {
  /** Its replay without a track, whose bytes may be anything. */
  readonly bytes: Uint8Array;
  /** The clicks, as the engine has them. */
  readonly inputs: Int32Array;
  /** At its end. */
  readonly round: Round;
  readonly conduct: ClickPace;
}

/**
 * Plays the round of a replay again, if it is the one that it has to be, and holds its score and state hash against those stated:
 * the engine's `verifyReplay`, in one play with measuring the conduct.
 */
export function replayRound(text: string, wanted: Played): Result<Replayed, FailureCode> {
  const sent = Buffer.from(text, 'base64url');
  // Node passes over what is no base64url; nothing may be passed over here.
  if (sent.toString('base64url') !== text) return err('ERR_REPLAY_MALFORMED');
  const decoded = decodeReplay(sent);
  if (!decoded.ok) return err('ERR_REPLAY_MALFORMED');
  if (!isOf(decoded.value, wanted)) return err('ERR_REPLAY_OTHER');
  const round = startRound(decoded.value);
  const conduct = examineClicks(round, decoded.value.inputs);
  const isRight = round.score === decoded.value.score && round.hash === decoded.value.hash;
  return isRight
    ? ok({ bytes: removeTrack(sent), inputs: decoded.value.inputs, round, conduct })
    : err('ERR_REPLAY_WRONG');
}

/** A round of the server that was played again, for its conduct. */
export type PlayedAgain = Pick<Replayed, 'round' | 'conduct'>;

/** Plays a round of the server again from the replay that the server has made. Throws for one that cannot be played. */
export function playAgain(bytes: Uint8Array): PlayedAgain {
  const decoded = decodeReplay(bytes);
  if (!decoded.ok) throw new Error(`a replay of the server cannot be read: ${decoded.error.code}`);
  const round = startRound(decoded.value);
  const conduct = examineClicks(round, decoded.value.inputs);
  if (round.score !== decoded.value.score || round.hash !== decoded.value.hash)
    throw new Error('a replay of the server states another score than it has');
  return { round, conduct };
}

/** Whether a replay is of the round that is wanted. Both loadouts are in the engine's order. */
const isOf = (replay: Replay, wanted: Played): boolean =>
  replay.rulesId === wanted.rules_id &&
  replay.rulesVersion === wanted.rules_version &&
  replay.entropy === wanted.seed &&
  JSON.stringify(replay.loadout) === wanted.loadout;

/** The round of a replay that was decoded, at time 0. */
export function startRound(replay: Replay): Round {
  const rules = RULES.find(({ id, version }) => id === replay.rulesId && version === replay.rulesVersion);
  const options = { entropy: replayEntropy(replay), loadout: replay.loadout, events: false, log: false };
  const made = rules && createRound({ rules, ...options });
  if (made?.ok !== true) throw new RangeError(`no round of ${replay.rulesId} ${replay.rulesVersion}`);
  return made.value;
}
