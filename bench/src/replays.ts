import type * as Engine from '@popfray/engine';
import { BOT_SKILLS, createBot, type BotSkill } from '@popfray/engine/bot';

/** Clicks in each replay that is verified. */
export const INPUTS = 400;

/** Seeds tried before giving up. */
const SEEDS = 500;

/**
 * The replay of a whole round with exactly 400 clicks, played by a bot: of the seeds `<rules>-1`, `<rules>-2`, … the
 * first whose round comes to that number. Always the same one for the same rules and bot.
 */
export function playReplay(engine: typeof Engine, rules: Engine.Rules, skill: BotSkill): Uint8Array {
  for (let number = 1; number <= SEEDS; number++) {
    const seed = `${rules.id}-${number}`;
    const round = startRound(engine, rules, seed);
    createBot({ skill, seed }).advanceTo(round, rules.durationMs);
    if (round.inputCount !== INPUTS) continue;
    const replay = engine.recordReplay(round);
    if (!replay.ok) throw new Error(replay.error);
    const bytes = engine.encodeReplay(replay.value);
    if (!bytes.ok) throw new Error(`${bytes.error.code} ${bytes.error.field}`);
    return bytes.value;
  }
  throw new Error(`No ${rules.id} round of ${INPUTS} clicks in ${SEEDS} seeds`);
}

/** A round from a seed. */
export function startRound(engine: typeof Engine, rules: Engine.Rules, seed: string): Engine.Round {
  const round = engine.createRound({ rules, entropy: engine.seededEntropy(seed) });
  if (!round.ok) throw new Error(round.error.code);
  return round.value;
}

/**
 * The arena's player: the expert, a little quicker, so that its usual round comes to about 400 clicks: some 140 pops, 250
 * hits of bosses, a few misses, and two dozen bubbles that escape.
 */
export const ARENA_SKILL: BotSkill = { ...BOT_SKILLS.expert, reactionMs: 100, reactionSpreadMs: 40 };

/**
 * Free play's player: a round spawns 90 bubbles at most, so 400 clicks are mostly misses, as of a player who never stops
 * clicking. Four in five go beside the bubble; the fifth pops about as many as spawn, and the field keeps a handful.
 */
export const FREE_PLAY_SKILL: BotSkill = {
  ...BOT_SKILLS.regular,
  reactionMs: 100,
  reactionSpreadMs: 68,
  missPct: 80,
};
