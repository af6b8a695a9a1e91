import { blockEntropy, createRound, crossChain, type Entropy, type Round } from '@popfray/engine';
import { createBot, type BotSkill } from '@popfray/engine/bot';
import { BATTLE_MS, makeBlocks, makeReveals, parseHex } from '@popfray/protocol/battle';

/** Words of a click: ms of the round, x and y in quarter pixels. */
export const CLICK_WORDS = 3;

/** Four clicks a second, not in step with each other. */
const SKILL: BotSkill = { reactionMs: 155, reactionSpreadMs: 80, aimErrorPx: 8, missPct: 5, choice: 2 };

/** The clicks of a player for a whole round. */
export interface PlannedRound {
  /** Three integers a click. */
  readonly inputs: Int32Array;
  /** The score after each click. */
  readonly scores: Int32Array;
}

/** The seed that the player at a place gives in every battle, hex. */
export const seedOf = (place: number): string => place.toString(16).padStart(64, '1');

/** All entropy of a battle. The server tells the load its secret, so that the load can plan its clicks before the round and has nothing to simulate in it. */
export function planEntropy(sessionId: string, secret: Uint8Array, seats: number): Entropy {
  const seeds = Array.from({ length: seats }, (_, place) => parseHex(seedOf(place)));
  return blockEntropy(makeBlocks(sessionId, makeReveals(secret), seeds));
}

/** Plays a round with a bot and returns its clicks. The same name gives the same bot. */
export function planRound(entropy: Entropy, name: string): PlannedRound {
  const played = openRound(entropy);
  createBot({ skill: SKILL, seed: name }).advanceTo(played, BATTLE_MS - 1);
  const inputs = played.inputs();
  const again = openRound(entropy);
  const scores = new Int32Array(inputs.length / CLICK_WORDS);
  for (let click = 0; click < scores.length; click++) {
    again.playInputs(inputs, inputs[click * CLICK_WORDS] ?? 0);
    scores[click] = again.score;
  }
  return { inputs, scores };
}

function openRound(entropy: Entropy): Round {
  const made = createRound({ rules: crossChain, entropy, events: false });
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
}
