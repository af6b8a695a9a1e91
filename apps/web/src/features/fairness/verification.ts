import { BATTLE_CALLS } from '@popfray/protocol';
import { checkEntry, checkList, type CommitmentEntry, type ListProblem, type Receipt } from '@popfray/protocol/receipt';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { fetchList } from './commitments.ts';
import { rememberEntry, seenEntries } from './seen-entries.ts';

/** Receipts that are fetched at the same time. */
const AT_ONCE = 4;

/** How far the verification of a day is. */
export interface Progress {
  readonly part: 'list' | 'receipts';
  readonly done: number;
  readonly total: number;
}

/** Result of the verification of a day. */
export interface DayResult {
  /** Entries of the list, and receipts that were compared with it; battles that are not over have none. */
  readonly entries: number;
  readonly receipts: number;
  readonly problems: readonly ListProblem[];
}

/** Verifies the list of a day and all its receipts in this browser. Rejects when something cannot be loaded, and when the signal is aborted. */
export async function verifyDay(
  day: string,
  tell: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<DayResult> {
  const list = await fetchList(day, (done, total) => tell({ part: 'list', done, total }), signal);
  const problems = checkList(list, seenEntries(day));
  if (list.previousDay !== null && !(await hasRoot(list.previousDay, list.previousRoot, signal)))
    problems.push({
      kind: 'changed',
      number: 1,
      text: `${list.previousDay} does not have the root ${list.previousRoot}`,
    });

  const over = list.entries.filter(({ outcome }) => outcome !== 'open');
  const waiting = [...over];
  let done = 0;
  const verifyNext = async (): Promise<void> => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      const problem = checkEntry(list, entry, await fetchReceipt(entry, signal));
      if (problem !== null) problems.push(problem);
      tell({ part: 'receipts', done: ++done, total: over.length });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, verifyNext));
  const last = list.entries.at(-1);
  if (problems.length === 0 && last !== undefined) rememberEntry(day, last);
  return { entries: list.entries.length, receipts: over.length, problems: inOrder(problems) };
}

async function hasRoot(day: string, root: string, signal: AbortSignal): Promise<boolean> {
  return (await callApi(BATTLE_CALLS.getCommitments, { query: { day, limit: 1 }, signal })).root === root;
}

/** The receipt of an entry's session; null when the server has none. */
async function fetchReceipt({ sessionId }: CommitmentEntry, signal: AbortSignal): Promise<Receipt | null> {
  try {
    return await callApi(BATTLE_CALLS.getReceipt, { params: { id: sessionId }, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

const inOrder = (problems: readonly ListProblem[]): ListProblem[] => problems.toSorted((a, b) => a.number - b.number);

/** Compares a receipt with the entry that it names in the public list; null when nothing is wrong, and for a receipt that names none. */
export async function findListingProblem(receipt: Receipt, signal: AbortSignal): Promise<string | null> {
  const place = receipt.listing ?? null;
  if (place === null) return null;
  const query = { day: place.day, after: place.number - 1, limit: 1 };
  const [entry] = (await callApi(BATTLE_CALLS.getCommitments, { query, signal })).entries;
  if (entry?.number !== place.number) return `the list of ${place.day} has no entry ${place.number}`;
  if (entry.sessionId !== receipt.sessionId || entry.commitment !== receipt.commitment || entry.head !== place.head)
    return `entry ${place.number} of ${place.day} is not the one that the receipt names`;
  const isChanged = seenEntries(place.day).some(({ number, head }) => number === place.number && head !== place.head);
  if (isChanged) return `entry ${place.number} of ${place.day} had another head when this browser saw it`;
  rememberEntry(place.day, place);
  return null;
}
