import {
  createRound,
  decodeReplay,
  encodeReplay,
  makeReplayText,
  recordReplay,
  seededEntropy,
  type Rules,
  type UpgradeId,
} from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';

/** Replay bytes of a round played by a novice bot. */
export function playReplay(rules: Rules, seed: string, loadout: readonly UpgradeId[] = []): Uint8Array {
  const made = createRound({ rules, entropy: seededEntropy(seed), loadout });
  if (!made.ok) throw new Error(made.error.code);
  createBot({ skill: BOT_SKILLS.novice, seed }).advanceTo(made.value, rules.durationMs);
  const replay = recordReplay(made.value);
  if (!replay.ok) throw new Error(replay.error);
  const bytes = encodeReplay(replay.value);
  if (!bytes.ok) throw new Error(bytes.error.code);
  return bytes.value;
}

/** The text of a replay with these bytes as its track. */
export function trackedText(bytes: Uint8Array, track: Uint8Array): string {
  const decoded = decodeReplay(bytes);
  if (!decoded.ok) throw new Error(decoded.error.code);
  const encoded = encodeReplay({ ...decoded.value, track });
  if (!encoded.ok) throw new Error(encoded.error.field);
  return makeReplayText(encoded.value);
}

/** The same replay with a wrong score. */
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
