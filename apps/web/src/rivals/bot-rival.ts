import { createRound, recordReplay, seededEntropy, type Replay, type Rules } from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import type { BotLevel, Rival } from './rival.ts';

/** A bot to race against. It plays a seed's whole round in a few ms, the same way each time. */
export const makeBotRival = (level: BotLevel, rules: Rules): Rival => ({
  kind: level,
  seed: null,
  playOn: (seed) => playAsBot(level, rules, seed),
});

/** Throws for a seed that is none: one is only asked for what a round is being played with. */
function playAsBot(level: BotLevel, rules: Rules, seed: string): Replay {
  const made = createRound({ rules, entropy: seededEntropy(seed), events: false });
  if (!made.ok) throw new RangeError(made.error.code);
  createBot({ skill: BOT_SKILLS[level], seed: `${level} ${seed}` }).advanceTo(made.value, rules.durationMs);
  const replay = recordReplay(made.value);
  if (!replay.ok) throw new Error(replay.error);
  return replay.value;
}
