import { parseReplayText, RULES, verifyReplay, type Replay, type Rules } from '@popfray/engine';

/** A round that is raced against. */
export interface Challenge {
  readonly replay: Replay;
  readonly rules: Rules;
  /** Name of the player who has sent the challenge; null where it is not known. */
  readonly username: string | null;
}

/** Reads a challenge from a replay's text, which a stranger has written: the round is played again. Null where it is not what it states. */
export function readChallenge(replayText: string, username: string | null): Challenge | null {
  const bytes = parseReplayText(replayText);
  const verified = bytes.ok ? verifyReplay(bytes.value) : bytes;
  if (!verified.ok) return null;
  const { replay } = verified.value;
  const rules = RULES.find(({ id, version }) => id === replay.rulesId && version === replay.rulesVersion);
  return rules === undefined ? null : { replay, rules, username };
}
