import { BOT_SKILLS, createBot } from './bot.ts';
import { arena, encodeReplay, recordReplay, RULES, type Replay, type Round, type Rules } from './index.ts';
import { start } from './round.fixture.ts';

/** Replays for tests, of rounds that bots played. */

/** A round that a bot played to its end. */
export function played(
  rules: Rules,
  seed: string,
  skill: keyof typeof BOT_SKILLS = 'regular',
  loadout: Round['loadout'] = [],
): Round {
  const round = start(rules, { seed, loadout });
  createBot({ skill: BOT_SKILLS[skill], seed: `bot ${seed}` }).advanceTo(round, rules.durationMs);
  return round;
}

/** The replay of a round that is over; throws where `recordReplay` has an error. */
export function record(round: Round): Replay {
  const recorded = recordReplay(round);
  if (!recorded.ok) throw new Error(recorded.error);
  return recorded.value;
}

/** Its bytes; throws where `encodeReplay` has an error. */
export function bytesOf(replay: Replay, known: readonly Rules[] = RULES): Uint8Array {
  const encoded = encodeReplay(replay, known);
  if (!encoded.ok) throw new Error(encoded.error.field);
  return encoded.value;
}

/** Ten seconds of the arena, for tests that look at each bit of a replay. */
export const shortArena: Rules = { ...arena, id: 'short', durationMs: 10_000, maxInputs: 100 };
