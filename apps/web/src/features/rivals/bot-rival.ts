import { createRound, recordReplay, seededEntropy, type Replay, type Rules } from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import type { BotLevel, Rival } from '../play/index.ts';

/** Creates a bot as a rival. It plays the whole round of a seed in a few ms, deterministically. */
export const makeBotRival = (level: BotLevel, rules: Rules): Rival => ({
  kind: level,
  seed: null,
  playOn: (seed) => playAsBot(level, rules, seed),
});

/** Throws for an invalid seed; callers pass only seeds that are being played. */
function playAsBot(level: BotLevel, rules: Rules, seed: string): Replay {
  const made = createRound({ rules, entropy: seededEntropy(seed), events: false });
  if (!made.ok) throw new RangeError(made.error.code);
  createBot({ skill: BOT_SKILLS[level], seed: `${level} ${seed}` }).advanceTo(made.value, rules.durationMs);
  const replay = recordReplay(made.value);
  if (!replay.ok) throw new Error(replay.error);
  return replay.value;
}
