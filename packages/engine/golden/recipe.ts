import { BOT_SKILLS, createBot } from '../src/bot.ts';
import {
  arena,
  blockEntropy,
  createRound,
  crossChain,
  encodeReplay,
  freePlay,
  recordReplay,
  seededEntropy,
  UPGRADES,
  type Entropy,
  type Round,
  type Rules,
  type UpgradeId,
} from '../src/index.ts';

/** The rule sets that golden rounds are played by. */
export const GOLDEN_RULES: readonly Rules[] = [freePlay, arena, crossChain];

/** Everything that a golden round is made of. */
export interface Recipe {
  readonly rules: Rules;
  /** Number of the round within its rule set, from 0. */
  readonly number: number;
  /** Seeds the round and its bot. */
  readonly seed: string;
  /** Whether the round is handed the seed's blocks only, as a battle is, and never the seed. */
  readonly isByBlocks: boolean;
  readonly bot: keyof typeof BOT_SKILLS;
  readonly loadout: readonly UpgradeId[];
}

const BOTS = ['novice', 'regular', 'expert'] as const;

/**
 * The recipe of the round of a number: bots take turns, every other round has upgrades (each alone first, then mixtures
 * of them), every tenth seed is not ASCII, and every tenth round is given blocks.
 */
export function recipeOf(rules: Rules, number: number): Recipe {
  return {
    rules,
    number,
    seed: `golden/${rules.id}/${number}${number % 10 === 4 ? '/泡🫧' : ''}`,
    isByBlocks: number % 10 === 9,
    bot: BOTS[number % BOTS.length]!,
    loadout: number % 2 === 0 ? [] : loadoutOf((number - 1) / 2),
  };
}

function loadoutOf(turn: number): UpgradeId[] {
  const bits = turn < UPGRADES.length ? 1 << turn : Math.imul(turn, 0x9e3779b1) >>> (32 - UPGRADES.length);
  return UPGRADES.filter((_, bit) => (bits & (1 << bit)) !== 0).map(({ id }) => id);
}

/** Plays a recipe to its end. Throws for one that cannot be played. */
export function playRecipe(recipe: Recipe): Round {
  const { rules, seed, loadout } = recipe;
  const made = createRound({ rules, loadout, entropy: entropyOf(recipe), events: false });
  if (!made.ok) throw new RangeError(made.error.code);
  createBot({ skill: BOT_SKILLS[recipe.bot], seed }).advanceTo(made.value, rules.durationMs);
  return made.value;
}

/** The replay bytes of a round that is over. Throws for a round that has none. */
export function replayBytes(round: Round): Uint8Array {
  const replay = recordReplay(round);
  if (!replay.ok) throw new RangeError(replay.error);
  const bytes = encodeReplay(replay.value);
  if (!bytes.ok) throw new RangeError(`${bytes.error.code} ${bytes.error.field}`);
  return bytes.value;
}

function entropyOf({ rules, seed, isByBlocks }: Recipe): Entropy {
  const seeded = seededEntropy(seed);
  if (!isByBlocks) return seeded;
  const seconds = Math.ceil(rules.durationMs / 1_000);
  const blocks = new Int32Array(seconds * 4);
  for (let second = 0; second < seconds; second++) seeded.block(second, blocks.subarray(second * 4, second * 4 + 4));
  return blockEntropy(blocks);
}
