import { BATTLE_MS } from '../battle/constants.ts';
import { check, firstOf, type Check } from './check.ts';
import { checkMoney } from './money.ts';
import { receipt, type Receipt, type ReceiptPlayer } from './receipt.ts';
import { checkRounds } from './rounds.ts';

/** A receipt that was checked. */
export interface Verification {
  /** Whether nothing is wrong. */
  readonly isGood: boolean;
  /** Null for what is no receipt. */
  readonly receipt: Receipt | null;
  readonly checks: readonly Check[];
}

/** Checks parsed JSON of any origin: whether it is a receipt, and whether everything in it follows from the rest. Never throws. */
export function verifyReceipt(json: unknown): Verification {
  const parsed = receipt.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const problem = `${issue?.path.join('.') || 'it'}: ${issue?.message}`;
    return { isGood: false, receipt: null, checks: [check('shape', problem)] };
  }
  const checks = [check('shape', null), ...checkReceipt(parsed.data)];
  return { isGood: checks.every(({ problem }) => problem === null), receipt: parsed.data, checks };
}

/**
 * Checks a receipt step by step, the longest step some milliseconds long, so that a page stays smooth. What a receipt alone cannot
 * prove: that the commitment is the one that the players were shown, and that its transactions are on the chain.
 */
export function* checkReceipt(checked: Receipt): Generator<Check> {
  if (checked.commitment !== null) yield* checkRounds(checked);
  yield check('outcome', findOutcomeProblem(checked));
  yield* checkMoney(checked);
}

function findOutcomeProblem(checked: Receipt): string | null {
  const { commitment, outcome, reason, startedAt, createdAt, endedAt, players, solo } = checked;
  const isPlayed = commitment !== null;
  const isSettled = outcome === 'settled';
  // A solo round ends when its player gives it up. A battle continues for the others.
  const leastMs = isPlayed && !(solo && players.every(({ status }) => status === 'left')) ? BATTLE_MS : 0;
  return firstOf(
    ...players.map(findPlayerProblem),
    isPlayed === isSettled ? null : `it is ${outcome} and was ${isPlayed ? '' : 'not '}played`,
    isSettled && !solo && players.every(({ score }) => score === 0)
      ? 'no player scored, so nothing can be settled'
      : null,
    solo && !isSettled ? 'a reward belongs to what was played, and to nothing else' : null,
    (reason !== '') === (outcome === 'cancelled')
      ? null
      : 'a reason belongs to what was cancelled, and to nothing else',
    (startedAt !== null) === isPlayed ? null : 'a start belongs to what was played, and to nothing else',
    isPlayed || checked.reveals.length === 0 ? null : 'it has reveals and was not played',
    (startedAt ?? createdAt) >= createdAt && endedAt >= (startedAt ?? createdAt) + leastMs
      ? null
      : 'it ended before it can have ended',
    isPlayed ? null : firstOf(...players.map(findIdleProblem)),
  );
}

/** Seats are in order, and no player has two of them. */
function findPlayerProblem(player: ReceiptPlayer, at: number, players: readonly ReceiptPlayer[]): string | null {
  const { userId, walletAddress, isBot, place, seed } = player;
  if (place <= (players[at - 1]?.place ?? -1)) return `the seats are not in their order at ${userId}`;
  if (players.findIndex((other) => other.userId === userId) !== at) return `${userId} has two seats`;
  if (!isBot) return userId === walletAddress ? null : `${userId} is not the wallet ${walletAddress}`;
  if (walletAddress !== '' || !/^bot-\d+$/.test(userId)) return `${userId} is no bot`;
  // It would be the server's to choose.
  return seed === null ? null : `${userId} is a bot and gave a seed`;
}

/** Nothing was played, so no player has a round. */
const findIdleProblem = ({ userId, replay, score, popped, bestCombo, status }: ReceiptPlayer): string | null =>
  replay === null && score + popped + bestCombo === 0 && status === 'absent'
    ? null
    : `${userId} has a round of a battle that was not played`;
