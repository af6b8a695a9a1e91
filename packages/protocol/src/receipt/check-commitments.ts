import { makeFirstHead, makeHead, type CommitmentEntry, type CommitmentPage, type Listing } from './commitments.ts';
import type { Receipt } from './receipt.ts';
import { checkReceipt } from './verify.ts';

/**
 * What is wrong with an entry. `missing`: the entry or its receipt is not there. `changed`: it is not what it was. `order`: it is in another place.
 * `receipt`: its receipt does not hold.
 */
export const LIST_PROBLEMS = ['missing', 'changed', 'order', 'receipt'] as const;

/** A problem of a list, or of a receipt that belongs to it. */
export interface ListProblem {
  readonly kind: (typeof LIST_PROBLEMS)[number];
  /** The number of the entry. */
  readonly number: number;
  /** In English, for an investigator. */
  readonly text: string;
}

/** All entries of a day. */
export type CommitmentList = Pick<CommitmentPage, 'day' | 'previousRoot' | 'count' | 'root' | 'entries'>;

/** An entry that a reader saw before, such as the last one at an earlier visit. */
export type SeenEntry = Pick<Listing, 'number' | 'head'>;

/** Compares the entries of a day with each other, with the root and with entries that were seen before. Returns nothing for a sound list. */
export function checkList(list: CommitmentList, seen: readonly SeenEntry[] = []): ListProblem[] {
  const { day, previousRoot, count, root, entries } = list;
  const problems: ListProblem[] = [];
  const add = (kind: ListProblem['kind'], number: number, text: string): void =>
    void problems.push({ kind, number, text });
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]));
  const last = Math.max(count, ...seen.map(({ number }) => number));
  for (let number = 1; number <= last; number++)
    if (!byNumber.has(number)) add('missing', number, `the list has no entry ${number}`);
  for (const [at, entry] of entries.entries()) {
    const { number } = entry;
    if (number <= (entries[at - 1]?.number ?? 0)) add('order', number, `entry ${number} is not in its place`);
    const before = number === 1 ? makeFirstHead(day, previousRoot) : byNumber.get(number - 1)?.head;
    if (before !== undefined && makeHead(before, entry) !== entry.head)
      add('changed', number, `the head of entry ${number} does not follow from the entry and the one before it`);
    if (number > count) add('changed', number, `the list states ${count} entries, and has entry ${number}`);
  }
  if ((byNumber.get(count)?.head ?? null) !== root) add('changed', count, 'the root is not the head of the last entry');
  for (const { number, head } of seen)
    if (byNumber.has(number) && byNumber.get(number)?.head !== head)
      add('changed', number, `entry ${number} had the head ${head} when this browser saw it`);
  return problems;
}

/** Compares an entry with the receipt of its session, and verifies that receipt. Null for a receipt that the server does not have. */
export function checkEntry(list: CommitmentList, entry: CommitmentEntry, receipt: Receipt | null): ListProblem | null {
  const { number, outcome } = entry;
  if (outcome === 'open') return null;
  if (receipt === null) return { kind: 'missing', number, text: `there is no receipt of ${entry.sessionId}` };
  const problem = (outcome === 'played' ? comparePlayed : compareCancelled)(list, entry, receipt);
  if (problem !== null) return { ...problem, number };
  for (const { name, problem: text } of checkReceipt(receipt))
    if (text !== null) return { kind: 'receipt', number, text: `${name}: ${text}` };
  return null;
}

type Found = Omit<ListProblem, 'number'> | null;

function comparePlayed({ day }: CommitmentList, entry: CommitmentEntry, receipt: Receipt): Found {
  if (receipt.sessionId !== entry.sessionId || receipt.commitment !== entry.commitment)
    return { kind: 'changed', text: `the receipt has the commitment ${receipt.commitment}` };
  const place = receipt.listing ?? null;
  if (place === null) return { kind: 'changed', text: 'the receipt does not name its place in the list' };
  if (place.day !== day || place.number !== entry.number)
    return { kind: 'order', text: `the receipt names entry ${place.number} of ${place.day}` };
  return place.head === entry.head ? null : { kind: 'changed', text: `the receipt names the head ${place.head}` };
}

/** The session may have been played later, with another commitment, which is then listed too. */
function compareCancelled({ day, entries }: CommitmentList, entry: CommitmentEntry, receipt: Receipt): Found {
  const { sessionId, commitment } = receipt;
  if (sessionId !== entry.sessionId) return { kind: 'changed', text: `the receipt is of ${sessionId}` };
  if (commitment === null) return null;
  if (commitment === entry.commitment)
    return { kind: 'changed', text: 'the list has it as cancelled, and its receipt as played' };
  const place = receipt.listing ?? null;
  const isHere = entries.some((other) => other.commitment === commitment);
  return isHere || (place !== null && place.day !== day)
    ? null
    : { kind: 'missing', text: `the list does not have the commitment ${commitment} of its receipt` };
}
