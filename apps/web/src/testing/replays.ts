import { createRound, encodeReplay, recordReplay, seededEntropy, type Rules } from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';

/** The replay bytes of a round that a novice bot played. */
export function playReplay(rules: Rules, seed: string): Uint8Array {
  const made = createRound({ rules, entropy: seededEntropy(seed) });
  if (!made.ok) throw new Error(made.error.code);
  createBot({ skill: BOT_SKILLS.novice, seed }).advanceTo(made.value, rules.durationMs);
  const replay = recordReplay(made.value);
  if (!replay.ok) throw new Error(replay.error);
  const bytes = encodeReplay(replay.value);
  if (!bytes.ok) throw new Error(bytes.error.code);
  return bytes.value;
}

/** The same replay, encoded anew with a score that its round does not give. */
export function playFalseReplay(rules: Rules, seed: string): Uint8Array {
  const made = createRound({ rules, entropy: seededEntropy(seed) });
  if (!made.ok) throw new Error(made.error.code);
  made.value.advanceTo(rules.durationMs);
  const replay = recordReplay(made.value);
  if (!replay.ok) throw new Error(replay.error);
  const bytes = encodeReplay({ ...replay.value, score: replay.value.score + 1_000 });
  if (!bytes.ok) throw new Error(bytes.error.code);
  return bytes.value;
}
