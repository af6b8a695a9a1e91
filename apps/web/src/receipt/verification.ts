import { CHECK_NAMES, checkReceipt, type Check, type CheckName, type Receipt } from '@popfray/protocol/receipt';
import { readKeptSeed } from '@popfray/react/battle';

/** What is checked here besides what a receipt can prove by itself. `witness`: it has the commitment that this browser was shown. */
type Name = CheckName | 'witness';

/** What came of checking one thing, for every player that it was checked for. */
export interface Finding {
  readonly name: Name;
  /** How many times it was checked. */
  readonly count: number;
  /** What is wrong, in English, and with whose round; empty when nothing is. */
  readonly problems: readonly { readonly userId: string | null; readonly text: string }[];
}

/** Lets the page draw and answer before anything else is done. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** Checks a receipt in small steps, and tells of each as it goes. Stops early when the signal says so. */
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
    await breathe();
  }
  const witness = checkWitness(receipt);
  if (witness !== null && !signal.aborted) {
    findings.set('witness', witness);
    tell(inOrder(findings));
  }
}

const addCheck = (before: Finding | undefined, { name, userId, problem }: Check): Finding => ({
  name,
  count: (before?.count ?? 0) + 1,
  problems: [...(before?.problems ?? []), ...(problem === null ? [] : [{ userId, text: problem }])],
});

const inOrder = (findings: ReadonlyMap<Name, Finding>): Finding[] =>
  [...CHECK_NAMES, 'witness' as const].flatMap((name) => findings.get(name) ?? []);

/** Whether the receipt is of the randomness that this browser saw promised; null when it was not there. */
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
