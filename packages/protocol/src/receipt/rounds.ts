import { parseReplayText, RULES, verifyReplay, type Round } from '@popfray/engine';
import { BATTLE_SECONDS } from '../battle/constants.ts';
import { isNextReveal, makeBlocks, parseHex } from '../battle/entropy.ts';
import { check, type Check } from './check.ts';
import type { Receipt, ReceiptPlayer } from './receipt.ts';

/** Checks the randomness of a battle that was played, and plays every round of it again. One round a step, some 0.2 ms. */
export function* checkRounds(receipt: Receipt): Generator<Check> {
  yield check('rules', findRulesProblem(receipt));
  const reveals = receipt.reveals.map(bytesOf);
  yield check('commitment', findRevealProblem(receipt, reveals));
  const seeds = receipt.players.map(({ seed }) => (seed === null ? null : bytesOf(seed)));
  const blocks = makeBlocks(receipt.sessionId, reveals, seeds);
  for (const player of receipt.players) yield* checkRound(receipt, player, blocks);
}

/** Plays a player's round again. */
function* checkRound(receipt: Receipt, player: ReceiptPlayer, blocks: Int32Array): Generator<Check> {
  const { userId } = player;
  const bytes = parseReplayText(player.replay ?? '');
  const verified = bytes.ok ? verifyReplay(bytes.value) : bytes;
  if (!verified.ok) {
    yield { name: 'round', userId, problem: verified.error.code };
    return;
  }
  const { replay, round } = verified.value;
  const isSameRules = replay.rulesId === receipt.rulesId && replay.rulesVersion === receipt.rulesVersion;
  const stray = isSameRules
    ? findLoadoutProblem(receipt, replay.loadout)
    : `it was played by the rules ${replay.rulesId} ${replay.rulesVersion}`;
  yield { name: 'round', userId, problem: stray };
  yield { name: 'entropy', userId, problem: findBlockProblem(replay.entropy, blocks) };
  yield { name: 'score', userId, problem: findScoreProblem(player, round) ?? findEarnedProblem(receipt, round) };
}

/** A round of a battle has no upgrades, and a solo round those that its receipt states. Both lists are in the engine's order. */
function findLoadoutProblem({ solo }: Receipt, played: readonly string[]): string | null {
  const stated = solo?.loadout ?? [];
  if (played.join(' ') === stated.join(' ')) return null;
  return stated.length === 0 ? 'it was played with upgrades' : 'it was played with other upgrades';
}

const findEarnedProblem = ({ solo }: Receipt, { earnedSun }: Round): string | null =>
  !solo || solo.earnedSun === earnedSun ? null : `it has earned ${earnedSun} sun, not ${solo.earnedSun}`;

const findRulesProblem = ({ rulesId, rulesVersion }: Receipt): string | null =>
  RULES.some(({ id, version }) => id === rulesId && version === rulesVersion)
    ? null
    : `no rules ${rulesId} ${rulesVersion} are known`;

function findRevealProblem({ commitment }: Receipt, reveals: readonly Uint8Array[]): string | null {
  if (reveals.length !== BATTLE_SECONDS) return `there are ${reveals.length} reveals, not ${BATTLE_SECONDS}`;
  let before = bytesOf(commitment ?? '');
  for (const [second, reveal] of reveals.entries()) {
    if (!isNextReveal(before, reveal))
      return `the reveal of second ${second} does not hash to ${second === 0 ? 'the commitment' : 'the one before'}`;
    before = reveal;
  }
  return null;
}

function findBlockProblem(played: string | Int32Array, blocks: Int32Array): string | null {
  if (typeof played === 'string') return 'it was played from another seed';
  if (played.length !== blocks.length) return `it has ${played.length / 4} blocks, not ${blocks.length / 4}`;
  const at = played.findIndex((word, place) => word !== blocks[place]);
  return at < 0 ? null : `the block of second ${Math.floor(at / 4)} is not the one that reveals and seeds give`;
}

function findScoreProblem(player: ReceiptPlayer, round: Round): string | null {
  for (const name of ['score', 'popped', 'bestCombo'] as const)
    if (player[name] !== round[name]) return `${name} is ${round[name]}, not ${player[name]}`;
  return null;
}

/** The bytes of a hash that the schema has let pass; nothing, of none. */
const bytesOf = (text: string): Uint8Array => parseHex(text) ?? new Uint8Array();
