import { CHECK_NAMES, checkReceipt, type Check, type CheckName, type Receipt } from '@popfray/protocol/receipt';
import { readKeptSeed } from '@popfray/react/battle';
import { ApiError } from '../../data/api/api-error.ts';
import { findListingProblem } from '../fairness/index.ts';

/**
 * Names of the checks. Two are additional. `witness`: the receipt contains the commitment that this browser was shown. `listing`: the public list of
 * commitments has the receipt's commitment at the place that the receipt names.
 */
type Name = CheckName | 'witness' | 'listing';

/** Result of a check for all players to whom it applies. */
export interface Finding {
  readonly name: Name;
  /** Number of times it was checked. */
  readonly count: number;
  /** The problems, in English, with the affected player; empty for none. */
  readonly problems: readonly { readonly userId: string | null; readonly text: string }[];
}

/** Lets the browser render and handle input between two checks. */
const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Verifies a receipt in small steps and reports each. Stops when the signal is aborted. */
export async function verifyInSteps(
  receipt: Receipt,
  tell: (findings: readonly Finding[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const findings = new Map<Name, Finding>();
  for (const check of checkReceipt(receipt)) {
    if (signal.aborted) return;
    findings.set(check.name, addCheck(findings.get(check.name), check));
    tell(inOrder(findings));
    await yieldToEventLoop();
  }
  const witness = checkWitness(receipt);
  if (witness !== null && !signal.aborted) {
    findings.set('witness', witness);
    tell(inOrder(findings));
  }
  const listing = await checkListing(receipt, signal);
  if (listing !== null && !signal.aborted) {
    findings.set('listing', listing);
    tell(inOrder(findings));
  }
}

/** Whether the public list has the receipt's commitment; null for a receipt without a place in it, and where the list cannot be loaded. */
async function checkListing(receipt: Receipt, signal: AbortSignal): Promise<Finding | null> {
  if (!receipt.listing) return null;
  try {
    const text = await findListingProblem(receipt, signal);
    return { name: 'listing', count: 1, problems: text === null ? [] : [{ userId: null, text }] };
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) return null;
    throw error;
  }
}

const addCheck = (before: Finding | undefined, { name, userId, problem }: Check): Finding => ({
  name,
  count: (before?.count ?? 0) + 1,
  problems: [...(before?.problems ?? []), ...(problem === null ? [] : [{ userId, text: problem }])],
});

const inOrder = (findings: ReadonlyMap<Name, Finding>): Finding[] =>
  [...CHECK_NAMES, 'witness' as const, 'listing' as const].flatMap((name) => findings.get(name) ?? []);

/** Whether the receipt has the commitment that this browser saw before the battle; null when it saw none. */
function checkWitness(receipt: Receipt): Finding | null {
  for (const { userId, seed } of receipt.players) {
    const kept = readKeptSeed(window.sessionStorage, receipt.sessionId, userId);
    if (kept === null || receipt.commitment === null) continue;
    const text =
      kept.commitment !== receipt.commitment
        ? `this browser was shown the commitment ${kept.commitment}`
        : seed !== null && seed !== kept.seed
          ? `this browser gave the seed ${kept.seed}`
          : null;
    return { name: 'witness', count: 1, problems: text === null ? [] : [{ userId, text }] };
  }
  return null;
}
