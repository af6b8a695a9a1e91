import { makeTrx, SUN_PER_TRX } from '@popfray/protocol';
import type { Solvency } from '@popfray/protocol/admin';
import { SERVER } from '../platform/audit/index.ts';
import type { Context } from '../platform/context/index.ts';
import { perDatabase } from '../platform/database/index.ts';
import { dayOf } from '../platform/clock/index.ts';
import { budgetLeftSun } from '../rounds/index.ts';
import { heldDebtOf, liabilitiesOf, type Liabilities } from './liabilities.ts';
import { findPause, isPaused, pause, resume } from '../ledger/index.ts';

/** Between two questions to the chain for what the house's wallet holds, ms. */
const CHECK_EVERY_MS = 15_000;

/** What the wallet has to hold above the debt before paid play resumes: the larger of a share of the debt and an amount. */
const RESUME_SHARE = 0.01;
const RESUME_SUN = SUN_PER_TRX;

/** What is known of the house's wallet. */
interface HouseWallet {
  /** What it held by the chain, sun, and when that was asked; null before the first answer. */
  balanceSun: number | null;
  askedAt: number | null;
  /** The node's last words when it did not answer; empty otherwise. */
  trouble: string;
  /** The check at work. */
  checking: Promise<boolean> | null;
}

/** The last known balance of the house's wallet, shared by all callers. */
export const houseWallet = perDatabase((): HouseWallet => ({
  balanceSun: null,
  askedAt: null,
  trouble: '',
  checking: null,
}));

/**
 * Asks the chain what the house's wallet holds, pauses paid play when that is less than what is owed for certain, and resumes it once the
 * wallet holds enough again. Returns false when the chain does not answer: then nothing changes. Concurrent calls share one question.
 */
export async function checkSolvency(context: Context): Promise<boolean> {
  const wallet = houseWallet(context.db);
  wallet.checking ??= check(context, wallet).finally(() => {
    wallet.checking = null;
  });
  return wallet.checking;
}

async function check(context: Context, wallet: HouseWallet): Promise<boolean> {
  const { chain, house, now } = context;
  const before = await liabilitiesOf(context);
  const balance = await chain.balance(house.address);
  if (!balance.ok) {
    wallet.trouble = balance.error.reason;
    return false;
  }
  Object.assign(wallet, { balanceSun: balance.value, askedAt: Math.floor(now()), trouble: '' });
  await decide(context, before, await liabilitiesOf(context), balance.value);
  return true;
}

/**
 * Pauses or resumes. What was credited while the node was asked may not be in its answer, so the house is short only if it was both
 * before and after; and a payout whose transaction is out may have left the wallet already, so it does not make the house short.
 */
async function decide(context: Context, before: Liabilities, after: Liabilities, balanceSun: number): Promise<void> {
  const { db, log } = context;
  const shortSun = Math.min(...[before, after].map(({ totalSun, sentSun }) => totalSun - sentSun - balanceSun));
  const owes = `the wallet holds ${makeTrx(balanceSun)} TRX, and ${makeTrx(after.totalSun)} TRX are owed`;
  const isShort = (await findPause(db, 'shortage')) !== undefined;
  if (!isShort && shortSun > 0) {
    await pause(context, { kind: 'shortage', by: SERVER, reason: owes });
    log({ event: 'notice', about: 'house', message: `paid play is paused: ${owes}` });
  } else if (isShort && balanceSun >= after.totalSun + resumeMargin(after)) {
    await resume(context, { kind: 'shortage', by: SERVER, reason: owes });
    log({ event: 'notice', about: 'house', message: `paid play resumes: ${owes}` });
  }
}

const resumeMargin = ({ totalSun }: Liabilities): number => Math.max(RESUME_SUN, Math.ceil(totalSun * RESUME_SHARE));

/** The solvency panel, from figures that are stored at one moment. Sends no request. */
export const showSolvency = async (context: Context): Promise<Solvency> =>
  context.db.inSnapshot(async () => readSolvency(context));

async function readSolvency(context: Context): Promise<Solvency> {
  const { db, settings, now } = context;
  const { sentSun, ...liabilities } = await liabilitiesOf(context);
  const { balanceSun, askedAt, trouble } = houseWallet(db);
  const marginSun = balanceSun === null ? null : balanceSun - liabilities.totalSun;
  const leftSun = await budgetLeftSun(context, now());
  const desk = await findPause(db, 'desk');
  const shortage = await findPause(db, 'shortage');
  return {
    liabilities,
    heldSun: await heldDebtOf(context),
    sentSun,
    balanceSun,
    askedAt,
    trouble,
    marginSun,
    resumeMarginSun: resumeMargin({ ...liabilities, sentSun }),
    rewardBudget: {
      dailySun: settings.rewardBudgetSun,
      leftSun,
      renewsAt: dayOf(now()).endMs,
      isCovered: marginSun === null ? null : marginSun >= leftSun,
    },
    isPaused: await isPaused(db),
    pausedByDesk: desk === undefined ? null : { since: desk.since, by: desk.by, reason: desk.reason },
    pausedByShortage: shortage === undefined ? null : { since: shortage.since, reason: shortage.reason },
  };
}

/** What the worker does for it in each of its turns: asks the chain every so often. */
export function createSolvencyTask(context: Context): () => Promise<void> {
  let askedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (context.now() - askedMs < CHECK_EVERY_MS) return;
    askedMs = context.now();
    await checkSolvency(context);
  };
}
