import { FREE_WITHDRAWAL_SUN } from '../economy.ts';
import { findRevenue, shareOut, type Shares } from '../revenue.ts';
import { check, firstOf, type Check } from './check.ts';
import type { Receipt, ReceiptPlayer } from './receipt.ts';

/** Holds positions and every sun of a receipt against scores, fee and policy. */
export function* checkMoney(receipt: Receipt): Generator<Check> {
  const shares = receipt.outcome === 'settled' ? shareOutAgain(receipt) : null;
  yield check('positions', findPositionProblem(receipt, shares));
  yield check('fees', findFeeProblem(receipt));
  yield check('shares', findShareProblem(receipt, shares) ?? findRewardProblem(receipt));
  yield check('refunds', findRefundProblem(receipt));
  yield check('payouts', firstOf(...receipt.players.map(findPayoutProblem)));
}

/** Players of another chain and bots neither pay here nor are paid. DESIGN section 7. */
const isPaidHere = ({ blockchain, isBot }: ReceiptPlayer): boolean => blockchain === 'tron' && !isBot;

/** By the parts that the receipt states, which are held against those of its policy. */
const shareOutAgain = ({ revenue, poolSun, players }: Receipt): Shares =>
  shareOut(
    revenue,
    poolSun,
    players.map((player) => ({ ...player, isPaidHere: isPaidHere(player) })),
  );

const findPositionProblem = ({ players }: Receipt, shares: Shares | null): string | null =>
  firstOf(
    ...players.map(({ userId, position }) => {
      const right = shares?.positions.get(userId) ?? null;
      return position === right ? null : `${userId} is number ${right}, not ${position}`;
    }),
  );

function findFeeProblem({ players, entryFeeSun, poolSun }: Receipt): string | null {
  for (const player of players) {
    const right = isPaidHere(player) ? entryFeeSun : 0;
    if (player.feeSun !== right) return `${player.userId} is to pay ${right} sun, not ${player.feeSun}`;
    const sources = Number(player.feeTxid !== null) + Number((player.feePaymentId ?? null) !== null);
    if (sources !== (right > 0 ? 1 : 0)) return `the fee of ${player.userId} and what paid it do not match`;
  }
  const paid = sumOf(players.map(({ feeSun }) => feeSun));
  return paid === poolSun ? null : `${paid} sun were paid, and the pool is ${poolSun}`;
}

function findShareProblem(receipt: Receipt, shares: Shares | null): string | null {
  const { revenue, players, creatorSun, houseSun } = receipt;
  if (JSON.stringify(revenue) !== JSON.stringify(findRevenue(revenue.policy, revenue.version)))
    return `these are not the parts of the policy ${revenue.policy} ${revenue.version}`;
  const right = { creatorSun: shares?.creatorSun ?? 0, houseSun: shares?.houseSun ?? 0 };
  if (creatorSun !== right.creatorSun) return `the creator is due ${right.creatorSun} sun, not ${creatorSun}`;
  if (houseSun !== right.houseSun) return `the house is due ${right.houseSun} sun, not ${houseSun}`;
  return firstOf(
    findPassedOnProblem(receipt),
    ...players.map(({ userId, shareSun }) => {
      const due = shares?.players.get(userId) ?? 0;
      return shareSun === due ? null : `${userId} is due ${due} sun, not ${shareSun}`;
    }),
  );
}

/** A solo round costs nothing and shares nothing. Its reward is what it has earned, reduced only by a named limit or while a review holds it. */
function findRewardProblem({ solo, players, entryFeeSun }: Receipt): string | null {
  if (!solo) return null;
  const { earnedSun, creditedSun, cutBy, status } = solo;
  const [player] = players;
  if (players.length !== 1 || player === undefined || !isPaidHere(player)) return 'a solo round has one player';
  if (entryFeeSun > 0) return 'a solo round costs nothing';
  if (status !== 'credited')
    return creditedSun === 0 ? null : `the reward is ${status}, and ${creditedSun} sun were credited`;
  const isRight = cutBy === null ? creditedSun === earnedSun : creditedSun < earnedSun;
  return isRight ? null : `${creditedSun} of ${earnedSun} sun were credited, and the limit is ${cutBy ?? 'none'}`;
}

/**
 * Refused shares went to other players who paid, and to the house only without any such player. How they were divided depends on the order of the
 * decisions, so only the sums are compared.
 */
function findPassedOnProblem({ players, houseRefusedSun = 0 }: Receipt): string | null {
  const isRefused = ({ review }: ReceiptPlayer): boolean => review === 'refused';
  const wonSun = ({ shareSun, passedOnSun = 0 }: ReceiptPlayer): number => shareSun + passedOnSun;
  const unpaid = players.find((player) => !isPaidHere(player) && (player.passedOnSun ?? 0) > 0);
  if (unpaid !== undefined) return `${unpaid.userId} is not paid here, and has received a part of a refused share`;
  const refusedSun = sumOf(players.filter(isRefused).map(wonSun));
  const passedSun = sumOf(players.map(({ passedOnSun = 0 }) => passedOnSun)) + houseRefusedSun;
  if (refusedSun !== passedSun) return `${refusedSun} sun of shares were refused, and ${passedSun} were passed on`;
  const hasRecipient = players.some((player) => isPaidHere(player) && !isRefused(player));
  return houseRefusedSun > 0 && hasRecipient ? 'the house has a refused share that a player is due' : null;
}

const findRefundProblem = ({ players, outcome }: Receipt): string | null =>
  firstOf(
    ...players.map(({ userId, feeSun, refundSun }) => {
      const due = outcome === 'settled' ? 0 : feeSun;
      return refundSun === due ? null : `${userId} is due ${due} sun back, not ${refundSun}`;
    }),
  );

/** A share that can be withdrawn goes to the wallet at once, or when it was reviewed, unless it stays on the balance; a smaller one goes to the balance. */
function findPayoutProblem({ userId, shareSun, review, payout, isOnBalance = false }: ReceiptPlayer): string | null {
  if ((review === 'held' || review === 'refused') && payout !== null)
    return `the share of ${userId} is ${review}, and has a payout`;
  const isPaid = review !== 'held' && review !== 'refused';
  if ((payout !== null) !== (isPaid && shareSun >= FREE_WITHDRAWAL_SUN && !isOnBalance))
    return `a share of ${shareSun} sun of ${userId} ${payout === null ? 'is to have a payout' : 'has no payout'}`;
  const isOut = payout?.status === 'confirmed';
  return isOut && payout.txid === null ? `the payout of ${userId} is confirmed and has no transaction` : null;
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
